// Whole-program mapping: lane i of a packet runs program `program + i`; a tile value is one W-vector per
// element. How elements get there from rows that lie apart is RowBlocks' matter.
#include "codegen/reduction.h"
#include "codegen/row_blocks.h"

#include "llvm/IR/Intrinsics.h"

namespace tile_simd {
namespace {

using namespace llvm;
using ir::OpCode;

class WholeProgram final : public RowBlocks {
public:
  using RowBlocks::RowBlocks;

private:
  /// Everything below may count on an active lane.
  void begin() override {
    BasicBlock *some = BasicBlock::Create(context_.llvm, "some", options_.function);
    BasicBlock *none = BasicBlock::Create(context_.llvm, "none", options_.function);
    builder_.CreateCondBr(builder_.CreateICmpNE(activeLanes_, builder_.getInt32(0)), some, none);
    builder_.SetInsertPoint(none);
    builder_.CreateRetVoid();
    builder_.SetInsertPoint(some);
  }

  Type *scalarType() const override { return vectorType_; }
  unsigned programsPerPacket() const override { return unsigned(width_); }
  unsigned vectorsPerUnit() const override { return unitElements(); }
  unsigned plainUnroll() const override { return 1; }

  Value *loadScalar(unsigned param) override { return loadColumnOf(param, builder_.getInt64(0)); }

  void storeScalar(unsigned param, Value *value) override {
    storeColumnOf(param, builder_.getInt64(0), value);
  }

  Value *rowIndex() override {
    Value *every = everyProgram(builder_.CreateTrunc(record_.outerIndex(program_), builder_.getInt32Ty()));
    return context_.program.isGrid() ? every : builder_.CreateAdd(every, laneNumbers());
  }
  Value *innerIndex() override {
    Value *first = builder_.CreateTrunc(record_.innerIndex(program_), builder_.getInt32Ty());
    return builder_.CreateAdd(everyProgram(first), laneNumbers());
  }

  /// The packet is given up: its programs that need their rescue get it, and each run of neighbours between
  /// them goes through the packet body again, as a packet with that many active lanes. Nothing was stored
  /// yet, so nothing is lost, and the values of a program do not depend on its lane.
  void emitRescue(Value *predicate) override {
    Value *marked = builder_.CreateAnd(predicate, activeMask_);
    branchToRescue(builder_.CreateOrReduce(marked), [&] {
      LLVMContext &llvm = context_.llvm;
      Value *record = options_.function->getArg(0), *width = builder_.getInt32(options_.width);
      Value *bits = builder_.CreateZExt(builder_.CreateBitCast(marked, builder_.getIntNTy(options_.width)),
                                        builder_.getInt32Ty());
      BasicBlock *before = builder_.GetInsertBlock();
      auto block = [&](const char *name) { return BasicBlock::Create(llvm, name, options_.function); };
      BasicBlock *lanes = block("lanes"), *alone = block("alone"), *between = block("between"),
                 *next = block("next"), *done = block("rescued");
      builder_.CreateBr(lanes);

      builder_.SetInsertPoint(lanes);
      PHINode *lane = builder_.CreatePHI(builder_.getInt32Ty(), 2, "lane");
      lane->addIncoming(builder_.getInt32(0), before);
      Value *program = builder_.CreateAdd(program_, builder_.CreateZExt(lane, builder_.getInt64Ty()));
      Value *remaining = builder_.CreateLShr(bits, lane);
      builder_.CreateCondBr(builder_.CreateTrunc(remaining, builder_.getInt1Ty()), alone, between);

      builder_.SetInsertPoint(alone);
      builder_.CreateCall(options_.rescue, {record, program, width});
      builder_.CreateBr(next);

      builder_.SetInsertPoint(between); // up to the next one marked, or to the end
      Value *unmarked = builder_.CreateIntrinsic(Intrinsic::cttz, {builder_.getInt32Ty()},
                                                 {remaining, /*is_zero_poison=*/builder_.getFalse()});
      Value *run =
          builder_.CreateBinaryIntrinsic(Intrinsic::umin, unmarked, builder_.CreateSub(activeLanes_, lane));
      builder_.CreateCall(options_.function, {record, program, run});
      builder_.CreateBr(next);

      builder_.SetInsertPoint(next);
      PHINode *step = builder_.CreatePHI(builder_.getInt32Ty(), 2, "step");
      step->addIncoming(builder_.getInt32(1), alone);
      step->addIncoming(run, between);
      Value *following = builder_.CreateAdd(lane, step);
      lane->addIncoming(following, next);
      builder_.CreateCondBr(builder_.CreateICmpULT(following, activeLanes_), lanes, done);
      builder_.SetInsertPoint(done);
    });
  }

  void emitUnit(const ElementLoop &loop, Value *element, int64_t valid, Fold fold) override {
    DenseMap<unsigned, SmallVector<Value *, 4>> loaded, stored;
    for (unsigned id : loop.body)
      if (op(id).code == OpCode::Load)
        loaded[id] = loadBlock(loop, op(id), element, valid);
    for (unsigned column = 0; column < validColumns(valid); ++column) {
      tiles_.clear();
      Value *at = plus(builder_, element, column);
      for (unsigned id : loop.reads)
        tiles_[id] = readKept(id, at);
      for (unsigned id : loop.body)
        tiles_[id] = op(id).code == OpCode::Load          ? loaded[id][column]
                     : op(id).code == OpCode::ColumnIndex ? columnIndex(at)
                                                          : evaluate(op(id), vectorType_);
      for (unsigned id : loop.keeps)
        keep(id, at);
      for (auto [carry, next] : loop.updates)
        writeSlot(carry, tiles_.lookup(next), at);
      for (unsigned id : loop.stores)
        stored[id].push_back(tiles_.lookup(op(id).args[0]));
      fold(column);
    }
    for (unsigned id : loop.stores)
      storeBlock(loop, op(id), element, stored[id], valid);
  }

  Value *elementMask(int64_t) override { return nullptr; } // a lane is a program of its own

  Value *joinLanes(ir::ReduceKind kind, MutableArrayRef<Value *> accumulators, Nans nans) override {
    return combineAccumulators(builder_, context_.target, kind, accumulators, nans);
  }
  Value *everyLane(Value *condition) override { return condition; }

  Value *columnIndex(Value *element) {
    return everyProgram(builder_.CreateTrunc(element, builder_.getInt32Ty()));
  }
};

} // namespace

std::unique_ptr<BodyEmitter> createWholeProgram(ModuleContext &context, const BodyOptions &options) {
  return std::make_unique<WholeProgram>(context, options);
}

} // namespace tile_simd
