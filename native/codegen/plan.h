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
  Recompute, // loads stay in private memory, what was computed from them is computed again
  Output,    // what elementary functions went into waits in the rows of outputs, the rest as under Reload
};

/// Stores to outputs: through the cache, or past it; by size: as each launch says (LaunchRecord::phase).
enum class Stores : uint8_t { Cached, Streaming, BySize };

inline bool mayStream(Stores stores) { return stores != Stores::Cached; }

/// The ragged end of a row: every vector masked by its bound, or the last one apart and masked, or the last
/// one moved back so that it is whole (elementwise loops alone).
enum class Tail : uint8_t { Masked, Peeled, Overlapping };

/// The tree of a reduction: one for all plans, or what comes natural to the mapping.
enum class Order : uint8_t { Fixed, Mapping };

inline bool usesPrivateMemory(Materialize materialize) {
  return materialize == Materialize::Snapshot || materialize == Materialize::Recompute;
}

struct Plan {
  Mapping mapping;
  unsigned width;
  bool fullPacket;
  Materialize materialize;
  unsigned blockWidth;
  /// F. A tile is loaded within the loop of its first reduction; otherwise it is copied to its snapshot
  /// first, and reduced from there.
  bool fuse = true;
  /// Private arrays in slots q * W + lane; otherwise each lane has an array of its own.
  bool interleave = true;
  /// Private memory is accessed by vectors; otherwise by gathers and scatters.
  bool contiguous = true;
  /// Vectors that a reduction accumulates in, under Order::Mapping.
  unsigned accumulators = 4;
  /// Units per iteration of loops without reductions; 0: the mapping's own choice.
  unsigned unroll = 0;
  Stores stores = Stores::Cached;
  /// How far ahead rows are prefetched, in bytes; 0: not at all.
  unsigned prefetchBytes = 0;
  Tail tail = Tail::Peeled;
  Order order = Order::Fixed;
  /// Everything is computed in double precision.
  bool doublePrecision = false;
  /// One row is split over tasks (codegen/cooperative.h).
  bool cooperative = false;

  unsigned packetsPerBlock() const { return blockWidth / width; }
  unsigned programsPerPacket() const { return mapping == Mapping::WholeProgram ? width : 1; }
};

/// Reads the JSON form. ERR_INVALID_PLAN naming the switch.
llvm::Expected<Plan> decodePlan(const llvm::json::Value *json);

/// Refuses a plan that is legal in itself but not for this program.
llvm::Error checkPlan(const Plan &plan, const ir::Program &program);

/// Refuses what a kernel with columns at run time cannot have (run_time_columns.cpp); part of checkPlan.
llvm::Error checkRunTimeColumns(const Plan &plan, const ir::Program &program);

} // namespace tile_simd
