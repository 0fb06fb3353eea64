#include "target/levels.h"

#include "llvm/ADT/STLExtras.h"

namespace tile_simd {

using namespace llvm;

// x86-64: the psABI's microarchitecture levels, as far as they matter to vector code. AArch64: what every
// processor of ARMv8-A has.
static std::vector<Level> makeLevels() {
  std::vector<Level> levels{
      {"x86-64-v2", Triple::x86_64, {"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"}},
      {"x86-64-v3", Triple::x86_64, {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}},
      {"x86-64-v4", Triple::x86_64, {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"}},
      {"neon", Triple::aarch64, {"fp-armv8", "neon"}},
  };
  for (size_t i = 1; i < levels.size(); ++i)
    if (levels[i].architecture == levels[i - 1].architecture)
      append_range(levels[i].features, levels[i - 1].features);
  for (Level &level : levels)
    llvm::sort(level.features);
  return levels;
}

const std::vector<Level> &namedLevels() {
  static const auto *levels =
      new std::vector<Level>(makeLevels()); // lives to the end of the process on purpose
  return *levels;
}

} // namespace tile_simd
