// A failing case made smaller: fewer ops, then fewer fixed switches, then fewer rows, as long as it fails at all.
import { runCase, stepsOf, type CaseOptions } from './case.js';
import { Coverage } from '../support/coverage.js';
import { switchValues } from './plans.js';

function failureOf(options: CaseOptions): Error | undefined {
  try {
    runCase(options, new Coverage());
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** The text of the smallest failure that was found. */
export function shrink(options: CaseOptions, first: Error): string {
  let smallest = options;
  let error = first;
  const attempt = (smaller: CaseOptions): boolean => {
    const found = failureOf(smaller);
    if (found === undefined) return false;
    [smallest, error] = [smaller, found];
    return true;
  };
  for (let steps = 0; steps < stepsOf(options); ++steps) if (attempt({ ...options, steps })) break;
  for (const key of [...Object.keys(switchValues), 'blockWidth', 'prefetch'])
    attempt({ ...smallest, unfixed: [...(smallest.unfixed ?? []), key] });
  for (const rows of [1, 2, 4, 8, 16]) if (attempt({ ...smallest, rows })) break;
  return `--seed ${options.seed} --case ${options.index}, ${JSON.stringify(smallest)}\n${error.message}`;
}
