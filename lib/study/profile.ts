// `study profile`: the instructions that captured objects execute, one by one, and what they are for.
import { spawnSync } from 'node:child_process';
import { TileSimdError } from '../index.js';
import { autoCapture, fixedCapture, isWanted, laterCells, publishedCells } from './cells.js';
import { CellFiles } from './cell-files.js';
import { expectRunner, runnerPath } from './checkout.js';
import type { Evidence } from './evidence.js';
import { classify } from './instruction-classes.js';
import type { Progress } from './progress.js';
import { ReplayRequest, runReplay } from './replay.js';
import { formatOf, limits, type Capture, type Experiment, type Profile } from './schema.js';

/** Elements of a traced launch: rows are alike, and each instruction takes microseconds. */
const tracedElements = 32_768;
const leastRows = 16;
const traceMs = 500;

/** Ids of what is traced: the published cells, and what the defaults make of the later ones. */
function tracedIds(experiment: Experiment): string[] {
  const { levels, mode } = experiment;
  const some = mode === 'quick' ? levels.slice(0, 1) : levels;
  return some
    .flatMap((level) => [
      ...publishedCells().flatMap(({ mapping, fuse, ...cell }) =>
        [false, true].map((fullPacket) => fixedCapture(cell, level, mapping, fuse, fullPacket)),
      ),
      ...laterCells().map((cell) => autoCapture(cell, level, 'auto')),
    ])
    .filter((request) => isWanted(experiment, request))
    .map(({ id }) => id);
}

export function planProfile(evidence: Evidence, progress: Progress): void {
  progress.plan(tracedIds(evidence.read('experiment')).length * traceMs + 3000);
}

async function traceOne(
  capture: Capture,
  evidence: Evidence,
  files: CellFiles,
): Promise<Profile['cells'][number]> {
  const { id, rows: all, columns, flat, artifacts, snapshotBytes, sections, workspaceBytes } = capture;
  const rows = Math.min(all, Math.max(leastRows, Math.floor(tracedElements / columns)));
  const request = new ReplayRequest();
  request.buffers(files.paths(capture), all * columns, evidence.path('work'));
  request.captured('one', capture, evidence.blobPath(artifacts.object), flat ? rows * columns : rows);
  request.trace('one');
  const { events } = await runReplay(request, evidence.folder, undefined);
  const trace = events.find((event) => event.event === 'trace');
  if (trace === undefined) throw new TileSimdError('ERR_INTERNAL', `${id}: the runner traced nothing`);
  const assembly = evidence.get(artifacts.assembly).toString('utf8');
  const frame = {
    hasSnapshot: snapshotBytes > 0 && workspaceBytes === 0,
    hasSpills: sections.some(({ vectorSpills }) => vectorSpills > 0),
  };
  const classes = classify(trace, assembly, frame, workspaceBytes);
  return { capture: id, rows, trace: evidence.put('journal', JSON.stringify(trace)), classes };
}

/** What `perf` says when it is asked to count instructions here. */
function counterState(): string {
  const { error, stderr } = spawnSync('perf', ['stat', '-e', 'instructions:u', 'true'], { encoding: 'utf8' });
  if (error !== undefined) return 'Hardware counters were not asked: there is no perf here.';
  return stderr.includes('not supported') ||
    stderr.includes('not counted') ||
    /No permission|paranoid/.test(stderr)
    ? 'Hardware counters are not to be had on this machine.'
    : 'Hardware counters are to be had; the counts below are exact without them.';
}

/** The machine's limits, for the roofline. */
function measureLimits(evidence: Evidence, sampleMs: number): void {
  const { status, stdout } = spawnSync(runnerPath, ['--limits', String(sampleMs)], { encoding: 'utf8' });
  if (status !== 0) throw new TileSimdError('ERR_INTERNAL', `${runnerPath} --limits ended with ${status}`);
  evidence.write('limits', limits.parse({ format: formatOf.limits, ...JSON.parse(stdout) }));
}

/** Traces, measures the machine's limits, and writes profile.json and limits.json. */
export async function profileStage(evidence: Evidence, progress: Progress): Promise<void> {
  expectRunner();
  const experiment = evidence.read('experiment');
  measureLimits(evidence, experiment.timing.native.sampleMs);
  progress.step(3000, "the machine's limits");
  const captures = new Map(evidence.read('captures').captures.map((one) => [one.id, one]));
  const files = new CellFiles(evidence, experiment.seed);
  const cells: Profile['cells'] = [];
  for (const id of tracedIds(experiment)) {
    const capture = captures.get(id);
    if (capture === undefined)
      throw new TileSimdError('ERR_FILE_FORMAT', `captures.json: there is no capture ${id}`);
    cells.push(await traceOne(capture, evidence, files));
    progress.step(traceMs, `profile ${id}`);
  }
  evidence.write('profile', {
    format: formatOf.profile,
    method: 'single-step',
    counters: counterState(),
    cells,
  });
}
