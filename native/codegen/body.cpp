#include "codegen/body.h"

#include "codegen/elementwise.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"

#include <limits>

namespace tile_simd {

using namespace llvm;
using ir::Op;
using ir::OpCode;

static constexpr uint64_t f32Bytes = 4, f64Bytes = 8;

BodyEmitter::BodyEmitter(ModuleContext &context, const BodyOptions &options)
    : context_(context), options_(options), width_(options.width),
      vectorType_(FixedVectorType::get(compute(), options.width)),
      storedType_(FixedVectorType::get(context.f32(), options.width)),
      builder_(BasicBlock::Create(context.llvm, "entry", options.function)),
      record_(context, builder_, options.function->getArg(0)), program_(options.function->getArg(1)),
      activeLanes_(options.function->getArg(2)),
      schedule_(scheduleProgram(context.program, options.materialize != Materialize::Reload)) {}

Type *BodyEmitter::compute() const {
  return options_.doublePrecision ? Type::getDoubleTy(context_.llvm) : context_.f32();
}

void BodyEmitter::emit() {
  private_.plan(schedule_, options_.materialize == Materialize::Snapshot, programsPerPacket(),
                options_.doublePrecision ? f64Bytes : f32Bytes);
  private_.emit(context_, builder_, [&] { return record_.workspace(); });

  activeMask_ = lanesBelow(activeLanes_, width_, "active");
  begin();

  for (const Level &level : schedule_.levels) {
    for (unsigned id : level.scalars)
      emitScalar(id);
    for (const ElementLoop &loop : level.loops)
      emitLoop(loop);
  }
  for (unsigned id : schedule_.scalarStores)
    storeScalar(op(id).param, toStorage(scalars_.lookup(op(id).args[0])));
  builder_.CreateRetVoid();
}

void BodyEmitter::emitScalar(unsigned id) {
  const Op &o = op(id);
  switch (o.code) {
  case OpCode::Load: scalars_[id] = toCompute(loadScalar(o.param)); return;
  case OpCode::Scalar: {
    Value *value = toCompute(record_.scalar(o.param));
    scalars_[id] = scalarType()->isVectorTy() ? builder_.CreateVectorSplat(options_.width, value) : value;
    return;
  }
  case OpCode::Const: scalars_[id] = ConstantFP::get(scalarType(), double(o.constant)); return;
  case OpCode::Rescue:
    if (options_.rescue)
      emitRescue(scalars_.lookup(o.args[0]));
    return;
  default: scalars_[id] = evaluate(o, scalarType());
  }
}

Value *BodyEmitter::toCompute(Value *stored) {
  if (!options_.doublePrecision)
    return stored;
  Type *type = builder_.getDoubleTy();
  if (auto *vector = dyn_cast<VectorType>(stored->getType()))
    type = VectorType::get(type, vector->getElementCount());
  return builder_.CreateFPExt(stored, type);
}

Value *BodyEmitter::toStorage(Value *computed) {
  if (!options_.doublePrecision)
    return computed;
  Type *type = builder_.getFloatTy();
  if (auto *vector = dyn_cast<VectorType>(computed->getType()))
    type = VectorType::get(type, vector->getElementCount());
  return builder_.CreateFPTrunc(computed, type);
}

Value *BodyEmitter::operand(unsigned id, Type *type) {
  if (op(id).type.isTile())
    return tiles_.lookup(id);
  Value *value = scalars_.lookup(id);
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (vector && !value->getType()->isVectorTy())
    return builder_.CreateVectorSplat(vector->getNumElements(), value);
  return value;
}

Value *BodyEmitter::evaluate(const Op &o, Type *type) {
  SmallVector<Value *, 3> args;
  for (unsigned arg : o.args)
    args.push_back(operand(arg, type));
  return emitElementwise(builder_, o.code, args, context_.target.hasFma);
}

Value *BodyEmitter::lanesBelow(Value *count, int64_t valid, const Twine &name) {
  SmallVector<uint32_t, 16> numbers; // the number of a lane beyond `valid` is below no count
  for (int64_t lane = 0; lane < width_; ++lane)
    numbers.push_back(lane < valid ? uint32_t(lane) : std::numeric_limits<uint32_t>::max());
  return builder_.CreateICmpULT(ConstantDataVector::get(context_.llvm, numbers),
                                builder_.CreateVectorSplat(unsigned(width_), count), name);
}

void BodyEmitter::branchToRescue(Value *condition, function_ref<void()> rescue) {
  BasicBlock *cold = BasicBlock::Create(context_.llvm, "rescue", options_.function);
  BasicBlock *ordinary = BasicBlock::Create(context_.llvm, "ordinary", options_.function);
  builder_.CreateCondBr(condition, cold, ordinary, MDBuilder(context_.llvm).createUnlikelyBranchWeights());
  builder_.SetInsertPoint(cold);
  rescue();
  builder_.CreateRetVoid();
  builder_.SetInsertPoint(ordinary);
}

void BodyEmitter::atEntry(function_ref<void()> emit) {
  IRBuilderBase::InsertPointGuard guard(builder_);
  BasicBlock &entry = options_.function->getEntryBlock();
  if (Instruction *end = entry.getTerminator())
    builder_.SetInsertPoint(end);
  else
    builder_.SetInsertPoint(&entry);
  emit();
}

} // namespace tile_simd
