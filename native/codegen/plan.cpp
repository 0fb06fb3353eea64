#include "codegen/plan.h"

#include "codegen/numerics.h"
#include "codegen/private_memory.h"
#include "codegen/schedule.h"
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
// LLVM takes seconds for this many and memory without end for far more; no user input may bring the process
// down.
constexpr uint64_t maxGeneratedOperations = 100000;

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
  else
    return invalidPlan("plan.materialize", "expected \"registers\", \"snapshot\" or \"reload\"");

  int64_t blockWidth = object->getInteger("blockWidth").value_or(0);
  if (blockWidth < width || blockWidth > maxBlockWidth || blockWidth % width != 0)
    return invalidPlan("plan.blockWidth", "expected a multiple of plan.width, at most 65536");
  plan.blockWidth = unsigned(blockWidth);
  return plan;
}

namespace {

/// Roughly the vector operations that a body comes to: what is unrolled counts as often as it is written out.
uint64_t generatedOperations(const Schedule &schedule, const Plan &plan, bool unrolled) {
  bool wholeProgram = plan.mapping == Mapping::WholeProgram;
  uint64_t unitElements = wholeProgram ? blockColumns : plan.width;
  uint64_t vectorsPerUnit = wholeProgram ? unitElements : 1;
  // Looped, a body is written out for whole units and for a ragged one, in whole chunks and in the rest of a
  // row. Packet-local loops take a step of 64 elements at once, and the units that fill no step stand behind
  // them.
  uint64_t writtenOut = wholeProgram ? 4 : 2 * reductionLanes / plan.width;
  uint64_t operations = 0;
  for (const Level &level : schedule.levels) {
    operations += level.scalars.size();
    for (const ElementLoop &loop : level.loops) {
      uint64_t units = llvm::divideCeil(uint64_t(loop.extent), unitElements);
      if (!unrolled)
        units = std::min(units, writtenOut);
      operations += units * vectorsPerUnit *
                    (loop.reads.size() + loop.body.size() + loop.reductions.size() + loop.stores.size());
    }
  }
  return operations;
}

/// Bytes of chunk results, in the widest type.
uint64_t chunkBytes(const Schedule &schedule, unsigned programs) {
  uint64_t bytes = 0;
  for (const Level &level : schedule.levels)
    for (const ElementLoop &loop : level.loops)
      if (int64_t chunks = chunkCount(loop.extent); chunks > 1)
        bytes = std::max(bytes, loop.reductions.size() * uint64_t(chunks) * programs * sizeof(double));
  return bytes;
}

bool hasRescue(const ir::Program &program) {
  return llvm::any_of(program.ops, [](const ir::Op &op) { return op.code == ir::OpCode::Rescue; });
}

} // namespace

llvm::Error checkPlan(const Plan &plan, const ir::Program &program) {
  Schedule schedule = scheduleProgram(program, plan.materialize != Materialize::Reload);
  bool unrolled = plan.materialize == Materialize::Registers;
  if (unrolled) {
    bool packetLocal = plan.mapping == Mapping::PacketLocal;
    unsigned perVector = packetLocal ? plan.width : 1;
    int64_t limit = packetLocal ? maxUnrolledVectors : maxUnrolledColumns;
    for (const Level &level : schedule.levels)
      for (const ElementLoop &loop : level.loops)
        if ((loop.extent + perVector - 1) / perVector > limit)
          return invalidPlan("plan.materialize", "\"registers\" unrolls " +
                                                     llvm::Twine((loop.extent + perVector - 1) / perVector) +
                                                     " vectors, more than " + llvm::Twine(limit));
  }
  // The cold functions evaluate everything again in each phase.
  uint64_t operations = generatedOperations(schedule, plan, unrolled);
  if (hasRescue(program))
    operations += generatedOperations(scheduleProgram(program, /*keep=*/false), plan, /*unrolled=*/false);
  if (operations > maxGeneratedOperations)
    return invalidPlan("plan", "the program would come to about " + llvm::Twine(operations) +
                                   " vector operations under this plan, more than " +
                                   llvm::Twine(maxGeneratedOperations) +
                                   "; \"snapshot\", a wider packet or fewer reductions make it smaller");
  uint64_t bytes = chunkBytes(schedule, plan.programsPerPacket());
  if (plan.materialize == Materialize::Snapshot)
    bytes += snapshotBytes(schedule, plan.programsPerPacket());
  if (bytes > maxWorkspaceBytes)
    return invalidPlan("plan.materialize", "the kernel would take over 4 GiB of private memory per thread");
  return llvm::Error::success();
}

} // namespace tile_simd
