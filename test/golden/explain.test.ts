// The text of explanations, priced by a policy that is this test's own: neither machine nor fitting decides it.
// `npx vitest run test/golden -u` rewrites the files.
import { expect, it } from 'vitest';
import { explanationLines } from '../../lib/cli/explanation-text.js';
import { rmsNorm } from '../../lib/kernels/rms-norm.js';
import type { NativeCpu } from '../../lib/native/binding.js';
import { priceCandidates, type Machine } from '../../lib/planner/choose.js';
import { explanationOf } from '../../lib/planner/explain.js';
import { checkPlanOptions, type PlanOptions } from '../../lib/planner/plan.js';
import type { TargetPolicy } from '../../lib/planner/policy.js';

const cpu: NativeCpu = { name: 'fixed', features: [], levels: ['x86-64-v2', 'x86-64-v3'], maxWidth: 8 };
const byLevel = (l1: number, l2: number, l3: number, memory: number) => ({ l1, l2, l3, memory });
const policy: TargetPolicy = {
  name: 'x86-64-v3',
  source: 'shipped',
  lanes: 8,
  vectorRegisters: 16,
  masks: 'wide',
  execution: {
    load: 0.25, store: 0.5, maskedLoad: 0.5, maskedStore: 1, gather: 0.5, scatter: 1, scalar: 0.25, issue: 0.0625,
    arithmetic: 0.25, division: 2, chain: 1, join: 2, scalarOp: 1, scalarDivision: 4, loop: 2, ragged: 1, row: 4,
    packet: 8, block: 4, launch: 128, spill: 0.5,
  },
  exposed: 0.5,
  read: byLevel(0.0078125, 0.015625, 0.03125, 0.125),
  write: byLevel(0.0078125, 0.015625, 0.0625, 0.25),
  split: byLevel(0.0625, 0.125, 0.25, 0.5),
  streamed: 0.125,
  prefetched: byLevel(1, 1, 0.875, 0.75),
  probes: {},
  serialized: 0.25,
};
const machine: Machine = { cpu, policy, caches: { l1: 2 ** 15, l2: 2 ** 20, l3: 2 ** 24 } };

it.each([
  ['short', { cols: 65 }, 17, {}],
  ['long', { cols: 4096 }, 1024, {}],
  ['fixed', { cols: 4096 }, 64, { mapping: 'packet-local', fuse: false }],
] as const)('explains RMSNorm, %s rows', async (name, extents, rows, options: PlanOptions) => {
  const request = { program: rmsNorm.program(), extents, options: checkPlanOptions(options), flat: false, rows };
  const explanation = explanationOf(priceCandidates(request, machine, {}), rows, 'x86-64-v3, of this test');
  const text = explanationLines('rms_norm', extents, explanation, false).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot(`files/explain.${name}.txt`);
});
