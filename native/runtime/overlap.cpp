#include "runtime/overlap.h"

namespace tile_simd {
namespace {

bool mayCoexist(const BufferUse &output, const BufferUse &other) {
  if (areDisjoint(output.set, other.set))
    return true;
  return !other.written && output.rowIndexed && other.rowIndexed && output.dim == other.dim &&
         output.elementType == other.elementType && isSameSet(output.set, other.set);
}

} // namespace

OverlapFinding findOverlap(const BufferUse *buffers, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const BufferUse &output = buffers[i];
    if (!output.written)
      continue;
    if (!hasDisjointRows(output.set))
      return {true, output.param, output.param};
    for (unsigned k = 0; k < count; ++k)
      // Two outputs meet once, from the later one's side.
      if (k != i && !(buffers[k].written && k > i) && !mayCoexist(output, buffers[k]))
        return {true, output.param, buffers[k].param};
  }
  return {};
}

} // namespace tile_simd
