// `study matrix`: end to end. 15 shapes x 2 mappings x F x P x 2 orders, each visit a batch dispatched to a pool of eight
// requested workers and waited for; then the same shapes by the defaults.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { hrtime } from 'node:process';
import {
  cpu,
  TileSimdError,
  WorkerPool,
  type Kernel,
  type LaunchEvent,
  type LaunchRecord,
} from '../index.js';
import {
  autoCapture,
  isWanted,
  matrixCells,
  matrixPoints,
  matrixWorkers,
  type CaptureRequest,
  type Cell,
} from './cells.js';
import { compileRequest } from './capture.js';
import { CellFiles, compare } from './cell-files.js';
import { bytesOf, type Evidence } from './evidence.js';
import { argumentsOf } from './operators.js';
import type { Progress } from './progress.js';
import { formatOf, type Experiment, type MatrixVisit, type Timing } from './schema.js';

/** Guard elements of the output, half of them on either side. */
const guardElements = 68;
const guard = Math.fround(-12345.678);

/** Batches that are run at least before any is measured: one may have met another program on its core. */
const leastWarmBatches = 8;

/** Launches of a batch: enough to be dispatched together, few enough for large cells. */
const mostBatched = 16;

interface Visit {
  readonly request: CaptureRequest;
  readonly set: MatrixVisit['set'];
  readonly order: number;
}

/** Both orders: without P first, then with P first; then the defaults, twice as well. */
function visitsOf(experiment: Experiment): Visit[] {
  const visits: Visit[] = [];
  for (const order of [0, 1]) {
    for (const { captures } of matrixPoints())
      for (const request of order === 0 ? captures : [...captures].reverse())
        visits.push({ request, set: 'matrix', order });
    for (const cell of matrixCells())
      visits.push({ request: autoCapture(cell, 'native', 'auto'), set: 'auto', order });
  }
  return visits.filter(({ request }) => isWanted(experiment, request));
}

function visitMs({ rows, columns }: Cell, { warmMs, samples, sampleMs }: Timing): number {
  const elements = (rows * columns) / 1e6;
  return warmMs + samples * Math.max(sampleMs, 2 * elements) + 20 * elements + 40;
}

export function planMatrix(evidence: Evidence, progress: Progress): void {
  const experiment = evidence.read('experiment');
  for (const { request } of visitsOf(experiment)) progress.plan(visitMs(request, experiment.timing.matrix));
}

/** Runs `batches` batches; nanoseconds. */
function timeBatches(pool: WorkerPool, items: readonly [Kernel, LaunchRecord][], batches: number): number {
  const start = hrtime.bigint();
  for (let i = 0; i < batches; ++i) pool.batch(items);
  return Number(hrtime.bigint() - start);
}

/** What a launch really came to: tasks, and threads it was split for. */
function taskCount(
  kernel: Kernel,
  record: LaunchRecord,
  pool: WorkerPool,
): Pick<LaunchEvent, 'tasks' | 'workers'> {
  let seen: LaunchEvent | undefined;
  const listen = (message: unknown) => {
    seen = message as LaunchEvent;
  };
  subscribe('tile-simd:launch', listen);
  try {
    kernel.launch(record, { pool });
  } finally {
    unsubscribe('tile-simd:launch', listen);
  }
  if (seen === undefined) throw new TileSimdError('ERR_INTERNAL', 'a launch told nobody of its tasks');
  return seen;
}

/** What was asked for and not had. */
function refusalsOf(request: CaptureRequest, kernel: Kernel, workers: number): MatrixVisit['refusals'] {
  const refusals: MatrixVisit['refusals'] = [];
  const { specialization } = kernel.info;
  if (request.options.fullPacket === true && !specialization.applied)
    refusals.push({ what: 'fullPacket', reason: specialization.reason ?? 'not said' });
  for (const key of ['mapping', 'fuse', 'materialize', 'width', 'blockWidth'] as const) {
    const asked = request.options[key];
    if (asked !== undefined && asked !== 'auto' && asked !== kernel.plan[key])
      refusals.push({ what: key, reason: `idle for this program: ${String(kernel.plan[key])}` });
  }
  if (workers < matrixWorkers)
    refusals.push({ what: 'workers', reason: `the launch was split for ${workers} of ${matrixWorkers}` });
  return refusals;
}

