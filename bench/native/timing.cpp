#include "timing.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tile_simd::bench {
namespace {

constexpr double quietFactor = 1.10;
constexpr double pollMs = 10;

double secondsOf(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}
double elapsed() { return secondsOf(CLOCK_MONOTONIC) * 1e6; }
double onCpu() { return secondsOf(CLOCK_THREAD_CPUTIME_ID) * 1e6; }

/// The better of three: one interrupt is no interference.
double timeProbe(void (*work)()) {
  double best = 1e300;
  for (int i = 0; i < 3; ++i) {
    double start = onCpu();
    work();
    best = std::min(best, onCpu() - start);
  }
  return best;
}

double sample(Candidate &candidate, uint64_t calls) {
  double start = onCpu();
  for (uint64_t i = 0; i < calls; ++i)
    candidate.run();
  return (onCpu() - start) / double(calls);
}

} // namespace

Probe Timer::probe() {
  Probe result{timeProbe(probeScalar), timeProbe(probeFma)};
  best_ = {std::min(best_.scalar, result.scalar), std::min(best_.fma, result.fma)};
  return result;
}

bool Timer::isQuiet(const Probe &probe) const {
  return probe.scalar <= quietFactor * best_.scalar && probe.fma <= quietFactor * best_.fma;
}

Probe Timer::waitForQuiet(double &waitedMs) {
  const double start = elapsed();
  Probe result = probe();
  while (!isQuiet(result) && waitedMs < options_.waitMs) {
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(pollMs));
    result = probe();
    waitedMs = (elapsed() - start) * 1e-3;
  }
  return result;
}

uint64_t Timer::warmUp(Candidate &candidate) const {
  const double start = onCpu();
  uint64_t calls = 0;
  double spent = 0;
  for (uint64_t batch = 1; spent < options_.warmMs * 1e3;
       calls += batch, batch = std::min(batch * 2, calls)) {
    for (uint64_t i = 0; i < batch; ++i)
      candidate.run();
    spent = onCpu() - start;
  }
  return std::max<uint64_t>(1, uint64_t(std::llround(options_.sampleMs * 1e3 / (spent / double(calls)))));
}

Visit Timer::visit(Candidate &candidate, Candidate &pivot) {
  Visit result;
  const uint64_t pivotCalls = warmUp(pivot);
  const uint64_t calls = warmUp(candidate);
  result.before = waitForQuiet(result.waitedMs);
  const double wall = elapsed(), cpu = onCpu();
  for (unsigned i = 0; i < options_.samples; ++i) {
    const bool pivotFirst = i % 2 == 0; // so that a drift favours neither
    if (pivotFirst)
      result.pivot.push_back(sample(pivot, pivotCalls));
    result.samples.push_back(sample(candidate, calls));
    if (!pivotFirst)
      result.pivot.push_back(sample(pivot, pivotCalls));
  }
  result.onCpu = (onCpu() - cpu) / (elapsed() - wall);
  result.after = probe();
  return result;
}

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

} // namespace tile_simd::bench
