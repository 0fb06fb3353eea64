// The numeric cases of the activations and softmax, and the elementwise functions as user programs: with the defaults,
// under plans that must not change a bit, and at every level of the instruction set that this machine has.
import { describe, expect, it } from 'vitest';
import {
  compile,
  cpu,
  gelu,
  geluResidual,
  program,
  silu,
  softmax,
  swiglu,
  type PlanOptions,
  type Tile,
} from '../../lib/index.js';
import { elements, expectedPairs, readCases, type NumericCase } from '../support/cases.js';
import { expectSameBits, isClose, promised } from '../support/compare.js';
import { Guarded } from '../support/memory.js';

/** Switches that no result may depend on; flat kernels have one mapping. */
const rowPlans: PlanOptions[] = [
  { mapping: 'packet-local', width: 4 },
  { mapping: 'packet-local', width: 16, fullPacket: false },
  { mapping: 'whole-program' },
  { mapping: 'whole-program', width: 4, fullPacket: false },
];
const flatPlans: PlanOptions[] = [{ width: 2 }, { width: 4, fullPacket: false }, { width: 16 }];

interface Options {
  readonly out: Float32Array;
  readonly plan: PlanOptions | undefined;
}

type Inputs = Readonly<Partial<Record<string, Float32Array>>> & { readonly x: Float32Array };
type Run = (inputs: Inputs, given: NumericCase, options: Options) => Float32Array;

const functions: Readonly<Record<string, (x: Tile) => Tile>> = {
  exp: (x) => x.exp(),
  tanh: (x) => x.tanh(),
  sigmoid: (x) => x.sigmoid(),
};

const runGelu: Run = ({ x, residual }, { params }, options) => {
  const approximate = params.approximate === 'tanh' ? 'tanh' : 'none';
  return residual === undefined
    ? gelu(x, { ...options, approximate })
    : geluResidual(x, residual, { ...options, approximate });
};

const runSwiglu: Run = ({ gate, up }, _, options) =>
  up === undefined ? silu(gate as Float32Array, options) : swiglu(gate as Float32Array, up, options);

const runSoftmax: Run = ({ x, mask }, { cols, params }, options) =>
  softmax(x, { ...options, cols, mask, scale: params?.scale });

const runMap: Run = ({ x }, { params }, { out, plan }) => {
  const elementwise = program('map', (b) => {
    b.output('y').store(functions[params?.fn as string](b.input('x')));
  });
  const kernel = compile(elementwise, {}, plan);
  kernel.launch(kernel.record({ x, y: out }));
  kernel.dispose();
  return out;
};

function run(operator: Run, given: NumericCase, plan: PlanOptions | undefined): Float32Array {
  const { rows, cols, memory = {} } = given;
  if (memory.alias !== undefined && memory.alias !== 'y=x') throw new Error(`alias ${memory.alias}`);
  const arrays = Object.fromEntries(
    Object.entries(given.inputs).map(([name, values]) => [name, Guarded.of(elements(rows * cols, values))]),
  );
  const before = Object.entries(arrays).map(([name, { array }]) => [name, array.slice()] as const);
  const inputs = Object.fromEntries(Object.entries(arrays).map(([name, { array }]) => [name, array]));
  const out = memory.alias === undefined ? new Guarded(rows * cols) : arrays.x;
  expect(operator(inputs as Inputs, given, { out: out.array, plan })).toBe(out.array);
  out.expectUntouchedAround('out');
  for (const [name, values] of before) {
    arrays[name].expectUntouchedAround(name);
    if (arrays[name] !== out) expectSameBits(arrays[name].array, values, `${name} afterwards`);
  }
  return out.array;
}

function expectAsExpected(got: Float32Array, given: NumericCase): void {
  for (const [index, want] of expectedPairs(given)) {
    if (isClose(got[index], want, given.tolerance ?? promised)) continue;
    expect.fail(`${given.id} (${given.why}): element ${index} is ${got[index]}, want ${want}`);
  }
}

describe.each<[string, NumericCase[], number, Run, PlanOptions[]]>([
  ['softmax', readCases('softmax'), 12, runSoftmax, rowPlans],
  ['swiglu', readCases('swiglu'), 4, runSwiglu, flatPlans],
  ['gelu', readCases('gelu'), 4, runGelu, flatPlans],
  ['map', readCases('reduce').filter(({ op }) => op === 'map'), 1, runMap, flatPlans],
])('%s', (_, cases, count, operator, plans) => {
  it('all cases are there', () => {
    expect(cases).toHaveLength(count);
  });

  it.each(cases.map((given): [string, NumericCase] => [given.id, given]))('%s', (_, given) => {
    const byDefault = run(operator, given, undefined);
    expectAsExpected(byDefault, given);
    for (const plan of plans) expectSameBits(run(operator, given, plan), byDefault, JSON.stringify(plan));
    for (const features of cpu().levels) expectAsExpected(run(operator, given, { features }), given);
  });
});

describe('user programs of elementary functions', () => {
  const x = Float32Array.of(
    -Infinity,
    -104,
    -88,
    -17,
    -1,
    -1e-30,
    -0,
    0,
    0.3,
    1,
    17,
    88.7,
    89,
    Infinity,
    NaN,
  );
  const exact: Readonly<Record<string, (x: number) => number>> = {
    exp: Math.exp,
    tanh: Math.tanh,
    sigmoid: (value) => 1 / (1 + Math.exp(-value)),
  };
  it.each(Object.keys(functions))('%s', (fn) => {
    const given = { params: { fn } } as NumericCase;
    for (const plan of [undefined, ...flatPlans]) {
      const got = runMap({ x }, given, { out: new Float32Array(x.length), plan });
      x.forEach((value, i) => {
        const want = exact[fn](value);
        expect(isClose(got[i], want, { abs: 3e-45, rel: 3e-7 }), `${fn}(${value}) = ${got[i]}`).toBe(true);
      });
    }
  });
});
