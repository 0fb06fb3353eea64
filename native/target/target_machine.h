// The LLVM target machine for a feature list.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>
#include <vector>

namespace tile_simd {

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const std::vector<std::string> &features);

} // namespace tile_simd
