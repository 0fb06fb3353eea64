// A compiler that makes nothing and takes its time: what stands in for native/jit where native/cache is tested alone.
//
// A request is a word. Its object is "code of " and that word; "bad" in front of it makes it an error.
#pragma once

#include <atomic>
#include <cstdint>

namespace tile_simd::test {

struct FakeCompiler {
  std::atomic<int64_t> alive{0};     // kernels that exist
  std::atomic<uint64_t> compiled{0}; // and those that were generated
};

FakeCompiler &fakeCompiler();

} // namespace tile_simd::test
