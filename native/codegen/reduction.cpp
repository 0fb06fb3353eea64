#include "codegen/reduction.h"

#include "codegen/extremes.h"

#include "llvm/ADT/StringExtras.h"

namespace tile_simd {

using namespace llvm;
using ir::ReduceKind;

Constant *reductionIdentity(ReduceKind kind, Type *type) {
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Mean: return ConstantFP::getZero(type, /*Negative=*/true);
  case ReduceKind::Product: return ConstantFP::get(type, 1.0);
  case ReduceKind::Max: return ConstantFP::getInfinity(type, /*Negative=*/true);
  case ReduceKind::Min: return ConstantFP::getInfinity(type);
  }
  llvm_unreachable("reduce kind");
}

bool prefersNansApart(ReduceKind kind, const TargetFacts &target) {
  return !target.hasExtremes && (kind == ReduceKind::Max || kind == ReduceKind::Min);
}

Value *emitCombine(Builder &b, const TargetFacts &target, ReduceKind kind, Value *x, Value *y, Nans nans) {
  auto extreme = [&](Extreme which) {
    return nans == Nans::Apart ? emitExtremeOfNumbers(b, target, which, x, y)
                               : emitExtreme(b, target, which, x, y);
  };
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Mean: return b.CreateFAdd(x, y);
  case ReduceKind::Product: return b.CreateFMul(x, y);
  case ReduceKind::Max: return extreme(Extreme::Max);
  case ReduceKind::Min: return extreme(Extreme::Min);
  }
  llvm_unreachable("reduce kind");
}

Value *combineAccumulators(Builder &b, const TargetFacts &target, ReduceKind kind,
                           MutableArrayRef<Value *> accumulators, Nans nans) {
  for (size_t half = accumulators.size() / 2; half > 0; half /= 2)
    for (size_t i = 0; i < half; ++i)
      if (Value *upper = accumulators[i + half])
        accumulators[i] = emitCombine(b, target, kind, accumulators[i], upper, nans);
  return accumulators[0];
}

Value *combineLanes(Builder &b, const TargetFacts &target, ReduceKind kind, Value *vector, Nans nans) {
  unsigned lanes = cast<FixedVectorType>(vector->getType())->getNumElements();
  for (unsigned half = lanes / 2; half > 1; half /= 2) {
    SmallVector<int, 16> lower, upper;
    for (unsigned i = 0; i < half; ++i) {
      lower.push_back(int(i));
      upper.push_back(int(i + half));
    }
    vector = emitCombine(b, target, kind, b.CreateShuffleVector(vector, lower),
                         b.CreateShuffleVector(vector, upper), nans);
  }
  return emitCombine(b, target, kind, b.CreateExtractElement(vector, uint64_t(0)),
                     b.CreateExtractElement(vector, uint64_t(1)), nans);
}

static const char *const combineNames[] = {"sum", "max", "min", "product", "sum"}; // by ReduceKind

/// Part of a symbol's name: what is combined how.
static std::string typedName(ReduceKind kind, FixedVectorType *vector) {
  return std::string(combineNames[unsigned(kind)]) +
         (vector->getElementType()->isDoubleTy() ? "_f64x" : "_f32x") + utostr(vector->getNumElements());
}

// The first halvings keep 8 accumulators apart, so one small loop does them for each of these: number j takes
// numbers j + count/2, j + count/4, ..., j + 8. The rest is straight-line code.
Function *accumulatorCombiner(ModuleContext &context, ReduceKind kind, FixedVectorType *vector,
                              unsigned count) {
  std::string suffix = ".join_" + typedName(kind, vector) + "_" + utostr(count);
  if (Function *existing = context.module.getFunction(context.program.name + suffix))
    return existing;
  Function *function = context.createFunction(FunctionType::get(vector, {context.pointer()}, false),
                                              GlobalValue::InternalLinkage, suffix);
  function->addFnAttr(Attribute::NoInline); // shared by bodies and loops: compiled once
  Value *accumulators = function->getArg(0);
  Builder b(BasicBlock::Create(context.llvm, "entry", function));
  auto combine = [&](Value *first, unsigned number, unsigned apart) {
    SmallVector<Value *, 8> values;
    for (unsigned k = 0; k < number; ++k)
      values.push_back(b.CreateLoad(vector, b.CreateConstInBoundsGEP1_64(vector, first, k * apart)));
    return combineAccumulators(b, context.target, kind, values);
  };
  unsigned straight = std::min(count, 8u);
  if (count > straight) {
    CountedLoop loop(b, b.getInt64(straight), {}, "join");
    Value *first = b.CreateInBoundsGEP(vector, accumulators, loop.index());
    b.CreateStore(combine(first, count / straight, straight), first);
    loop.finish({});
  }
  b.CreateRet(combine(accumulators, straight, 1));
  return function;
}

