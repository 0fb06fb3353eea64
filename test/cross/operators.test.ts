// Every operator as AArch64 code under emulation: the bits that this machine gives, and near the FP64 interpreter. A
// pairwise slice over columns 1 to 70: plan, storage type and variant of the program turn in different rhythms, and the
// rows go around a packet.
import { describe, it } from 'vitest';
import type { KernelArguments, PlanOptions } from '../../lib/index.js';
import { planOf } from '../support/every-plan.js';
import { expectRight, expectSameOutputs } from '../support/outputs.js';
import { runHere, runOnArm, type Job } from './support/cross.js';
import { cancelling, operatorProgram, operators } from '../support/operators.js';
import { inputsFor, isSpecial, launchFor, shapeFor } from '../support/subjects.js';

const dtypes = ['f32', 'f16', 'bf16'] as const;
const levels = ['native', 'x86-64-v3'] as const; // each job is compared with one of them

const unrolls = [1, 2, 4, 8] as const;
const layouts: readonly Pick<PlanOptions, 'interleave' | 'contiguous'>[] = [
  {},
  { interleave: false },
  { contiguous: false },
];

/** The plan of a turn; where it has a snapshot, the switches about snapshots turn as well. */
function crossPlan(turn: number): ReturnType<typeof planOf> {
  // Long rows compile long in whole-program: every other of them is enough.
  const long = turn >= 32 && turn % 4 === 3;
  const plan = { ...planOf(turn), ...(long ? ({ mapping: 'packet-local' } as const) : {}) };
  const unroll = plan.mapping === 'packet-local' ? unrolls[(turn >> 2) % 4] : 1;
  if (plan.materialize !== 'snapshot') return { ...plan, unroll };
  const again = Math.floor(turn / 3);
  const materialize = again % 2 === 0 ? 'snapshot' : 'recompute';
  return { ...plan, unroll, materialize, fuse: (again >> 1) % 2 === 0, ...layouts[again % 3] };
}

interface Subject {
  readonly what: string;
  readonly width: number;
  readonly inputs: KernelArguments;
  readonly arm: Job;
  readonly here: Job;
  readonly level: PlanOptions['features'];
}

function subjectFor(operator: string, turn: number): Subject {
  const columns = turn + 1;
  const plan = crossPlan(turn);
  const program = operatorProgram(operator, Math.floor(turn / 2), dtypes[Math.floor(turn / 3) % 3]);
  const shape = shapeFor(program, columns);
  const most = 3 * plan.width + 1;
  const inputs = inputsFor(program, shape, most, turn);
  const counts = [0, 1, plan.width - 1, plan.width + 1, most];
  const job = (): Job => ({
    program,
    shape,
    plan,
    launches: counts.map((rows, i) => launchFor(program, shape, inputs, rows, (turn + i) % 3 === 2)),
  });
  return {
    what: `${String(program).split('\n')[0]} ${JSON.stringify({ ...shape, ...plan })}`,
    width: plan.width,
    inputs,
    arm: job(),
    here: job(),
    level: levels[(turn >> 4) % 2],
  };
}

describe.each(operators)('%s', (operator) => {
  it('has the bits of this machine, and is right, in 1 to 70 columns', async () => {
    const subjects = Array.from({ length: 70 }, (_, turn) => subjectFor(operator, turn));
    await runOnArm(
      subjects.map(({ arm }) => arm),
      () => subjects.forEach(({ here, level }) => runHere(here, level)),
    );
    for (const { what, inputs, width, arm, here, level } of subjects) {
      const { program, shape, launches } = arm;
      launches.forEach((launch, i) =>
        expectSameOutputs(program, launch, here.launches[i], `${what}, ${level}, launch ${i}`),
      );
      const skips = (row: number) => cancelling.has(operator) && isSpecial(row);
      expectRight(program, shape, inputs, launches.at(-1) as KernelArguments, 3 * width + 1, what, skips);
    }
  });
});
