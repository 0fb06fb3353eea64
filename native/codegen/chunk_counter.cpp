#include "codegen/chunk_counter.h"

#include "codegen/numerics.h"
#include "codegen/reduction.h"

#include "llvm/IR/Intrinsics.h"

#include <cstdint>

namespace tile_simd {

using namespace llvm;

static_assert((uint64_t(INT32_MAX) + reductionChunk - 1) / reductionChunk < uint64_t(1) << chunkCounterSlots,
              "a slot for every bit of the number of chunks");

// Slot k holds the result of 2^k chunks where bit k of the number of chunks taken is set. A new result joins
// those of the set bits from the lowest on, which it clears, as adding one does with the number.
Function *chunkCounter(ModuleContext &context, ir::ReduceKind kind, Type *element) {
  const std::string suffix = ".count_" + reductionName(kind, element);
  if (Function *existing = context.module.getFunction(context.program.name + suffix))
    return existing;
  auto *type =
      FunctionType::get(Type::getVoidTy(context.llvm), {context.pointer(), context.i64(), element}, false);
  Function *function = context.createFunction(type, GlobalValue::InternalLinkage, suffix);
  function->addFnAttr(Attribute::NoInline); // once per chunk
  Value *slots = function->getArg(0);

  Builder b(BasicBlock::Create(context.llvm, "entry", function));
  BasicBlock *entry = b.GetInsertBlock();
  BasicBlock *bit = BasicBlock::Create(context.llvm, "bit", function);
  BasicBlock *join = BasicBlock::Create(context.llvm, "join", function);
  BasicBlock *wait = BasicBlock::Create(context.llvm, "wait", function);
  b.CreateBr(bit);

  b.SetInsertPoint(bit);
  PHINode *left = b.CreatePHI(context.i64(), 2, "left");
  PHINode *slot = b.CreatePHI(context.i64(), 2, "slot");
  PHINode *result = b.CreatePHI(element, 2, "result");
  left->addIncoming(function->getArg(1), entry);
  slot->addIncoming(b.getInt64(0), entry);
  result->addIncoming(function->getArg(2), entry);
  Value *address = b.CreateInBoundsGEP(element, slots, slot);
  b.CreateCondBr(b.CreateTrunc(left, b.getInt1Ty()), join, wait);

  b.SetInsertPoint(join);
  left->addIncoming(b.CreateLShr(left, 1), join);
  slot->addIncoming(plus(b, slot, 1), join);
  result->addIncoming(emitCombine(b, context.target, kind, b.CreateLoad(element, address), result), join);
  b.CreateBr(bit);

  b.SetInsertPoint(wait);
  b.CreateStore(result, address);
  b.CreateRetVoid();
  return function;
}

// From the youngest results to the oldest.
Function *chunkCounterTotal(ModuleContext &context, ir::ReduceKind kind, Type *element) {
  const std::string suffix = ".total_" + reductionName(kind, element);
  if (Function *existing = context.module.getFunction(context.program.name + suffix))
    return existing;
  auto *type = FunctionType::get(element, {context.pointer(), context.i64()}, false);
  Function *function = context.createFunction(type, GlobalValue::InternalLinkage, suffix);
  function->addFnAttr(Attribute::NoInline); // once per row
  Value *slots = function->getArg(0), *count = function->getArg(1);

  Builder b(BasicBlock::Create(context.llvm, "entry", function));
  BasicBlock *entry = b.GetInsertBlock();
  BasicBlock *more = BasicBlock::Create(context.llvm, "more", function);
  BasicBlock *bit = BasicBlock::Create(context.llvm, "bit", function);
  BasicBlock *join = BasicBlock::Create(context.llvm, "join", function);
  BasicBlock *next = BasicBlock::Create(context.llvm, "next", function);
  BasicBlock *done = BasicBlock::Create(context.llvm, "done", function);
  auto load = [&](Value *slot) { return b.CreateLoad(element, b.CreateInBoundsGEP(element, slots, slot)); };
  Value *lowest =
      b.CreateIntrinsic(Intrinsic::cttz, {context.i64()}, {count, /*zero is poison*/ b.getTrue()});
  Value *youngest = load(lowest);
  Value *firstSlot = plus(b, lowest, 1), *older = b.CreateLShr(count, firstSlot);
  b.CreateBr(more);

  b.SetInsertPoint(more);
  PHINode *left = b.CreatePHI(context.i64(), 2, "left");
  PHINode *slot = b.CreatePHI(context.i64(), 2, "slot");
  PHINode *result = b.CreatePHI(element, 2, "result");
  left->addIncoming(older, entry);
  slot->addIncoming(firstSlot, entry);
  result->addIncoming(youngest, entry);
  b.CreateCondBr(b.CreateICmpNE(left, b.getInt64(0)), bit, done);

  b.SetInsertPoint(bit);
  b.CreateCondBr(b.CreateTrunc(left, b.getInt1Ty()), join, next);

  b.SetInsertPoint(join);
  Value *joined = emitCombine(b, context.target, kind, load(slot), result);
  b.CreateBr(next);

  b.SetInsertPoint(next);
  PHINode *sofar = b.CreatePHI(element, 2, "sofar");
  sofar->addIncoming(result, bit);
  sofar->addIncoming(joined, join);
  left->addIncoming(b.CreateLShr(left, 1), next);
  slot->addIncoming(plus(b, slot, 1), next);
  result->addIncoming(sofar, next);
  b.CreateBr(more);

  b.SetInsertPoint(done);
  b.CreateRet(result);
  return function;
}

} // namespace tile_simd