Constant *identitiesInMemory(ModuleContext &context, ReduceKind kind, FixedVectorType *vector,
                             unsigned count) {
  std::string name = context.program.name + ".identities_" + typedName(kind, vector);
  if (GlobalVariable *existing = context.module.getNamedGlobal(name))
    return existing;
  auto *type = ArrayType::get(vector, count);
  SmallVector<Constant *, 4> identities(count, reductionIdentity(kind, vector));
  auto *global = new GlobalVariable(context.module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                    ConstantArray::get(type, identities), name);
  global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return global;
}

std::string reductionName(ReduceKind kind, Type *element) {
  return std::string(combineNames[unsigned(kind)]) + (element->getScalarType()->isDoubleTy() ? "_f64" : "") +
         (element->isVectorTy() ? "_packet" : "");
}

// A binary counter over n results, folded from the youngest at the end, is the same tree as pairing
// neighbours repeatedly with an odd last one carried along: both join aligned powers of two, then what is
// left from the right.
Function *chunkCombiner(ModuleContext &context, ReduceKind kind, Type *element) {
  const std::string suffix = ".combine_" + reductionName(kind, element);
  if (Function *existing = context.module.getFunction(context.program.name + suffix))
    return existing;
  auto *type = FunctionType::get(element, {context.pointer(), context.i64()}, false);
  Function *function = context.createFunction(type, GlobalValue::InternalLinkage, suffix);
  function->addFnAttr(Attribute::NoInline); // once per row: its size matters more than its call
  Value *partials = function->getArg(0);
  Value *count = function->getArg(1);

  Builder b(BasicBlock::Create(context.llvm, "entry", function));
  BasicBlock *entry = b.GetInsertBlock();
  BasicBlock *pass = BasicBlock::Create(context.llvm, "pass", function);
  BasicBlock *join = BasicBlock::Create(context.llvm, "join", function);
  BasicBlock *odd = BasicBlock::Create(context.llvm, "odd", function);
  BasicBlock *done = BasicBlock::Create(context.llvm, "done", function);
  auto at = [&](Value *index) { return b.CreateInBoundsGEP(element, partials, index); };

  Value *one = b.getInt64(1);
  b.CreateCondBr(b.CreateICmpUGT(count, one), pass, done);

  b.SetInsertPoint(pass); // `left` results remain; pair them
  PHINode *left = b.CreatePHI(b.getInt64Ty(), 2, "left");
  left->addIncoming(count, entry);
  Value *pairs = b.CreateLShr(left, 1);
  CountedLoop loop(b, pairs, {}, "pair");
  Value *first = b.CreateShl(loop.index(), 1);
  Value *joined = emitCombine(b, context.target, kind, b.CreateLoad(element, at(first)),
                              b.CreateLoad(element, at(b.CreateOr(first, one))));
  b.CreateStore(joined, at(loop.index()));
  loop.finish({});
  Value *isOdd = b.CreateTrunc(left, b.getInt1Ty());
  b.CreateCondBr(isOdd, odd, join);

  b.SetInsertPoint(odd);
  b.CreateStore(b.CreateLoad(element, at(b.CreateSub(left, one))), at(pairs));
  b.CreateBr(join);

  b.SetInsertPoint(join);
  Value *next = b.CreateLShr(b.CreateAdd(left, one), 1);
  left->addIncoming(next, join);
  b.CreateCondBr(b.CreateICmpUGT(next, one), pass, done);

  b.SetInsertPoint(done);
  b.CreateRet(b.CreateLoad(element, partials));
  return function;
}

} // namespace tile_simd
