#include "codegen/schedule.h"

#include "ir/levels.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace tile_simd {
namespace {

using ir::Op;
using ir::OpCode;

constexpr int64_t slotPadding = 16; // the widest packet

/// Schedules the program, or the ops of one of its loops.
class Scheduler {
public:
  /// `scope`: the Loop, -1 for what stands in none. `tileSlots`: slots that loops over tiles have for what
  /// they keep; they run one after the other, and nothing is kept beyond them.
  Scheduler(const ir::Program &program, const ir::Levels &levels, Materialize materialize, bool fuse,
            Schedule &schedule, std::vector<unsigned> &tileSlots, int scope = -1)
      : program_(program), levels_(levels), materialize_(materialize), fuse_(fuse), schedule_(schedule),
        tileSlots_(tileSlots), scope_(scope), evaluatedAt_(program.ops.size(), -1) {
    for (unsigned id = 0; id < program.ops.size(); ++id) {
      if (op(id).loop == scope)
        ids_.push_back(id);
      bool ofOne = llvm::any_of(op(id).args, [&](unsigned arg) { return isElementary_[arg]; });
      isElementary_.push_back(op(id).type.isTile() && (ir::isElementary(op(id).code) || ofOne));
    }
  }

  std::vector<Level> run() {
    unsigned last = scope_ < 0 ? levels_.last : levels_.lastInside[unsigned(scope_)];
    out_.resize(last + 1);
    for (unsigned level = 0; level <= last; ++level)
      buildLevel(level, last);
    assignSlots();
    return std::move(out_);
  }

private:
  const Op &op(unsigned id) const { return program_.ops[id]; }
  const Op &argument(unsigned id) const { return op(op(id).args[0]); }
  /// Values that are there without being evaluated: those of loops over elements and over tiles.
  bool isGiven(unsigned id) const {
    return op(id).code == OpCode::Reduce || op(id).code == OpCode::Carry || op(id).code == OpCode::Result;
  }
  bool isCarriedTile(unsigned id) const { return op(id).type.isTile() && isGiven(id); }

  void buildLevel(unsigned level, unsigned last) {
    Level &out = out_[level];
    for (unsigned id : ids_) {
      bool evaluated = op(id).code == OpCode::Rescue || (op(id).type.isScalar() && !isGiven(id));
      if (evaluated && levels_.of[id] == level)
        out.scalars.push_back(id);
    }
    for (unsigned dim = 1; dim < program_.dims.size(); ++dim) {
      ElementLoop loop{dim, extentOf(dim), {}, {}, {}, {}, {}, {}};
      for (unsigned id : ids_) {
        if (op(id).code == OpCode::Yield && level == last)
          addUpdates(op(id), dim, loop);
        if (op(id).args.empty() || !argument(id).type.isTile() || argument(id).type.dim != dim)
          continue;
        if (op(id).code == OpCode::Reduce && levels_.of[id] == level)
          loop.reductions.push_back(id);
        else if (op(id).code == OpCode::Store && level == last)
          loop.stores.push_back(id);
      }
      if (loop.reductions.empty() && loop.stores.empty() && loop.updates.empty())
        continue;
      for (unsigned sink : llvm::concat<unsigned>(loop.reductions, loop.stores))
        demand(op(sink).args[0], level, loop);
      for (auto [carry, next] : loop.updates) {
        demand(carry, level, loop);
        demand(next, level, loop);
      }
      for (auto *ids : {&loop.reads, &loop.body})
        llvm::sort(*ids);
      if (!fuse_ && !loop.reductions.empty())
        copyFirst(loop, out);
      for (unsigned id : loop.reads)
        if (!isCarriedTile(id))
          keepFrom(id, level);
      out.loops.push_back(std::move(loop));
    }
    if (scope_ < 0)
      for (unsigned id = 0; id < program_.ops.size(); ++id)
        if (op(id).code == OpCode::Loop && levels_.of[id] == level)
          out.tileLoops.push_back(tileLoop(id));
  }

  /// Elements of a tile of this scope: no more than there are in the row.
  int64_t extentOf(unsigned dim) const {
    int64_t extent = program_.dims[dim].extent;
    return scope_ < 0 ? extent : std::min(extent, program_.dims[op(unsigned(scope_)).along].extent);
  }

  void addUpdates(const Op &yield, unsigned dim, ElementLoop &loop) {
    for (auto [i, next] : llvm::enumerate(yield.args))
      if (op(next).type.isTile() && op(next).type.dim == dim)
        loop.updates.push_back({unsigned(scope_) + 1 + unsigned(i), next});
  }

