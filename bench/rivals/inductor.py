"""Compiles the table's cases with TorchInductor and says how their kernels are called.

    python3 inductor.py [--level native|v3] OUT < cases.json
    python3 inductor.py --time WARM_MS SAMPLES SAMPLE_MS OUT < cases.json

Runs in the root that setup.sh makes. A case is {"name", "op", "rows", "columns"}; for each one OUT/NAME.so (several
kernels: NAME.1.so ...) and OUT/NAME.json appear, the latter as bench/native/rival.cpp and lib/study read it: what
Inductor's own wrapper passes to each `extern "C" kernel`, by name of the buffer. Two things that would make the rival
slow without a word are refused: Inductor falls back to scalar code where its probe of the instruction set fails to link
(Debian's torch needs libsleef preloaded for it), and Debian's patch leaves out -march=native.

With --time it times whole calls of the compiled functions, Python and the allocation of the result included, and prints
per case the calls of a sample and the nanoseconds of each.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import types

os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
import torch
import torch._inductor.config as inductor_config
import torch.nn.functional as F
from torch._inductor import codecache
from torch._inductor.cpu_vec_isa import pick_vec_isa

EPS = 1e-5


def rope(x, cos, sin):
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


# By name of the tile program; parameters are named as the tile program's.
OPERATORS = {
    "rms_norm": lambda x, weight: F.rms_norm(x, (x.shape[-1],), weight, EPS),
    "layer_norm": lambda x, weight, bias: F.layer_norm(x, (x.shape[-1],), weight, bias, EPS),
    "softmax": lambda x: torch.softmax(x, -1),
    "masked_softmax": lambda x, mask: torch.softmax(x + mask, -1),
    "log_softmax": lambda x: torch.log_softmax(x, -1),
    "silu": lambda x: F.silu(x),
    "swiglu": lambda gate, up: F.silu(gate) * up,
    "gelu": lambda x: F.gelu(x),
    "gelu_residual": lambda x, residual: F.gelu(x) + residual,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "gelu_tanh_residual": lambda x, residual: F.gelu(x, approximate="tanh") + residual,
    "rope": rope,
}


def shape_of(name, rows, columns):
    return {"weight": (columns,), "bias": (columns,), "cos": (rows, columns // 2), "sin": (rows, columns // 2)}.get(
        name, (rows, columns)
    )


class Recorder:
    """Stands in for the Python binding of a kernel and notes what it is called with."""

    def __init__(self, raw, path, calls):
        self.raw, self.path, self.calls = raw, path, calls

    def __call__(self, *arguments):
        self.calls.append((self.path(), arguments))
        return self.raw(*arguments)


CALLS = []
load_binding = codecache.CppPythonBindingsCodeCache.load_pybinding_async.__func__


def load_and_record(cls, *args, **kwargs):
    future = load_binding(cls, *args, **kwargs)

    def get():
        raw = future()
        return Recorder(raw, lambda: (sys.modules.get(raw.__module__ or "") or raw.__self__).__file__, CALLS)

    return get


codecache.CppPythonBindingsCodeCache.load_pybinding_async = classmethod(load_and_record)


def vector_instructions(shared_object):
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", "--disassemble=kernel", shared_object],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return {"zmm": text.count("%zmm"), "ymm": text.count("%ymm")}


def compiled_function(case):
    """The compiled function of a case, its parameters' names, and inputs for it."""
    name, rows, columns = case["name"], case["rows"], case["columns"]
    operator = OPERATORS[case["op"]]
    # A code object of its own for each case: Dynamo's guards and limits hang on it.
    code = operator.__code__.replace(co_name=name)
    function = types.FunctionType(code, operator.__globals__, name, operator.__defaults__, operator.__closure__)
    parameters = code.co_varnames[: code.co_argcount]
    inputs = [torch.randn(shape_of(parameter, rows, columns)) for parameter in parameters]
    return torch.compile(function, fullgraph=True, dynamic=False), parameters, inputs


