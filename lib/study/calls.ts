// TorchInductor's whole call, Python and the allocation of its result included, timed in a process of its own.
import { cellName, isWanted, laterCells, publishedAutoCells } from './cells.js';
import { findRivals, type RivalCell } from './checkout.js';
import type { Evidence } from './evidence.js';
import type { Progress } from './progress.js';
import { formatOf, type Calls, type Experiment } from './schema.js';

/** Compiling a function again takes seconds, from Inductor's cache. */
const callMs = 2500;

const cellsOf = (experiment: Experiment) =>
  [...publishedAutoCells(), ...laterCells()].filter((cell) => isWanted(experiment, cell));

export function planCalls(evidence: Evidence, progress: Progress): void {
  progress.plan(cellsOf(evidence.read('experiment')).length * callMs);
}

/** Writes calls.json. */
export async function callStage(evidence: Evidence, progress: Progress): Promise<void> {
  const experiment = evidence.read('experiment');
  const { mode, timing } = experiment;
  const { rivals, reason } = await findRivals();
  const document: Calls = { format: formatOf.calls, mode, cells: [] };
  if (rivals === undefined) {
    progress.warn(`TorchInductor's whole call is missing: ${reason}`);
    evidence.write('calls', { ...document, missing: reason });
    return;
  }
  for (const cell of cellsOf(experiment)) {
    const { operator, rows, columns } = cell;
    const wanted: RivalCell = { name: cellName(cell), op: operator, rows, columns };
    const [{ calls, samples }] = rivals.timeCalls([wanted], timing.native);
    document.cells.push({ operator, rows, columns, calls, samples: [...samples] });
    progress.step(callMs, `TorchInductor's call of ${wanted.name}`);
  }
  evidence.write('calls', document);
}