  TileLoop tileLoop(unsigned id) {
    TileLoop loop{program_.dims[op(id).along].extent, program_.dims[op(id).tile].extent, {}, {}, {}, {}, {}};
    for (unsigned other = id; other < program_.ops.size(); ++other) {
      const Op &o = op(other);
      bool isOwn = o.loop == int(id);
      if (isOwn && o.code == OpCode::Yield)
        loop.nexts.assign(o.args.begin(), o.args.end());
      if (o.code == OpCode::Result && op(o.args[0]).loop == int(id)) {
        loop.ends.push_back({other, o.args[0]});
        schedule_.slotOf[other] = schedule_.slotOf[o.args[0]];
      }
      if (!isOwn || o.code != OpCode::Carry)
        continue;
      loop.carries.push_back(other);
      loop.initials.push_back(o.args[0]);
      if (!o.type.isTile())
        continue;
      schedule_.slotOf[other] = int(schedule_.slots.size());
      schedule_.slots.push_back({o.type.extent, /*isCarried=*/true});
    }
    loop.levels = Scheduler(program_, levels_, materialize_, fuse_, schedule_, tileSlots_, int(id)).run();
    return loop;
  }

  /// Moves the loads of a reducing loop into a copy loop before it. An earlier loop that loaded the same kept
  /// it, so whatever is loaded here is loaded for the first time.
  void copyFirst(ElementLoop &loop, Level &out) {
    ElementLoop copy{loop.dim, loop.extent, {}, {}, {}, {}, {}, {}};
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
    case Materialize::Output: return op(id).type.isNumber() && isElementary_[id];
    default:
      return (op(id).type.isNumber() && (!isLoad(id) || isRowLoad(id))) || llvm::is_contained(copied_, id);
    }
  }

  void demand(unsigned id, unsigned level, ElementLoop &loop) {
    if (!op(id).type.isTile() || llvm::is_contained(loop.body, id) || llvm::is_contained(loop.reads, id))
      return;
    if (isCarriedTile(id)) {
      loop.reads.push_back(id);
      return;
    }
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
    for (ElementLoop &loop : out_[unsigned(evaluatedAt_[id])].loops)
      if (llvm::is_contained(loop.body, id) && !llvm::is_contained(loop.keeps, id))
        loop.keeps.push_back(id);
  }

  /// A value may take the slot of one that is read for the last time in the loop that computes it: element by
  /// element, the old value is read before the new one is written. A copy loop runs before what else reads in
  /// its level.
  void assignSlots() {
    struct Lease {
      unsigned dim;
      int freeAt;
      int slot;
    };
    std::vector<Lease> leases;
    for (unsigned level = 0; level < out_.size(); ++level)
      for (const ElementLoop &loop : out_[level].loops)
        for (unsigned id : loop.keeps) {
          bool isCopy = loop.reductions.empty();
          auto lease = llvm::find_if(leases, [&](const Lease &l) {
            return l.dim == loop.dim && l.freeAt <= int(level) - (isCopy ? 1 : 0);
          });
          if (lease == leases.end()) {
            leases.push_back({loop.dim, 0, newSlot(unsigned(leases.size()), loop.extent)});
            lease = leases.end() - 1;
          }
          lease->freeAt = lastRead_[id];
          schedule_.slotOf[id] = lease->slot;
        }
  }

  /// The `number`-th slot of this scope.
  int newSlot(unsigned number, int64_t extent) {
    std::vector<Slot> &slots = schedule_.slots;
    if (scope_ >= 0 && number < tileSlots_.size()) {
      unsigned slot = tileSlots_[number];
      slots[slot].extent = std::max(slots[slot].extent, extent);
      return int(slot);
    }
    slots.push_back({extent, /*isCarried=*/false});
    if (scope_ >= 0)
      tileSlots_.push_back(unsigned(slots.size()) - 1);
    return int(slots.size()) - 1;
  }

  const ir::Program &program_;
  const ir::Levels &levels_;
  const Materialize materialize_;
  const bool fuse_;
  Schedule &schedule_;
  std::vector<unsigned> &tileSlots_;
  const int scope_;
  std::vector<unsigned> ids_;      // of the scope, ascending
  std::vector<bool> isElementary_; // by op: a tile that an elementary function of a tile went into
  std::vector<Level> out_;
  std::vector<int> evaluatedAt_, lastRead_;
  std::vector<unsigned> copied_; // by copy loops
};

} // namespace

Schedule scheduleProgram(const ir::Program &program, Materialize materialize, bool fuse) {
  Schedule schedule;
  schedule.slotOf.assign(program.ops.size(), -1);
  std::vector<unsigned> tileSlots;
  schedule.levels =
      Scheduler(program, ir::assignLevels(program), materialize, fuse, schedule, tileSlots).run();
  for (unsigned id = 0; id < program.ops.size(); ++id) {
    const Op &op = program.ops[id];
    if (op.code == OpCode::Store && program.ops[op.args[0]].type.isScalar())
      schedule.scalarStores.push_back(id);
  }
  return schedule;
}

void forEachLoop(const std::vector<Level> &levels, llvm::function_ref<void(const ElementLoop &)> visit) {
  for (const Level &level : levels) {
    llvm::for_each(level.loops, visit);
    for (const TileLoop &loop : level.tileLoops)
      forEachLoop(loop.levels, visit);
  }
}

std::vector<Level> withExtent(std::vector<Level> levels, int64_t extent) {
  for (Level &level : levels)
    for (ElementLoop &loop : level.loops)
      loop.extent = extent;
  return levels;
}

int64_t paddedExtent(int64_t extent) { return (extent + slotPadding - 1) / slotPadding * slotPadding; }

} // namespace tile_simd
