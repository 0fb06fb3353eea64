// One call of every operator, on arrays made for it: what a call gives must not depend on where and how it runs.
import {
  addRmsNorm,
  gelu,
  geluResidual,
  l2Normalize,
  layerNorm,
  logSoftmax,
  meanPool,
  quantizeRows,
  rmsNorm,
  rope,
  ropeTables,
  silu,
  softmax,
  swiglu,
} from '../../lib/index.js';
import { operators } from '../../lib/kernels/operators.js';
import { randomArray } from './random.js';

/** An operator as both of its forms, by the options alone. */
export interface Call {
  readonly name: string;
  /** Arrays of the result. */
  readonly sync: (options?: object) => ArrayBufferView[];
  readonly async: (options?: object) => Promise<ArrayBufferView[]>;
  /** Arrays that go in. */
  readonly inputs: readonly ArrayBufferView[];
}

interface Form {
  (...args: unknown[]): unknown;
  async(...args: unknown[]): Promise<unknown>;
}

const arraysOf = (result: unknown): ArrayBufferView[] =>
  ArrayBuffer.isView(result) ? [result] : Object.values(result as Record<string, ArrayBufferView>);

function callOf(name: string, operator: unknown, inputs: readonly unknown[], fixed: object): Call {
  const form = operator as Form;
  return {
    name,
    sync: (options) => arraysOf(form(...inputs, { ...fixed, ...options })),
    async: async (options) => arraysOf(await form.async(...inputs, { ...fixed, ...options })),
    inputs: inputs.filter((input): input is ArrayBufferView => ArrayBuffer.isView(input)),
  };
}

/** Every operator on `rows` rows of `cols` (even) columns. */
export function everyOperator(rows: number, cols: number): Call[] {
  const x = (seed: number): Float32Array => randomArray(rows * cols, seed, -3, 3);
  const w = (seed: number): Float32Array => randomArray(cols, seed, 0.5, 1.5);
  const { cos, sin } = ropeTables({ positions: rows, dim: cols });
  const positionIds = Int32Array.from({ length: rows }, (_, i) => rows - 1 - i);
  const calls = [
    callOf('rmsNorm', rmsNorm, [x(1), w(2)], {}),
    callOf('layerNorm', layerNorm, [x(3), w(4), w(5)], {}),
    callOf('addRmsNorm', addRmsNorm, [x(6), x(7), w(8)], {}),
    callOf('l2Normalize', l2Normalize, [x(9)], { cols }),
    callOf('meanPool', meanPool, [x(10)], { cols, axis: 'rows' }),
    callOf('quantizeRows', quantizeRows, [x(11)], { cols }),
    callOf('silu', silu, [x(12)], {}),
    callOf('swiglu', swiglu, [x(13), x(14)], {}),
    callOf('gelu', gelu, [x(15)], {}),
    callOf('geluResidual', geluResidual, [x(16), x(17)], {}),
    callOf('softmax', softmax, [x(18)], { cols, scale: 0.5, mask: x(19) }),
    callOf('logSoftmax', logSoftmax, [x(20)], { cols }),
    callOf('rope', rope, [x(21), cos, sin], { cols, positionIds }),
  ];
  const missing = Object.keys(operators).filter((name) => !calls.some((call) => call.name === name));
  if (missing.length > 0) throw new Error(`operators without a call: ${missing.join(', ')}`);
  return calls;
}

/** Bits of arrays, to be compared as one. */
export function bitsOf(arrays: readonly ArrayBufferView[]): Buffer {
  return Buffer.concat(
    arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}
