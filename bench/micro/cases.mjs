// What npm run bench measures: what it costs to reach a kernel, and each operator per shape.
import { createRequire } from 'node:module';
import { root } from '../../scripts/lib/host.mjs';

const library = createRequire(import.meta.url)(root);

const f32 = (length, value = 0.5) => new Float32Array(length).fill(value);

/** By operator: inputs and options of its one-line call, with places for all results. */
const calls = {
  rmsNorm: ({ x, weight, out }) => [[x, weight], { out }],
  layerNorm: ({ x, weight, bias, out }) => [[x, weight, bias], { out }],
  addRmsNorm: ({ x, other, weight, out, second }) => [[x, other, weight], { out, sumOut: second }],
  l2Normalize: ({ x, out, cols }) => [[x], { out, cols }],
  softmax: ({ x, out, cols }) => [[x], { out, cols }],
  logSoftmax: ({ x, out, cols }) => [[x], { out, cols }],
  silu: ({ x, out }) => [[x], { out }],
  swiglu: ({ x, other, out }) => [[x, other], { out }],
  gelu: ({ x, out }) => [[x], { out }],
  geluResidual: ({ x, other, out }) => [[x, other], { out }],
  meanPool: ({ x, cols, perRow }) => [[x], { cols, axis: 'columns', out: perRow }],
  quantizeRows: ({ x, cols, bytes, perRow }) => [[x], { cols, out: bytes, scale: perRow }],
  rope: ({ x, out, cols, tables }) => [[x, tables.cos, tables.sin], { out, cols }],
};

/** Launches of a record, which promise to allocate nothing. */
export const launchGroup = 'launch';

const variants = { meanPool: { axis: 'columns' } };

function callOf(name, rows, cols) {
  const elements = rows * cols;
  const [inputs, options] = calls[name]({
    cols,
    x: f32(elements),
    other: f32(elements),
    weight: f32(cols),
    bias: f32(cols),
    out: f32(elements),
    second: f32(elements),
    bytes: new Int8Array(elements),
    perRow: f32(rows),
    tables: library.ropeTables({ positions: rows, dim: cols }),
  });
  const operator = library[name];
  const [a, b, c] = inputs;
  if (inputs.length === 1) return () => operator(a, options);
  return inputs.length === 2 ? () => operator(a, b, options) : () => operator(a, b, c, options);
}

const shapeOf = (program, cols) =>
  Object.fromEntries(program.dims.map((dim) => [dim, dim === 'half' ? cols / 2 : cols]));

/** Arguments for a program of f32 inputs without row numbers. */
function argumentsOf(program, shape, rows) {
  const entries = program.params.map((param) => {
    if (param.kind === 'scalar') return [param.name, 1];
    const length = (param.access === 'column' ? 1 : rows) * (shape[param.dim] ?? 1);
    return [param.name, param.dtype === 'i8' ? new Int8Array(length) : f32(length)];
  });
  return Object.fromEntries(entries);
}

function launchOf(program, rows, cols, launchOptions) {
  const shape = shapeOf(program, cols);
  const kernel = library.compile(program, shape);
  const record = kernel.record(argumentsOf(program, shape, rows));
  return launchOptions ? () => kernel.launch(record, launchOptions) : () => kernel.launch(record);
}

/** What it takes to reach a kernel: nearly nothing is computed. */
function overhead() {
  const program = library.rmsNorm.program();
  const shape = shapeOf(program, 64);
  const row = () => library.compile(program, shape);
  const steps = {
    'kernel.record': () => {
      const kernel = row();
      const args = argumentsOf(program, shape, 1);
      return () => kernel.record(args);
    },
    'compile, from memory': () => {
      const kept = row(); // so that disposing of the others frees no code
      return () => kept && row().dispose();
    },
    'rmsNorm 1x64, new output': () => {
      const [x, weight] = [f32(64), f32(64)];
      return () => library.rmsNorm(x, weight);
    },
    'launch 64x64, pool of 2': () =>
      launchOf(program, 64, 64, { pool: new library.WorkerPool({ workers: 2 }) }),
  };
  return Object.entries(steps).map(([name, make]) => ({ group: 'overhead', name, make }));
}

/** No part of the library: what moves these between two runs is the machine. */
function controls() {
  const loop = () => {
    let sum = 0;
    for (let i = 0; i < 1000; ++i) sum += i * 0.5;
    return sum;
  };
  const copy = () => {
    const [source, target] = [f32(2 ** 18), f32(2 ** 18)];
    return () => target.set(source);
  };
  return [
    { group: 'control', name: 'loop of 1000 additions', make: () => loop },
    { group: 'control', name: 'copy of 1 MiB', make: copy },
  ];
}

const shapes = [
  [1, 64],
  [17, 66],
  [64, 256],
  [64, 4096],
];

/** `what` of every operator at every shape. */
function operators(group, what) {
  return Object.keys(calls).flatMap((name) =>
    shapes.map(([rows, cols]) => ({
      group,
      name: `${name} ${rows}x${cols}, ${group}`,
      make: () => what(name, rows, cols),
    })),
  );
}

/** Everything that can be measured: `group`, `name`, and `make`, which gives what is called. */
export function allCases() {
  return [
    ...controls(),
    ...overhead(),
    ...operators(launchGroup, (name, rows, cols) =>
      launchOf(library[name].program(variants[name]), rows, cols),
    ),
    ...operators('call', callOf),
  ];
}
