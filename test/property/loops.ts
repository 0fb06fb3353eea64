// Random loops over column tiles, within a random program.
import type { LoopTile, Output, ProgramBuilder, RowScalar, Tile } from '../../lib/index.js';
import { Expressions, type Value } from './expressions.js';
import { anything, interval } from './interval.js';
import type { Random } from '../support/draws.js';

/** Dim of the tiles of every loop. */
export const tileDim = 't';

/** What the program around a loop gives to it. */
export interface Surroundings {
  readonly b: ProgramBuilder;
  readonly random: Random;
  readonly outer: Expressions;
  /** Dim of the rows. */
  readonly dim: string;
  /** An input of numbers along `dim`, or a slice of one, and the range of its numbers. */
  source(): { readonly handle: Tile; readonly range: Value['range'] };
  /** An output along `dim`. */
  output(): Output;
  /** Whether the loop may store. */
  readonly stores: boolean;
}

/** A loop of about `steps` ops; what it results in joins the values of the program. */
export function makeLoop(around: Surroundings, steps: number): void {
  const { b, random, outer, dim } = around;
  const scalarOf = (element: 'f32' | 'i32'): Value | undefined => {
    const fitting = outer.pool.filter((value) => value.dim === undefined && value.element === element);
    return fitting.length > 0 ? random.pick(fitting) : undefined;
  };
  const start = (): number | RowScalar => {
    const value = random.chance(0.4) ? scalarOf('f32') : undefined;
    if (value === undefined) return random.pick([0, -1, 2.5]);
    value.used = true;
    return value.handle as RowScalar;
  };
  const carry = {
    c0: start(),
    ...(random.chance(0.5) ? { c1: start(), i0: b.index(random.int(-3, 3)) } : {}),
  };
  const carryTiles = random.chance(0.6)
    ? { k0: start(), ...(random.chance(0.4) ? { k1: start(), k2: b.rowIndex() } : {}) }
    : {};
  const loop = { dim, tile: tileDim, carry, carryTiles } as const;
  const isTile = (name: string) => name.startsWith('k');
  const isIndex = (name: string) => name === 'i0' || name === 'k2';
  const valueOf = (name: string, handle: object, used: boolean): Value => ({
    handle,
    element: isIndex(name) ? 'i32' : 'f32',
    dim: isTile(name) ? tileDim : undefined,
    range: anything,
    used,
  });
  const results = b.loop(loop, (t, carried) => {
    const inner = new Expressions(b, random.fork('loop'), (element, along) => leaf(t, element, along));
    const values = Object.entries(carried).map(
      ([name, handle]) => [name, valueOf(name, handle, true)] as const,
    );
    inner.pool.push(...values.map(([, value]) => value));
    for (let step = 0; step < steps; ++step) inner.step([tileDim], false);
    const next = values.map(([name, value]) => [name, nextOf(inner, name, value)] as const);
    useUp(t, inner, next[0][1]);
    return Object.fromEntries(
      next.map(([name], i) => [name, (i === 0 ? (inner.pool.at(-1) as Value) : next[i][1]).handle]),
    ) as never;
  });
  for (const [name, handle] of Object.entries(results))
    outer.pool.push(valueOf(name, handle as object, false));

  function leaf(t: LoopTile, element: 'f32' | 'i32', along: string | undefined): Value {
    if (along === undefined) {
      const old = random.chance(0.7) ? scalarOf(element) : undefined;
      if (old !== undefined) return old;
      const handle = element === 'f32' ? b.const(random.int(-4, 4) / 2) : t.start();
      return {
        handle,
        element,
        dim: undefined,
        range: element === 'f32' ? interval(-2, 2) : anything,
        used: true,
      };
    }
    if (element === 'i32') {
      const handle = random.chance(0.5) ? t.columnIndex() : t.tileIndex();
      return { handle, element, dim: tileDim, range: anything, used: true };
    }
    const { handle, range } = around.source();
    return { handle: t.load(handle), element, dim: tileDim, range, used: false };
  }

  /** The value in the next tile: of itself and another of its kind, or another alone. */
  function nextOf(inner: Expressions, name: string, value: Value): Value {
    const other = isIndex(name) ? inner.index(value.dim) : inner.number(value.dim);
    const isAlone = name !== 'c0' && !isIndex(name) && random.chance(0.2) && typeof other.handle === 'object';
    if (isAlone) {
      other.used = true;
      return other;
    }
    const ops = isIndex(name) ? (['add', 'max'] as const) : (['add', 'max', 'min', 'sub'] as const);
    const next = inner.apply(random.pick(ops), [value, other]);
    next.used = true;
    return next;
  }

  /** Stores some of what nothing uses; the rest goes into the first carry, whose next value is then the last one made. */
  function useUp(t: LoopTile, inner: Expressions, first: Value): void {
    const unused = () => inner.pool.filter(({ used }) => !used);
    for (const value of unused()) if (value.element === 'i1') inner.select(value, value.dim);
    for (const value of unused()) if (value.element === 'i32') inner.toFloat(value);
    let stores = around.stores ? random.int(0, 2) : 0;
    let sum = first;
    for (;;) {
      const [value] = unused();
      if (value === undefined) break;
      value.used = true;
      if (value.dim === undefined) sum = joined(inner, sum, value);
      else if (stores-- > 0) store(t, value.handle as Tile);
      else inner.reduce(random.pick(['mean', 'max', 'min'] as const), value);
    }
    joined(inner, sum, {
      handle: b.const(0.5),
      element: 'f32',
      dim: undefined,
      range: interval(0.5, 0.5),
      used: true,
    });
  }

  function joined(inner: Expressions, a: Value, value: Value): Value {
    const both = inner.apply(random.pick(['add', 'sub'] as const), [a, value]);
    both.used = true;
    return both;
  }

  function store(t: LoopTile, handle: Tile): void {
    t.store(around.output(), handle);
  }
}
