// Whether values can wait in the rows of the outputs that are stored last (materialize: 'output'): the planner's view of
// native/codegen/kept_in_output.cpp, which checks again.
import type { TileProgram } from '../ir/program.js';
import { isBuffer, type BufferParam } from '../ir/types.js';
import { refuse, type Situation } from './switches.js';
import { scheduleOf, type ElementLoop, type Schedule } from './schedule.js';

/** Slots that wait for a later pass, and whether there is an output for each. */
interface Waiting {
  readonly slots: number;
  readonly fits: boolean;
}

const found = new WeakMap<TileProgram, Waiting>();

/** What waits under materialize 'output'. A matter of the program alone. */
function waitingOf(program: TileProgram): Waiting {
  let waiting = found.get(program);
  if (waiting === undefined) {
    const schedule = scheduleOf(program, 'output', true);
    waiting = { slots: schedule.slots.length, fits: outputsOf(program, schedule) !== undefined };
    found.set(program, waiting);
  }
  return waiting;
}

/** The output of each slot; undefined where one has none. */
function outputsOf(program: TileProgram, schedule: Schedule): readonly string[] | undefined {
  const taken: string[] = [];
  for (let slot = 0; slot < schedule.slots.length; ++slot) {
    const output = program.params.find(
      (param) => isBuffer(param) && !taken.includes(param.name) && serves(program, schedule, slot, param),
    );
    if (output === undefined) return undefined;
    taken.push(output.name);
  }
  return taken;
}

function serves(program: TileProgram, schedule: Schedule, slot: number, param: BufferParam): boolean {
  if (!holdsRows(program, schedule.slots[slot], param)) return false;
  return schedule.levels.every(({ loops }, level) =>
    loops.every(
      (loop, number) =>
        !loop.keeps.some((id) => schedule.slotOf.get(id) === slot) ||
        mayWrite(program, schedule, param, level, number),
    ),
  );
}

/** Whether an output's rows are stored once and whole, as f32. */
function holdsRows(program: TileProgram, dim: string, param: BufferParam): boolean {
  if (param.kind !== 'output' || param.dim !== dim || param.dtype !== 'f32') return false;
  const stores = program.ops.filter((op) => op.op === 'store' && op.param === param.name);
  return stores.length === 1 && stores[0].op === 'store' && stores[0].slice === undefined;
}

/**
 * Whether loop `number` of a level may write rows of the output: an output may be the very memory of an input, so
 * nothing that runs later may read such a one.
 */
function mayWrite(
  program: TileProgram,
  schedule: Schedule,
  output: BufferParam,
  level: number,
  number: number,
): boolean {
  const { ops } = program;
  const sharing = new Set(
    program.params
      .filter(
        (param) =>
          param.kind === 'input' &&
          param.access === 'row' &&
          param.dim === output.dim &&
          param.dtype === output.dtype,
      )
      .map(({ name }) => name),
  );
  if (sharing.size === 0) return true;
  const reads = (loop: ElementLoop, wholeRows: boolean) =>
    loop.body.some((id) => {
      const op = ops[id];
      return op.op === 'load' && sharing.has(op.param) && !(wholeRows && op.slice === undefined);
    });
  const { loops } = schedule.levels[level];
  // In the loop itself each element is read before it is written.
  if (reads(loops[number], true) || loops.slice(number + 1).some((loop) => reads(loop, false))) return false;
  return schedule.levels
    .slice(level + 1)
    .every(
      (later) =>
        !later.scalars.some((id) => ops[id].op === 'rescue') &&
        !later.loops.some((loop) => reads(loop, false)),
    );
}

const hasLoop = ({ ops }: TileProgram) => ops.some(({ op }) => op === 'loop');

/** Whether anything would wait there. */
export function waitsInOutput({ program, phases }: Situation): boolean {
  return hasLoop(program) ? phases.keptValues > 0 : waitingOf(program).slots > 0;
}

/** Why values cannot wait in outputs, as a predicate and what is expected instead; undefined if they can. */
function problemOf({ program, mapping, options }: Situation): readonly [string, string] | undefined {
  const others = "'snapshot', 'reload', 'registers' or 'recompute'";
  if (hasLoop(program)) return ['keeps values of whole rows, and there is a loop over column tiles', others];
  if (mapping === 'whole-program')
    return [
      "keeps vectors of a row's neighbours, and under whole-program a lane runs a row",
      `mapping 'packet-local', or ${others}`,
    ];
  if (options.accumulate === 'f64') return ['keeps f32, and everything is computed in f64', others];
  if (program.grid !== undefined || !waitingOf(program).fits)
    return [
      'takes an f32 output stored whole for each value that waits, and no input read after it is written that may be the same memory',
      others,
    ];
  return undefined;
}

/** Whether values that wait can do so in outputs. */
export function canWaitInOutput(situation: Situation): boolean {
  return waitsInOutput(situation) && problemOf(situation) === undefined;
}

/** @throws ERR_INVALID_PLAN with the reason where values cannot wait in outputs. */
export function requireOutputs(situation: Situation): void {
  const problem = problemOf(situation);
  if (problem !== undefined) refuse('materialize', 'output', ...problem);
}
