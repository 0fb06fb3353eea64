// Every numeric case of test/data/cases: with the defaults, with both mappings and other widths, which must not change
// a bit, and at every level of the instruction set that this machine has. All arrays have guards around them.
import { describe, expect, it } from 'vitest';
import { cpu, layerNorm, rmsNorm, type PlanOptions, type RmsNormOptions } from '../../lib/index.js';
import { elements, expectedPairs, readCases, type MemoryLayout, type NumericCase } from '../support/cases.js';
import { expectSameBits, isClose, promised } from '../support/compare.js';
import { Guarded, spreadRows, withoutGaps } from '../support/memory.js';

/** Switches that no result may depend on. */
const plans: PlanOptions[] = [
  { mapping: 'packet-local', width: 4 },
  { mapping: 'packet-local', width: 16, fullPacket: false },
  { mapping: 'whole-program' },
  { mapping: 'whole-program', width: 4, fullPacket: false },
];

/** Rows in guarded memory, what is between them included. */
class Rows {
  readonly rowStride: number;
  readonly guarded: Guarded;
  readonly #fill: number | undefined;

  constructor(
    readonly rows: number,
    readonly cols: number,
    { byteOffset, rowStride = cols, fill }: MemoryLayout = {},
  ) {
    this.rowStride = rowStride;
    this.guarded = new Guarded(rows * rowStride, { byteOffset });
    this.#fill = fill === undefined ? undefined : Math.fround(Number(fill));
    if (this.#fill !== undefined) this.guarded.array.fill(this.#fill);
  }

  expectGapsUntouched(what: string): void {
    const { rows, cols, rowStride } = this;
    if (this.#fill === undefined) return this.guarded.expectUntouchedAround(what, { cols, rowStride });
    this.guarded.expectUntouchedAround(what);
    for (let i = 0; i < rows * rowStride; ++i) {
      if (i % rowStride >= cols) expect(this.guarded.array[i], `${what}: gap at ${i}`).toBe(this.#fill);
    }
  }
}

type Operator = (
  x: Float32Array,
  gamma: Float32Array | null,
  beta: Float32Array | null,
  options: RmsNormOptions,
) => Float32Array;

function run(operator: Operator, given: NumericCase, plan: PlanOptions | undefined): Float32Array {
  const { rows, cols, inputs, memory = {} } = given;
  if (memory.alias !== undefined && memory.alias !== 'y=x') throw new Error(`alias ${memory.alias}`);
  const x = new Rows(rows, cols, memory.x);
  const values = elements(rows * cols, inputs.x);
  spreadRows(values, x.guarded.array, cols, x.rowStride);
  const y = memory.alias === undefined ? new Rows(rows, cols, memory.y) : x;
  const vector = (name: 'gamma' | 'beta') =>
    inputs[name] === undefined ? null : Guarded.of(elements(cols, inputs[name]));
  const [gamma, beta] = [vector('gamma'), vector('beta')];

  const out = operator(x.guarded.array, gamma?.array ?? null, beta?.array ?? null, {
    eps: given.params.eps,
    cols,
    rowStride: x.rowStride,
    outRowStride: y.rowStride,
    out: y.guarded.array,
    plan,
  });

  expect(out).toBe(y.guarded.array);
  y.expectGapsUntouched('y');
  x.expectGapsUntouched('x');
  if (y !== x) expectSameBits(withoutGaps(x.guarded.array, rows, cols, x.rowStride), values, 'x afterwards');
  gamma?.expectUntouchedAround('gamma');
  beta?.expectUntouchedAround('beta');
  return withoutGaps(out, rows, cols, y.rowStride);
}

function expectAsExpected(got: Float32Array, given: NumericCase): void {
  for (const [index, want] of expectedPairs(given)) {
    if (isClose(got[index], want, given.tolerance ?? promised)) continue;
    expect.fail(`${given.id} (${given.why}): element ${index} is ${got[index]}, want ${want}`);
  }
}

describe.each<[string, NumericCase[], Operator]>([
  ['rmsNorm', readCases('rmsnorm'), (x, gamma, _, options) => rmsNorm(x, gamma, options)],
  ['layerNorm', readCases('layernorm'), layerNorm],
])('%s', (_, cases, operator) => {
  it.each(cases.map((given): [string, NumericCase] => [given.id, given]))('%s', (_, given) => {
    const byDefault = run(operator, given, undefined);
    expectAsExpected(byDefault, given);
    for (const plan of plans) expectSameBits(run(operator, given, plan), byDefault, JSON.stringify(plan));
    for (const features of cpu().levels) expectAsExpected(run(operator, given, { features }), given);
  });
});
