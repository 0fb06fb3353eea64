// One complete choice of the switches that generated code depends on. `grain` and `workers` are run-time
// choices and do not appear here; everything 'auto' was resolved by the planner before the request was sent.
#pragma once

#include "ir/tile_ir.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace tile_simd {

/// whole-program: one lane runs one program. packet-local: the lanes of a packet share the elements of one
/// program.
enum class Mapping : uint8_t { WholeProgram, PacketLocal };

/// What becomes of a tile value that is needed again after a reduction.
enum class Materialize : uint8_t {
  Registers, // stays in SSA values; loops over elements are unrolled in full
  Snapshot,  // private memory: the stack, or the per-thread workspace above 64 KiB
  Reload,    // loaded and computed again in every phase
};

struct Plan {
  Mapping mapping;
  unsigned width;
  bool fullPacket;
  Materialize materialize;
  unsigned blockWidth;

  unsigned packetsPerBlock() const { return blockWidth / width; }
  unsigned programsPerPacket() const { return mapping == Mapping::WholeProgram ? width : 1; }
};

/// Reads the JSON form. ERR_INVALID_PLAN naming the switch.
llvm::Expected<Plan> decodePlan(const llvm::json::Value *json);

/// Refuses a plan that is legal in itself but not for this program.
llvm::Error checkPlan(const Plan &plan, const ir::Program &program);

} // namespace tile_simd
