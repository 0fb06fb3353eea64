// How a program is cut into loops over elements.
//
// A reduction needs every element before its result exists, so the program runs level by level: at level k
// first the per-row scalars that the reductions of earlier levels made possible, then one loop per dim.
// Stores all stand in the last level: an output may be the very memory of an input, and no level loads after
// a store of an earlier one.
#pragma once

#include "codegen/plan.h"

#include <cstdint>
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
};

struct Level {
  std::vector<unsigned> scalars; // scalar ops that can be evaluated now (Rescue among them), in order
  std::vector<ElementLoop> loops;
};

struct Schedule {
  std::vector<Level> levels;
  std::vector<unsigned> scalarStores; // after the last level
  std::vector<int> slotOf;            // per op: private slot of a kept value, -1 if it is not kept
  std::vector<int64_t> slotExtent;    // elements of each slot
};

/// What is needed again after a reduction is kept, by `materialize`: under Reload nothing, under Recompute
/// what was loaded, otherwise every value. Loads of column-indexed buffers are never kept: the buffer itself
/// is as near as any copy. Nor are conditions and indices that were computed, which cost less to make again
/// than to keep.
///
/// Without `fuse`, what a reduction is the first to load is loaded and kept by a copy loop just before the
/// loop of the reduction, which reads it back; `materialize` must then be Snapshot or Recompute.
Schedule scheduleProgram(const ir::Program &program, Materialize materialize, bool fuse = true);

/// Elements of a slot, padded so that the last vector may be stored whole.
int64_t paddedExtent(int64_t extent);

} // namespace tile_simd
