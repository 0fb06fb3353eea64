// Loops over column tiles: for rows too long to be held whole. The callback describes one tile, and what goes on to the
// next.
import { describe, invalidIr, invalidType, invalidValue } from '../errors.js';
import { maxExtent, one } from '../ir/types.js';
import { checkKeys, checkName } from './check.js';
import type { Graph, GraphLoop, NodeId } from './graph.js';
import { expectOutput, type Output } from './output.js';
import { operand, rowCondition, RowMask, RowScalar, Tile, wrap, type SliceOptions } from './values.js';

/** What carried values start as; a number becomes a constant. */
export type CarryStart = Readonly<Record<string, RowScalar | RowMask | number>>;
/** What every element of carried tiles starts as. */
export type CarryTileStart = Readonly<Record<string, RowScalar | number>>;

/** The values that a loop carries, by their names. */
export type Carried<C, T> = { readonly [K in keyof C]: C[K] extends RowMask ? RowMask : RowScalar } & {
  readonly [K in keyof T]: Tile;
};
/** What the callback returns: each carried value in the next tile. */
export type NextCarried<C, T> = {
  readonly [K in keyof C]: C[K] extends RowMask ? RowMask : RowScalar | number;
} & { readonly [K in keyof T]: Tile };

/** How a loop goes along the row. */
export interface LoopOptions<C extends CarryStart, T extends CarryTileStart> {
  /** Dim of the row; `cols` by default. */
  readonly dim?: string | undefined;
  /**
   * Elements per tile, or the name of a dim whose extent `compile` binds. A number n makes a dim `tileN` of that extent.
   * The last tile has what is left of the row, and so has the only one of a row that is shorter than a tile.
   */
  readonly tile: number | string;
  /** Values per row that go from tile to tile, by name: what they start as. */
  readonly carry?: C | undefined;
  /**
   * Tiles of n elements that go from tile to tile, by name: what all of their elements start as. A last tile with fewer
   * elements sees and changes as many of theirs; the others keep what they are.
   */
  readonly carryTiles?: T | undefined;
}

/** The tile in work, for a loop's callback. */
export class LoopTile {
  readonly #graph: Graph;
  readonly #loop: GraphLoop;

  /** @internal */
  constructor(graph: Graph, loop: GraphLoop) {
    this.#graph = graph;
    this.#loop = loop;
  }

