#include "runtime/cpu_budget.h"

#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#include <vector>
#endif

namespace tile_simd {
namespace {

/// Quota in one group's folder; 0 for none.
double quotaIn(const std::string &folder) {
  double quota = 0, period = 0;
  std::string first;
  if (std::ifstream file(folder + "/cpu.max"); file >> first >> period) { // "max 100000" or "150000 100000"
    std::istringstream text(first);
    return text >> quota && period > 0 ? quota / period : 0;
  }
  std::ifstream quotaFile(folder + "/cpu.cfs_quota_us"), periodFile(folder + "/cpu.cfs_period_us");
  if (quotaFile >> quota && periodFile >> period && quota > 0 && period > 0)
    return quota / period;
  return 0;
}

double smaller(double a, double b) { return a == 0 ? b : b == 0 ? a : std::fmin(a, b); }

/// Quota of this process's groups, of either version.
double currentQuota() {
  double quota = 0;
  std::ifstream groups("/proc/self/cgroup");
  // "0::/path" in version 2; "4:cpu,cpuacct:/path" in version 1.
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty())
      quota = smaller(quota, quotaOfGroup("/sys/fs/cgroup", path));
    else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
      quota = smaller(quota, quotaOfGroup("/sys/fs/cgroup/cpu", path));
      quota = smaller(quota, quotaOfGroup("/sys/fs/cgroup/" + controllers, path));
    }
  }
  return quota;
}

unsigned coresInMask() {
#if defined(__linux__)
  // A machine may have more cores than cpu_set_t has bits: the kernel refuses a mask that is too short.
  for (size_t words = 16; words <= 1024; words *= 4) {
    std::vector<unsigned long> mask(words);
    const size_t bytes = words * sizeof(unsigned long);
    if (sched_getaffinity(0, bytes, reinterpret_cast<cpu_set_t *>(mask.data())) != 0)
      continue;
    unsigned cores = 0;
    for (unsigned long word : mask)
      cores += unsigned(__builtin_popcountl(word));
    if (cores > 0)
      return cores;
  }
#endif
  const unsigned cores = std::thread::hardware_concurrency();
  return cores > 0 ? cores : 1;
}

} // namespace

double quotaOfGroup(const std::string &mount, const std::string &path) {
  double quota = quotaIn(mount); // in a container, the group itself is mounted here
  for (std::string group = path; group.size() > 1 && group.front() == '/'; group.erase(group.rfind('/')))
    quota = smaller(quota, quotaIn(mount + group));
  return quota;
}

unsigned CpuBudget::workers() const {
  if (quota <= 0 || quota >= double(cores))
    return cores;
  const auto allowed = unsigned(std::ceil(quota));
  return allowed > 0 ? allowed : 1;
}

CpuBudget cpuBudget() { return {coresInMask(), currentQuota()}; }

} // namespace tile_simd
