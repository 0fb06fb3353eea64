// How a plan came out as instructions: counters over the functions of a kernel's object.
import type { Architecture, Kernel, StackFrame } from '../runtime/kernel.js';
import { parseAssembly, type FunctionCode, type Instruction } from './assembly.js';
import { hotInstructions } from './cold-blocks.js';
import { isBranch, isCall, memoryAccess, type AccessClass, type MemoryAccess } from './memory-access.js';
import { stackAccesses } from './stack-addresses.js';

/** Vector accesses outside of the stack, by class. */
export type AccessCounts = Readonly<Record<Exclude<AccessClass, 'scalar'>, number>>;

/** Counters of one function. Each instruction counts once, however often it runs. */
export interface FunctionRealization {
  readonly name: string;
  /** Text section; functions that are hardly ever run stand in one of their own. */
  readonly section: string;
  readonly instructions: number;
  /** Bytes of the widest vector access. */
  readonly widestAccess: number;
  readonly vectorLoads: AccessCounts;
  readonly vectorStores: AccessCounts;
  readonly scalarLoads: number;
  readonly scalarStores: number;
  /** Vector accesses to the stack outside of cold blocks: snapshots, waiting accumulators, spilled registers. */
  readonly stackLoads: number;
  readonly stackStores: number;
  /** Bytes that those stores write, each counted once. */
  readonly stackStoreBytes: number;
  readonly calls: number;
  readonly branches: number;
  readonly divisions: number;
  /** Slots of the stack frame that register allocation asked for: vectors, and their bytes. */
  readonly vectorSpills: number;
  readonly vectorSpillBytes: number;
  /** Bytes of the stack frame that the code generator asked for: snapshots, waiting accumulators. */
  readonly variableBytes: number;
}

export interface Realization {
  readonly architecture: Architecture;
  readonly functions: readonly FunctionRealization[];
  /** Bytes of private memory of the packet body: snapshots, on the stack or in the workspace. */
  readonly snapshotBytes: number;
}

type Counts = Record<Exclude<AccessClass, 'scalar'>, number>;
const none = (): Counts => ({ contiguous: 0, masked: 0, gathered: 0, streamed: 0, broadcast: 0 });

/** Counters of a parsed function; `frame` is what the compiler said of its stack. @internal */
export function realizeFunction(
  { name, section, instructions }: FunctionCode,
  architecture: Architecture,
  frame: StackFrame | undefined,
): FunctionRealization {
  const onStack = stackAccesses(instructions, architecture);
  const accessesOf = (some: readonly Instruction[]): MemoryAccess[] =>
    some.flatMap((instruction) => {
      const access = memoryAccess(instruction, architecture);
      if (access === undefined) return [];
      return [onStack.has(instruction) ? { ...access, onStack: true } : access];
    });
  const vectors = { load: none(), store: none() };
  const scalars = { load: 0, store: 0 };
  const stack = { load: 0, store: 0, bytes: 0 };
  let widest = 0;
  for (const access of accessesOf(instructions)) {
    if (access.onStack) continue;
    if (access.class === 'scalar') {
      ++scalars[access.direction];
    } else {
      ++vectors[access.direction][access.class];
      widest = Math.max(widest, access.bytes);
    }
  }
  for (const access of accessesOf(hotInstructions(instructions, architecture))) {
    if (!access.onStack || access.class === 'scalar') continue;
    ++stack[access.direction];
    if (access.direction === 'store') stack.bytes += access.bytes;
  }
  const count = (test: (mnemonic: string) => boolean) =>
    instructions.filter(({ mnemonic }) => test(mnemonic)).length;
  return {
    name,
    section,
    instructions: instructions.length,
    widestAccess: widest,
    vectorLoads: vectors.load,
    vectorStores: vectors.store,
    scalarLoads: scalars.load,
    scalarStores: scalars.store,
    stackLoads: stack.load,
    stackStores: stack.store,
    stackStoreBytes: stack.bytes,
    calls: instructions.filter((instruction) => isCall(instruction, architecture)).length,
    branches: instructions.filter((instruction) => isBranch(instruction, architecture)).length,
    divisions: count((mnemonic) => /^(?:v?div[ps][sd]|f?div|u?s?div|idiv)$/.test(mnemonic)),
    vectorSpills: frame?.vectorSpills ?? 0,
    vectorSpillBytes: frame?.vectorSpillBytes ?? 0,
    variableBytes: frame?.variableBytes ?? 0,
  };
}

/** Counters of every function in an assembly text. @internal */
export function realizeAll(
  assembly: string,
  architecture: Architecture,
  frames: Readonly<Record<string, StackFrame>>,
): FunctionRealization[] {
  return parseAssembly(assembly).map((code) =>
    realizeFunction(code, architecture, Object.hasOwn(frames, code.name) ? frames[code.name] : undefined),
  );
}

/**
 * How a kernel came out as instructions, read from its object.
 * @throws ERR_KERNEL_DISPOSED
 */
export function realization(kernel: Kernel): Realization {
  const { architecture, frames, snapshotBytes } = kernel.info;
  return { architecture, functions: realizeAll(kernel.asm.assembly, architecture, frames), snapshotBytes };
}