class MatrixStage {
  readonly #evidence: Evidence;
  readonly #experiment: Experiment;
  readonly #files: CellFiles;
  readonly #pool: WorkerPool;
  #sequence = 0;

  constructor(evidence: Evidence, pool: WorkerPool) {
    this.#evidence = evidence;
    this.#experiment = evidence.read('experiment');
    this.#files = new CellFiles(evidence, this.#experiment.seed);
    this.#pool = pool;
  }

  visit({ request, set, order }: Visit): MatrixVisit {
    const kernel = compileRequest(request);
    const { inputs, expected } = this.#files.data(request);
    const memory = new Float32Array(expected.length + guardElements);
    memory.fill(guard);
    const y = memory.subarray(guardElements / 2, guardElements / 2 + expected.length);
    const args = argumentsOf(kernel.program, inputs);
    // Launches of a batch run one after the other and may share their output.
    const record = kernel.record({ ...args, y });
    const measured = this.#measure(kernel, record);
    const { tasks, workers } = taskCount(kernel, record, this.#pool);
    const { wrong, largestError } = compare(y, expected);
    const { id, operator, rows, columns } = request;
    const { mapping, fuse, fullPacket } = kernel.plan;
    const asked = request.options;
    const result: MatrixVisit = {
      sequence: this.#sequence++,
      capture: id,
      ...{ operator, rows, columns, set, order },
      mapping,
      fuse: typeof asked.fuse === 'boolean' ? asked.fuse : fuse,
      fullPacket: typeof asked.fullPacket === 'boolean' ? asked.fullPacket : fullPacket,
      requestedWorkers: matrixWorkers,
      ...measured,
      tasks,
      workers,
      refusals: refusalsOf(request, kernel, workers),
      output: this.#evidence.put('f32', bytesOf(y)).sha256,
      wrong,
      largestError,
      guardsIntact: memory.every((value, i) => isInside(i, expected.length) || value === guard),
    };
    kernel.dispose();
    if (wrong > 0 || !result.guardsIntact)
      throw new TileSimdError(
        'ERR_INTERNAL',
        `${id}: ${wrong} wrong elements, or it wrote beside its output`,
      );
    return result;
  }

  #measure(
    kernel: Kernel,
    record: LaunchRecord,
  ): Pick<MatrixVisit, 'startNs' | 'batch' | 'batches' | 'samples'> {
    const { warmMs, samples, sampleMs } = this.#experiment.timing.matrix;
    const single: [Kernel, LaunchRecord][] = [[kernel, record]];
    const once = timeBatches(this.#pool, single, 2) / 2;
    const batch = Math.max(1, Math.min(mostBatched, Math.floor((sampleMs * 1e6) / once)));
    const items = Array.from({ length: batch }, () => single[0]);
    // The fastest stretch of the warming up says how long a batch takes: the first ones meet cold memory.
    let fastest = Infinity;
    for (let spent = 0, count = 1; spent < warmMs * 1e6 || count < leastWarmBatches; count *= 2) {
      const taken = timeBatches(this.#pool, items, count);
      fastest = Math.min(fastest, taken / count);
      spent += taken;
    }
    const perSample = Math.max(1, Math.round((sampleMs * 1e6) / fastest));
    const startNs = Number(hrtime.bigint());
    return {
      startNs,
      batch,
      batches: perSample,
      samples: Array.from({ length: samples }, () => timeBatches(this.#pool, items, perSample)),
    };
  }
}

/** Whether element `i` of the guarded memory is the output's. */
function isInside(i: number, length: number): boolean {
  return i >= guardElements / 2 && i < guardElements / 2 + length;
}

/** Makes all visits and writes matrix.json. */
export async function matrixStage(evidence: Evidence, progress: Progress): Promise<void> {
  const experiment = evidence.read('experiment');
  const { mode, timing } = experiment;
  const pool = new WorkerPool({ workers: matrixWorkers });
  const stage = new MatrixStage(evidence, pool);
  const visits = visitsOf(experiment).map((visit) => {
    const made = stage.visit(visit);
    progress.step(visitMs(visit.request, timing.matrix), `matrix ${visit.request.id}`);
    return made;
  });
  await pool.close();
  evidence.write('matrix', {
    format: formatOf.matrix,
    mode,
    timing: timing.matrix,
    cores: cpu().cores,
    visits,
  });
}
