// `tile-simd study`: the published experiment again, stage by stage. The command line loads this when it is asked for it.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { callStage, planCalls } from './calls.js';
import { capture, planCapture } from './capture.js';
import { experimentOf } from './cells.js';
import { root } from './checkout.js';
import { Evidence } from './evidence.js';
import { matrixStage, planMatrix } from './matrix.js';
import { nativeStage, planNative } from './native.js';
import { planProfile, profileStage } from './profile.js';
import { Progress } from './progress.js';
import { provenanceNow, withNative } from './provenance.js';
import { report } from './report.js';
import { summarize } from './summary.js';

export interface StudyOptions {
  readonly out: string;
  readonly quick?: true;
  /** Shapes to measure alone, as `17x65,64x256`: a look, which the audit calls partial. */
  readonly only?: string;
  /** Keep work/, which can be made again. */
  readonly keepWork?: true;
}

export interface AuditOptions {
  readonly raw?: true;
  readonly seal?: string;
}

type Stage = 'capture' | 'native' | 'calls' | 'matrix' | 'profile';

interface StageSteps {
  readonly plan: (evidence: Evidence, progress: Progress) => void;
  readonly run: (evidence: Evidence, progress: Progress) => void | Promise<void>;
}

const stages: Readonly<Record<Stage, StageSteps>> = {
  capture: { plan: planCapture, run: capture },
  native: { plan: planNative, run: nativeStage },
  calls: { plan: planCalls, run: callStage },
  matrix: { plan: planMatrix, run: matrixStage },
  profile: { plan: planProfile, run: profileStage },
};

/** What a stage of its own begins: the experiment is that of the folder, or a new one. */
function begin({ out, quick, only }: StudyOptions, isNew: boolean): Evidence {
  const evidence = new Evidence(out);
  if (isNew || !evidence.has('experiment')) {
    evidence.write('experiment', experimentOf(quick === true, only?.split(',')));
    evidence.write('provenance', provenanceNow(process.argv.slice(2)));
  }
  return evidence;
}

/** Figures from what there is, and the digests of everything. */
function finish(evidence: Evidence): string {
  if (evidence.has('native'))
    evidence.write('provenance', {
      ...withNative(evidence.read('provenance'), evidence.read('native')),
      finished: new Date().toISOString(),
    });
  if (evidence.has('native') && evidence.has('matrix')) {
    const { captures } = evidence.read('captures');
    const objects = new Map(captures.map(({ id, artifacts }) => [id, artifacts.object.sha256]));
    evidence.write('summary', summarize(evidence.read('native'), evidence.read('matrix'), objects));
  }
  return evidence.seal();
}

/** Runs stages; all of them from the start where `isNew`. */
async function runStages(
  names: readonly Stage[],
  options: StudyOptions,
  isNew: boolean,
): Promise<{ readonly evidence: Evidence; readonly seal: string }> {
  const evidence = begin(options, isNew);
  const progress = new Progress();
  for (const name of names) stages[name].plan(evidence, progress);
  for (const name of names) await stages[name].run(evidence, progress);
  progress.end();
  const seal = finish(evidence);
  progress.line(`seal ${seal}`);
  return { evidence, seal };
}

/** One stage by itself; `native` has TorchInductor's whole calls with it. */
export async function runStage(name: Stage, options: StudyOptions): Promise<void> {
  await runStages(name === 'native' ? ['native', 'calls'] : [name], options, name === 'capture');
}

/** The second program: it shares no code with this one. Its exit status. */
export function audit(folder: string, { raw, seal }: AuditOptions): number {
  const args = [join(root, 'dist', 'audit', 'index.js'), folder];
  if (raw) args.push('--raw');
  if (seal !== undefined) args.push('--seal', seal);
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

/** Writes the page and the summary of what a folder has. */
export function writeReport({ out }: StudyOptions): void {
  report(new Evidence(out));
}

/** Everything, in one command. Whether the audit passed. */
export async function all(options: StudyOptions): Promise<boolean> {
  const { evidence, seal } = await runStages(
    ['capture', 'native', 'calls', 'matrix', 'profile'],
    options,
    true,
  );
  const status = audit(evidence.folder, { raw: true, seal });
  report(evidence);
  console.log(`report: ${evidence.path('report.html')}`);
  if (!options.keepWork) rmSync(evidence.path('work'), { recursive: true, force: true });
  return status === 0;
}
