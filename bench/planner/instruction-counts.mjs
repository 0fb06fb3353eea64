// Instructions that each op of Tile IR takes per vector register, counted in objects: `npm run fit:instructions`
// prints the table that lib/planner/policies/instructions.json holds; with --write it replaces that file.
//
// An op's count is a difference of differences: what four more units of an unrolled loop add to the code, with the op
// and without it. So loop control, addresses and constants that are loaded once do not count.
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { compile, cpu, program, realization } = require(join(root, 'dist', 'index.js'));

const lanes = { 'x86-64-v2': 4, 'x86-64-v3': 8, 'x86-64-v4': 16 };
const hot = (name) => !/\.(?:rescue|large_angle\w*)$|\.(?:join|combine)_\w+$/.test(name);

/** Instructions of a kernel's ordinary path; both call sites of full packets are inlined or none. */
function instructions(tile, cols, plan) {
  const kernel = compile(tile, { cols }, { mapping: 'packet-local', fullPacket: true, ...plan });
  const functions = realization(kernel).functions.filter(({ name }) => hot(name));
  kernel.dispose();
  const clone = functions.find(({ name }) => name.endsWith('.full_packet'));
  if (clone) return clone.instructions;
  return functions.reduce((sum, code) => sum + code.instructions, 0) / 2;
}

/** Instructions that one unit of a loop without reductions takes. */
function perUnit(tile, width, features) {
  const cols = 64 * width;
  const count = (unroll) => instructions(tile, cols, { features, width, unroll, materialize: 'reload' });
  return (count(8) - count(4)) / 4;
}

/** The same of a loop that reduces: rows in registers are straight-line code. */
function perReducedUnit(tile, width, features) {
  const count = (units) =>
    instructions(tile, units * width, {
      features,
      width,
      materialize: 'registers',
      order: 'mapping',
      accumulators: 4,
    });
  return (count(24) - count(16)) / 8;
}

const map = (make, dtypes = {}) =>
  program('one', (b) => {
    const x = b.input('x', dtypes.input ? { dtype: dtypes.input } : {});
    b.output('y', dtypes.output ? { dtype: dtypes.output } : {}).store(make(x, b));
  });
const unary = [
  'neg',
  'abs',
  'sqrt',
  'rsqrt',
  'reciprocal',
  'floor',
  'round',
  'exp',
  'exp2',
  'log',
  'tanh',
  'erf',
  'sigmoid',
  'sin',
  'cos',
];
const binary = ['add', 'sub', 'mul', 'div', 'min', 'max'];

function tableFor(features) {
  const width = lanes[features];
  const round = (value) => Math.round(value * 100) / 100;
  const of = (make, dtypes) => perUnit(map(make, dtypes), width, features);
  const copy = of((x) => x);
  const ops = {};
  for (const op of unary) ops[op] = round(of((x) => x[op]()) - copy);
  for (const op of binary) {
    const both = program('both', (b) => b.output('y').store(b.input('x')[op](b.input('z'))));
    // The second operand is read from memory by the op itself.
    ops[op] = round(perUnit(both, width, features) - copy);
  }
  ops.fma = round(of((x) => x.fma(x, 2)) - copy);
  ops.compare = round((of((x) => x.lt(1).select(x, 2)) - copy) / 2);
  ops.select = ops.compare;
  ops.logical = 1;
  ops.toFloat = round(of((x, b) => x.add(b.columnIndex().toFloat())) - copy - ops.add);
  const loads = {};
  const stores = {};
  for (const dtype of ['f32', 'f16', 'bf16', 'i8']) {
    loads[dtype] = round(of((x) => x, { input: dtype }));
    stores[dtype] = round(of((x) => x, { output: dtype }));
  }
  for (const dtype of ['f16', 'bf16', 'i8']) {
    loads[dtype] = round(loads[dtype] - copy);
    stores[dtype] = round(stores[dtype] - copy);
  }
  loads.f32 = 0;
  stores.f32 = 0;
  const reductions = {};
  const methods = { sum: 'sum', max: 'reduceMax', min: 'reduceMin', product: 'product' };
  for (const [kind, method] of Object.entries(methods)) {
    const tile = program('reduced', (b) => b.output('y').store(b.input('x')[method]()));
    reductions[kind] = round(perReducedUnit(tile, width, features));
  }
  return { ops, loads, stores, reductions };
}

const table = {};
for (const features of Object.keys(lanes))
  if (cpu().levels.includes(features)) table[features] = tableFor(features);
const text = `${JSON.stringify(table, null, 2)}\n`;
if (process.argv.includes('--write'))
  writeFileSync(join(root, 'lib', 'planner', 'policies', 'instructions.json'), text);
else process.stdout.write(text);
