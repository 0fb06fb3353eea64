// Reads the ONNX test vectors that this package carries (test/data/onnx, with their licence note): one copy, for the
// demo and for the tests. The path is the same from lib/ and from dist/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '..', '..', 'test', 'data', 'onnx');

/** An FP32 tensor, in row-major order. */
export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** One vector of a normalization: tensors by their ONNX names (X, W, B; Y, Mean, InvStdDev). */
export interface OnnxCase {
  /** The folder's name in the ONNX repository. */
  readonly name: string;
  readonly axis: number;
  readonly epsilon: number;
  readonly inputs: ReadonlyMap<string, OnnxTensor>;
  readonly outputs: ReadonlyMap<string, OnnxTensor>;
  /** Rows and columns that the axis makes of X: a row is everything from the axis on, no element moves. */
  readonly rows: number;
  readonly cols: number;
}

/** A tensor as the files hold it. */
interface TensorJson {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: readonly (number | string)[];
}

interface CaseJson {
  readonly id: string;
  readonly attributes: { readonly axis?: number; readonly epsilon?: number };
  readonly inputs: readonly TensorJson[];
  readonly outputs: readonly TensorJson[];
}

export type OnnxFamily = 'layer_normalization' | 'rms_normalization';

/** All vectors of an operator. */
export function readOnnxVectors(family: OnnxFamily): OnnxCase[] {
  const text = readFileSync(join(folder, `${family}.json`), 'utf8');
  return (JSON.parse(text) as { cases: readonly CaseJson[] }).cases.map(toCase);
}

function toCase({ id, attributes, inputs, outputs }: CaseJson): OnnxCase {
  const { axis = -1, epsilon = 1e-5 } = attributes; // the operators' defaults
  const tensors = (list: readonly TensorJson[]) =>
    new Map(list.map((tensor) => [tensor.name, toTensor(tensor)]));
  const given = tensors(inputs);
  const dims = given.get('X')?.dims ?? [];
  const first = axis < 0 ? axis + dims.length : axis;
  const product = (factors: readonly number[]) => factors.reduce((a, b) => a * b, 1);
  return {
    name: id.split('/')[2].replace(/^test_/, ''),
    axis,
    epsilon,
    inputs: given,
    outputs: tensors(outputs),
    rows: product(dims.slice(0, first)),
    cols: product(dims.slice(first)),
  };
}

function toTensor({ name, dims, data }: TensorJson): OnnxTensor {
  return { name, dims, data: Float32Array.from(data, Number) };
}
