#include "codegen/plan.h"
#include "codegen/schedule.h"
#include "support/error.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

namespace tile_simd {
namespace {

// Beyond this many unrolled vectors of one value, straight-line code only spills and takes long to compile.
constexpr int64_t maxUnrolledVectors = 64;
// A snapshot that no machine would give memory for is refused before the allocator is asked.
constexpr uint64_t maxWorkspaceBytes = uint64_t(1) << 32;
constexpr int64_t maxBlockWidth = 65536;

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

llvm::Error checkPlan(const Plan &plan, const ir::Program &program) {
  Schedule schedule = scheduleProgram(program, plan.materialize != Materialize::Reload);
  if (plan.materialize == Materialize::Registers) {
    unsigned perVector = plan.mapping == Mapping::PacketLocal ? plan.width : 1;
    for (const Level &level : schedule.levels)
      for (const ElementLoop &loop : level.loops)
        if ((loop.extent + perVector - 1) / perVector > maxUnrolledVectors)
          return invalidPlan("plan.materialize", "\"registers\" unrolls " +
                                                     llvm::Twine((loop.extent + perVector - 1) / perVector) +
                                                     " vectors, more than " +
                                                     llvm::Twine(maxUnrolledVectors));
  }
  if (plan.materialize == Materialize::Snapshot &&
      snapshotBytes(schedule, plan.programsPerPacket()) > maxWorkspaceBytes)
    return invalidPlan("plan.materialize", "the snapshot would take over 4 GiB per thread");
  return llvm::Error::success();
}

} // namespace tile_simd
