// Runs one case of the demo: results against the FP64 reference (and what was published), then the time of a launch
// from JavaScript beside a plain loop. Only public names of the package are used.
import { compile, layerNorm, reference, rmsNorm, type Kernel, type Plan } from '../index.js';
import type { DemoCase } from './demo-cases.js';
import { plainLayerNorm, plainRmsNorm } from './plain-loops.js';
import { compareTimes } from './timing.js';

/** What every result must keep: |got - expected| <= 5e-5 + 5e-5 |expected|. */
export const tolerance = 5e-5;

export interface DemoResult {
  readonly operator: string;
  readonly source: DemoCase['source'];
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly eps: number;
  readonly plan: Plan;
  /** Whether full packets run a clone of their own. */
  readonly specialized: boolean;
  readonly compileMilliseconds: number;
  /** One launch of the compiled kernel, from JavaScript. */
  readonly nanoseconds: number;
  readonly plainLoopNanoseconds: number;
  /** Plain loop / launch: median over the rounds, and its range. */
  readonly ratio: number;
  readonly ratioRange: readonly [smallest: number, largest: number];
  readonly rounds: number;
  /** Largest difference of any output from the FP64 reference, and from the published values where there are some. */
  readonly largestError: number;
  /** The largest error as a part of what its element may have: above 1 the case has failed. */
  readonly errorOfTolerance: number;
  readonly passed: boolean;
}

/** The stages of a case, for the progress line. */
export type Stage = 'compiling' | 'checking against the FP64 reference' | 'timing';

/** Runs a case. */
export function runCase(given: DemoCase, report: (stage: Stage) => void): DemoResult {
  const { operator, source, name, rows, cols, eps } = given;
  report('compiling');
  const subject = operator === 'RMSNorm' ? rmsNormSubject(given) : layerNormSubject(given);
  const start = process.hrtime.bigint();
  const kernel = compile(subject.program, { cols });
  const compileMilliseconds = Number(process.hrtime.bigint() - start) / 1e6;

  report('checking against the FP64 reference');
  const { largestError, errorOfTolerance } = check(subject, kernel, given);

  report('timing');
  const record = kernel.record({ ...subject.inputs, ...subject.outputs });
  const times = compareTimes(() => kernel.launch(record), subject.plainLoop, {
    rounds: 25,
    budgetMilliseconds: 400,
    sampleMilliseconds: source === 'onnx' ? 0.3 : 1,
  });
  const { plan, specialization } = kernel;
  kernel.dispose();
  return {
    ...{ operator, source, name, rows, cols, eps, plan },
    specialized: specialization.applied,
    compileMilliseconds,
    nanoseconds: times.first,
    plainLoopNanoseconds: times.second,
    ratio: times.ratio,
    ratioRange: times.ratioRange,
    rounds: times.rounds,
    largestError,
    errorOfTolerance,
    passed: errorOfTolerance <= 1,
  };
}

/** An operator with its arrays: compiled, as a call, and as a plain loop. */
interface Subject {
  readonly program: Kernel['program'];
  readonly inputs: Readonly<Record<string, Float32Array | number>>;
  /** By parameter name. Filled by the one-line call before it is compared. */
  readonly outputs: Readonly<Record<string, Float32Array>>;
  /** The call that a user writes, with the defaults. */
  readonly call: () => void;
  readonly plainLoop: () => void;
}

function rmsNormSubject({ x, weight, eps, cols }: DemoCase): Subject {
  const y = new Float32Array(x.length);
  const spare = new Float32Array(x.length);
  return {
    program: rmsNorm.program(),
    inputs: { x, weight, eps },
    outputs: { y },
    call: () => rmsNorm(x, weight, { eps, out: y }),
    plainLoop: () => plainRmsNorm(x, weight, eps, spare, cols),
  };
}

function layerNormSubject({ x, weight, bias, eps, rows, cols }: DemoCase): Subject {
  const shift = bias ?? new Float32Array(cols);
  const [y, mean, invStdDev] = [x.length, rows, rows].map((length) => new Float32Array(length));
  const spare = [x.length, rows, rows].map((length) => new Float32Array(length));
  return {
    program: layerNorm.program({ mean: true, invStdDev: true }),
    inputs: { x, weight, bias: shift, eps },
    outputs: { y, mean, invStdDev },
    call: () => layerNorm(x, weight, shift, { eps, out: y, mean, invStdDev }),
    plainLoop: () => plainLayerNorm(x, weight, shift, eps, spare[0], cols, spare[1], spare[2]),
  };
}

interface Errors {
  readonly largestError: number;
  readonly errorOfTolerance: number;
}

/** The one-line call and the kernel's own launch, each against the reference and what was published. */
function check(subject: Subject, kernel: Kernel, { cols, published }: DemoCase): Errors {
  const expected = reference(subject.program, { cols }, subject.inputs);
  const found: Errors[] = [];
  const compare = () => {
    for (const [name, got] of Object.entries(subject.outputs)) {
      found.push(errorsOf(got, expected[name]));
      const values = published?.[name as keyof typeof published];
      if (values !== undefined) found.push(errorsOf(got, values));
      got.fill(NaN);
    }
  };
  subject.call();
  compare();
  kernel.launch(kernel.record({ ...subject.inputs, ...subject.outputs }));
  compare();
  return {
    largestError: Math.max(...found.map((errors) => errors.largestError)),
    errorOfTolerance: Math.max(...found.map((errors) => errors.errorOfTolerance)),
  };
}

function errorsOf(got: Float32Array, expected: ArrayLike<number>): Errors {
  if (got.length !== expected.length) return { largestError: Infinity, errorOfTolerance: Infinity };
  let largestError = 0;
  let errorOfTolerance = 0;
  for (let i = 0; i < got.length; ++i) {
    const error = Math.abs(got[i] - expected[i]);
    if (Number.isNaN(error)) return { largestError: Infinity, errorOfTolerance: Infinity };
    largestError = Math.max(largestError, error);
    errorOfTolerance = Math.max(errorOfTolerance, error / (tolerance + tolerance * Math.abs(expected[i])));
  }
  return { largestError, errorOfTolerance };
}
