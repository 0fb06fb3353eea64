// Instructions of one unit of a loop, by what executes them. Counts per op come from objects
// (policies/instructions.json, made by `npm run fit:instructions`), so they follow the code generator.
import type { TileProgram } from '../ir/program.js';
import { argsOf, compareOps, functionOps, isBuffer, logicalOps, type Op } from '../ir/types.js';
import type { ElementLoop } from './schedule.js';

/** Counts per vector register. */
export interface InstructionTable {
  readonly ops: Readonly<Record<string, number>>;
  /** What a load or store of a storage type takes beside the access. */
  readonly loads: Readonly<Record<string, number>>;
  readonly stores: Readonly<Record<string, number>>;
  readonly reductions: Readonly<Record<string, number>>;
}

/** Arithmetic of one vector of a loop's elements, per register. */
export interface Arithmetic {
  /** Vector instructions, without the accesses of buffers and private memory. */
  readonly instructions: number;
  /** Divisions and square roots among them: they occupy their unit for long. */
  readonly divisions: number;
  /** Accesses that an arithmetic instruction takes along as an operand. */
  readonly folded: number;
  /** Instructions of accumulating, of all reductions together. */
  readonly accumulating: number;
  /** Loads that go through a register, for conversions or because several ops use them. */
  readonly loads: number;
  readonly stores: number;
  /** Values that ops work on at the same time, roughly: registers beside those of the accumulators. */
  readonly live: number;
  /** Values that all units share: row scalars and constants. */
  readonly shared: number;
}

const functions: ReadonlySet<string> = new Set(functionOps);
const compares: ReadonlySet<string> = new Set(compareOps);
const logicals: ReadonlySet<string> = new Set(logicalOps);
const divisionsOf: Readonly<Record<string, number>> = {
  div: 1,
  sqrt: 1,
  rsqrt: 2,
  reciprocal: 1,
  sigmoid: 1,
  tanh: 1,
};
/** Registers that an op needs to work in, beyond operands and result. */
const work: Readonly<Record<string, number>> = {
  exp: 3,
  exp2: 3,
  log: 6,
  tanh: 6,
  erf: 7,
  sigmoid: 4,
  sin: 8,
  cos: 8,
  min: 2,
  max: 2,
};
/** Constants of an op that live in registers where a loop has room for them. */
const constants: Readonly<Record<string, number>> = {
  exp: 11,
  exp2: 9,
  log: 14,
  tanh: 14,
  erf: 16,
  sigmoid: 12,
  sin: 14,
  cos: 14,
};

function opCount(table: InstructionTable, op: Op, element: string | undefined): number {
  if (element === 'i32') return 1;
  if (compares.has(op.op)) return table.ops.compare;
  if (logicals.has(op.op)) return table.ops.logical;
  const count = table.ops[op.op] ?? castCount(table, op.op);
  return functions.has(op.op) ? count + 1 : count;
}

function castCount({ loads, stores }: InstructionTable, op: string): number {
  const dtype = { castF16: 'f16', castBf16: 'bf16' }[op];
  return dtype === undefined ? 1 : 1 + loads[dtype] + stores[dtype];
}

/** Arithmetic of one unit. `folds`: whether the target's arithmetic takes unaligned memory operands. */
export function arithmeticOf(
  program: TileProgram,
  loop: ElementLoop,
  table: InstructionTable,
  folds: boolean,
): Arithmetic {
  const { ops, types } = program;
  const params = new Map(program.params.filter(isBuffer).map((param) => [param.name, param]));
  const inLoop = [...loop.body, ...loop.reductions, ...loop.stores];
  const uses = new Map<number, number>();
  for (const id of inLoop) for (const arg of argsOf(ops[id])) uses.set(arg, (uses.get(arg) ?? 0) + 1);
  const isMemory = (id: number) =>
    (loop.body.includes(id) && ops[id].op === 'load') || loop.reads.includes(id);
  let instructions = 0;
  let divisions = 0;
  let folded = 0;
  let loads = 0;
  let live = 0;
  const shared = new Set<number | string>();
  let sharedConstants = 0;
  const fold = (args: readonly number[]) => {
    const one = args.find((arg) => isMemory(arg) && uses.get(arg) === 1 && !loop.keeps.includes(arg));
    if (folds && one !== undefined) ++folded;
  };
  for (const id of loop.body) {
    const op = ops[id];
    if (op.op === 'load') {
      const dtype = params.get(op.param)?.dtype ?? 'f32';
      loads += table.loads[dtype] ?? 0;
      continue;
    }
    if (op.op === 'columnIndex') {
      instructions += 2;
      continue;
    }
    instructions += opCount(table, op, types[id]?.element);
    divisions += divisionsOf[op.op] ?? 0;
    fold(argsOf(op));
    live = Math.max(live, argsOf(op).length + 1 + (work[op.op] ?? 0));
    for (const arg of argsOf(op)) if (types[arg]?.shape === 'scalar') shared.add(arg);
    if (!shared.has(op.op) && constants[op.op] !== undefined) {
      shared.add(op.op);
      sharedConstants += constants[op.op] - 1;
    }
  }
  let accumulating = 0;
  for (const id of loop.reductions) {
    const op = ops[id] as { kind: string; args: readonly number[] };
    accumulating += table.reductions[op.kind === 'mean' ? 'sum' : op.kind];
    fold(op.args);
  }
  let stores = 0;
  for (const id of loop.stores) {
    const op = ops[id] as { param: string };
    stores += table.stores[params.get(op.param)?.dtype ?? 'f32'] ?? 0;
  }
  return {
    instructions,
    divisions,
    folded,
    accumulating,
    loads,
    stores,
    live,
    shared: shared.size + sharedConstants,
  };
}
