// Extents of the tiles that a program works on: whole rows, and the tiles of its loops, which are no longer than the row.
import { extentOf, type Extents } from '../ir/json.js';
import { enclosingLoops, type Loop } from '../ir/loops.js';
import type { TileProgram } from '../ir/program.js';

interface Sized {
  readonly program: TileProgram;
  readonly extents: Extents;
}

/** What is asked of a program again and again, for hundreds of candidates. */
interface Tiles {
  /** By op, the loop that it stands in. */
  readonly loops: readonly (Loop | undefined)[];
  readonly hasLoops: boolean;
  /** Dims along which there are tiles. */
  readonly dims: ReadonlySet<string>;
}

const known = new WeakMap<TileProgram, Tiles>();

function tilesOf(program: TileProgram): Tiles {
  let tiles = known.get(program);
  if (tiles === undefined) {
    const loops = enclosingLoops(program.ops);
    const dims = program.types.flatMap((type) => (type?.shape === 'tile' ? [type.dim] : []));
    tiles = { loops, hasLoops: loops.some((loop) => loop !== undefined), dims: new Set(dims) };
    known.set(program, tiles);
  }
  return tiles;
}

/**
 * Extents of the tiles along a dim, none if there are none: those of whole tiles, and in a loop that of a ragged last one.
 * What a loop carries has, after it, the extent of a whole tile even if the row is shorter.
 */
export function tileExtents({ program, extents }: Sized, dim: string): readonly number[] {
  const { loops, hasLoops, dims } = tilesOf(program);
  if (!dims.has(dim)) return [];
  const tile = extentOf(dim, extents);
  if (!hasLoops) return [tile];
  const found = new Set<number>();
  program.types.forEach((type, id) => {
    if (type?.shape !== 'tile' || type.dim !== dim) return;
    const loop = loops[id];
    const row = loop === undefined ? tile : extentOf(loop.op.dim, extents);
    found.add(Math.min(tile, row));
    if (row > tile && row % tile > 0) found.add(row % tile);
  });
  return [...found];
}

/** Elements of the longest tile along a dim; 0 if there is none. */
export function tileExtent(sized: Sized, dim: string): number {
  return Math.max(0, ...tileExtents(sized, dim));
}

/** Whether a dim is that of a loop or of its tiles: a row that only loops go along is never held whole. */
export function isLooped(program: TileProgram, dim: string): boolean {
  if (!tilesOf(program).hasLoops) return false;
  return program.ops.some((op) => op.op === 'loop' && (op.dim === dim || op.tile === dim));
}

/** Extent of the longest tile; 1 for a program of row scalars alone. */
export function widestTile({ program, extents }: Sized): number {
  const sizes = [...program.dims, ...Object.keys(program.fixed ?? {})].map((dim) =>
    isLooped(program, dim) ? tileExtent({ program, extents }, dim) : extentOf(dim, extents),
  );
  return Math.max(1, ...sizes);
}