  /** The current tile of an input's row, or of a slice of it, for what `input` or `slice` gave along the loop's dim. */
  load(whole: Tile): Tile {
    if (!(whole instanceof Tile)) throw invalidType('load(tile)', 'a Tile', whole);
    const id = this.#graph.loadTile(this.#loop, operand(this.#graph, whole, 'load(tile)'));
    if (id === undefined)
      throw invalidIr('load(tile)', 'only an input can be loaded tile by tile, this tile was computed');
    return new Tile(this.#graph, id);
  }

  /** Stores the current tile of an output's row, or of a slice of it. */
  store(output: Output, value: Tile, slice?: SliceOptions): void {
    expectOutput(output, 'store(output)');
    output.storeTile(this.#loop, value, slice);
  }

  /** The number of each element within the row (i32). */
  columnIndex(): Tile {
    return new Tile(this.#graph, this.#graph.tileIndex(this.#loop)).add(this.start());
  }

  /** The number of each element within its tile: 0, 1, ... (i32). */
  tileIndex(): Tile {
    return new Tile(this.#graph, this.#graph.tileIndex(this.#loop));
  }

  /** The number within the row of the tile's first element (i32). */
  start(): RowScalar {
    return new RowScalar(this.#graph, this.#graph.tileStart(this.#loop));
  }
}

/** One carried value: its name, the value in the loop, and how what the callback returns is read. */
interface Slot {
  readonly name: string;
  readonly id: NodeId;
  readonly isTile: boolean;
}

/** Builds a loop; see ProgramBuilder.loop. */
export function buildLoop(graph: Graph, options: unknown, body: unknown): Record<string, unknown> {
  checkKeys(options, ['dim', 'tile', 'carry', 'carryTiles'], 'loop(options)');
  const {
    dim = 'cols',
    tile,
    carry = {},
    carryTiles = {},
  } = options as LoopOptions<CarryStart, CarryTileStart>;
  checkName(dim, 'loop(options.dim)');
  if (dim === one) throw invalidValue('loop(options.dim)', 'the name of a dim of tiles', dim);
  if (typeof body !== 'function') throw invalidType('loop(body)', 'a function', body);
  const names = checkCarryNames(carry, carryTiles);
  const starts = names.map((name) => startOf(graph, name, carry, carryTiles));
  const loop = graph.beginLoop({ op: 'loop', dim, tile: tileDim(graph, tile, dim) });
  const slots = names.map((name, i): Slot => {
    const isTile = Object.hasOwn(carryTiles, name);
    const where = `loop(options.${isTile ? 'carryTiles' : 'carry'}.${name})`;
    return { name, id: graph.carry(loop, starts[i], where, isTile ? loop.op.tile : undefined), isTile };
  });
  const carried = Object.freeze(Object.fromEntries(slots.map(({ name, id }) => [name, wrap(graph, id)])));
  const returned: unknown = (body as (t: LoopTile, carried: unknown) => unknown)(
    new LoopTile(graph, loop),
    carried,
  );
  checkReturned(returned, names);
  const places = names.map((name) => `loop(body).${name}`);
  const next = slots.map((slot, i) => nextOf(graph, slot, returned as Record<string, unknown>, places[i]));
  const results = graph.endLoop(loop, next, places);
  return Object.freeze(Object.fromEntries(names.map((name, i) => [name, wrap(graph, results[i])])));
}

function tileDim(graph: Graph, tile: unknown, dim: string): string {
  const argument = 'loop(options.tile)';
  if (typeof tile === 'string') {
    checkName(tile, argument);
    if (tile === one || tile === dim) throw invalidValue(argument, "a dim of its own, not the row's", tile);
    return tile;
  }
  if (typeof tile !== 'number')
    throw invalidType(argument, 'a number of elements or the name of a dim', tile);
  if (!Number.isInteger(tile) || tile < 1 || tile > maxExtent)
    throw invalidValue(argument, `an integer from 1 to ${maxExtent}`, tile);
  const name = `tile${tile}`;
  if (name === dim) throw invalidValue(argument, `another number: ${name} is the row's dim`, tile);
  graph.fix(name, tile);
  return name;
}

function checkCarryNames(carry: unknown, carryTiles: unknown): string[] {
  for (const [key, value] of Object.entries({ carry, carryTiles }))
    if (typeof value !== 'object' || value === null)
      throw invalidType(`loop(options.${key})`, 'an object of carried values by name', value);
  const names = [...Object.keys(carry as object), ...Object.keys(carryTiles as object)];
  names.forEach((name, i) => {
    checkName(name, `loop(options.${i < Object.keys(carry as object).length ? 'carry' : 'carryTiles'})`);
    if (names.indexOf(name) !== i)
      throw invalidValue(`loop(options.carryTiles.${name})`, 'a name that carry does not have', name);
  });
  return names;
}

function startOf(graph: Graph, name: string, carry: CarryStart, carryTiles: CarryTileStart): NodeId {
  if (Object.hasOwn(carryTiles, name))
    return operand(graph, carryTiles[name], `loop(options.carryTiles.${name})`);
  const argument = `loop(options.carry.${name})`;
  const value: unknown = carry[name];
  return value instanceof RowMask ? rowCondition(graph, value, argument) : operand(graph, value, argument);
}

/** The callback returns its carried values, no more and no less. */
function checkReturned(returned: unknown, names: readonly string[]): void {
  if (returned === undefined && names.length === 0) return;
  const expected = names.length === 0 ? 'nothing, as it carries nothing' : `{ ${names.join(', ')} }`;
  if (typeof returned !== 'object' || returned === null)
    throw invalidIr('loop(body)', `the callback must return ${expected}, it returned ${describe(returned)}`);
  const given = Object.keys(returned);
  if (given.length === names.length && names.every((name) => Object.hasOwn(returned, name))) return;
  throw invalidIr('loop(body)', `the callback must return ${expected}, it returned { ${given.join(', ')} }`, {
    given: given.join(', '),
    expected: names.join(', '),
  });
}

function nextOf(graph: Graph, slot: Slot, returned: Record<string, unknown>, argument: string): NodeId {
  const value = returned[slot.name];
  if (slot.isTile && !(value instanceof Tile)) throw invalidType(argument, 'a Tile', value);
  const carried = wrap(graph, slot.id);
  return carried instanceof RowMask
    ? rowCondition(graph, value, argument)
    : operand(graph, value, argument, carried);
}
