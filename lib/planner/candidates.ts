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
import { resolvePrivateMemory, type PrivateMemory } from './private-memory.js';
import { resolveUnroll, type Situation } from './switches.js';

/** Most candidates that explain() prices; beyond that axes are thinned. */
export const mostCandidates = 2000;
/** The same where a kernel waits for its plan: a millisecond or two. */
export const mostPlanned = 100;

/** Values of each axis where the switch is free; the first is the usual one, which a thinned axis is left with. */
export const axisValues = {
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

export type Axis = keyof typeof axisValues;

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
  /** Why streaming stores are no candidates although they are possible; undefined where they are. */
  readonly idleStreams?: string | undefined;
  /** Whether refusals are left out: what cannot become a candidate is then not even tried. */
  readonly isQuick: boolean;
}

export interface Switches {
  readonly memory: PrivateMemory;
  readonly tail: Tail;
  readonly stores: Stores;
  readonly unroll: Unroll;
  readonly prefetch: number;
  readonly fullPacket: boolean;
  readonly accumulators: Plan['accumulators'] | undefined;
}

/** Candidates that share mapping, width and private memory: what each further axis has for them, the usual value first. */
interface Group {
  readonly situation: AccessSituation;
  readonly isUsualFuse: boolean;
  readonly tails: readonly { readonly tail: Tail; readonly stores: readonly Stores[] }[];
  readonly unrolls: readonly Unroll[];
  readonly prefetches: readonly number[];
  readonly besideStreams: readonly number[];
}

const prefetchesOf = ({ prefetches, besideStreams }: Group, stores: Stores) =>
  stores === 'streaming' ? [...prefetches, ...besideStreams] : prefetches;

/** A copy of options that resolving is tried with, value by value: whoever resolves keeps nothing of it. */
type Trial = { -readonly [K in keyof CheckedPlanOptions]: CheckedPlanOptions[K] };

/** All groups, with every value of every axis: thinning takes away from them, and resolves nothing again. */
class Enumeration {
  readonly groups: Group[] = [];
  readonly #refused: Refusal[] = [];
  readonly #source: CandidateSource;
  #hasIdleStreams = false;

