// The rule about arguments that share memory, over all buffers of one launch.
//
// An output is either precisely an input (same start, stride, extent and element type, both indexed by row
// along the same dim: computing in place; dims are swept one after the other, so across dims it would be read
// too late) or shares no element with it; two outputs never share one, and an output's own rows do not
// overlap. Whatever else would make the result depend on the order in which rows and lanes run. Inputs may
// overlap as they please.
#pragma once

#include "runtime/element_set.h"

namespace tile_simd {

/// A buffer indexed by column is the same row for every program: a set of stride 0. As an output it is at
/// fault by itself as soon as there is a second program.
struct BufferUse {
  ElementSet set;
  unsigned param; // what a finding names
  bool written;
  bool rowIndexed;
  unsigned dim = 0; // dim of its rows
  unsigned elementType = 0; // whatever tells types of elements apart
};

struct OverlapFinding {
  bool found = false;
  unsigned output = 0; // param of the output at fault
  unsigned other = 0;  // param that it collides with; the same as `output` if its own rows overlap
};

OverlapFinding findOverlap(const BufferUse *buffers, unsigned count);

} // namespace tile_simd
