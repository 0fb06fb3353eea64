// How a program is cut into loops over elements.
//
// A reduction needs every element before its result exists, so the program runs level by level: at level k
// first the per-row scalars that the reductions of earlier levels made possible, then one loop per dim, then
// the loops over column tiles. A tile is scheduled as a row is, in levels of its own. Stores of whole rows
// all stand in the last level, those of tiles in the last level of their loop: an output may be the very
// memory of an input (ir/in_place.h).
#pragma once

#include "codegen/plan.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tile_simd {

/// One sweep over the elements of a dim. Ids are op ids of the program, ascending. Without reductions and
/// stores it is a copy loop: it loads what it keeps.
struct ElementLoop {
  unsigned dim;
  int64_t extent;
  std::vector<unsigned> reads;      // kept values of earlier levels that this loop reads back
  std::vector<unsigned> body;       // tile ops to evaluate, loads included
  std::vector<unsigned> keeps;      // values of `body` that a later level reads
  std::vector<unsigned> reductions; // Reduce ops fed here
  std::vector<unsigned> stores;     // Store ops of tiles

  /// A carried tile and what it is in the next tile of its loop.
  struct Update {
    unsigned carry, next;
  };
  std::vector<Update> updates;
};

struct TileLoop;

struct Level {
  std::vector<unsigned> scalars; // scalar ops that can be evaluated now (Rescue among them), in order
  std::vector<ElementLoop> loops;
  std::vector<TileLoop> tileLoops;
};

/// A loop over column tiles.
struct TileLoop {
  int64_t extent, tile;                            // elements of the row, and of a tile
  std::vector<unsigned> carries, initials, nexts;  // by Carry
  std::vector<std::pair<unsigned, unsigned>> ends; // Result ops, each with its Carry
  std::vector<Level> levels;                       // of a whole tile, or of the row if that is shorter

  int64_t wholeTiles() const { return extent / tile; }
  /// Elements of a last tile that is no whole one; 0 for none.
  int64_t ragged() const { return extent % tile; }
};

/// Private memory for a value per element. A carried tile lives in its slot and nowhere else.
struct Slot {
  int64_t extent;
  bool isCarried;
};

struct Schedule {
  std::vector<Level> levels;
  std::vector<unsigned> scalarStores; // after the last level
  std::vector<int> slotOf;            // per op: slot of a kept or carried value, -1 if it has none
  std::vector<Slot> slots;
};

/// Every loop over elements of these levels, those within loops over tiles included.
void forEachLoop(const std::vector<Level> &levels, llvm::function_ref<void(const ElementLoop &)> visit);

/// The levels of a tile with other elements than a whole one.
std::vector<Level> withExtent(std::vector<Level> levels, int64_t extent);

/// What is needed again after a reduction is kept, by `materialize`: under Reload nothing, under Recompute
/// what was loaded, under Output what elementary functions went into, otherwise every value. Loads of
/// column-indexed buffers are never kept: the buffer itself is as near as any copy. Nor are conditions and
/// indices that were computed, which cost less to make again than to keep.
///
/// Without `fuse`, what a reduction is the first to load is loaded and kept by a copy loop just before the
/// loop of the reduction, which reads it back; `materialize` must then be Snapshot or Recompute.
Schedule scheduleProgram(const ir::Program &program, Materialize materialize, bool fuse = true);

/// Elements of a slot, padded so that the last vector may be stored whole.
int64_t paddedExtent(int64_t extent);

} // namespace tile_simd