  constructor(source: CandidateSource) {
    this.#source = source;
    const { options, situation: situate } = source;
    for (const mapping of this.axis('mapping') as Mapping[])
      for (const width of this.axis('width') as Width[]) {
        const situation = this.#attempt({ width }, 'mapping', mapping, () =>
          situate({ ...options, mapping, width }),
        );
        if (situation !== undefined) this.#addMemories(situation, { mapping, width });
      }
  }

  /** What an axis goes through, the usual value first; the fixed one where it is no axis. */
  axis<A extends Axis>(axis: A): readonly CheckedPlanOptions[A][] {
    const given = this.#source.options[axis];
    return given === 'auto' ? (axisValues[axis] as readonly CheckedPlanOptions[A][]) : [given];
  }

  /** Refusals of combinations that thinned axes leave. */
  refused(thinned: ReadonlySet<Axis>): Refusal[] {
    const isLeft = ({ plan }: Refusal) =>
      [...thinned].every((axis) => plan[axis] === undefined || plan[axis] === this.axis(axis)[0]);
    const left = this.#refused.filter(isLeft);
    const { idleStreams } = this.#source;
    if (this.#hasIdleStreams && idleStreams !== undefined)
      left.push({ plan: { stores: 'streaming' }, reason: idleStreams });
    return left;
  }

  #accumulators(): readonly (Plan['accumulators'] | undefined)[] {
    const isFree = this.#source.options.order === 'mapping';
    return isFree ? (this.axis('accumulators') as Plan['accumulators'][]) : [undefined];
  }

  /** Groups, and values within them, that thinned axes leave. */
  *#left(thinned: ReadonlySet<Axis>): Generator<Group> {
    const some = <T>(axis: Axis, all: readonly T[]) => (thinned.has(axis) ? all.slice(0, 1) : all);
    for (const group of this.groups) {
      if (thinned.has('fuse') && !group.isUsualFuse) continue;
      yield {
        ...group,
        tails: some('tail', group.tails),
        unrolls: some('unroll', group.unrolls),
        prefetches: some('prefetch', group.prefetches),
      };
    }
  }

  count(thinned: ReadonlySet<Axis>): number {
    const accumulators = thinned.has('accumulators') ? 1 : this.#accumulators().length;
    const each = this.#source.fullPacket.length * accumulators;
    let count = 0;
    for (const group of this.#left(thinned))
      for (const { stores } of group.tails)
        for (const kind of stores) count += group.unrolls.length * prefetchesOf(group, kind).length * each;
    return count;
  }

  plans(thinned: ReadonlySet<Axis>): Plan[] {
    const plans: Plan[] = [];
    const { fullPacket: everyP, plan } = this.#source;
    const accumulators = this.#accumulators().slice(0, thinned.has('accumulators') ? 1 : undefined);
    for (const group of this.#left(thinned)) {
      const { situation, tails, unrolls } = group;
      const { memory } = situation;
      for (const { tail, stores: everyStore } of tails)
        for (const stores of everyStore)
          for (const unroll of unrolls)
            for (const fullPacket of everyP)
              for (const count of accumulators)
                for (const prefetch of prefetchesOf(group, stores))
                  plans.push(
                    plan(situation, {
                      memory,
                      tail,
                      stores,
                      unroll,
                      prefetch,
                      fullPacket,
                      accumulators: count,
                    }),
                  );
    }
    return plans;
  }

  /** `resolve` with one switch more than `tried`, or undefined where it refuses. */
  #attempt<T>(tried: PlanOptions, axis: Axis, value: unknown, resolve: () => T): T | undefined {
    try {
      return resolve();
    } catch (error) {
      if (!(error instanceof TileSimdError)) throw error;
      this.#refused.push({ plan: { ...tried, [axis]: value }, reason: error.message });
      return undefined;
    }
  }

  /** Values of an axis as they resolve, each once; `trial` is what `resolve` looks at. */
  #resolved<T>(axis: Axis, trial: Trial, tried: PlanOptions, resolve: () => T): T[] {
    const found: T[] = [];
    const options: Record<string, unknown> = trial;
    const given = options[axis];
    for (const value of this.axis(axis)) {
      options[axis] = value;
      const result = this.#attempt(tried, axis, value, resolve);
      if (result !== undefined && !found.includes(result)) found.push(result);
    }
    options[axis] = given;
    return found;
  }

  #addMemories(situation: Situation, tried: PlanOptions): void {
    const seen: PrivateMemory[] = [];
    const trial: Trial = { ...situation.options };
    const settled = { ...situation, options: trial };
    for (const fuse of this.axis('fuse') as boolean[])
      for (const materialize of this.axis('materialize') as Materialize[]) {
        trial.fuse = fuse;
        trial.materialize = materialize;
        const memory = this.#attempt({ ...tried, fuse }, 'materialize', materialize, () =>
          resolvePrivateMemory(settled),
        );
        const isSame = (other: PrivateMemory) =>
          other.fuse === memory?.fuse && other.materialize === memory.materialize;
        if (memory === undefined || seen.some(isSame)) continue;
        seen.push(memory);
        this.#addGroup(settled, memory, { ...tried, fuse, materialize });
      }
  }

  #addGroup(from: Situation, memory: PrivateMemory, tried: PlanOptions): void {
    const trial: Trial = { ...from.options };
    const situation = { ...from, options: trial, flat: this.#source.flat, memory };
    const unrolls = this.#resolved('unroll', trial, tried, () =>
      resolveUnroll(situation, memory.fuse, memory.materialize),
    );
    // 'auto' is none of the values, so what stores are does not matter here.
    const prefetches = this.#resolved('prefetch', trial, tried, () => resolvePrefetch(situation, 'cached'));
    const tails = this.#resolved('tail', trial, tried, () => resolveTail(situation)).map((tail) => {
      return { tail, stores: this.#stores(situation, trial, { ...tried, tail }, tail) };
    });
    const isUsualFuse = tried.fuse === this.axis('fuse')[0];
    this.groups.push({
      situation,
      isUsualFuse,
      tails,
      unrolls,
      prefetches,
      besideStreams: this.#besideStreams(situation, tails, prefetches),
    });
  }

  /** What is prefetched only where stores stream. */
  #besideStreams(situation: AccessSituation, tails: Group['tails'], others: readonly number[]): number[] {
    const isCandidate = tails.some(({ stores }) => stores.includes('streaming'));
    if (!isCandidate || this.#source.options.prefetch !== 'auto') return [];
    const beside = prefetchBesideStreams(situation);
    return others.includes(beside) ? [] : [beside];
  }

  #stores(situation: AccessSituation, trial: Trial, tried: PlanOptions, tail: Tail): readonly Stores[] {
    const { idleStreams, isQuick } = this.#source;
    if (idleStreams !== undefined && isQuick) return ['cached'];
    const stores = this.#resolved('stores', trial, tried, () => resolveStores(situation, tail));
    if (idleStreams === undefined || !stores.includes('streaming')) return stores;
    this.#hasIdleStreams = true;
    return stores.filter((value) => value !== 'streaming');
  }
}

/** All candidates, at most `most`. Reasons are worth their stack traces to nobody, so none is taken. */
export function candidatesOf(source: CandidateSource, most: number): CandidateSet {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const enumeration = new Enumeration(source);
    const thinned = new Set<Axis>();
    for (const axis of thinning) {
      if (enumeration.count(thinned) <= most) break;
      thinned.add(axis);
    }
    return {
      plans: enumeration.plans(thinned),
      refused: source.isQuick ? [] : enumeration.refused(thinned),
      thinned: [...thinned],
    };
  } finally {
    Error.stackTraceLimit = limit;
  }
}
