// Extents of the tiles that a program works on: whole rows, and the tiles of its loops, which are no longer than the row.
import { extentOf, type Extents } from '../ir/json.js';
import { loopsOf } from '../ir/loops.js';
import type { TileProgram } from '../ir/program.js';

interface Sized {
  readonly program: TileProgram;
  readonly extents: Extents;
}

/** Elements of the longest tile along a dim: of a loop's tile, never more than the loop's row has. */
export function tileExtent({ program, extents }: Sized, dim: string): number {
  const extent = extentOf(dim, extents);
  const rows = loopsOf(program.ops)
    .filter(({ op }) => op.tile === dim)
    .map(({ op }) => extentOf(op.dim, extents));
  return rows.length === 0 ? extent : Math.min(extent, Math.max(...rows));
}

/** Extents that tiles along a dim have: in a loop those of whole tiles and of the ragged last one. */
export function tileExtents({ program, extents }: Sized, dim: string): readonly number[] {
  const tile = extentOf(dim, extents);
  const loops = loopsOf(program.ops).filter(({ op }) => op.tile === dim);
  if (loops.length === 0) return [tile];
  return loops.flatMap(({ op }) => {
    const row = extentOf(op.dim, extents);
    return row <= tile ? [row] : [tile, row % tile];
  });
}

/** Extent of the longest tile; 1 for a program of row scalars alone. */
export function widestTile({ program, extents }: Sized): number {
  const isTile = new Set(program.types.flatMap((type) => (type?.shape === 'tile' ? [type.dim] : [])));
  const loops = loopsOf(program.ops);
  // Rows that only loops go along are never held whole.
  const isLooped = (dim: string) => !isTile.has(dim) && loops.some(({ op }) => op.dim === dim);
  const dims = [...program.dims, ...Object.keys(program.fixed ?? {})].filter((dim) => !isLooped(dim));
  return Math.max(1, ...dims.map((dim) => tileExtent({ program, extents }, dim)));
}
