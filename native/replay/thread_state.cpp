#include "replay/thread_state.h"

#include "replay/probe.h"

#include <algorithm>
#include <ctime>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tile_simd::replay {
namespace {

int64_t nanosecondsOf(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

double timeProbe(void (*work)()) {
  int64_t best = INT64_MAX;
  for (int i = 0; i < 3; ++i) {
    const int64_t start = threadNanoseconds();
    work();
    best = std::min(best, threadNanoseconds() - start);
  }
  return double(best) * 1e-3;
}

} // namespace

int64_t threadNanoseconds() { return nanosecondsOf(CLOCK_THREAD_CPUTIME_ID); }
int64_t wallNanoseconds() { return nanosecondsOf(CLOCK_MONOTONIC); }

Interference probeInterference() { return {timeProbe(probeScalar), timeProbe(probeFma)}; }

int pinToCore(int core) {
#if defined(__linux__)
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return -1;
  for (int i = CPU_SETSIZE - 1; i >= 0 && core < 0; --i)
    if (CPU_ISSET(i, &allowed))
      core = i;
  if (core < 0 || core >= CPU_SETSIZE || !CPU_ISSET(core, &allowed))
    return -1;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  return sched_setaffinity(0, sizeof(one), &one) == 0 ? core : -1;
#else
  (void)core;
  return -1;
#endif
}

} // namespace tile_simd::replay
