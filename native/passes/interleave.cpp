#include "passes/interleave.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include <algorithm>

namespace tile_simd {

using namespace llvm;

namespace {

/// Bodies beyond this many instructions have work enough of their own, and copies would only take room.
constexpr size_t largestPacket = 128;

/// Prefetches, and marks that are for the optimizer alone: effects in name only.
bool isHint(const Instruction &instruction) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic &&
         (intrinsic->getIntrinsicID() == Intrinsic::prefetch || intrinsic->isAssumeLikeIntrinsic());
}

bool isVectorStore(const Instruction &instruction) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return isa<StoreInst>(instruction) ||
         (intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::masked_store ||
                        intrinsic->getIntrinsicID() == Intrinsic::masked_scatter));
}

/// Whether nothing but stores has an effect.
bool isStraight(const BasicBlock &block) {
  return all_of(block, [](const Instruction &instruction) {
    return !instruction.mayHaveSideEffects() || isVectorStore(instruction) || isHint(instruction);
  });
}

/// Orders a block by the longest chain from each instruction to the end; equal ones stay as they were. Loads
/// come before stores, which end every chain.
void interleave(BasicBlock &block) {
  SmallVector<Instruction *, 128> order;
  for (Instruction &instruction : make_range(block.getFirstNonPHIIt(), block.getTerminator()->getIterator()))
    order.push_back(&instruction);
  DenseMap<const Instruction *, unsigned> height;
  for (Instruction *instruction : reverse(order)) {
    unsigned most = instruction->mayReadFromMemory() && !isHint(*instruction) ? 1 : 0;
    for (const User *user : instruction->users())
      if (auto found = height.find(cast<Instruction>(user)); found != height.end())
        most = std::max(most, found->second + 1);
    height[instruction] = most;
  }
  // The highest first; those of one height stay in the order they stand in.
  SmallVector<std::pair<unsigned, unsigned>, 128> ranks;
  for (auto [position, instruction] : enumerate(order))
    ranks.emplace_back(UINT_MAX - height.lookup(instruction), unsigned(position));
  sort(ranks);
  for (auto [rank, position] : ranks)
    order[position]->moveBefore(block.getTerminator()->getIterator());
}

/// Whether a loop over packets has a body that may stand several times in an iteration: packets share what
/// private memory they have.
bool isRepeatable(const BasicBlock &body) {
  return body.size() <= largestPacket && isStraight(body) && none_of(body, [](const Instruction &access) {
           const Value *address = getLoadStorePointerOperand(&access);
           return address && isa<AllocaInst>(getUnderlyingObject(address));
         });
}

} // namespace

PreservedAnalyses InterleavePass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto marked = [](const Loop &loop, const char *name) {
    const BasicBlock *latch = loop.getLoopLatch();
    return latch && latch == loop.getHeader() && latch->getTerminator()->getMetadata(name);
  };
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *body = loop->getHeader();
    if (marked(*loop, independentPackets) && packets_ > 1 && isRepeatable(*body)) {
      auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
      auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
      auto &assumptions = analyses.getResult<AssumptionAnalysis>(function);
      auto &target = analyses.getResult<TargetIRAnalysis>(function);
      OptimizationRemarkEmitter remarks(&function);
      simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, /*PreserveLCSSA=*/false);
      formLCSSA(*loop, dominators, &loops, &evolution);
      UnrollLoopOptions options{};
      options.Count = packets_;
      options.Runtime = true;
      options.AllowExpensiveTripCount = true;
      const LoopUnrollResult result = UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions,
                                                 &target, &remarks, /*PreserveLCSSA=*/true);
      // A loop that is known to end within one iteration is a loop no more.
      if (result != LoopUnrollResult::FullyUnrolled && loop->getLoopLatch() == loop->getHeader())
        interleave(*loop->getHeader());
    } else if (marked(*loop, independentLoop) && isStraight(*body)) {
      interleave(*body);
    }
  }
  return PreservedAnalyses::none();
}

} // namespace tile_simd
