// The full product: every operator and variant, in f32, f16 and bf16, in 1 to 70 columns, under both mappings and all
// widths, for 0 to 3W + 1 programs. The other switches that must not change a bit turn at random from one kernel to the
// next. A group is what shares its inputs, its reference and the default plan's outputs.
import { mappings, widths } from '../../lib/planner/plan.js';
import type { Coverage } from '../support/coverage.js';
import { mixSeed, Random } from '../support/draws.js';
import { plainOperators, operatorProgram, operators, variantsOf } from '../support/operators.js';
import {
  defaultOutputs,
  expectBits,
  mostPrograms,
  type Compiled,
  type Subject,
} from '../support/plan-bits.js';
import { inputsFor, isSpecial, shapeFor } from '../support/subjects.js';
import { turnedPlan, turningSwitches } from '../support/turned-plans.js';

const columnCounts = Array.from({ length: 70 }, (_, i) => i + 1);
const dtypes = ['f32', 'f16', 'bf16'] as const;
const most = mostPrograms(Math.max(...widths));

export interface Group {
  readonly operator: string;
  readonly variant: number;
  readonly dtype: (typeof dtypes)[number];
  readonly columns: number;
}

export const spellGroup = ({ operator, variant, dtype, columns }: Group): string =>
  [operator, variant, dtype, columns].join('/');

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** The items in an order in which any stretch of them takes about as long as any other. */
function scattered<T>(items: readonly T[]): T[] {
  const { length } = items;
  let stride = Math.ceil(0.618 * length);
  while (greatestDivisor(length, stride) !== 1) ++stride;
  return items.map((_, i) => items[(i * stride) % length]);
}

/** Every operator, storage type and column count once, each with a variant of its own, if it has so many. */
function round(number: number): Group[] {
  const groups = operators.flatMap((operator) => {
    const { length } = variantsOf(operator);
    if (number >= length) return [];
    return dtypes.flatMap((dtype, i) =>
      columnCounts.map((columns) => ({ operator, variant: (number + columns + i) % length, dtype, columns })),
    );
  });
  return scattered(groups);
}

/** All groups, round by round: the first is the product of everything but the variants. */
export const groups: readonly Group[] = Array.from(
  { length: Math.max(...operators.map((operator) => variantsOf(operator).length)) },
  (_, number) => round(number),
).flat();

/** Names by group that the whole product must have met at least once. */
export const expected: Readonly<Record<string, readonly string[]>> = {
  operator: operators.flatMap((operator) => variantsOf(operator).map((_, i) => `${operator}/${i}`)),
  dtype: dtypes,
  kernel: mappings.flatMap((mapping) => widths.map((width) => `${mapping} ${width}`)),
  'given switch': Object.entries(turningSwitches).flatMap(([key, values]) =>
    values.map((value) => `${key} ${String(value)}`),
  ),
  specialization: ['applied', 'off'],
};

function subjectFor({ operator, variant, dtype, columns }: Group): Subject {
  const program = operatorProgram(operator, variant, dtype);
  const shape = shapeFor(program, columns, 1 + ((5 * columns) % most));
  const rows = Math.ceil(most / (program.grid === undefined ? 1 : shape[program.grid]));
  const skips = plainOperators.has(operator) ? isSpecial : undefined;
  const inputs = inputsFor(program, shape, rows, columns);
  return { program, shape, rows, inputs, ...(skips && { skips }) };
}

function count({ plan, specialization, launches }: Compiled, coverage: Coverage): void {
  coverage.add('kernel', `${plan.mapping} ${plan.width}`);
  coverage.add('specialization', specialization.applied ? 'applied' : (specialization.reason ?? 'off'));
  coverage.add('total', 'kernels');
  coverage.add('total', 'launches', launches);
}

/** Runs a group; what is wrong goes to `fail`, and the group goes on with its next plan. */
export function runGroup(group: Group, coverage: Coverage, fail: (text: string) => void): void {
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      fail(`${spellGroup(group)}: ${String((error as Error).stack ?? error)}`);
      return undefined;
    }
  };
  const subject = subjectFor(group);
  const want = attempt(() => defaultOutputs(subject));
  if (want === undefined) return;
  coverage.add('operator', `${group.operator}/${group.variant}`);
  coverage.add('dtype', group.dtype);
  for (const mapping of mappings)
    for (const width of widths)
      attempt(() => {
        const random = new Random(mixSeed(spellGroup(group), mapping, width));
        const plan = turnedPlan(random, subject.program, subject.shape, { mapping, width });
        for (const [key, value] of Object.entries(plan))
          if (key in turningSwitches) coverage.add('given switch', `${key} ${String(value)}`);
        count(expectBits(subject, plan, want), coverage);
      });
}
