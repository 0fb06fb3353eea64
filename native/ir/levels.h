// When the ops of a program can run.
//
// A reduction needs every element before its result exists, and a loop over column tiles every tile. So the
// ops of a program fall into levels: level 0 depends on neither, level k + 1 on one that ran in level k.
// Within a loop the same holds for a tile.
#pragma once

#include "ir/tile_ir.h"

#include <vector>

namespace tile_simd::ir {

struct Levels {
  /// By op, the earliest level in which it can run: of the loop that it stands in, else of the program. A
  /// Reduce runs in the level whose tiles it reduces, a Loop and its Results in that of the loop; their
  /// values are there one level later.
  std::vector<unsigned> of;
  /// The last level of the program, in which it stores; by Loop, that of its tiles.
  unsigned last = 0;
  std::vector<unsigned> lastInside;
};

/// A loop that may store does not run before the rescue.
Levels assignLevels(const Program &program);

} // namespace tile_simd::ir
