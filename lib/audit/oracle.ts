// What the operators mean, in FP64: the formulas, not the algorithm of any kernel; and the inputs of each cell, made from
// the seed as docs/study.md says.

/** What a result may be off: limit + limit * |expected|. */
export const limit = 5e-5;
const eps = Math.fround(1e-5);

export interface Shape {
  readonly operator: string;
  readonly rows: number;
  readonly columns: number;
}

/** mulberry32 over FNV-1a of the name; 24 bits of each number. */
function sequence(name: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(name, 'latin1')) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 8) * 2 ** -24;
  };
}

type Source = () => number;
const uniform = (low: number, high: number) => (next: Source) => low + (high - low) * next();

interface Input {
  readonly name: string;
  readonly perRow: (columns: number) => number;
  readonly isShared?: boolean;
  readonly value: (next: Source, column: number) => number;
}

const whole = (columns: number) => columns;
const half = (columns: number) => columns / 2;
const rowsOf = (name: string, low: number, high: number): Input => ({
  name,
  perRow: whole,
  value: uniform(low, high),
});
const vector = (name: string, low: number, high: number): Input => ({
  ...rowsOf(name, low, high),
  isShared: true,
});

const inputTable: Readonly<Record<string, readonly Input[]>> = {
  rms_norm: [rowsOf('x', -2, 2), vector('weight', 0.5, 1.5)],
  layer_norm: [rowsOf('x', -2, 2), vector('weight', 0.5, 1.5), vector('bias', -0.5, 0.5)],
  softmax: [rowsOf('x', -6, 6)],
  masked_softmax: [
    rowsOf('x', -6, 6),
    {
      name: 'mask',
      perRow: whole,
      value: (next, column) => {
        const isOut = next() < 0.25;
        return isOut && column > 0 ? -Infinity : 0;
      },
    },
  ],
  swiglu: [rowsOf('gate', -4, 4), rowsOf('up', -2, 2)],
  gelu_residual: [rowsOf('x', -4, 4), rowsOf('residual', -2, 2)],
  rope: [
    rowsOf('x', -2, 2),
    {
      name: 'cos',
      perRow: half,
      value: (next) => {
        const t = 2 * next() - 1;
        return (1 - t * t) / (1 + t * t);
      },
    },
    {
      name: 'sin',
      perRow: half,
      value: (next) => {
        const t = 2 * next() - 1;
        return (2 * t) / (1 + t * t);
      },
    },
  ],
};

/** The inputs of a cell, by name. */
export function makeInputs({ operator, rows, columns }: Shape, seed: string): Map<string, Float32Array> {
  const made = new Map<string, Float32Array>();
  for (const { name, perRow, isShared, value } of inputTable[operator] ?? []) {
    const next = sequence(`${seed}/${operator}/${name}`);
    const width = perRow(columns);
    const data = new Float32Array(width * (isShared ? 1 : rows));
    for (let i = 0; i < data.length; ++i) data[i] = value(next, i % width);
    made.set(name, data);
  }
  return made;
}

/** Abramowitz and Stegun 7.1.5 (a series) near 0, a continued fraction beyond: both to the last digits of FP64. */
function erf(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude > 6) return Math.sign(x);
  if (magnitude < 2.5) {
    let term = magnitude;
    let sum = magnitude;
    for (let n = 1; Math.abs(term) > 1e-19 * sum; ++n) {
      term *= (-magnitude * magnitude) / n;
      sum += term / (2 * n + 1);
    }
    return (Math.sign(x) * 2 * sum) / Math.sqrt(Math.PI);
  }
  let fraction = 0;
  for (let n = 60; n > 0; --n) fraction = n / 2 / (magnitude + fraction);
  const complement = Math.exp(-magnitude * magnitude) / (Math.sqrt(Math.PI) * (magnitude + fraction));
  return Math.sign(x) * (1 - complement);
}

const silu = (x: number) => x / (1 + Math.exp(-x));
const gelu = (x: number) => 0.5 * x * (1 + erf(x * Math.SQRT1_2));

type Row = (inputs: readonly Float32Array[], row: number, columns: number, y: Float64Array) => void;

function normalize(
  inputs: readonly Float32Array[],
  row: number,
  columns: number,
  y: Float64Array,
  isCentred: boolean,
) {
  const [x, weight, bias] = inputs;
  const start = row * columns;
  let mean = 0;
  if (isCentred) {
    for (let i = 0; i < columns; ++i) mean += x[start + i];
    mean /= columns;
  }
  let squares = 0;
  for (let i = 0; i < columns; ++i) squares += (x[start + i] - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / columns + eps);
  for (let i = 0; i < columns; ++i)
    y[i] = (x[start + i] - mean) * scale * weight[i] + (isCentred ? bias[i] : 0);
}

function softmaxRow([x, mask]: readonly Float32Array[], row: number, columns: number, y: Float64Array): void {
  const start = row * columns;
  let largest = -Infinity;
  let sum = 0;
  for (let i = 0; i < columns; ++i) {
    y[i] = x[start + i] + (mask === undefined ? 0 : mask[start + i]);
    largest = Math.max(largest, y[i]);
  }
  for (let i = 0; i < columns; ++i) sum += y[i] = Math.exp(y[i] - largest);
  for (let i = 0; i < columns; ++i) y[i] /= sum;
}

const elementwise =
  (function_: (a: number, b: number) => number): Row =>
  ([a, b], row, columns, y) => {
    for (let i = 0; i < columns; ++i) y[i] = function_(a[row * columns + i], b[row * columns + i]);
  };

const rowTable: Readonly<Record<string, Row>> = {
  rms_norm: (inputs, row, columns, y) => {
    normalize(inputs, row, columns, y, false);
  },
  layer_norm: (inputs, row, columns, y) => {
    normalize(inputs, row, columns, y, true);
  },
  softmax: softmaxRow,
  masked_softmax: softmaxRow,
  swiglu: elementwise((gate, up) => silu(gate) * up),
  gelu_residual: elementwise((x, residual) => gelu(x) + residual),
  rope: ([x, cos, sin], row, columns, y) => {
    const pairs = columns / 2;
    for (let i = 0; i < pairs; ++i) {
      const [a, b] = [x[row * columns + i], x[row * columns + pairs + i]];
      const [c, s] = [cos[row * pairs + i], sin[row * pairs + i]];
      y[i] = a * c - b * s;
      y[pairs + i] = a * s + b * c;
    }
  },
};

/** What the output should be, row by row. */
export function* oracleRows(
  shape: Shape,
  inputs: ReadonlyMap<string, Float32Array>,
): Generator<Float64Array> {
  const { operator, rows, columns } = shape;
  const arrays = (inputTable[operator] ?? []).map(({ name }) => inputs.get(name) as Float32Array);
  const y = new Float64Array(columns);
  for (let row = 0; row < rows; ++row) {
    rowTable[operator](arrays, row, columns, y);
    yield y;
  }
}
