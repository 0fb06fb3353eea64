// Named feature sets: what `plan.features` may say beside 'native'.
#pragma once

#include "llvm/TargetParser/Triple.h"

#include <string>
#include <vector>

namespace tile_simd {

struct Level {
  std::string name;
  llvm::Triple::ArchType architecture;
  std::vector<std::string> features; // LLVM's names, sorted, those of lower levels among them
};

/// All that the generator knows, by architecture, lower ones first. Whether code for one can be made or run
/// is for describeTarget() and hostCpu() to say.
const std::vector<Level> &namedLevels();

} // namespace tile_simd
