// Predicted features of a candidate beside the counters decoded from its object.
import { coldName } from '../../lib/inspect/cold-blocks.js';
import { parseAssembly, type FunctionCode, type Instruction } from '../../lib/inspect/assembly.js';
import { memoryAccess } from '../../lib/inspect/memory-access.js';
import { stackAccesses } from '../../lib/inspect/stack-addresses.js';
import { workTarget } from '../../lib/planner/choose.js';
import { codeFeatures, type CodeFeatures } from '../../lib/planner/features.js';
import type { AccessCounts } from '../../lib/planner/accesses.js';
import { isElementaryOp } from '../../lib/planner/phases.js';
import { ShapedProgram } from '../../lib/planner/shaped-program.js';
import { shippedPolicy } from '../../lib/planner/policy.js';
import { targetOf } from '../../lib/planner/target.js';
import { hostCpu } from '../../lib/runtime/planning.js';
import type { Kernel } from '../../lib/runtime/kernel.js';

export interface DecodedFeatures {
  readonly loads: AccessCounts;
  readonly stores: AccessCounts;
  readonly instructions: number;
  readonly spilled: number;
}

const oncePerRow = /\.(?:join|combine)_\w+$/;
const none = (): AccessCounts => ({
  contiguous: 0,
  masked: 0,
  gathered: 0,
  streamed: 0,
  broadcast: 0,
  scalar: 0,
});

/**
 * How many times more copies there are where several short packets run in one iteration: four in whole blocks, and in a
 * partial one these and one for the rest. Told by what such an iteration stores, for the
 * optimizer decides by a size that is not known here.
 */
function sideBySide(kernel: Kernel, functions: readonly FunctionCode[]): number {
  if (!kernel.program.ops.some(({ op }) => isElementaryOp(op))) return 1;
  const count = (code: readonly Instruction[]): number => {
    const onStack = stackAccesses(code, 'x86-64');
    return code.filter((instruction) => {
      const access = memoryAccess(instruction, 'x86-64');
      const isBuffers = access?.class !== 'scalar' && access?.onStack === false && !onStack.has(instruction);
      return access?.direction === 'store' && isBuffers;
    }).length;
  };
  const stored = functions.reduce((sum, { instructions }) => sum + count(instructions), 0);
  const { scalar: _, ...stores } = predictedFeatures(kernel).stores;
  const each = Object.values(stores).reduce((sum, some) => sum + some, 0);
  const factor = 4.5;
  return each > 0 && stored === 2 * factor * each ? factor : 1;
}

/** The functions that full packets run, and how many copies of the body are in them. */
function fullPath(kernel: Kernel, functions: readonly FunctionCode[]): [FunctionCode[], number] {
  const { applied } = kernel.specialization;
  const named = (end: string) => functions.find(({ name }) => name.endsWith(end));
  const own = named(applied ? '.full_packet' : '.packet');
  if (own !== undefined) return [[own], 1];
  // Inlined: once for whole blocks and once for a partial one; a tail that has no clone comes third.
  const copies = kernel.plan.mapping === 'whole-program' && named('.packet') === undefined ? 3 : 2;
  return [functions.filter(({ name }) => !name.endsWith('.packet')), copies * sideBySide(kernel, functions)];
}

interface Place {
  /** What is added to the offset, as text. */
  readonly address: string;
  readonly offset: number;
}
const nowhere = { address: '', offset: 0, bytes: 0 };

function placeOf({ operands }: Instruction): Place {
  const text = operands.find((operand) => operand.includes('['))?.replace(/^\w+ ptr /, '') ?? '';
  const [, address, sign, offset] = /^\[(.*?)(?: ([+-]) (0x[0-9a-f]+))?\]/.exec(text) ?? [];
  return { address, offset: offset === undefined ? 0 : Number(offset) * (sign === '-' ? -1 : 1) };
}

/** Counters of one packet body in a kernel's object. */
export function decodedFeatures(kernel: Kernel): DecodedFeatures {
  const all = parseAssembly(kernel.asm.assembly);
  const hot = all.filter(({ name }) => !coldName.test(name) && !oncePerRow.test(name));
  const [functions, copies] = fullPath(kernel, hot);
  const loads = none();
  const stores = none();
  let instructions = 0;
  let spilled = 0;
  for (const { name, instructions: code } of functions) {
    instructions += code.length;
    spilled += Object.hasOwn(kernel.info.frames, name) ? kernel.info.frames[name].vectorSpills : 0;
    const onStack = stackAccesses(code, 'x86-64');
    let before = nowhere;
    for (const instruction of code) {
      const access = memoryAccess(instruction, 'x86-64');
      if (access === undefined || access.onStack || onStack.has(instruction)) continue;
      // LLVM reads a half of a vector again where it only needs that.
      const place = placeOf(instruction);
      const isLoad = access.direction === 'load';
      const isAgain =
        isLoad &&
        place.address === before.address &&
        place.offset >= before.offset &&
        place.offset + access.bytes <= before.offset + before.bytes &&
        access.bytes < before.bytes;
      before = isLoad ? { ...place, bytes: access.bytes } : nowhere;
      if (!isAgain) (access.direction === 'load' ? loads : stores)[access.class] += 1 / copies;
    }
  }
  return {
    loads,
    stores,
    instructions: instructions / copies,
    spilled: spilled / Math.min(copies, functions.length),
  };
}

/** Features of a kernel's candidate as the planner predicts them. */
export function predictedFeatures(kernel: Kernel): CodeFeatures {
  const { lanes } = targetOf(kernel.plan.features, hostCpu());
  const target = workTarget(shippedPolicy(lanes, true));
  const shaped = new ShapedProgram(kernel.program, kernel.shape, kernel.flat);
  return codeFeatures(shaped, kernel.plan, target, kernel.specialization.applied);
}

const exact = ['contiguous', 'masked', 'gathered', 'streamed'] as const;

/** In words, accesses of which another number was predicted than there are; nothing if all are right. */
export function wrongAccesses(predicted: CodeFeatures, decoded: DecodedFeatures): string[] {
  const wrong: string[] = [];
  for (const side of ['loads', 'stores'] as const) {
    const compare = (kind: string, want: number, got: number) => {
      if (Math.abs(want - got) > 1e-6) wrong.push(`${kind} ${side}: predicted ${want}, decoded ${got}`);
    };
    const want = predicted[side];
    const got = decoded[side];
    if (side === 'loads' && predicted.masksAreOpen) {
      compare('contiguous and masked', want.contiguous + want.masked, got.contiguous + got.masked);
      compare('gathered', want.gathered, got.gathered);
      continue;
    }
    for (const kind of exact) compare(kind, want[kind], got[kind]);
  }
  return wrong;
}

/** Whether a predicted size is within 20 % of the decoded one; a few instructions are always allowed. */
export function isNear(predicted: number, decoded: number, always: number): boolean {
  return Math.abs(predicted - decoded) <= Math.max(always, 0.2 * decoded);
}