def time_case(case, warm_ms, samples, sample_ms):
    compiled, _, inputs = compiled_function(case)
    with torch.inference_mode():
        compiled(*inputs)
        calls, start = 0, time.perf_counter_ns()
        while time.perf_counter_ns() - start < warm_ms * 1e6 or calls < 2:
            compiled(*inputs)
            calls += 1
        calls = max(1, round(sample_ms * 1e6 * calls / (time.perf_counter_ns() - start)))
        taken = []
        for _ in range(samples):
            start = time.perf_counter_ns()
            for _ in range(calls):
                compiled(*inputs)
            taken.append(time.perf_counter_ns() - start)
    return {"name": case["name"], "calls": calls, "samples": taken}


def compile_case(case, out):
    name = case["name"]
    compiled, parameters, inputs = compiled_function(case)
    with torch.inference_mode():
        compiled(*inputs)
        CALLS.clear()
        result = compiled(*inputs)
    storage = lambda tensor: tensor.untyped_storage().data_ptr()
    buffers = {storage(tensor): {"buffer": parameter} for tensor, parameter in zip(inputs, parameters)}
    buffers[storage(result)] = {"buffer": "y"}
    scratch, kernels = [], []
    for number, (path, arguments) in enumerate(CALLS):
        target = f"{name}.so" if len(CALLS) == 1 else f"{name}.{number}.so"
        shutil.copyfile(path, os.path.join(out, target))
        passed = []
        for tensor in arguments:
            key = storage(tensor)
            if key not in buffers:
                buffers[key] = {"scratch": len(scratch)}
                scratch.append(tensor.untyped_storage().nbytes())
            passed.append({**buffers[key], "offset": tensor.data_ptr() - key})
        found = vector_instructions(path)
        if found["zmm"] + found["ymm"] == 0:
            raise SystemExit(f"inductor.py: {name}: Inductor made scalar code ({ISA})")
        kernels.append({"library": target, "arguments": passed, "vectorInstructions": found})
    if not kernels:
        raise SystemExit(f"inductor.py: {name}: no C++ kernel was called; torch's interface has changed")
    description = {
        "torch": torch.__version__,
        "isa": ISA,
        "needs": [sysconfig.get_config_var("INSTSONAME")],  # each object has Python bindings beside its kernel
        "scratch": scratch,
        "kernels": kernels,
    }
    with open(os.path.join(out, f"{name}.json"), "w") as file:
        json.dump(description, file, indent=1)
    print(f"inductor.py: {name}: {[kernel['vectorInstructions'] for kernel in kernels]}", file=sys.stderr)


def main():
    global ISA
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", choices=["native", "v3"], default="native")
    parser.add_argument("--time", nargs=3, type=float, metavar=("WARM_MS", "SAMPLES", "SAMPLE_MS"))
    parser.add_argument("out")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    torch.set_num_threads(1)
    inductor_config.cpp.threads = 1
    inductor_config.cpp.march = "native" if options.level == "native" else "x86-64-v3"
    if options.level == "v3":
        inductor_config.cpp.simdlen = 256
    ISA = str(pick_vec_isa())
    if "avx" not in ISA:
        raise SystemExit(f"inductor.py: Inductor would make scalar code (instruction set: {ISA}); is libsleef preloaded?")
    wants_avx512 = options.level == "native" and "avx512" in open("/proc/cpuinfo").read()
    if wants_avx512 != ("avx512" in ISA):
        raise SystemExit(f"inductor.py: Inductor uses {ISA}, which is not what this CPU and --level {options.level} ask for")
    cases = json.load(sys.stdin)
    if options.time is None:
        for case in cases:
            compile_case(case, options.out)
    else:
        warm_ms, samples, sample_ms = options.time
        print(json.dumps([time_case(case, warm_ms, int(samples), sample_ms) for case in cases]))


main()
