#include "ir/in_place.h"

#include "ir/levels.h"

#include <algorithm>
#include <tuple>

namespace tile_simd::ir {
namespace {

/// The elements of a row that a load or a store moves.
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

/// The sweep over a row in which a load or a store is done, in the order in which they run: by level; there
/// the loops over whole rows by dim, then the loops over tiles.
using Sweep = std::tuple<unsigned, bool, unsigned>;

class Sweeps {
public:
  explicit Sweeps(const Program &program)
      : program_(program), levels_(assignLevels(program)), latest_(program.ops.size(), Sweep()) {
    for (unsigned id = unsigned(program.ops.size()); id-- > 0;) {
      const Op &op = program.ops[id];
      Sweep sweep = of(id);
      for (unsigned arg : op.args)
        latest_[arg] = std::max(latest_[arg], sweep);
    }
  }

  /// For a load, the last one that may do it, whatever is kept from one to the next.
  Sweep of(unsigned id) const {
    const Op &op = program_.ops[id];
    if (op.loop >= 0)
      return {levels_.of[unsigned(op.loop)], true, unsigned(op.loop)};
    if (op.code == OpCode::Store) {
      const Type &stored = program_.ops[op.args[0]].type;
      return stored.isTile() ? Sweep(levels_.last, false, stored.dim) : Sweep(levels_.last + 1, false, 0);
    }
    if (op.code == OpCode::Reduce)
      return {levels_.of[id], false, program_.ops[op.args[0]].type.dim};
    return op.type.isTile() ? latest_[id] : Sweep(levels_.of[id], false, 0);
  }

private:
  const Program &program_;
  const Levels levels_;
  std::vector<Sweep> latest_; // by value, of its users
};

bool mayShare(const Program &program, const Sweeps &sweeps, unsigned input, unsigned output) {
  for (unsigned s = 0; s < program.ops.size(); ++s) {
    const Op &store = program.ops[s];
    if (store.code != OpCode::Store || store.param != output)
      continue;
    for (unsigned l = 0; l < program.ops.size(); ++l) {
      const Op &load = program.ops[l];
      if (load.code != OpCode::Load || load.param != input || sweeps.of(l) < sweeps.of(s))
        continue;
      bool sameElement = sweeps.of(l) == sweeps.of(s) && load.slice == store.slice;
      if (!sameElement &&
          meet({load.slice, program.extentAlong(load)}, {store.slice, program.extentAlong(store)}))
        return false;
    }
  }
  return true;
}

} // namespace

uint64_t inPlaceInputs(const Program &program, unsigned output) {
  const Param &out = program.params[output];
  const Sweeps sweeps(program);
  uint64_t inputs = 0;
  for (unsigned p = 0; p < program.params.size(); ++p) {
    const Param &in = program.params[p];
    if (in.kind == ParamKind::Input && in.access == ParamAccess::Row && in.dim == out.dim &&
        in.dtype == out.dtype && mayShare(program, sweeps, p, output))
      inputs |= uint64_t(1) << p;
  }
  return inputs;
}

} // namespace tile_simd::ir
