// The candidates of a program at a shape: every legal combination of the switches' values, each once.
//
// Switches are resolved in the order in which they depend on each other, and a value that comes out as another one is
// that one's candidate (canonicalization): so what has no effect is no axis. A refused value is kept with its reason,
// once for all combinations that it rules out. Where too many would be left, axes are thinned to
// their usual value one after the other, in the order of `thinning`; what was thinned is reported.
import { TileSimdError } from '../errors.js';
import {
  prefetchBesideStreams,
  resolvePrefetch,
  resolveStores,
  resolveTail,
  type AccessSituation,
} from './memory-switches.js';
import type {
  CheckedPlanOptions,
  Mapping,
  Materialize,
  Plan,
  PlanOptions,
  Stores,
  Tail,
  Unroll,
  Width,
} from './plan.js';
import { resolvePrivateMemory } from './private-memory.js';
import { resolveUnroll, type Situation } from './switches.js';

/** Most candidates that explain() prices; beyond that axes are thinned. */
export const mostCandidates = 2000;
/** The same where a kernel waits for its plan: some milliseconds. */
export const mostPlanned = 400;

/** Values of each axis where the switch is free; the first is the usual one, which a thinned axis is left with. */
const values = {
  mapping: ['packet-local', 'whole-program'],
  width: [16, 8, 4, 2],
  fuse: [true, false],
  materialize: ['reload', 'registers', 'snapshot', 'recompute', 'output'],
  tail: ['peeled', 'overlapping', 'masked'],
  stores: ['cached', 'streaming'],
  unroll: ['auto', 1, 2, 4, 8],
  prefetch: [0, 512, 1024],
  accumulators: [4, 1, 2, 8],
  fullPacket: [true, false],
} as const;

export type Axis = keyof typeof values;

/** Axes in the order in which they are thinned: what moves the cost least comes first. */
export const thinning: readonly Axis[] = ['unroll', 'prefetch', 'tail', 'accumulators', 'fuse'];

/** Values that the other switches, the program or the shape rule out. */
export interface Refusal {
  /** The switches that were tried, the refused one last. */
  readonly plan: PlanOptions;
  readonly reason: string;
}

export interface CandidateSet {
  readonly plans: readonly Plan[];
  readonly refused: readonly Refusal[];
  /** Axes that were left with their usual value, because there were too many combinations. */
  readonly thinned: readonly Axis[];
}

/** What candidates are made of. */
export interface CandidateSource {
  /** Options as asked for; what is fixed there is no axis. */
  readonly options: CheckedPlanOptions;
  readonly flat: boolean;
  /** Mapping and width settled, the rest in `options`. @throws ERR_INVALID_PLAN */
  readonly situation: (options: CheckedPlanOptions) => Situation;
  /** The plan of settled switches. */
  readonly plan: (situation: Situation, switches: Switches) => Plan;
  /** Values of P that make different code. */
  readonly fullPacket: readonly boolean[];
}

export interface Switches {
  readonly memory: ReturnType<typeof resolvePrivateMemory>;
  readonly tail: Tail;
  readonly stores: Stores;
  readonly unroll: Unroll;
  readonly prefetch: number;
  readonly fullPacket: boolean;
  readonly accumulators: Plan['accumulators'] | undefined;
}

class Enumeration {
  readonly refused: Refusal[] = [];
  readonly #source: CandidateSource;
  readonly #thinned: ReadonlySet<Axis>;

  constructor(source: CandidateSource, thinned: ReadonlySet<Axis>) {
    this.#source = source;
    this.#thinned = thinned;
  }

  /** What an axis goes through. */
  axis<A extends Axis>(axis: A): readonly CheckedPlanOptions[A][] {
    const given = this.#source.options[axis];
    if (given !== 'auto') return [given];
    const all = values[axis] as readonly CheckedPlanOptions[A][];
    return this.#thinned.has(axis) ? all.slice(0, 1) : all;
  }

  /** `resolve` with one switch more than `tried`, or undefined where it refuses. */
  attempt<T>(tried: PlanOptions, axis: Axis, value: unknown, resolve: () => T): T | undefined {
    try {
      return resolve();
    } catch (error) {
      if (!(error instanceof TileSimdError)) throw error;
      this.refused.push({ plan: { ...tried, [axis]: value }, reason: error.message });
      return undefined;
    }
  }

