// The candidates of a program at a shape: every legal combination of the switches' values, each once.
//
// Switches are resolved in the order in which they depend on each other, and a value that comes out as another one is
// that one's candidate (canonicalization): so what has no effect is no axis. A refused value is kept with its reason,
// once for all combinations that it rules out. Where more than `mostCandidates` would be left, axes are thinned to
// their usual value one after the other, in the order of `thinning`; what was thinned is reported.
import { TileSimdError } from '../errors.js';
import { resolvePrefetch, resolveStores, resolveTail, type AccessSituation } from './memory-switches.js';
import type { CheckedPlanOptions, Mapping, Plan, PlanOptions, Stores, Tail, Unroll, Width } from './plan.js';
import { resolvePrivateMemory } from './private-memory.js';
import { resolveUnroll, type Situation } from './switches.js';

/** Most candidates that are priced; beyond that axes are thinned. */
export const mostCandidates = 2000;

/** Values of each axis where the switch is free; the first is the usual one, which a thinned axis is left with. */
const values = {
  mapping: ['packet-local', 'whole-program'],
  width: [16, 8, 4, 2],
  fuse: [true, false],
  materialize: ['reload', 'registers', 'snapshot', 'recompute'],
  tail: ['peeled', 'overlapping', 'masked'],
  stores: ['cached', 'streaming'],
  unroll: ['auto', 1, 2, 4, 8],
  prefetch: [0, 512, 1024],
  accumulators: [4, 1, 2, 8],
  fullPacket: [true, false],
} as const;

type Axis = keyof typeof values;

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
  readonly #reasons = new Set<string>();
  readonly #source: CandidateSource;
  readonly #thinned: ReadonlySet<Axis>;

  constructor(source: CandidateSource, thinned: ReadonlySet<Axis>) {
    this.#source = source;
    this.#thinned = thinned;
  }

  /** What an axis goes through. */
  axis<A extends Axis>(axis: A): readonly CheckedPlanOptions[A][] {
    const given = this.#source.options[axis];
    if (given !== 'auto') return [given as CheckedPlanOptions[A]];
    const all = values[axis] as readonly CheckedPlanOptions[A][];
    return this.#thinned.has(axis) ? all.slice(0, 1) : all;
  }

  /** `resolve`, or undefined where it refuses. */
  attempt<T>(tried: PlanOptions, resolve: () => T): T | undefined {
    try {
      return resolve();
    } catch (error) {
      if (!(error instanceof TileSimdError)) throw error;
      const key = JSON.stringify(tried);
      if (!this.#reasons.has(key)) this.refused.push({ plan: tried, reason: error.message });
      this.#reasons.add(key);
      return undefined;
    }
  }

  /** Values of an axis as they resolve, each once. */
  resolved<A extends Axis, T>(
    axis: A,
    situation: Situation,
    tried: PlanOptions,
    resolve: (situation: Situation) => T,
  ): T[] {
    const found = new Set<T>();
    for (const value of this.axis(axis)) {
      const options = { ...situation.options, [axis]: value };
      const result = this.attempt({ ...tried, [axis]: value }, () => resolve({ ...situation, options }));
      if (result !== undefined) found.add(result);
    }
    return [...found];
  }

  *plans(): Generator<Plan> {
    const { options, situation: situate } = this.#source;
    for (const mapping of this.axis('mapping'))
      for (const width of this.axis('width')) {
        const tried = { mapping, width } as PlanOptions;
        const situation = this.attempt(tried, () =>
          situate({ ...options, mapping: mapping as Mapping, width: width as Width }),
        );
        if (situation !== undefined) yield* this.#memories(situation, tried);
      }
  }

  *#memories(situation: Situation, tried: PlanOptions): Generator<Plan> {
    const seen = new Set<string>();
    for (const fuse of this.axis('fuse'))
      for (const materialize of this.axis('materialize')) {
        const options = { ...situation.options, fuse, materialize } as CheckedPlanOptions;
        const settled = { ...situation, options };
        const all = { ...tried, fuse, materialize } as PlanOptions;
        const memory = this.attempt(all, () => resolvePrivateMemory(settled));
        if (memory === undefined) continue;
        const key = JSON.stringify(memory);
        if (seen.has(key)) continue;
        seen.add(key);
        yield* this.#accesses(settled, memory, all);
      }
  }

  *#accesses(situation: Situation, memory: Switches['memory'], tried: PlanOptions): Generator<Plan> {
    const { flat, plan } = this.#source;
    const access = (settled: Situation): AccessSituation => ({ ...settled, flat, memory });
    const unrolls = this.resolved('unroll', situation, tried, (settled) =>
      resolveUnroll(settled, memory.fuse, memory.materialize),
    );
    const prefetches = this.resolved('prefetch', situation, tried, (settled) => resolvePrefetch(access(settled)));
    const accumulators =
      situation.options.order === 'mapping' ? (this.axis('accumulators') as Plan['accumulators'][]) : [undefined];
    for (const tail of this.resolved('tail', situation, tried, (settled) => resolveTail(access(settled)))) {
      const withTail = { ...tried, tail };
      for (const stores of this.resolved('stores', situation, withTail, (settled) =>
        resolveStores(access(settled), tail),
      ))
        for (const unroll of unrolls)
          for (const prefetch of prefetches)
            for (const count of accumulators)
              for (const fullPacket of this.#source.fullPacket)
                yield plan(situation, {
                  memory, tail, stores, unroll, prefetch, fullPacket, accumulators: count,
                });
    }
  }
}

/** All candidates; reasons are worth their stack traces to nobody, so none is taken. */
export function candidatesOf(source: CandidateSource): CandidateSet {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const thinned = new Set<Axis>();
    for (;;) {
      const enumeration = new Enumeration(source, thinned);
      const plans: Plan[] = [];
      for (const plan of enumeration.plans()) {
        plans.push(plan);
        if (plans.length > mostCandidates && thinned.size < thinning.length) break;
      }
      const next = thinning.find((axis) => !thinned.has(axis));
      if (plans.length <= mostCandidates || next === undefined)
        return { plans, refused: enumeration.refused, thinned: [...thinned] };
      thinned.add(next);
    }
  } finally {
    Error.stackTraceLimit = limit;
  }
}
