// `npm run check:features [-- SHAPES]`: the predicted features of every candidate of some shapes (20 unless said
// otherwise) beside the counters decoded from its object. Fails if an access count is wrong anywhere, or if fewer than
// nine tenths of the code sizes and spills are within 20 %.
import { compileChecked } from '../../lib/runtime/compile.js';
import { priceCandidates } from '../../lib/planner/choose.js';
import { checkPlanOptions, type TargetFeatures } from '../../lib/planner/plan.js';
import { machineOf } from '../../lib/runtime/planning.js';
import {
  decodedFeatures,
  isNear,
  predictedFeatures,
  wrongAccesses,
} from '../../test/support/code-features.js';
import { subjectOf, variants } from './subjects.js';

const columns = [65, 256, 768, 1538, 4097, 33, 1024, 16384, 129, 2048];
const count = Number(process.argv[2] ?? 20);
let candidates = 0;
let wrong = 0;
let sizes = 0;
let spills = 0;
for (let shape = 0; shape < count; ++shape) {
  const [operator, variant] = variants[shape % variants.length];
  const subject = subjectOf(operator, variant, columns[shape % columns.length]);
  const features: TargetFeatures = shape % 2 === 0 ? 'native' : 'x86-64-v3';
  const options = checkPlanOptions({ features });
  const request = { program: subject.program, extents: subject.extents, options, flat: false, rows: 64 };
  const priced = priceCandidates(request, machineOf(options), {}).candidates;
  let here = 0;
  for (const { plan } of priced) {
    const kernel = compileChecked(subject.program, subject.extents, checkPlanOptions(plan));
    const predicted = predictedFeatures(kernel);
    const decoded = decodedFeatures(kernel);
    const problems = wrongAccesses(predicted, decoded);
    if (problems.length > 0) {
      ++here;
      if (here <= 5) console.log(`  ${JSON.stringify(plan)}\n    ${problems.join('\n    ')}`);
    }
    if (isNear(predicted.instructions, decoded.instructions, 24)) ++sizes;
    if (isNear(predicted.spilled, decoded.spilled, 4)) ++spills;
    kernel.dispose();
  }
  wrong += here;
  candidates += priced.length;
  console.log(
    `${subject.name} ${JSON.stringify(subject.extents)} ${features}: ${priced.length} candidates, ${here} with a wrong access count`,
  );
}
const share = (part: number) => `${((100 * part) / candidates).toFixed(1)} %`;
console.log(
  `\n${candidates} candidates: accesses exact in ${share(candidates - wrong)}, code size within 20 % in ${share(sizes)}, spills in ${share(spills)}`,
);
if (wrong > 0 || sizes < 0.9 * candidates || spills < 0.9 * candidates) process.exitCode = 1;
