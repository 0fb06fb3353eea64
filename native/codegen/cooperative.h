// Cooperative kernels: one long row split over tasks (runtime/cooperative.h says how they are run).
//
//   @k          the entry: one task, chunks [begin, end) of one row in one phase
//   @k.packet   the body: all phases, told apart by the record's `phase`
//
// The schedule's levels become phases. A level with reductions accumulates: each task stores the result of
// each of its chunks in the shared workspace; then one task combines these, by the tree of every other plan.
// A row of one chunk has nothing to combine. The last level stores tiles, again in chunks. What must wait for
// all of that is the work of one task in a last phase, the finish: stores of scalars, because an output may
// be the memory of a scalar input that everybody reads; and the rescue, because it writes what others own.
//
// Every phase evaluates again the scalars that it needs, from combined results and the row's inputs, so all
// tasks come to the same values, and to the same answer whether the row is to be rescued: then the other
// phases do nothing and the finish calls the rescue.
#pragma once

#include "codegen/module_context.h"
#include "runtime/cooperative.h"

namespace tile_simd {

struct CooperativePhase {
  enum Work : uint8_t { Accumulate, Combine, Store, Finish } work;
  unsigned level; // of the schedule

  PhaseTasks tasks() const {
    return work == Accumulate || work == Store ? PhaseTasks::Chunks : PhaseTasks::One;
  }
};

/// At least one phase.
std::vector<CooperativePhase> cooperativePhases(const ir::Program &program, const Schedule &schedule,
                                                bool doublePrecision);

Cooperation cooperationOf(const ir::Program &program, const Plan &plan);

/// Bytes of the chunk results of all reductions.
uint64_t sharedBytes(const Schedule &schedule, uint64_t elementBytes);

/// ERR_INVALID_PLAN for a program that is not made of tiles along one dim, or switches that cooperative
/// kernels do not have.
llvm::Error checkCooperative(const Plan &plan, const ir::Program &program);

/// @k for a body made with BodyOptions::cooperative.
void emitCooperativeEntry(ModuleContext &context, llvm::Function *packet);

} // namespace tile_simd
