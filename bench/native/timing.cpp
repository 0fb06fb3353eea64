#include "timing.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace tile_simd::bench {
namespace {

constexpr double quietFactor = 1.10;
constexpr double pollMs = 10;

double elapsed() { return double(replay::wallNanoseconds()) * 1e-3; }
double onCpu() { return double(replay::threadNanoseconds()) * 1e-3; }

double sample(Candidate &candidate, uint64_t calls) {
  double start = onCpu();
  for (uint64_t i = 0; i < calls; ++i)
    candidate.run();
  return (onCpu() - start) / double(calls);
}

} // namespace

Interference Timer::probe() {
  const Interference result = replay::probeInterference();
  best_ = {std::min(best_.scalar, result.scalar), std::min(best_.fma, result.fma)};
  return result;
}

bool Timer::isQuiet(const Interference &probe) const {
  return probe.scalar <= quietFactor * best_.scalar && probe.fma <= quietFactor * best_.fma;
}

Interference Timer::waitForQuiet(double &waitedMs) {
  const double start = elapsed();
  Interference result = probe();
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

} // namespace tile_simd::bench
