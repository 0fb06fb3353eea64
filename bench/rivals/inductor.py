"""Compiles the table's cases with TorchInductor and says how their kernels are called.

    python3 inductor.py OUT < cases.json

Runs in the root that setup.sh makes. A case is {"name", "op", "rows", "columns"}; for each one OUT/NAME.so (several
kernels: NAME.1.so ...) and OUT/NAME.json appear, the latter as bench/native/rival.cpp reads it: what Inductor's own
wrapper passes to each `extern "C" kernel`, by name of the buffer. Two things that would make the rival slow without
a word are refused: Inductor falls back to scalar code where its probe of the instruction set fails to link (Debian's
torch needs libsleef preloaded for it), and Debian's patch leaves out -march=native.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
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


def compile_case(case, out):
    name, rows, columns = case["name"], case["rows"], case["columns"]
    operator = OPERATORS[case["op"]]
    # A code object of its own for each case: Dynamo's guards and limits hang on it.
    code = operator.__code__.replace(co_name=name)
    function = types.FunctionType(code, operator.__globals__, name, operator.__defaults__, operator.__closure__)
    parameters = code.co_varnames[: code.co_argcount]
    inputs = [torch.randn(shape_of(parameter, rows, columns)) for parameter in parameters]
    compiled = torch.compile(function, fullgraph=True, dynamic=False)
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
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    torch.set_num_threads(1)
    inductor_config.cpp.threads = 1
    inductor_config.cpp.march = "native"
    ISA = str(pick_vec_isa())
    if "avx" not in ISA:
        raise SystemExit(f"inductor.py: Inductor would make scalar code (instruction set: {ISA}); is libsleef preloaded?")
    if "avx512" in open("/proc/cpuinfo").read() and "avx512" not in ISA:
        raise SystemExit(f"inductor.py: this CPU has AVX-512, and Inductor does not use it ({ISA})")
    for case in json.load(sys.stdin):
        compile_case(case, out)


main()
