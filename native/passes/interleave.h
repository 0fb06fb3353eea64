// Puts independent work of a loop side by side.
//
// A chain of dependent operations waits for each result, and a processor looks ahead only so far: where one
// vector's chain stands behind another's, it comes to the second too late to fill the gaps of the first. So
// the instructions of a loop's iteration are ordered by how far they are from its end, which takes the
// vectors of an iteration step by step. Order of instructions alone: no value changes.
#pragma once

#include "llvm/IR/PassManager.h"

namespace tile_simd {

/// Metadata of a loop's branch: what its iterations store is nothing that it loads, and each iteration loads
/// before it stores.
inline constexpr const char *independentLoop = "tile_simd.independent";
/// The same of a loop over packets, of which several may be run in one iteration.
inline constexpr const char *independentPackets = "tile_simd.packets";

class InterleavePass : public llvm::PassInfoMixin<InterleavePass> {
public:
  /// `packets`: how many packets one iteration takes at most.
  explicit InterleavePass(unsigned packets) : packets_(packets) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned packets_;
};

} // namespace tile_simd
