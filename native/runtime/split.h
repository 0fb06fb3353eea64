// How a launch is split: how many threads it is worth, and how much one task takes.
//
// Small work stays on the caller's thread. The rule is simple until the planner knows costs: each thread must
// get at least `leastWorkPerWorker` of estimated work (lib/planner/work.ts says in which unit), and a task at
// least `leastWorkPerTask`, so that taking it costs nothing beside it. The thresholds are data. Results never
// depend on any of it.
#pragma once

#include <cstdint>

namespace tile_simd {

struct SplitRule {
  uint64_t leastWorkPerWorker;
  uint64_t leastWorkPerTask;
};

/// What is split: programs, or the chunks of a cooperative kernel's row.
struct SplitUnit {
  uint64_t work;                 // estimated, of one unit; at least 1
  uint64_t perPacket;            // tasks begin at multiples of it
  uint64_t perBlock;             // and at multiples of this one, where there are enough blocks
  uint64_t inCache = UINT64_MAX; // the most whose outputs stay in the cache of a core, for kernels that ask
};

struct Split {
  unsigned workers; // 1: on the caller's thread
  uint64_t unitsPerTask;
};

struct SplitRequest {
  SplitUnit unit;
  SplitRule rule;
  uint64_t grain = 0;   // blocks that a task takes; 0: as it seems best
  unsigned workers = 0; // threads, if the pool has them; 0: as it seems best
};

/// `units` to be run by at most `available` threads.
Split splitUnits(const SplitRequest &request, uint64_t units, unsigned available);

/// The phase of an ordinary kernel's tasks: whether `units`, shared by `workers` cores, stay in their caches.
uint32_t phaseOf(const SplitUnit &unit, uint64_t units, unsigned workers);

/// The most units that splitUnits leaves on the caller's thread, whatever is available.
uint64_t unitsForCaller(const SplitRequest &request);

} // namespace tile_simd
