// What a kernel's final object should not contain, and why it is there. A finding is no error: results are right
// either way, but the code is slower than the plan meant it to be.
import { isLooped, tileExtents } from '../planner/tiles.js';
import { dtypes } from '../ir/dtype.js';
import type { Architecture, Kernel, StackFrame } from '../runtime/kernel.js';
import { cpu } from '../runtime/cpu.js';
import { parseAssembly } from './assembly.js';
import { coldName } from './cold-blocks.js';
import { isCall } from './memory-access.js';
import { realizeAll, type FunctionRealization } from './realization.js';

export type FindingKind = 'call' | 'spill' | 'masked-access' | 'gather';

export interface Finding {
  readonly kind: FindingKind;
  /** Function of the object. */
  readonly function: string;
  readonly count: number;
  readonly message: string;
}

/**
 * Spilled vectors that are no finding: a few values that do not change in a loop wait on the stack beside it, and long
 * bodies of elementary functions that stand side by side are faster with a spill in so many instructions than apart.
 */
const harmlessSpills = 3;
const instructionsPerSpill = 64;
const spillsAllowed = ({ instructions }: FunctionRealization) =>
  Math.max(harmlessSpills, instructions / instructionsPerSpill);

/** Functions that run once per row at most, beside the cold ones. */
const oncePerRow = /\.(?:join|combine)_\w+$/;

/** What decides whether an instruction is a finding. @internal */
export interface LintFacts {
  readonly architecture: Architecture;
  readonly frames: Readonly<Record<string, StackFrame>>;
  readonly packet: string;
  readonly entry: string;
  /** Whether full packets run a clone of the packet body. */
  readonly specialized: boolean;
  /** Whether there are packets that may not be full. */
  readonly hasTail: boolean;
  /** Whether the program itself asks for elements that lie apart. */
  readonly gathersAllowed: boolean;
  /** Whether the plan asks for private memory that is accessed lane by lane. */
  readonly privateGathers: boolean;
  /** Whether the last vector of some row is ragged, or the plan asks for masks. */
  readonly masksAllowed: boolean;
}

/**
 * Functions that full packets run. The packet body itself is the tail's once there is a clone; where it was inlined
 * into the entry beside the clone, the two cannot be told apart any more, and nothing is said of the entry.
 */
function isFullPath(name: string, facts: LintFacts, functions: readonly FunctionRealization[]): boolean {
  if (!facts.specialized || name === facts.packet) return false;
  if (functions.some((other) => other.name.endsWith('.full_packet'))) return name.endsWith('.full_packet');
  const tailIsApart = !facts.hasTail || functions.some((other) => other.name === facts.packet);
  return tailIsApart && name.startsWith(facts.entry);
}

/** Vector accesses of one class, outside of the stack. */
function accesses({ vectorLoads, vectorStores }: FunctionRealization, kind: 'masked' | 'gathered'): number {
  return vectorLoads[kind] + vectorStores[kind];
}

/** Findings in an object's assembly. @internal */
export function findingsOf(assembly: string, facts: LintFacts): Finding[] {
  const { architecture, frames } = facts;
  const functions = realizeAll(assembly, architecture, frames);
  const findings: Finding[] = [];
  const find = (kind: FindingKind, name: string, count: number, message: string): void => {
    if (count > 0) findings.push({ kind, function: name, count, message });
  };
  const own = new Set(functions.flatMap(({ name, section }) => [name, section]));
  for (const { name, instructions } of parseAssembly(assembly)) {
    const leaving = instructions
      .filter((instruction) => isCall(instruction, architecture))
      .flatMap(({ symbol }) => (symbol === undefined || own.has(symbol) ? [] : [symbol]));
    find('call', name, leaving.length, `calls ${[...new Set(leaving)].join(', ')}, outside of the object`);
  }
  for (const code of functions) {
    const { name } = code;
    if (coldName.test(name) || oncePerRow.test(name)) continue;
    if (code.stackStores > 0 && code.vectorSpills > spillsAllowed(code))
      find('spill', name, code.vectorSpills, `spills ${code.vectorSpillBytes} bytes of vectors to the stack`);
    if (!facts.gathersAllowed && !facts.privateGathers)
      find('gather', name, accesses(code, 'gathered'), 'gathers or scatters elements that are neighbours');
    if (!facts.masksAllowed && isFullPath(name, facts, functions))
      find(
        'masked-access',
        name,
        accesses(code, 'masked'),
        'masks accesses of full packets without ragged rows',
      );
  }
  return findings;
}

/**
 * Findings on the object of a kernel: calls that leave it (a scalar libm call), vectors spilled to the stack (not those
 * that only a call of a cold function makes wait there), gathers under packet-local mapping (grids, strides above 4 and
 * plans without `contiguous` have to), and masked accesses in the path of full packets where
 * no row is ragged.
 * @throws ERR_KERNEL_DISPOSED
 */
export function lint(kernel: Kernel): readonly Finding[] {
  const { info, plan } = kernel;
  const isPacketLocal = plan.mapping === 'packet-local';
  const isRagged = isPacketLocal && hasRaggedTiles(kernel);
  return findingsOf(kernel.asm.assembly, {
    architecture: info.architecture,
    frames: info.frames,
    packet: info.packet,
    entry: info.entry,
    specialized: info.specialization.applied,
    hasTail: info.specialization.tailCallSites > 0,
    gathersAllowed: !isPacketLocal || mayGather(kernel) || (isRagged && !hasMaskedAccesses(kernel)),
    privateGathers: !plan.contiguous,
    masksAllowed: isRagged || plan.tail === 'masked' || plan.stores !== 'cached',
  });
}

/** Whether some row, or some tile of a loop, ends within a vector. */
function hasRaggedTiles({ program, plan, shape }: Kernel): boolean {
  const sized = { program, extents: shape };
  const ragged = (extent: number) => extent % plan.width !== 0;
  return Object.keys(shape).some((dim) =>
    isLooped(program, dim) ? tileExtents(sized, dim).some(ragged) : ragged(shape[dim]),
  );
}

/**
 * Whether the target has masked accesses for all of a program's elements: without them a ragged vector is accessed lane by
 * lane. Those of elements smaller than 32 bits came with AVX-512.
 */
function hasMaskedAccesses({ info, plan, program }: Kernel): boolean {
  const { features } = cpu();
  if (info.architecture !== 'x86-64' || plan.features === 'x86-64-v2' || !features.includes('avx'))
    return false;
  const hasSmall = program.params.some(({ dtype }) => dtypes[dtype].bytes < 4);
  return !hasSmall || (plan.features !== 'x86-64-v3' && features.includes('avx512bw'));
}

function mayGather({ program }: Kernel): boolean {
  if (program.grid !== undefined) return true;
  return program.ops.some((op) => (op.op === 'load' || op.op === 'store') && (op.slice?.stride ?? 1) > 4);
}
