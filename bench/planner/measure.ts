// Measures candidates: `npm run fit:measure -- FILE [seconds]` writes times of native entries on this machine, a line of
// JSON each, which fit-policy reads. Candidates of one shape are timed in turn, so that all meet the same disturbances.
import { appendFileSync, writeFileSync } from 'node:fs';
import { compileChecked } from '../../lib/runtime/compile.js';
import { checkPlanOptions, type Plan, type TargetFeatures } from '../../lib/planner/plan.js';
import { priceCandidates } from '../../lib/planner/choose.js';
import { machineOf } from '../../lib/runtime/planning.js';
import { argumentsOf, subjectOf, type Subject } from './subjects.js';

const shapes: readonly (readonly [number, number])[] = [
  [17, 65],
  [64, 256],
  [1, 4096],
  [129, 768],
  [257, 1538],
  [64, 4096],
  [17, 16384],
  [1024, 1024],
  [1024, 4097],
  [300, 33],
  [64, 129],
  [4096, 128],
];
const operators: readonly (readonly [string, object])[] = [
  ['rmsNorm', {}],
  ['layerNorm', {}],
  ['softmax', {}],
  ['swiglu', {}],
  ['geluResidual', {}],
  ['rope', {}],
  ['addRmsNorm', {}],
];

let seed = 12345;
const random = (below: number) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * below);
};

/** The planner's best ones, and others from the better half of its list and from all of it. */
function pick(plans: readonly Plan[]): Plan[] {
  const chosen = new Set(plans.slice(0, 3));
  for (let i = 0; i < 5; ++i) chosen.add(plans[random(Math.ceil(plans.length / 4))]);
  for (let i = 0; i < 4; ++i) chosen.add(plans[random(plans.length)]);
  return [...chosen];
}

function time(subject: Subject, rows: number, plans: readonly Plan[]): (number | undefined)[] {
  const args = argumentsOf(subject, rows);
  const launches = plans.map((plan) => {
    const kernel = compileChecked(subject.program, subject.extents, checkPlanOptions(plan));
    const record = kernel.record(args);
    return {
      kernel,
      launch: () => {
        kernel.launch(record);
      },
    };
  });
  const once = (launch: () => void, calls: number) => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < calls; ++i) launch();
    return Number(process.hrtime.bigint() - start) / 1000 / calls;
  };
  const calls = launches.map(({ launch }) => {
    once(launch, 2);
    return Math.max(1, Math.round(400 / once(launch, 2)));
  });
  const samples = launches.map((): number[] => []);
  for (let round = 0; round < 9; ++round)
    launches.forEach(({ launch }, i) => samples[i].push(once(launch, calls[i])));
  launches.forEach(({ kernel }) => kernel.dispose());
  return samples.map((all) => all.sort((a, b) => a - b)[2]);
}

const [file, seconds = '240', levels = 'native,x86-64-v3'] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: measure FILE [seconds] [levels]');
writeFileSync(file, '');
const deadline = Date.now() + Number(seconds) * 1000;
for (const [rows, cols] of shapes)
  for (const features of levels.split(',') as TargetFeatures[])
    for (const [operator, variant] of operators) {
      if (Date.now() > deadline) process.exit(0);
      const subject = subjectOf(operator, variant, cols);
      const options = checkPlanOptions({ features });
      const request = { program: subject.program, extents: subject.extents, options, flat: false, rows };
      const { candidates } = priceCandidates(request, machineOf(options), {});
      const plans = pick(candidates.map(({ plan }) => plan));
      time(subject, rows, plans).forEach((microseconds, i) => {
        appendFileSync(
          file,
          `${JSON.stringify({ operator, variant, rows, cols, features, plan: plans[i], microseconds })}\n`,
        );
      });
    }
