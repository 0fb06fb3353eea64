// The optimization pipeline: one for every kernel, the same with and without the full-packet pass.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tile_simd {

/// `inlineThreshold`: the size up to which the ordinary inliner copies a body into its caller. `packets`: how
/// many short independent packets are worked on side by side.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, int inlineThreshold,
                    unsigned packets);

} // namespace tile_simd
