// `npm run fit:code-size [-- --write]`: what stands in a packet body, fitted to the sizes of objects by least squares of
// relative errors; no part takes less than nothing. --write replaces lib/planner/policies/code-size.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TileSimdError } from '../../lib/errors.js';
import { workTarget } from '../../lib/planner/choose.js';
import { codeParts } from '../../lib/planner/code-size.js';
import {
  mappings,
  materializations,
  storeKinds,
  tails,
  unrolls,
  checkPlanOptions,
  type Mapping,
} from '../../lib/planner/plan.js';
import { shippedPolicy } from '../../lib/planner/policy.js';
import { ShapedProgram } from '../../lib/planner/shaped-program.js';
import { targetOf } from '../../lib/planner/target.js';
import { compileChecked } from '../../lib/runtime/compile.js';
import { hostCpu } from '../../lib/runtime/planning.js';
import { decodedFeatures, predictedFeatures } from '../../test/support/code-features.js';
import { subjectOf, variants } from './subjects.js';

const samples = 700;
const columns = [
  1, 3, 7, 16, 17, 31, 33, 64, 65, 66, 68, 97, 128, 129, 255, 256, 257, 768, 1000, 1024, 1538, 4096, 4097,
  10000, 16384,
];
let seed = 99;
const random = (below: number) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * below);
};
const pick = <T>(values: readonly T[]): T => values[random(values.length)];

interface Row {
  readonly parts: readonly number[];
  readonly size: number;
}

const rows: Record<Mapping, Row[]> = { 'packet-local': [], 'whole-program': [] };
let names: string[] = [];
while (rows['packet-local'].length + rows['whole-program'].length < samples) {
  const [operator, variant] = pick(variants);
  const subject = subjectOf(operator, variant, pick(columns));
  const maybe = <T>(values: readonly T[]): T | 'auto' => (random(3) === 0 ? 'auto' : pick(values));
  const options = checkPlanOptions({
    mapping: pick(mappings),
    width: pick([4, 8, 16] as const),
    fullPacket: pick([true, false]),
    fuse: maybe([true, false]),
    materialize: maybe(materializations),
    unroll: maybe(unrolls),
    stores: maybe(storeKinds),
    tail: maybe(tails),
    prefetch: pick([0, 512]),
    features: pick(['native', 'x86-64-v3'] as const),
  });
  try {
    const kernel = compileChecked(subject.program, subject.extents, options);
    const target = workTarget(shippedPolicy(targetOf(options.features, hostCpu()).lanes, true));
    const shaped = new ShapedProgram(kernel.program, kernel.shape, false);
    const parts = codeParts(
      shaped,
      kernel.plan,
      target,
      kernel.specialization.applied,
      predictedFeatures(kernel),
    );
    names = Object.keys(parts);
    rows[kernel.plan.mapping].push({
      parts: Object.values(parts),
      size: decodedFeatures(kernel).instructions,
    });
    kernel.dispose();
  } catch (error) {
    if (!(error instanceof TileSimdError)) throw error;
  }
}

/** Non-negative least squares of relative errors, coordinate by coordinate. */
function fit(data: readonly Row[]): number[] {
  const each = names.map(() => 1);
  for (let pass = 0; pass < 4000; ++pass)
    names.forEach((_, part) => {
      let numerator = 0;
      let denominator = 0;
      for (const { parts, size } of data) {
        const others = parts.reduce((sum, count, i) => (i === part ? sum : sum + count * each[i]), 0);
        numerator += (parts[part] / size) * (1 - others / size);
        denominator += (parts[part] / size) ** 2;
      }
      each[part] = denominator === 0 ? 0 : Math.max(0, numerator / denominator);
    });
  return each;
}

const result: Record<string, Record<string, number>> = {};
for (const mapping of mappings) {
  const each = fit(rows[mapping]);
  result[mapping] = Object.fromEntries(names.map((name, i) => [name, Number(each[i].toFixed(2))]));
  const errors = rows[mapping]
    .map(({ parts, size }) => Math.abs(parts.reduce((sum, count, i) => sum + count * each[i], 0) / size - 1))
    .sort((a, b) => a - b);
  const near = errors.filter((error) => error <= 0.2).length / errors.length;
  console.error(
    `${mapping}: ${errors.length} objects, median error ${errors[errors.length >> 1].toFixed(3)}, ${(100 * near).toFixed(1)} % within 20 %`,
  );
}
const text = `${JSON.stringify(result, null, 2)}\n`;
if (process.argv.includes('--write'))
  writeFileSync(join(process.cwd(), 'lib', 'planner', 'policies', 'code-size.json'), text);
else process.stdout.write(text);
