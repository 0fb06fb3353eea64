// The ONNX vectors of Softmax, SwiGLU, Swish, Gelu, Exp, Tanh and Sigmoid, with the defaults. An axis is a matter of
// cols and inner extent, no array is transposed; the functions that are no operators of ours are user programs.
import { describe, expect, it } from 'vitest';
import { compile, gelu, logSoftmax, program, silu, softmax, swiglu, type Tile } from '../../lib/index.js';
import { expectClose } from '../support/compare.js';
import { Guarded } from '../support/memory.js';
import { readOnnx } from '../support/onnx.js';

interface FloatTensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** A vector with its tensors in the node's order; all of these operators take and give f32. */
interface OnnxNode {
  readonly name: string;
  readonly op: string;
  readonly attributes: Readonly<Record<string, number | string>>;
  readonly inputs: readonly FloatTensor[];
  readonly outputs: readonly FloatTensor[];
}

type Run = (node: OnnxNode, out: Float32Array) => Float32Array;

const product = (factors: readonly number[]) => factors.reduce((a, b) => a * b, 1);

/** cols and inner of the node's axis. Where opsets below 13 mean more than one axis, it is the last one here. */
function axisOf({ attributes, inputs: [{ dims }] }: OnnxNode): { cols: number; inner: number } {
  const { axis = -1 } = attributes;
  const at = Number(axis) < 0 ? Number(axis) + dims.length : Number(axis);
  return { cols: dims[at], inner: product(dims.slice(at + 1)) };
}

const map = (fn: (x: Tile) => Tile): Run => {
  const elementwise = program('map', (b) => {
    b.output('y').store(fn(b.input('x')));
  });
  return ({ inputs: [x] }, out) => {
    const kernel = compile(elementwise, {});
    kernel.launch(kernel.record({ x: x.data, y: out }));
    kernel.dispose();
    return out;
  };
};

const runs: Readonly<Record<string, Run>> = {
  Softmax: (node, out) => softmax(node.inputs[0].data, { ...axisOf(node), out }),
  SwiGLU: ({ inputs: [gate, up], attributes: { alpha } }, out) =>
    swiglu(gate.data, up.data, { alpha: alpha as number | undefined, out }),
  Swish: ({ inputs: [x], attributes: { alpha } }, out) => silu(x.data, { alpha: Number(alpha), out }),
  Gelu: ({ inputs: [x], attributes: { approximate } }, out) =>
    gelu(x.data, { approximate: approximate as 'tanh' | 'none' | undefined, out }),
  Exp: map((x) => x.exp()),
  Tanh: map((x) => x.tanh()),
  Sigmoid: map((x) => x.sigmoid()),
};

const families = { softmax: 7, softmax_pytorch: 2, swiglu: 2, swish: 1, gelu: 4, elementwise: 6 };

describe.each(Object.entries(families))('%s', (family, count) => {
  // Reading proves every tensor to be that of ONNX.
  const nodes = readOnnx<number | string>(family, count).map(({ inputs, outputs, ...rest }): OnnxNode => ({
    ...rest,
    inputs: [...inputs.values()] as FloatTensor[],
    outputs: [...outputs.values()] as FloatTensor[],
  }));

  it(`there are ${count} vectors, byte for byte those of ONNX`, () => {
    expect(nodes).toHaveLength(count);
    for (const { data } of nodes.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]))
      expect(data).toBeInstanceOf(Float32Array);
  });

  it.each(nodes.map((node): [string, OnnxNode] => [node.name, node]))('%s', (_, node) => {
    const [{ data: want }] = node.outputs;
    const out = new Guarded(want.length);
    expect(runs[node.op](node, out.array)).toBe(out.array);
    expectClose(out.array, want, node.name);
    out.expectUntouchedAround('out');
    if (node.op !== 'Softmax') return;
    const logs = logSoftmax(node.inputs[0].data, axisOf(node));
    expectClose(logs, Array.from(want, Math.log), `log of ${node.name}`, { abs: 1e-4, rel: 1e-4 });
  });
});
