#include "codegen/plan.h"

#include "codegen/cooperative.h"
#include "codegen/kept_in_output.h"
#include "codegen/numerics.h"
#include "codegen/private_memory.h"
#include "codegen/schedule.h"
#include "codegen/streaming.h"
#include "codegen/transpose.h"
#include "support/error.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

namespace tile_simd {
namespace {

// Beyond this many unrolled vectors of one value, straight-line code only spills and takes long to compile.
// In whole-program a vector is a column of W rows, and moving it takes far more code than the vector of
// packet-local.
constexpr int64_t maxUnrolledVectors = 64, maxUnrolledColumns = 16;
// A snapshot that no machine would give memory for is refused before the allocator is asked.
constexpr uint64_t maxWorkspaceBytes = uint64_t(1) << 32;
constexpr int64_t maxBlockWidth = 65536;
constexpr int64_t maxAccumulators = 8, maxUnroll = 8, maxPrefetchBytes = 65536;
// LLVM takes seconds for this many and memory without end for far more; no user input may bring the process
// down.
constexpr uint64_t maxGeneratedOperations = 100000;

} // namespace

namespace {

using llvm::json::Object;

/// A boolean switch; `value` stays what it is where the switch is absent.
llvm::Error decodeFlag(const Object &object, llvm::StringRef name, bool &value) {
  const llvm::json::Value *given = object.get(name);
  if (!given)
    return llvm::Error::success();
  std::optional<bool> flag = given->getAsBoolean();
  if (!flag)
    return invalidPlan("plan." + name, "expected true or false");
  value = *flag;
  return llvm::Error::success();
}

llvm::Error decodeCount(const Object &object, llvm::StringRef name, int64_t most, unsigned &value) {
  const llvm::json::Value *given = object.get(name);
  if (!given)
    return llvm::Error::success();
  std::optional<int64_t> count = given->getAsInteger();
  if (!count || *count < 0 || *count > most)
    return invalidPlan("plan." + name, "expected an integer from 0 to " + llvm::Twine(most));
  value = unsigned(*count);
  return llvm::Error::success();
}

/// A switch with named values, in the order of its enum.
template <typename Choice>
llvm::Error decodeChoice(const Object &object, llvm::StringRef name, llvm::ArrayRef<const char *> names,
                         Choice &value) {
  const llvm::json::Value *given = object.get(name);
  if (!given)
    return llvm::Error::success();
  std::string expected;
  for (size_t i = 0; i < names.size(); ++i) {
    if (given->getAsString() == llvm::StringRef(names[i])) {
      value = Choice(i);
      return llvm::Error::success();
    }
    expected += (i == 0 ? "\"" : i + 1 == names.size() ? " or \"" : ", \"") + std::string(names[i]) + "\"";
  }
  return invalidPlan("plan." + name, "expected " + expected);
}

/// The switches that have a value of their own where nothing is said.
llvm::Error decodeOptional(const Object &object, Plan &plan) {
  if (llvm::Error e = decodeFlag(object, "fuse", plan.fuse))
    return e;
  if (llvm::Error e = decodeFlag(object, "interleave", plan.interleave))
    return e;
  if (llvm::Error e = decodeFlag(object, "contiguous", plan.contiguous))
    return e;
  if (llvm::Error e = decodeFlag(object, "doublePrecision", plan.doublePrecision))
    return e;
  if (llvm::Error e = decodeFlag(object, "cooperative", plan.cooperative))
    return e;
  if (llvm::Error e = decodeCount(object, "accumulators", maxAccumulators, plan.accumulators))
    return e;
  if (plan.accumulators == 0 || (plan.accumulators & (plan.accumulators - 1)) != 0)
    return invalidPlan("plan.accumulators", "expected 1, 2, 4 or 8");
  if (llvm::Error e = decodeCount(object, "unroll", maxUnroll, plan.unroll))
    return e;
  if ((plan.unroll & (plan.unroll - 1)) != 0)
    return invalidPlan("plan.unroll", "expected 1, 2, 4 or 8, or 0 for what is usual");
  if (llvm::Error e = decodeCount(object, "prefetch", maxPrefetchBytes, plan.prefetchBytes))
    return e;
  if (llvm::Error e = decodeChoice(object, "stores", {"cached", "streaming", "by-size"}, plan.stores))
    return e;
  if (llvm::Error e = decodeChoice(object, "tail", {"masked", "peeled", "overlapping"}, plan.tail))
    return e;
  return decodeChoice(object, "order", {"fixed", "mapping"}, plan.order);
}

} // namespace

llvm::Expected<Plan> decodePlan(const llvm::json::Value *json) {
  const llvm::json::Object *object = json ? json->getAsObject() : nullptr;
  if (!object)
    return invalidPlan("plan", "expected an object");
  Plan plan{};

  llvm::StringRef mapping = object->getString("mapping").value_or("");
  if (mapping == "whole-program")
    plan.mapping = Mapping::WholeProgram;
  else if (mapping == "packet-local")
    plan.mapping = Mapping::PacketLocal;
  else
    return invalidPlan("plan.mapping", "expected \"whole-program\" or \"packet-local\"");

  int64_t width = object->getInteger("width").value_or(0);
  if (width != 2 && width != 4 && width != 8 && width != 16)
    return invalidPlan("plan.width", "expected 2, 4, 8 or 16");
  plan.width = unsigned(width);

  std::optional<bool> fullPacket = object->getBoolean("fullPacket");
  if (!fullPacket)
    return invalidPlan("plan.fullPacket", "expected true or false");
  plan.fullPacket = *fullPacket;

  llvm::StringRef materialize = object->getString("materialize").value_or("");
  if (materialize == "registers")
    plan.materialize = Materialize::Registers;
  else if (materialize == "snapshot")
    plan.materialize = Materialize::Snapshot;
  else if (materialize == "reload")
    plan.materialize = Materialize::Reload;
  else if (materialize == "recompute")
    plan.materialize = Materialize::Recompute;
  else if (materialize == "output")
    plan.materialize = Materialize::Output;
  else
    return invalidPlan("plan.materialize",
                       "expected \"registers\", \"snapshot\", \"reload\", \"recompute\" or \"output\"");

  int64_t blockWidth = object->getInteger("blockWidth").value_or(0);
  if (blockWidth < width || blockWidth > maxBlockWidth || blockWidth % width != 0)
    return invalidPlan("plan.blockWidth", "expected a multiple of plan.width, at most 65536");
  plan.blockWidth = unsigned(blockWidth);
  if (llvm::Error e = decodeOptional(*object, plan))
    return e;
  return plan;
}

namespace {

/// Vector operations that an op comes to, roughly.
uint64_t generatedOperations(const ir::Op &op) {
  constexpr uint64_t elementaryFunction = 30;
  return ir::isElementary(op.code) ? elementaryFunction : 1;
}

/// Roughly the vector operations that a body comes to: what is unrolled counts as often as it is written out.
uint64_t generatedOperations(const ir::Program &program, const Schedule &schedule, const Plan &plan,
                             bool unrolled) {
  auto total = [&](const std::vector<unsigned> &ids) {
    uint64_t sum = 0;
    for (unsigned id : ids)
      sum += generatedOperations(program.ops[id]);
    return sum;
  };
  bool wholeProgram = plan.mapping == Mapping::WholeProgram;
  uint64_t unitElements = wholeProgram ? blockColumns : plan.width;
  uint64_t vectorsPerUnit = wholeProgram ? unitElements : 1;
  // Looped, a body is written out for whole units and for a ragged one, in whole chunks and in the rest of a
  // row. Packet-local loops take a step of 64 elements at once, and the units that fill no step stand behind
  // them.
  uint64_t writtenOut = wholeProgram ? 4 : 2 * reductionLanes / plan.width;
  auto ofLoop = [&](const ElementLoop &loop) {
    uint64_t units = llvm::divideCeil(uint64_t(loop.extent), unitElements);
    if (!unrolled) // an iteration, and what is left over behind the last one
      units = std::min(program.runTimeColumns ? writtenOut : units,
                       std::max<uint64_t>(writtenOut, 2 * uint64_t(plan.unroll)));
    return units * vectorsPerUnit *
           (loop.reads.size() + total(loop.body) + loop.reductions.size() + loop.stores.size() +
            loop.updates.size());
  };
  uint64_t operations = 0;
  auto add = [&](const Level &level, uint64_t times) {
    operations += times * total(level.scalars);
    for (const ElementLoop &loop : level.loops)
      operations += times * ofLoop(loop);
  };
  for (const Level &level : schedule.levels) {
    add(level, 1);
    for (const TileLoop &loop : level.tileLoops) // written out for a whole tile and for the ragged one
      for (const Level &inner : loop.levels)
        add(inner, 2);
  }
  return operations;
}

/// Bytes of chunk results, in the widest type.
uint64_t chunkBytes(const Schedule &schedule, unsigned programs, Order order) {
  uint64_t bytes = 0;
  forEachLoop(schedule.levels, [&](const ElementLoop &loop) {
    if (int64_t chunks = chunkCount(loop.extent, order); chunks > 1)
      bytes = std::max(bytes, loop.reductions.size() * uint64_t(chunks) * programs * sizeof(double));
  });
  return bytes;
}

/// What the phases of a cooperative kernel evaluate once more: every scalar of the levels before their own.
uint64_t repeatedScalars(const ir::Program &program, const Schedule &schedule, bool doublePrecision) {
  uint64_t operations = 0, untilLevel = 0;
  unsigned next = 0; // level that `untilLevel` does not include yet
  for (const CooperativePhase &phase : cooperativePhases(program, schedule, doublePrecision)) {
    for (; next <= phase.level; ++next) {
      for (unsigned id : schedule.levels[next].scalars)
        untilLevel += generatedOperations(program.ops[id]);
      for (const ElementLoop &loop : schedule.levels[next].loops)
        untilLevel += loop.reductions.size();
    }
    operations += untilLevel;
  }
  return operations;
}

bool hasRescue(const ir::Program &program) {
  return llvm::any_of(program.ops, [](const ir::Op &op) { return op.code == ir::OpCode::Rescue; });
}

/// What the switches of private memory ask of each other.
llvm::Error checkPrivateMemory(const Plan &plan) {
  if (!plan.fuse && !usesPrivateMemory(plan.materialize))
    return invalidPlan("plan.fuse", "false copies rows to a snapshot before they are reduced: expected "
                                    "plan.materialize \"snapshot\" or \"recompute\"");
  if (!plan.interleave && plan.contiguous)
    return invalidPlan("plan.contiguous", "lanes with arrays of their own are not neighbours in memory: "
                                          "expected false where plan.interleave is false");
  return llvm::Error::success();
}

} // namespace

static llvm::Error checkStores(const Plan &plan, const ir::Program &program) {
  if (!mayStream(plan.stores))
    return llvm::Error::success();
  if (plan.mapping == Mapping::WholeProgram && !program.flat)
    return invalidPlan("plan.stores", "\"streaming\" under whole-program is for kernels for every length: "
                                      "columns of a row are stored in pieces of 16 bytes");
  if (plan.tail != Tail::Peeled)
    return invalidPlan("plan.stores", "\"streaming\" peels both ends of a row itself: plan.tail must be "
                                      "\"peeled\"");
  if (!plan.interleave || !plan.contiguous)
    return invalidPlan("plan.stores", "\"streaming\" reads private memory at any element: it must be "
                                      "interleaved and contiguous");
  if (!firstStreamable(program, plan.width))
    return invalidPlan("plan.stores", "\"streaming\" takes an output whose vectors are neighbouring elements "
                                      "of at least 16 bytes");
  return llvm::Error::success();
}

static llvm::Error checkTail(const Plan &plan, const Schedule &schedule) {
  if (plan.tail == Tail::Peeled)
    return llvm::Error::success();
  if (plan.mapping == Mapping::WholeProgram)
    return invalidPlan("plan.tail", "vectors end raggedly under packet-local alone: expected \"peeled\"");
  if (plan.tail == Tail::Masked) {
    if (plan.materialize == Materialize::Registers)
      return invalidPlan("plan.tail",
                         "\"masked\" bounds the vectors of a loop, and \"registers\" unrolls it");
    return llvm::Error::success();
  }
  if (!plan.interleave || !plan.contiguous)
    return invalidPlan("plan.tail", "\"overlapping\" reads private memory at any element: it must be "
                                    "interleaved and contiguous");
  int64_t shortest = plan.width;
  forEachLoop(schedule.levels, [&](const ElementLoop &loop) {
    if (!loop.stores.empty())
      shortest = std::min(shortest, loop.extent);
  });
  return shortest == plan.width
             ? llvm::Error::success()
             : invalidPlan("plan.tail", "\"overlapping\" takes rows of at least one vector, given " +
                                            llvm::Twine(shortest) + " elements");
}

static llvm::Error checkKeptInOutput(const Plan &plan, const ir::Program &program, const Schedule &schedule) {
  if (plan.materialize != Materialize::Output)
    return llvm::Error::success();
  if (plan.mapping == Mapping::WholeProgram)
    return invalidPlan("plan.materialize", "\"output\" keeps vectors of a row's neighbours: expected "
                                           "plan.mapping \"packet-local\"");
  if (plan.doublePrecision)
    return invalidPlan("plan.materialize", "\"output\" keeps f32, and everything is computed in f64");
  if (plan.tail == Tail::Overlapping)
    return invalidPlan("plan.tail", "\"overlapping\" takes elements twice, and under plan.materialize "
                                    "\"output\" they are overwritten the first time");
  return outputsOfSlots(program, schedule).takeError();
}

llvm::Error checkPlan(const Plan &plan, const ir::Program &program) {
  if (plan.cooperative)
    if (llvm::Error e = checkCooperative(plan, program))
      return e;
  if (program.runTimeColumns)
    if (llvm::Error e = checkRunTimeColumns(plan, program))
      return e;
  if (program.flat && plan.mapping != Mapping::WholeProgram)
    return invalidPlan("plan.mapping", "a kernel for every length has one element per program: expected "
                                       "\"whole-program\"");
  if (llvm::Error e = checkPrivateMemory(plan))
    return e;
  if (llvm::Error e = checkStores(plan, program))
    return e;
  Schedule schedule = scheduleProgram(program, plan.materialize, plan.fuse);
  if (llvm::Error e = checkTail(plan, schedule))
    return e;
  if (llvm::Error e = checkKeptInOutput(plan, program, schedule))
    return e;
  bool unrolled = plan.materialize == Materialize::Registers;
  if (unrolled) {
    bool packetLocal = plan.mapping == Mapping::PacketLocal;
    unsigned perVector = packetLocal ? plan.width : 1;
    int64_t limit = packetLocal ? maxUnrolledVectors : maxUnrolledColumns;
    int64_t most = 0;
    forEachLoop(schedule.levels, [&](const ElementLoop &loop) {
      most = std::max(most, (loop.extent + perVector - 1) / perVector);
    });
    if (most > limit)
      return invalidPlan("plan.materialize", "\"registers\" unrolls " + llvm::Twine(most) +
                                                 " vectors, more than " + llvm::Twine(limit));
  }
  // The cold functions evaluate everything again in each phase.
  uint64_t operations = generatedOperations(program, schedule, plan, unrolled);
  if (hasRescue(program))
    operations +=
        generatedOperations(program, scheduleProgram(program, Materialize::Reload), plan, /*unrolled=*/false);
  if (plan.cooperative)
    operations += repeatedScalars(program, schedule, plan.doublePrecision);
  if (operations > maxGeneratedOperations)
    return invalidPlan("plan", "the program would come to about " + llvm::Twine(operations) +
                                   " vector operations under this plan, more than " +
                                   llvm::Twine(maxGeneratedOperations) +
                                   "; \"snapshot\", a wider packet or fewer reductions make it smaller");
  uint64_t bytes = plan.cooperative ? sharedBytes(schedule, sizeof(double))
                                    : chunkBytes(schedule, plan.programsPerPacket(), plan.order);
  bytes += snapshotBytes(schedule, plan);
  if (bytes > maxWorkspaceBytes)
    return invalidPlan("plan.materialize", "the kernel would take over 4 GiB of private memory per thread");
  return llvm::Error::success();
}

} // namespace tile_simd
