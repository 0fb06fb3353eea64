// tune(): measures candidates and lets the fastest decide.
//
// Data's way: request -> candidates (the plan in force, the planner's best, its neighbours) -> kernels that give the right
// output -> rounds in which all meet -> finalists in more rounds -> the winner against the plan in force, in fresh ones.
// Only what wins there is remembered.
import { invalidType, invalidValue } from '../errors.js';
import type { TileProgram } from '../ir/program.js';
import type { Plan, PlanOptions } from '../planner/plan.js';
import { median } from '../statistics.js';
import type { KernelArguments } from '../runtime/arguments.js';
import { askedOf, type Asked } from '../runtime/asked.js';
import { rememberTuned } from '../runtime/tuned-plans.js';
import { candidatesToTune } from './candidates.js';
import { ratiosOf, timeRounds } from './rounds.js';
import { Trials, type Trial } from './trials.js';

/** What tune() is at. */
export interface TuneProgress {
  /** Compiling and checking candidates, timing all of them, timing the finalists, confirming the winner. */
  readonly stage: 'check' | 'measure' | 'finals' | 'confirm';
  readonly done: number;
  readonly of: number;
}

export interface TuneOptions extends PlanOptions {
  /** Candidates at most, from 2 to 1000; 24 by default. */
  readonly candidates?: number | undefined;
  /**
   * Inputs to measure with, by name, as in `kernel.record`, where their values matter (row numbers, masks); sample numbers for
   * those left out. Outputs are tune()'s own.
   */
  readonly inputs?: KernelArguments | undefined;
  /** Whether the winner is kept for later processes; true by default. It serves this process in any case. */
  readonly store?: boolean | undefined;
  readonly onProgress?: ((progress: TuneProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A plan that was measured. */
export interface TunedCandidate {
  readonly plan: Plan;
  /** Median microseconds of one launch from JS. */
  readonly microseconds: number;
  /** Median of its time by that of the plan in force, round by round. */
  readonly ratio: number;
  /** Rounds behind both figures. */
  readonly rounds: number;
}

/** The winner against the plan in force, in fresh rounds. */
export interface TuneConfirmation {
  readonly ratio: number;
  /** Smallest and largest ratio of a round. */
  readonly range: readonly [smallest: number, largest: number];
  readonly rounds: number;
  /** Rounds in which the winner was faster. */
  readonly won: number;
}

export interface TuneResult {
  /** What 'auto' takes for this shape from now on. */
  readonly plan: Plan;
  /** What it took before. */
  readonly incumbent: Plan;
  /** Whether another plan than the incumbent won and was confirmed. */
  readonly changed: boolean;
  /** Absent where no other plan was faster to begin with. */
  readonly confirmation?: TuneConfirmation;
  /** What was measured, the fastest first. */
  readonly candidates: readonly TunedCandidate[];
  /** Candidates whose output was not that of the incumbent, and so were not measured: a defect worth a report. */
  readonly wrong: readonly Plan[];
  /** Rows of the launches that were measured. */
  readonly rows: number;
  /** Where the winner is kept; absent if it is not. */
  readonly file?: string;
}

const rounds = { measure: 5, finals: 12, confirm: 12 } as const;
/** Plans that come to the finals beside the incumbent. */
const finalists = 5;
/** A winner is faster by this much at the median, and in so many of the 12 rounds: by chance alone in 2 of 100 cases. */
const confirmed = { ratio: 0.97, won: 10 } as const;

/**
 * Measures real candidates for a program at a shape, beside each other, and lets the fastest decide where switches are
 * 'auto', in this process and (unless `store` is false) in later ones on the same CPU with the same version of this library:
 * `compile()` and the one-line calls take it for launches of up to twice as many or as few rows, and where they do not say how
 * many. The plan in force is always among the candidates; another replaces it only if it is faster by 3 percent in 12
 * rounds of their own. Every candidate's output is compared with that of the plan in force, which is compared with the FP64
 * reference. The event loop runs between launches.
 *
 * @param shape an extent for each of the program's dims, and the rows of a launch, as for explain().
 * @param options switches to fix (the winner serves where the same ones are fixed), and how to measure.
 * @throws (rejects with) what compile() throws for program, shape and switches; ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE
 * naming `options.KEY`; what `kernel.record` throws for `inputs`; the signal's reason once it is aborted; an Error if the output
 * of the plan in force is wrong.
 */
export async function tune(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  options: TuneOptions = {},
): Promise<TuneResult> {
  const { asked, most, inputs, store, onProgress, signal } = checkArguments(program, shape, options);
  const report = (stage: TuneProgress['stage'], done: number, of: number) => {
    signal?.throwIfAborted();
    onProgress?.({ stage, done, of });
  };
  const { incumbent, others } = candidatesToTune(asked, most, process.env);
  const trials = new Trials(asked, inputs);
  try {
    const first = await trials.begin(incumbent);
    const all = [first];
    const wrong: Plan[] = [];
    for (const [done, plan] of others.entries()) {
      report('check', done, others.length);
      const trial = await trials.add(plan);
      if (trial === undefined) wrong.push(plan);
      else all.push(trial);
    }
    const candidates = await measureAll(all, report);
    const best = candidates[0].trial;
    const confirmation = best === first ? undefined : await confirm(best, first, report);
    const changed = confirmation !== undefined && isFaster(confirmation);
    const plan = changed ? best.plan : incumbent;
    const file = changed
      ? rememberTuned(asked, { rows: asked.rows, plan, ratio: confirmation.ratio }, process.env, store)
      : undefined;
    return {
      plan,
      incumbent,
      changed,
      ...(confirmation === undefined ? {} : { confirmation }),
      candidates: candidates.map(({ candidate }) => candidate),
      wrong,
      rows: asked.rows,
      ...(file === undefined ? {} : { file }),
    };
  } finally {
    trials.dispose();
  }
}

type Report = (stage: TuneProgress['stage'], done: number, of: number) => void;

interface Measured {
  readonly trial: Trial;
  readonly candidate: TunedCandidate;
}

/** Some rounds for all, more for the best of them and the incumbent, which is the first; the fastest first. */
async function measureAll(all: readonly Trial[], report: Report): Promise<Measured[]> {
  const fastest = (measured: Measured[]) => measured.sort((a, b) => a.candidate.ratio - b.candidate.ratio);
  const screened = fastest(await measure(all, 'measure', report));
  const [incumbent] = all;
  const best = screened.filter(({ trial }) => trial !== incumbent).slice(0, finalists);
  const finals = fastest(await measure([incumbent, ...best.map(({ trial }) => trial)], 'finals', report));
  const seen = new Set(finals.map(({ trial }) => trial));
  return [...finals, ...screened.filter(({ trial }) => !seen.has(trial))];
}

async function measure(
  trials: readonly Trial[],
  stage: 'measure' | 'finals' | 'confirm',
  report: Report,
): Promise<Measured[]> {
  const of = rounds[stage] * trials.length;
  let done = 0;
  const between = async () => {
    report(stage, ++done, of);
    await new Promise(setImmediate);
  };
  const samples = await timeRounds(trials, { rounds: rounds[stage], between });
  return trials.map((trial, i) => ({
    trial,
    candidate: {
      plan: trial.plan,
      microseconds: median(samples[i]) / 1000,
      ratio: median(ratiosOf(samples[i], samples[0])),
      rounds: rounds[stage],
    },
  }));
}

async function confirm(winner: Trial, incumbent: Trial, report: Report): Promise<TuneConfirmation> {
  const of = 2 * rounds.confirm;
  let done = 0;
  const between = async () => {
    report('confirm', ++done, of);
    await new Promise(setImmediate);
  };
  const [base, samples] = await timeRounds([incumbent, winner], { rounds: rounds.confirm, between });
  const ratios = ratiosOf(samples, base);
  return {
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    rounds: ratios.length,
    won: ratios.filter((ratio) => ratio < 1).length,
  };
}

/** @internal */
export function isFaster({ ratio, won }: TuneConfirmation): boolean {
  return ratio <= confirmed.ratio && won >= confirmed.won;
}

const own = ['candidates', 'inputs', 'store', 'onProgress', 'signal'] as const;

function checkArguments(
  program: TileProgram,
  shape: Readonly<Record<string, number>>,
  options: TuneOptions,
): {
  asked: Asked;
  most: number;
  inputs: KernelArguments;
  store: boolean;
  onProgress: TuneOptions['onProgress'];
  signal: AbortSignal | undefined;
} {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  const { candidates = 24, inputs = {}, store = true, onProgress, signal } = options;
  const switches: Record<string, unknown> = { ...options };
  for (const key of own) Reflect.deleteProperty(switches, key);
  const asked = askedOf(program, shape, switches);
  if (!Number.isInteger(candidates) || candidates < 2 || candidates > 1000)
    throw invalidValue('options.candidates', 'an integer from 2 to 1000', candidates);
  if (typeof inputs !== 'object' || (inputs as unknown) === null)
    throw invalidType('options.inputs', 'an object of inputs', inputs);
  for (const key of Object.keys(inputs))
    if (!program.params.some(({ kind, name }) => name === key && kind !== 'output'))
      throw invalidValue(`options.inputs.${key}`, "only the program's inputs and scalars", inputs[key]);
  if (typeof store !== 'boolean') throw invalidType('options.store', 'a boolean', store);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw invalidType('options.onProgress', 'a function', onProgress);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw invalidType('options.signal', 'an AbortSignal', signal);
  return { asked, most: candidates, inputs, store, onProgress, signal };
}
