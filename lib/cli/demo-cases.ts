// What the demo runs: the ONNX vectors, and the row shapes that models have, with seeded random rows.
import { readOnnxVectors, type OnnxCase, type OnnxTensor } from './onnx-vectors.js';

export type Operator = 'RMSNorm' | 'LayerNorm';

/** Values that something else than this library computed. */
export interface Published {
  readonly y: Float32Array;
  readonly mean?: Float32Array | undefined;
  readonly invStdDev?: Float32Array | undefined;
}

export interface DemoCase {
  readonly operator: Operator;
  readonly source: 'onnx' | 'shapes';
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly eps: number;
  readonly x: Float32Array;
  readonly weight: Float32Array;
  /** LayerNorm's. */
  readonly bias?: Float32Array | undefined;
  readonly published?: Published | undefined;
}

const shapes: readonly (readonly [Operator, rows: number, cols: number])[] = [
  ['RMSNorm', 64, 256],
  ['RMSNorm', 17, 65],
  ['RMSNorm', 1024, 4096],
  ['RMSNorm', 17, 16384],
  ['RMSNorm', 1, 4096],
  ['LayerNorm', 1, 4096],
  ['LayerNorm', 17, 16384],
  ['LayerNorm', 1024, 4096],
];

/** All cases, each made when its turn comes: the large ones are not alive at the same time. */
export function demoCases(): (() => DemoCase)[] {
  const onnx = (operator: Operator, vectors: readonly OnnxCase[]) =>
    vectors.map((vector) => () => onnxCase(operator, vector));
  return [
    ...onnx('RMSNorm', readOnnxVectors('rms_normalization')),
    ...onnx('LayerNorm', readOnnxVectors('layer_normalization')),
    ...shapes.map(
      ([operator, rows, cols], seed) =>
        () =>
          shapeCase(operator, rows, cols, seed + 1),
    ),
  ];
}

function onnxCase(operator: Operator, { name, rows, cols, epsilon, inputs, outputs }: OnnxCase): DemoCase {
  const data = (tensors: ReadonlyMap<string, OnnxTensor>, tensor: string) => {
    const found = tensors.get(tensor);
    if (found === undefined) throw new Error(`ONNX vector ${name} lacks the tensor ${tensor}`);
    return found.data;
  };
  return {
    operator,
    source: 'onnx',
    name: name.replace(/^(rms|layer)_normalization_/, ''),
    rows,
    cols,
    eps: epsilon,
    x: data(inputs, 'X'),
    weight: data(inputs, 'W'),
    bias: operator === 'LayerNorm' ? data(inputs, 'B') : undefined,
    published: {
      y: data(outputs, 'Y'),
      mean: outputs.get('Mean')?.data,
      invStdDev: outputs.get('InvStdDev')?.data,
    },
  };
}

function shapeCase(operator: Operator, rows: number, cols: number, seed: number): DemoCase {
  return {
    operator,
    source: 'shapes',
    name: 'random rows',
    rows,
    cols,
    eps: 1e-5,
    x: randomArray(rows * cols, seed),
    weight: randomArray(cols, 100 + seed),
    bias: operator === 'LayerNorm' ? randomArray(cols, 200 + seed) : undefined,
  };
}

/** Numbers from -1 to 1, the same on every machine. */
function randomArray(length: number, seed: number): Float32Array {
  const array = new Float32Array(length);
  let state = seed;
  for (let i = 0; i < length; ++i) {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    array[i] = (state >>> 8) / 2 ** 23 - 1;
  }
  return array;
}
