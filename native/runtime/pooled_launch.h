// Launches whose tasks run on a pool. The split changes no bit of the result: a task is a range of programs,
// or of a cooperative row's chunks, and each runs as it would on one thread.
#pragma once

#include "runtime/cooperative.h"
#include "runtime/split.h"
#include "runtime/worker_pool.h"

namespace tile_simd {

/// A launch whose arguments were checked. Nothing in it is owned.
struct Launch {
  KernelEntry entry;
  const LaunchArgument *arguments;
  unsigned argumentCount; // at most maxLaunchArguments
  uint64_t begin, end;    // programs; rows of a cooperative kernel, end at most maxCooperativeRows
  uint64_t workspaceBytes;
  const Cooperation *cooperation;
};

/// How a launch ran.
struct LaunchReport {
  LaunchResult result = LaunchResult::Done;
  unsigned workers = 1; // threads it was split for
  uint64_t tasks = 1;
};

/// Runs it on this thread alone, if `pool` is null or the rule says so, or on this and threads of the pool.
/// Once `cancelled` is set (it may be null), no further task begins. Unless the result is Done, nothing ran.
LaunchReport launchOn(WorkerPool *pool, const Launch &launch, const SplitRequest &split,
                      const std::atomic<bool> *cancelled = nullptr);

} // namespace tile_simd