  /** Values of an axis as they resolve, each once. */
  resolved<A extends Axis, S extends Situation, T>(
    axis: A,
    situation: S,
    tried: PlanOptions,
    resolve: (situation: S) => T,
  ): T[] {
    const found: T[] = [];
    // One copy serves all values: whoever resolves keeps nothing of it.
    const options: Record<string, unknown> = { ...situation.options };
    const settled: S = { ...situation, options: options as unknown as CheckedPlanOptions };
    for (const value of this.axis(axis)) {
      options[axis] = value;
      const result = this.attempt(tried, axis, value, () => resolve(settled));
      if (result !== undefined && !found.includes(result)) found.push(result);
    }
    return found;
  }

  *plans(): Generator<Plan> {
    const { options, situation: situate } = this.#source;
    for (const mapping of this.axis('mapping') as Mapping[])
      for (const width of this.axis('width') as Width[]) {
        const situation = this.attempt({ width }, 'mapping', mapping, () =>
          situate({ ...options, mapping, width }),
        );
        if (situation !== undefined) yield* this.#memories(situation, { mapping, width });
      }
  }

  *#memories(situation: Situation, tried: PlanOptions): Generator<Plan> {
    const seen: Switches['memory'][] = [];
    for (const fuse of this.axis('fuse') as boolean[])
      for (const materialize of this.axis('materialize') as Materialize[]) {
        const options = { ...situation.options, fuse, materialize };
        const settled = { ...situation, options };
        const memory = this.attempt({ ...tried, fuse }, 'materialize', materialize, () =>
          resolvePrivateMemory(settled),
        );
        const isSame = (other: Switches['memory']) =>
          other.fuse === memory?.fuse && other.materialize === memory.materialize;
        if (memory === undefined || seen.some(isSame)) continue;
        seen.push(memory);
        const { flat } = this.#source;
        yield* this.#accesses({ ...settled, flat, memory }, { ...tried, fuse, materialize });
      }
  }

  *#accesses(situation: AccessSituation, tried: PlanOptions): Generator<Plan> {
    const { memory } = situation;
    const unrolls = this.resolved('unroll', situation, tried, (settled) =>
      resolveUnroll(settled, memory.fuse, memory.materialize),
    );
    const isFree = situation.options.order === 'mapping';
    const accumulators = isFree ? (this.axis('accumulators') as Plan['accumulators'][]) : [undefined];
    for (const tail of this.resolved('tail', situation, tried, resolveTail)) {
      const withTail = { ...tried, tail };
      const stored = this.resolved('stores', situation, withTail, (settled) => resolveStores(settled, tail));
      for (const stores of stored) {
        const prefetches = this.resolved('prefetch', situation, { ...withTail, stores }, (settled) =>
          resolvePrefetch(settled, stores),
        );
        const beside = stores === 'streaming' && this.#source.options.prefetch === 'auto' ? prefetchBesideStreams(situation) : 0;
        if (beside > 0 && !prefetches.includes(beside)) prefetches.push(beside);
        for (const unroll of unrolls)
          for (const fullPacket of this.#source.fullPacket)
            for (const count of accumulators)
              for (const prefetch of prefetches)
                yield this.#source.plan(situation, {
                  memory,
                  tail,
                  stores,
                  unroll,
                  prefetch,
                  fullPacket,
                  accumulators: count,
                });
      }
    }
  }
}

/** All candidates, at most `most`, with the axes of `leftOut` at their usual value; reasons are worth their stack traces to nobody, so none is taken. */
export function candidatesOf(
  source: CandidateSource,
  most = mostCandidates,
  leftOut: readonly Axis[] = [],
): CandidateSet {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const thinned = new Set<Axis>(leftOut);
    for (;;) {
      const enumeration = new Enumeration(source, thinned);
      const plans: Plan[] = [];
      for (const plan of enumeration.plans()) {
        plans.push(plan);
        if (plans.length > most && thinned.size < thinning.length) break;
      }
      const next = thinning.find((axis) => !thinned.has(axis));
      if (plans.length <= most || next === undefined)
        return { plans, refused: enumeration.refused, thinned: [...thinned] };
      thinned.add(next);
    }
  } finally {
    Error.stackTraceLimit = limit;
  }
}
