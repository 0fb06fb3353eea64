#include "codegen/schedule.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace tile_simd {
namespace {

using ir::Op;
using ir::OpCode;

constexpr int64_t slotPadding = 16; // the widest packet

class Scheduler {
public:
  Scheduler(const ir::Program &program, Materialize materialize, bool fuse)
      : program_(program), materialize_(materialize), fuse_(fuse), level_(program.ops.size(), 0),
        evaluatedAt_(program.ops.size(), -1) {}

  Schedule run() {
    unsigned last = assignLevels();
    schedule_.levels.resize(last + 1);
    for (unsigned level = 0; level <= last; ++level)
      buildLevel(level, last);
    for (unsigned id = 0; id < program_.ops.size(); ++id)
      if (op(id).code == OpCode::Store && argument(id).type.isScalar())
        schedule_.scalarStores.push_back(id);
    assignSlots();
    return std::move(schedule_);
  }

private:
  const Op &op(unsigned id) const { return program_.ops[id]; }
  const Op &argument(unsigned id) const { return op(op(id).args[0]); }

  /// The earliest level at which each op can run; returns the last level.
  unsigned assignLevels() {
    unsigned last = 0;
    for (unsigned id = 0; id < program_.ops.size(); ++id) {
      unsigned level = 0;
      for (unsigned arg : op(id).args)
        level = std::max(level, level_[arg] + (op(arg).code == OpCode::Reduce ? 1 : 0));
      // A tile is finished with its loop: a scalar made of it exists one level later, which only Reduce does.
      level_[id] = level;
      last = std::max(last, op(id).code == OpCode::Reduce ? level + 1 : level);
    }
    return last;
  }

  void buildLevel(unsigned level, unsigned last) {
    Level &out = schedule_.levels[level];
    for (unsigned id = 0; id < program_.ops.size(); ++id) {
      // The level of a Reduce is that of its loop; its result is there without being evaluated.
      bool evaluated =
          op(id).code == OpCode::Rescue || (op(id).type.isScalar() && op(id).code != OpCode::Reduce);
      if (evaluated && level_[id] == level)
        out.scalars.push_back(id);
    }
    for (unsigned dim = 1; dim < program_.dims.size(); ++dim) {
      ElementLoop loop{dim, program_.dims[dim].extent, {}, {}, {}, {}, {}};
      for (unsigned id = 0; id < program_.ops.size(); ++id) {
        if (op(id).args.empty() || !argument(id).type.isTile() || argument(id).type.dim != dim)
          continue;
        if (op(id).code == OpCode::Reduce && level_[id] == level)
          loop.reductions.push_back(id);
        else if (op(id).code == OpCode::Store && level == last)
          loop.stores.push_back(id);
      }
      if (loop.reductions.empty() && loop.stores.empty())
        continue;
      for (unsigned sink : llvm::concat<unsigned>(loop.reductions, loop.stores))
        demand(op(sink).args[0], level, loop);
      for (auto *ids : {&loop.reads, &loop.body})
        llvm::sort(*ids);
      if (!fuse_ && !loop.reductions.empty())
        copyFirst(loop, out);
      for (unsigned id : loop.reads)
        keepFrom(id, level);
      out.loops.push_back(std::move(loop));
    }
  }

  /// Moves the loads of a reducing loop into a copy loop before it. An earlier loop that loaded the same kept
  /// it, so whatever is loaded here is loaded for the first time.
  void copyFirst(ElementLoop &loop, Level &out) {
    ElementLoop copy{loop.dim, loop.extent, {}, {}, {}, {}, {}};
    llvm::copy_if(loop.body, std::back_inserter(copy.body), [&](unsigned id) { return isRowLoad(id); });
    if (copy.body.empty())
      return;
    llvm::erase_if(loop.body, [&](unsigned id) { return isRowLoad(id); });
    llvm::append_range(loop.reads, copy.body);
    llvm::sort(loop.reads);
    copied_.insert(copied_.end(), copy.body.begin(), copy.body.end());
    out.loops.push_back(std::move(copy));
  }

  bool isLoad(unsigned id) const { return op(id).code == OpCode::Load; }
  bool isRowLoad(unsigned id) const {
    return isLoad(id) && program_.params[op(id).param].access != ParamAccess::Column;
  }

  bool isKeepable(unsigned id) const {
    switch (materialize_) {
    case Materialize::Reload: return false;
    case Materialize::Recompute: return isRowLoad(id);
    default:
      return (op(id).type.isNumber() && (!isLoad(id) || isRowLoad(id))) || llvm::is_contained(copied_, id);
    }
  }

  void demand(unsigned id, unsigned level, ElementLoop &loop) {
    if (!op(id).type.isTile() || llvm::is_contained(loop.body, id) || llvm::is_contained(loop.reads, id))
      return;
    if (evaluatedAt_[id] >= 0 && evaluatedAt_[id] < int(level) && isKeepable(id)) {
      loop.reads.push_back(id);
      return;
    }
    for (unsigned arg : op(id).args)
      demand(arg, level, loop);
    loop.body.push_back(id);
    evaluatedAt_[id] = int(level);
  }

  void keepFrom(unsigned id, unsigned readerLevel) {
    lastRead_.resize(program_.ops.size(), -1);
    lastRead_[id] = int(readerLevel);
    for (ElementLoop &loop : schedule_.levels[evaluatedAt_[id]].loops)
      if (llvm::is_contained(loop.body, id) && !llvm::is_contained(loop.keeps, id))
        loop.keeps.push_back(id);
  }

  /// A value may take the slot of one that is read for the last time in the loop that computes it: element by
  /// element, the old value is read before the new one is written. A copy loop runs before what else reads in
  /// its level.
  void assignSlots() {
    schedule_.slotOf.assign(program_.ops.size(), -1);
    struct Slot {
      unsigned dim;
      int freeAt;
    };
    std::vector<Slot> slots;
    for (unsigned level = 0; level < schedule_.levels.size(); ++level)
      for (const ElementLoop &loop : schedule_.levels[level].loops)
        for (unsigned id : loop.keeps) {
          bool isCopy = loop.reductions.empty();
          auto slot = llvm::find_if(slots, [&](const Slot &s) {
            return s.dim == loop.dim && s.freeAt <= int(level) - (isCopy ? 1 : 0);
          });
          if (slot == slots.end()) {
            slots.push_back({loop.dim, 0});
            schedule_.slotExtent.push_back(loop.extent);
            slot = slots.end() - 1;
          }
          slot->freeAt = lastRead_[id];
          schedule_.slotOf[id] = int(slot - slots.begin());
        }
  }

  const ir::Program &program_;
  const Materialize materialize_;
  const bool fuse_;
  Schedule schedule_;
  std::vector<unsigned> level_;
  std::vector<int> evaluatedAt_, lastRead_;
  std::vector<unsigned> copied_; // by copy loops
};

} // namespace

Schedule scheduleProgram(const ir::Program &program, Materialize materialize, bool fuse) {
  return Scheduler(program, materialize, fuse).run();
}

int64_t paddedExtent(int64_t extent) { return (extent + slotPadding - 1) / slotPadding * slotPadding; }

} // namespace tile_simd
