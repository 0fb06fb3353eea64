#include "ir/in_place.h"

#include <algorithm>

namespace tile_simd::ir {
namespace {

struct Elements {
  Slice slice;
  int64_t extent;
};

/// Whether two slices of one row share an element; exact for equal strides, otherwise their hulls decide.
bool meet(const Elements &a, const Elements &b) {
  int64_t lastA = a.slice.offset + (a.extent - 1) * a.slice.stride;
  int64_t lastB = b.slice.offset + (b.extent - 1) * b.slice.stride;
  if (lastA < b.slice.offset || lastB < a.slice.offset)
    return false;
  return a.slice.stride != b.slice.stride || (a.slice.offset - b.slice.offset) % a.slice.stride == 0;
}

bool mayShare(const Program &program, unsigned input, unsigned output) {
  for (const Op &store : program.ops) {
    if (store.code != OpCode::Store || store.param != output)
      continue;
    const Type &stored = program.ops[store.args[0]].type;
    for (const Op &load : program.ops) {
      if (load.code != OpCode::Load || load.param != input || load.type.dim < stored.dim)
        continue;
      bool sameElement = load.type.dim == stored.dim && load.slice == store.slice;
      if (!sameElement && meet({load.slice, load.type.extent}, {store.slice, stored.extent}))
        return false;
    }
  }
  return true;
}

} // namespace

uint64_t inPlaceInputs(const Program &program, unsigned output) {
  const Param &out = program.params[output];
  uint64_t inputs = 0;
  for (unsigned p = 0; p < program.params.size(); ++p) {
    const Param &in = program.params[p];
    if (in.kind == ParamKind::Input && in.access == ParamAccess::Row && in.dim == out.dim &&
        in.dtype == out.dtype && mayShare(program, p, output))
      inputs |= uint64_t(1) << p;
  }
  return inputs;
}

} // namespace tile_simd::ir
