#include "replay/visit.h"

#include <algorithm>
#include <cmath>

namespace tile_simd::replay {
namespace {

/// Runs for warmMs at least; nanoseconds of a call.
double warmUp(Contender &contender, double warmMs, uint64_t &calls) {
  const int64_t start = threadNanoseconds();
  int64_t spent = 0;
  for (uint64_t batch = 1; spent < int64_t(warmMs * 1e6); batch = std::min(batch * 2, calls)) {
    for (uint64_t i = 0; i < batch; ++i)
      contender.run();
    calls += batch;
    spent = threadNanoseconds() - start;
  }
  return double(spent) / double(calls);
}

Sample sample(Contender &contender, uint64_t calls) {
  const int64_t wall = wallNanoseconds(), thread = threadNanoseconds();
  for (uint64_t i = 0; i < calls; ++i)
    contender.run();
  return {threadNanoseconds() - thread, wallNanoseconds() - wall};
}

} // namespace

Visit visit(Contender &contender, Buffers &buffers, const TimingOptions &options) {
  Visit result;
  buffers.clearOutput();
  const double callNs = warmUp(contender, options.warmMs, result.warmCalls);
  result.calls = std::max<uint64_t>(1, uint64_t(std::llround(options.sampleMs * 1e6 / callNs)));
  result.before = probeInterference();
  result.startNs = wallNanoseconds();
  for (unsigned i = 0; i < options.samples; ++i)
    result.samples.push_back(sample(contender, result.calls));
  result.after = probeInterference();
  result.check = buffers.check();
  return result;
}

} // namespace tile_simd::replay
