#include "replay/limits.h"

#include "hand.h"
#include "replay/thread_state.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>

namespace tile_simd::replay {
namespace {

constexpr unsigned samples = 5;
constexpr uint64_t alignment = 4096;

/// Amount per nanosecond of `work`, which returns an amount, over samples of about sampleMs.
std::vector<double> rates(const std::function<uint64_t()> &work, double sampleMs) {
  work();
  std::vector<double> found;
  for (unsigned i = 0; i < samples; ++i) {
    const int64_t start = threadNanoseconds();
    uint64_t amount = 0;
    int64_t spent = 0;
    do {
      amount += work();
      spent = threadNanoseconds() - start;
    } while (double(spent) < sampleMs * 1e6);
    found.push_back(double(amount) / double(spent));
  }
  return found;
}

} // namespace

std::vector<Bandwidth> measureBandwidth(bool hasAvx512, double sampleMs) {
  std::vector<Bandwidth> found;
  if (!hasAvx512)
    return found; // the loops are bench/hand's, which are written for it
  for (uint64_t bytes = 16 << 10; bytes <= 256 << 20; bytes *= 4) {
    std::unique_ptr<void, void (*)(void *)> memory(std::aligned_alloc(alignment, bytes), &std::free);
    if (!memory)
      break;
    std::memset(memory.get(), 0, bytes);
    auto *from = static_cast<float *>(memory.get());
    const uint64_t elements = bytes / 2 / sizeof(float);
    float *to = from + elements;
    // Small sets are gone through often between two looks at the clock.
    const uint64_t repeats = std::max<uint64_t>(1, (1 << 20) / bytes);
    for (bool isStreaming : {false, true}) {
      auto *function = isStreaming ? &handStreamPastCache : &handStream;
      auto work = [&] {
        for (uint64_t i = 0; i < repeats; ++i)
          function(from, nullptr, to, elements);
        return bytes * repeats;
      };
      found.push_back({bytes, isStreaming, rates(work, sampleMs)});
    }
  }
  return found;
}

std::vector<Arithmetic> measureArithmetic(bool hasAvx512, double sampleMs) {
  constexpr uint64_t iterations = 20000;
  std::vector<Arithmetic> found{{"x86-64-v3", rates([] { return handPeakAvx2(iterations); }, sampleMs)}};
  if (hasAvx512)
    found.push_back({"native", rates([] { return handPeakAvx512(iterations); }, sampleMs)});
  return found;
}

} // namespace tile_simd::replay
