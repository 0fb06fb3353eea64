// The optimization pipeline: one for every kernel, the same with and without the full-packet pass.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tile_simd {

void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace tile_simd
