// Static statistics of a captured object: per text section, and whether LLVM specialized full packets by itself.
import { coldName } from '../inspect/cold-blocks.js';
import { sectionsOf } from '../inspect/elf.js';
import { realization, type AccessCounts, type FunctionRealization, type Kernel } from '../index.js';
import type { Capture } from './schema.js';

type Section = Capture['sections'][number];

const noAccesses = (): Section['loads'] => ({
  contiguous: 0,
  masked: 0,
  gathered: 0,
  streamed: 0,
  broadcast: 0,
});

function add(sum: Section['loads'], more: AccessCounts): Section['loads'] {
  const kinds = Object.keys(sum) as (keyof AccessCounts)[];
  return Object.fromEntries(kinds.map((kind) => [kind, sum[kind] + more[kind]])) as Section['loads'];
}

/** Statistics of each section of code. */
export function sectionStatistics(kernel: Kernel): Section[] {
  const { functions } = realization(kernel);
  return sectionsOf(kernel.asm.object)
    .filter(({ isCode, bytes }) => isCode && bytes.length > 0)
    .map(({ name, bytes }) => {
      const own = functions.filter(({ section }) => section === name);
      const sum = (count: (code: FunctionRealization) => number) =>
        own.reduce((total, code) => total + count(code), 0);
      return {
        name,
        bytes: bytes.length,
        functions: own.map((code) => code.name),
        instructions: sum(({ instructions }) => instructions),
        loads: own.reduce((total, { vectorLoads }) => add(total, vectorLoads), noAccesses()),
        stores: own.reduce((total, { vectorStores }) => add(total, vectorStores), noAccesses()),
        stackLoads: sum(({ stackLoads }) => stackLoads),
        stackStores: sum(({ stackStores }) => stackStores),
        calls: sum(({ calls }) => calls),
        branches: sum(({ branches }) => branches),
        divisions: sum(({ divisions }) => divisions),
        vectorSpills: sum(({ vectorSpills }) => vectorSpills),
      };
    });
}

/** What decides whether P0 was folded, of one object. */
export interface FoldingEvidence {
  readonly text: Buffer;
  readonly functions: readonly FunctionRealization[];
  readonly packet: string;
}

export function foldingEvidence(kernel: Kernel): FoldingEvidence {
  const text = Buffer.concat(
    sectionsOf(kernel.asm.object)
      .filter(({ isCode }) => isCode)
      .map(({ bytes }) => bytes),
  );
  return { text, functions: realization(kernel).functions, packet: kernel.info.packet };
}

/** Functions that full packets run. With P those are the clone, or where it was inlined all but the body itself. */
function fullPath({ functions, packet }: FoldingEvidence, withP: boolean): FunctionRealization[] {
  const hot = functions.filter(({ name }) => !coldName.test(name));
  if (!withP) return hot;
  const clone = hot.filter(({ name }) => name.endsWith('.full_packet'));
  return clone.length > 0 ? clone : hot.filter(({ name }) => name !== packet);
}

const maskedIn = (functions: readonly FunctionRealization[]): number =>
  functions.reduce((sum, { vectorLoads, vectorStores }) => sum + vectorLoads.masked + vectorStores.masked, 0);

/** Functions that LLVM's function specialization makes carry its mark in their names. */
const specializedName = /\.specialized\.\d+/;

/** Whether LLVM made of P0 what P makes of it. */
export function foldingOf(p0: FoldingEvidence, p1: FoldingEvidence): NonNullable<Capture['folding']> {
  const sameTextAsP1 = p0.text.equals(p1.text);
  const specializedByLlvm = p0.functions.map(({ name }) => name).filter((name) => specializedName.test(name));
  const maskedAccesses = { p0: maskedIn(fullPath(p0, false)), p1: maskedIn(fullPath(p1, true)) };
  const isFolded = sameTextAsP1 || specializedByLlvm.length > 0;
  return { verdict: isFolded ? 'folded' : 'kept', sameTextAsP1, specializedByLlvm, maskedAccesses };
}
