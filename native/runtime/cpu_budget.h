// How many threads this process may run at the same time: its affinity mask, and the CPU quota of its control
// group, which a container has and std::thread::hardware_concurrency() does not see.
#pragma once

#include <string>

namespace tile_simd {

struct CpuBudget {
  unsigned cores; // in the affinity mask, at least 1
  double quota;   // cores' worth of time that the control groups allow; 0: no limit

  /// Threads that make sense: the cores, and no more than the quota rounded up.
  unsigned workers() const;
};

/// Read anew at each call.
CpuBudget cpuBudget();

/// The smallest quota of the control group `path` (as /proc/self/cgroup has it) and those above it, under
/// `mount`; 0 where there is none. Version 2: cpu.max. Version 1: cpu.cfs_quota_us and cpu.cfs_period_us.
double quotaOfGroup(const std::string &mount, const std::string &path);

} // namespace tile_simd
