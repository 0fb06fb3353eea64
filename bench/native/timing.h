// Visits: what is measured, when, and what is known of the machine at that moment.
//
// A visit of a candidate alternates its samples with samples of the pivot, so that their ratio comes from
// neighbouring moments: what disturbs the machine for longer than a sample disturbs both. Nothing is dropped
// here; whether a visit was quiet is said by the probes before and after it and by the share of the elapsed
// time that the thread ran, and judged by whoever reads them.
#pragma once

#include "candidate.h"
#include "replay/thread_state.h"

#include <vector>

namespace tile_simd::bench {

using replay::Interference;

struct TimingOptions {
  unsigned samples = 5;
  double sampleMs = 20;
  double warmMs = 20;
  double waitMs = 0; // longest wait for a quiet moment before a visit
};

struct Visit {
  std::vector<double> samples; // microseconds per call
  std::vector<double> pivot;   // the pivot's sample right before or after each
  Interference before, after;
  double waitedMs = 0;
  double onCpu = 1; // share of the elapsed time that the thread ran
};

class Timer {
public:
  explicit Timer(const TimingOptions &options) : options_(options) {}

  /// `pivot` may be the candidate itself: then the ratios show the noise.
  Visit visit(Candidate &candidate, Candidate &pivot);

private:
  Interference probe();
  bool isQuiet(const Interference &probe) const;
  Interference waitForQuiet(double &waitedMs);
  /// Runs for warmMs at least; calls per sample.
  uint64_t warmUp(Candidate &candidate) const;

  TimingOptions options_;
  Interference best_{1e300, 1e300};
};

} // namespace tile_simd::bench
