// Running cooperative kernels: one row split over tasks.
//
// A row runs phase by phase. The tasks of a phase may run at the same time and in any order, each on chunks
// [begin, end) of the row; a phase starts when every task of the one before has ended and its writes are
// visible (a barrier, or a join). All tasks of a row share one workspace, which carries chunk results from
// phase to phase; rows that run at the same time need one each. Each task gives its own copy of the record.
//
// The result does not depend on the split: a task owns whole chunks, and chunk results are combined in an
// order of their own.
#pragma once

#include "runtime/launch.h"

#include <vector>

namespace tile_simd {

/// Who works in a phase: every task on its chunks, or the task that has chunk 0 alone (which may then do with
/// that one chunk: [0, 1)). Other tasks do nothing in such a phase.
enum class PhaseTasks : uint8_t { Chunks, One };

/// How the rows of a cooperative kernel run; without phases, the kernel is an ordinary one.
struct Cooperation {
  uint64_t chunks = 0; // of each row
  std::vector<PhaseTasks> phases;

  bool isCooperative() const { return !phases.empty(); }
};

/// Rows are numbered by 32 bits in the launch record.
constexpr uint64_t maxCooperativeRows = uint64_t(1) << 32;

/// What one task does.
struct CooperativeTask {
  uint32_t row;
  uint32_t phase;
  uint64_t begin, end; // chunks
};

/// Runs one task on this thread, in the default floating-point environment. `workspace`: 64-byte aligned, of
/// the kernel's size, shared by all tasks of the row. An empty or reversed range runs nothing.
LaunchResult runCooperativeTask(KernelEntry entry, const LaunchArgument *arguments, unsigned argumentCount,
                                const CooperativeTask &task, void *workspace);

/// Runs rows [begin, end), `end` at most maxCooperativeRows, one after the other and all phases of each on
/// this thread. Unless the result is Done, nothing ran.
LaunchResult launchCooperative(KernelEntry entry, const LaunchArgument *arguments, unsigned argumentCount,
                               const Cooperation &cooperation, uint64_t begin, uint64_t end,
                               uint64_t workspaceBytes);

} // namespace tile_simd
