// Every operator as AArch64 code under emulation: the bits that this machine gives, and near the FP64 interpreter. A
// pairwise slice over columns 1 to 70: plan, storage type and variant of the program turn in different rhythms, and the
// rows go around a packet.
import { describe, expect, it } from 'vitest';
import { rmsNorm, type KernelArguments, type PlanOptions, type TileProgram } from '../../lib/index.js';
import { mappings, widths, type Width } from '../../lib/planner/plan.js';
import { mixSeed, Random } from '../support/draws.js';
import { planOf } from '../support/every-plan.js';
import { plainOperators, operatorProgram, operators } from '../support/operators.js';
import { expectRight, expectSameOutputs } from '../support/outputs.js';
import { inputsFor, isSpecial, launchFor, shapeFor } from '../support/subjects.js';
import { modeSwitches, refusalOf, turnedPlan, turningSwitches } from '../support/turned-plans.js';
import { runHere, runOnArm, type Job } from './support/cross.js';

const dtypes = ['f32', 'f16', 'bf16'] as const;
const levels = ['native', 'x86-64-v3'] as const; // each job is compared with one of them

const switches = { ...turningSwitches, ...modeSwitches };

/** Mapping and width in their rhythms, everything else at random; the modes in every other plan. */
function crossPlan(
  operator: string,
  turn: number,
  program: TileProgram,
  shape: Job['shape'],
): PlanOptions & { width: Width } {
  const { width, ...rhythm } = planOf(turn);
  // Long rows compile long in whole-program: every other of them is enough.
  const isLong = turn >= 32 && turn % 4 === 3;
  const mapping = isLong ? 'packet-local' : rhythm.mapping;
  const random = new Random(mixSeed('cross', operator, turn));
  const turning = random.chance(0.6) ? switches : turningSwitches;
  return { ...turnedPlan(random, program, shape, { mapping, width }, turning), width };
}

interface Subject {
  readonly what: string;
  readonly plan: ReturnType<typeof crossPlan>;
  readonly inputs: KernelArguments;
  readonly arm: Job;
  readonly here: Job;
  readonly level: PlanOptions['features'];
}

function subjectFor(operator: string, turn: number): Subject {
  const columns = turn + 1;
  const program = operatorProgram(operator, Math.floor(turn / 2), dtypes[Math.floor(turn / 3) % 3]);
  const shape = shapeFor(program, columns);
  const plan = crossPlan(operator, turn, program, shape);
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
    plan,
    inputs,
    arm: job(),
    here: job(),
    level: levels[(turn >> 4) % 2],
  };
}

const turns = Array.from({ length: 70 }, (_, turn) => turn);

/** Whether a row of inputsFor() is beyond what is promised: without the rescue only ordinary rows are right. */
function skips(operator: string, { accumulate }: PlanOptions): (row: number) => boolean {
  return (row) => isSpecial(row) && (plainOperators.has(operator) || accumulate === 'f32');
}

describe.each(operators)('%s', (operator) => {
  it('has the bits of this machine, and is right, in 1 to 70 columns', async () => {
    const subjects = turns.map((turn) => subjectFor(operator, turn));
    await runOnArm(
      subjects.map(({ arm }) => arm),
      () => subjects.forEach(({ here, level }) => runHere(here, level)),
    );
    for (const { what, inputs, plan, arm, here, level } of subjects) {
      const { program, shape, launches } = arm;
      launches.forEach((launch, i) =>
        expectSameOutputs(program, launch, here.launches[i], `${what}, ${level}, launch ${i}`),
      );
      const all = launches.at(-1) as KernelArguments;
      expectRight(program, shape, inputs, all, 3 * plan.width + 1, what, skips(operator, plan));
    }
  });
});

describe('a row of several chunks, one task for each', () => {
  const programs = ['rmsNorm', 'layerNorm', 'softmax', 'quantizeRows'].map((name) =>
    operatorProgram(name, 0, 'f32'),
  );
  it.each(programs.map((program) => [program.name, program] as const))('%s', async (_, program) => {
    const shape = { cols: 2 * 8192 + 37 };
    const inputs = inputsFor(program, shape, 4, 3);
    const job = (width: Width, cooperative: boolean): Job => ({
      program,
      shape,
      plan: { width, cooperative },
      launches: [launchFor(program, shape, inputs, 4, false)],
    });
    const [arm, here] = [job(4, true), job(16, false)];
    await runOnArm([arm], () => runHere(here, 'native'));
    expectSameOutputs(program, arm.launches[0], here.launches[0], program.name);
  });
});

it('every pair of values that can go together is among the plans', () => {
  const all: Readonly<Record<string, readonly unknown[]>> = { mapping: mappings, width: widths, ...switches };
  const values = Object.entries(all).flatMap(([key, list]) => list.map((value) => [key, value] as const));
  const spell = (...pair: (readonly [string, unknown])[]) => pair.map(String).sort().join(' with ');
  const met = new Set<string>();
  for (const operator of operators)
    for (const turn of turns) {
      const given = Object.entries(subjectFor(operator, turn).plan);
      given.forEach((a, i) => given.slice(0, i).forEach((b) => met.add(spell(a, b))));
    }
  const missing: string[] = [];
  const probe = [rmsNorm.program(), { cols: 65 }] as const;
  values.forEach((a, i) => {
    for (const b of values.slice(0, i)) {
      const pair: PlanOptions = Object.fromEntries([a, b]);
      if (a[0] === b[0] || refusalOf(...probe, pair) !== undefined) continue;
      if (!met.has(spell(a, b))) missing.push(spell(a, b));
    }
  });
  expect(missing).toEqual([]);
});
