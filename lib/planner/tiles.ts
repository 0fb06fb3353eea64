// Extents of the tiles that a program works on: whole rows, and the tiles of its loops, which are no longer than the row.
import { extentOf, type Extents } from '../ir/json.js';
import { enclosingLoops } from '../ir/loops.js';
import type { TileProgram } from '../ir/program.js';

interface Sized {
  readonly program: TileProgram;
  readonly extents: Extents;
}

/**
 * Extents of the tiles along a dim, none if there are none: those of whole tiles, and in a loop that of a ragged last one.
 * What a loop carries has, after it, the extent of a whole tile even if the row is shorter.
 */
export function tileExtents({ program, extents }: Sized, dim: string): readonly number[] {
  const tile = extentOf(dim, extents);
  const loops = enclosingLoops(program.ops);
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
export function isLooped({ ops }: TileProgram, dim: string): boolean {
  return ops.some((op) => op.op === 'loop' && (op.dim === dim || op.tile === dim));
}

/** Extent of the longest tile; 1 for a program of row scalars alone. */
export function widestTile({ program, extents }: Sized): number {
  const sizes = [...program.dims, ...Object.keys(program.fixed ?? {})].map((dim) =>
    isLooped(program, dim) ? tileExtent({ program, extents }, dim) : extentOf(dim, extents),
  );
  return Math.max(1, ...sizes);
}
