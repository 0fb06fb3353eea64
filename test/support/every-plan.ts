// A pairwise slice over plans for any program: every column count meets one plan, whose switches turn in different
// rhythms so that each pair of their values is met; rows go from 0 to 3W + 1. All must have the bits of the default
// plan, and that one must be close to the FP64 reference.
import { expect, it } from 'vitest';
import {
  compile,
  reference,
  type KernelArguments,
  type PlanOptions,
  type RowDType,
  type StorageArray,
  type TileProgram,
} from '../../lib/index.js';
import { isClose, promised } from './compare.js';
import { decode, expectElements, newStorage } from './storage.js';

/** One program at one shape, with inputs for `rows` rows. Row-indexed inputs are cut to the rows of each launch. */
export interface Subject {
  readonly program: TileProgram;
  readonly shape: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly inputs: KernelArguments;
  /** Error allowed beside the usual one, for output `name`, element `index` of its rows; 0 by default. */
  readonly slack?: (name: string, index: number) => number;
  /** Looks at the default plan's outputs in place of the comparison with the reference. */
  readonly check?: (outputs: Readonly<Record<string, StorageArray>>) => void;
}

/** What a subject is made for. */
export interface Turn {
  readonly cols: number;
  readonly dtype: RowDType;
  /** Rows that the largest launch takes. */
  readonly rows: number;
  /** 0, 1, 2, ... */
  readonly turn: number;
}

/** Around every vector and the step of 64; all of 1 to 70 where TILE_SIMD_TEST_EXHAUSTIVE is set. */
const columns = process.env.TILE_SIMD_TEST_EXHAUSTIVE
  ? Array.from({ length: 70 }, (_, i) => i + 1)
  : [
      ...Array.from({ length: 20 }, (_, i) => i + 1),
      ...[23, 24, 25, 31, 32, 33, 37, 44, 47, 48, 49, 57, 63, 64, 65, 70],
    ];
const perTest = 9;

const widths = [2, 4, 8, 16] as const;
const dtypes = ['f32', 'f16', 'bf16'] as const;
const materializes = ['auto', 'snapshot', 'reload'] as const;

export function planOf(turn: number): PlanOptions & { width: 2 | 4 | 8 | 16 } {
  return {
    mapping: turn % 2 === 0 ? 'packet-local' : 'whole-program',
    width: widths[(turn >> 1) % 4],
    fullPacket: (turn >> 3) % 2 === 0,
    materialize: materializes[turn % 3],
  };
}

/** Half an ulp of a storage type: relative, and the least absolute one. */
const rounding = {
  f32: [0, 0],
  f16: [2 ** -11, 2 ** -25],
  bf16: [2 ** -8, 2 ** -134],
  i8: [0, 0.5],
} as const;

/** The tests: some column counts each. */
export function everyPlan(name: string, make: (turn: Turn) => Subject): void {
  const hit = new Set<string>();
  for (let first = 0; first < columns.length; first += perTest) {
    const group = columns.slice(first, first + perTest);
    it(`${name}: every plan has the same bits, ${group[0]} to ${group.at(-1)} columns`, () => {
      group.forEach((cols, i) => {
        const turn = first + i;
        const plan = planOf(turn);
        const dtype = dtypes[Math.floor(turn / 4) % 3];
        const { mapping, width, fullPacket, materialize } = plan;
        const values = [mapping, width, fullPacket, materialize, dtype];
        values.forEach((a, k) => values.slice(0, k).forEach((b) => hit.add(`${b} ${a}`)));
        expectPlan(make({ cols, dtype, rows: 3 * width + 1, turn }), plan);
      });
    });
  }
  it(`${name}: every pair of choices was met`, () => {
    const choices = [['packet-local', 'whole-program'], widths, [true, false], materializes, dtypes];
    choices.forEach((as, i) => {
      for (const bs of choices.slice(0, i))
        for (const a of as) for (const b of bs) expect(hit).toContain(`${b} ${a}`);
    });
  });
}

const guard = 16;

/** Runs `rows` rows of a subject; what lies behind the outputs must stay. */
function launch(
  subject: Subject,
  plan: PlanOptions,
  counts: readonly number[],
): Record<string, StorageArray>[] {
  const { program, shape, inputs } = subject;
  const kernel = compile(program, shape, plan);
  const inner = program.grid === undefined ? 1 : shape[program.grid];
  const extentOf = (dim: string) => (dim === 'one' ? 1 : kernel.shape[dim]) * inner;
  const results = counts.map((rows) => {
    const args: Record<string, StorageArray | number> = {};
    const outputs: Record<string, StorageArray> = {};
    for (const param of program.params) {
      if (param.kind === 'output') {
        const length = rows * extentOf(param.dim);
        const memory = newStorage(param.dtype, length + guard).fill(77);
        args[param.name] = memory;
        outputs[param.name] = memory.subarray(0, length);
        continue;
      }
      const given = inputs[param.name] as Float32Array | number;
      const isRows = param.kind === 'input' && param.access === 'row';
      args[param.name] =
        isRows && typeof given !== 'number' ? given.subarray(0, rows * extentOf(param.dim)) : given;
    }
    kernel.launch(kernel.record(args));
    for (const name of Object.keys(outputs)) {
      const memory = args[name] as Float32Array;
      expect(memory.subarray(outputs[name].length).every((element) => element === 77)).toBe(true);
    }
    return outputs;
  });
  kernel.dispose();
  return results;
}

/** One plan of one subject, at every number of rows. */
export function expectPlan(subject: Subject, plan: PlanOptions): void {
  const { program, shape, rows, inputs } = subject;
  const [want] = launch(subject, {}, [rows]);
  const what = `${program.name} ${JSON.stringify({ ...shape, ...plan })}`;
  if (subject.check === undefined) {
    const exact = reference(program, shape, inputs);
    for (const name of Object.keys(want)) expectNear(subject, name, want[name], exact[name], what);
  } else {
    subject.check(want);
  }
  const counts = Array.from({ length: rows + 1 }, (_, count) => count);
  launch(subject, plan, counts).forEach((got, count) => {
    for (const param of program.params) {
      if (param.kind !== 'output') continue;
      const all = want[param.name] as Float32Array;
      const part = all.subarray(0, got[param.name].length);
      expectElements(got[param.name], part, param.dtype, `${what}, ${count} rows, ${param.name}`);
    }
  });
}

function expectNear(
  { program, slack = () => 0 }: Subject,
  name: string,
  got: StorageArray,
  want: Float64Array,
  what: string,
): void {
  const { dtype } = program.params.find((param) => param.name === name) as { dtype: keyof typeof rounding };
  const [relative, least] = rounding[dtype];
  for (let i = 0; i < want.length; ++i) {
    const value = decode(got[i], dtype);
    const abs = promised.abs + least + slack(name, i);
    if (isClose(value, want[i], { abs, rel: promised.rel + relative })) continue;
    if (dtype === 'f16' && Math.abs(want[i]) >= 65504 && Math.abs(value) >= 65504) continue; // rounds to infinity
    expect.fail(`${what}: ${name}[${i}] is ${value}, want ${want[i]}`);
  }
}
