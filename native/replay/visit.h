// A visit: what is measured of one contender in one place of a round. Nothing is dropped, nothing is judged
// here.
#pragma once

#include "replay/buffers.h"
#include "replay/contender.h"
#include "replay/thread_state.h"

#include <vector>

namespace tile_simd::replay {

struct TimingOptions {
  double warmMs = 100;
  unsigned samples = 7;
  double sampleMs = 30;
};

struct Sample {
  int64_t threadNs, wallNs; // of all calls of the sample
};

struct Visit {
  int64_t startNs = 0;               // on the wall clock
  uint64_t warmCalls = 0, calls = 0; // per sample
  std::vector<Sample> samples;
  Interference before{}, after{};
  CheckResult check;
};

/// Clears the output, warms up, takes the samples and checks the whole output. Timed are the calls alone:
/// setting the record's mutable part, the entry, and whatever memcpy it calls.
Visit visit(Contender &contender, Buffers &buffers, const TimingOptions &options);

} // namespace tile_simd::replay
