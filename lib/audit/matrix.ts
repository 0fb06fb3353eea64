// The matrix: 15 shapes x 2 mappings x F x P x 2 orders, each once, and the defaults.
import type { CaptureFacts } from './captures.js';
import {
  autoId,
  fixedId,
  isWanted,
  mappingNames,
  matrixShapes,
  requestedWorkers,
  timings,
  type Part,
} from './experiment.js';
import type { Findings } from './findings.js';
import type { Folder } from './folder.js';
import { array, digest, flag, integer, object, text, type Json } from './json.js';
import { checkSamples, checkVerdict, Clock, integers, readTiming } from './visits.js';

export interface MatrixFact {
  readonly capture: string;
  readonly set: string;
  readonly operator: string;
  readonly rows: number;
  readonly columns: number;
  readonly mapping: string;
  readonly fuse: boolean;
  readonly fullPacket: boolean;
  readonly order: number;
  /** Launches of one sample. */
  readonly launches: number;
  readonly samples: readonly number[];
  readonly output: string;
  readonly largestError: number;
}

export function checkMatrix(
  folder: Folder,
  captures: ReadonlyMap<string, CaptureFacts>,
  mode: string,
  part: Part,
  findings: Findings,
): MatrixFact[] {
  const document = folder.document('matrix');
  findings.equal(document.mode, mode, 'matrix.mode');
  const timing = readTiming(document.timing, 'matrix.timing');
  findings.equal(JSON.stringify(timing), JSON.stringify(timings[mode]), 'matrix.timing');
  const clock = new Clock(findings);
  const facts = array(document.visits, 'matrix.visits').map((value, i) => {
    const where = `matrix.visits[${i}]`;
    const visit = object(value, where);
    const fact = readVisit(visit, where);
    findings.equal(visit.sequence, i, `${where}.sequence`);
    findings.equal(visit.requestedWorkers, requestedWorkers, `${where}.requestedWorkers`);
    const batches = integer(visit.batches, `${where}.batches`, 1);
    checkSamples(fact.samples, timing, batches === 1, 'wall', where, findings);
    clock.pass(
      integer(visit.startNs, `${where}.startNs`, 1),
      fact.samples.reduce((a, b) => a + b),
      where,
    );
    checkWorkers(visit, where, findings);
    checkVerdict(visit, where, findings);
    const own = captures.get(fact.capture);
    findings.equal(fact.output, own?.output, `${where}.output beside the capture's`);
    return fact;
  });
  checkSet(facts, part, findings);
  return facts;
}

function readVisit(visit: Json, where: string): MatrixFact {
  return {
    capture: text(visit.capture, `${where}.capture`),
    set: text(visit.set, `${where}.set`),
    operator: text(visit.operator, `${where}.operator`),
    rows: integer(visit.rows, `${where}.rows`, 1),
    columns: integer(visit.columns, `${where}.columns`, 1),
    mapping: text(visit.mapping, `${where}.mapping`),
    fuse: flag(visit.fuse, `${where}.fuse`),
    fullPacket: flag(visit.fullPacket, `${where}.fullPacket`),
    order: integer(visit.order, `${where}.order`),
    launches: integer(visit.batch, `${where}.batch`, 1) * integer(visit.batches, `${where}.batches`, 1),
    samples: integers(visit.samples, `${where}.samples`),
    output: digest(visit.output, `${where}.output`),
    largestError: visit.largestError as number,
  };
}

/** Real tasks and threads; fewer threads than asked for stand among the refusals. */
function checkWorkers(visit: Json, where: string, findings: Findings): void {
  const tasks = integer(visit.tasks, `${where}.tasks`, 1);
  const workers = integer(visit.workers, `${where}.workers`, 1);
  findings.expect(workers <= requestedWorkers, where, `${workers} workers, more than were asked for`);
  findings.expect(
    tasks <= integer(visit.rows, where) * integer(visit.columns, where),
    where,
    `${tasks} tasks`,
  );
  const refusals = array(visit.refusals, `${where}.refusals`).map((one) => object(one, `${where}.refusals`));
  for (const { what, reason } of refusals) {
    text(what, where);
    text(reason, where);
  }
  const isRefused = refusals.some(({ what }) => what === 'workers');
  findings.equal(isRefused, workers < requestedWorkers, `${where}: workers among the refusals`);
}

/** Exactly the visits that must be there. */
function checkSet(facts: readonly MatrixFact[], part: Part, findings: Findings): void {
  const own = facts.filter(({ set }) => set === 'matrix');
  const shapes = matrixShapes.filter((shape) => isWanted(part, shape));
  findings.equal(own.length, part.only === undefined ? 240 : 16 * shapes.length, 'visits of the matrix');
  const left = new Map<string, number>();
  const key = (capture: string, order: number, set: string) => `${set} ${capture} in order ${order}`;
  for (const shape of shapes)
    for (const order of [0, 1]) {
      left.set(key(autoId(shape, 'native'), order, 'auto'), 1);
      for (const mapping of mappingNames)
        for (const fuse of [false, true])
          for (const fullPacket of [false, true])
            left.set(key(fixedId(shape, mapping, fuse, fullPacket, 'native'), order, 'matrix'), 1);
    }
  for (const fact of facts) {
    const { operator, rows, columns, mapping, fuse, fullPacket, capture, order, set } = fact;
    const id = key(capture, order, set);
    findings.expect((left.get(id) ?? 0) > 0, id, 'was visited twice, or is none of the experiment');
    left.set(id, (left.get(id) ?? 0) - 1);
    const shape = { operator, rows, columns };
    const expected =
      set === 'auto' ? autoId(shape, 'native') : fixedId(shape, mapping, fuse, fullPacket, 'native');
    findings.equal(capture, expected, `${id}: what its switches say it is`);
  }
  for (const [id, count] of left) findings.expect(count <= 0, id, 'was not visited');
}
