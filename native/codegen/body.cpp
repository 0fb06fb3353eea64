#include "codegen/body.h"

#include "codegen/elementwise.h"
#include "codegen/kept_in_output.h"
#include "codegen/math/math.h"
#include "codegen/streaming.h"

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
      builder_(BasicBlock::Create(context.llvm, "entry", options.function)),
      record_(context, builder_, options.function->getArg(0)), program_(options.function->getArg(1)),
      activeLanes_(options.function->getArg(2)),
      schedule_(scheduleProgram(context.program, options.materialize, options.fuse)) {}

Type *BodyEmitter::compute() const {
  return options_.doublePrecision ? Type::getDoubleTy(context_.llvm) : context_.f32();
}

void BodyEmitter::emit() {
  if (options_.cooperative) {
    emitCooperative();
    return;
  }
  if (options_.materialize == Materialize::Output)
    keptInOutput_ = cantFail(outputsOfSlots(context_.program, schedule_)); // checkPlan() asked
  private_.plan(schedule_, usesPrivateMemory(options_.materialize), programsPerPacket(),
                options_.doublePrecision ? f64Bytes : f32Bytes, slotSlack(options_.stores, options_.tail),
                options_.order);
  private_.emit(context_, builder_, [&] { return record_.workspace(); });

  activeMask_ = lanesBelow(activeLanes_, width_, "active");
  if (context_.program.runTimeColumns)
    columns_ = record_.columns();
  begin();

  emitLevels(schedule_.levels);
  for (unsigned id : schedule_.scalarStores)
    storeScalar(op(id).param, scalars_.lookup(op(id).args[0]));
  builder_.CreateRetVoid();
}

void BodyEmitter::emitLevels(ArrayRef<Level> levels) {
  for (const Level &level : levels) {
    for (unsigned id : level.scalars)
      emitScalar(id);
    for (const ElementLoop &loop : level.loops)
      emitLoop(loop);
    for (const TileLoop &loop : level.tileLoops)
      emitTileLoop(loop);
  }
}

void BodyEmitter::emitScalar(unsigned id) {
  const Op &o = op(id);
  switch (o.code) {
  case OpCode::Load: scalars_[id] = loadScalar(o.param); return;
  case OpCode::Scalar: scalars_[id] = everyProgram(toCompute(record_.scalar(o.param), o.param)); return;
  case OpCode::Const:
    scalars_[id] = everyProgram(o.type.isIndex() ? (Value *)builder_.getInt32(uint32_t(o.constantIndex))
                                                 : ConstantFP::get(compute(), double(o.constant)));
    return;
  case OpCode::RowIndex: scalars_[id] = rowIndex(); return;
  case OpCode::InnerIndex: scalars_[id] = innerIndex(); return;
  case OpCode::TileStart:
    scalars_[id] = everyProgram(builder_.CreateTrunc(tileStart_, builder_.getInt32Ty()));
    return;
  case OpCode::Rescue:
    if (options_.rescue)
      emitRescue(scalars_.lookup(o.args[0]));
    return;
  default: scalars_[id] = evaluate(o, scalarType());
  }
}

bool BodyEmitter::isLastToLoad(const ElementLoop &loop, unsigned param) const {
  auto loads = [&](unsigned id) { return op(id).code == OpCode::Load && op(id).param == param; };
  const ElementLoop *last = nullptr;
  for (const Level &level : schedule_.levels)
    for (const ElementLoop &each : level.loops)
      if (any_of(each.body, loads))
        last = &each;
  return last == &loop;
}

int64_t BodyEmitter::distance(const Op &o) const {
  return o.slice.stride * context_.program.columnPitch(context_.program.params[o.param]);
}

Value *BodyEmitter::place(const Op &o, Value *element) {
  int64_t pitch = context_.program.columnPitch(context_.program.params[o.param]);
  return plus(builder_, times(builder_, inRow(element), uint64_t(distance(o))),
              uint64_t(o.slice.offset * pitch));
}

Value *BodyEmitter::inRow(Value *element) {
  return tileStart_ ? plus(builder_, tileStart_, element) : element;
}

Value *BodyEmitter::everyProgram(Value *value) {
  return scalarType()->isVectorTy() ? builder_.CreateVectorSplat(options_.width, value) : value;
}

Value *BodyEmitter::laneNumbers() const {
  SmallVector<uint32_t, 16> numbers;
  for (uint32_t lane = 0; lane < uint32_t(width_); ++lane)
    numbers.push_back(lane);
  return ConstantDataVector::get(context_.llvm, numbers);
}

Value *BodyEmitter::toCompute(Value *stored, unsigned param) {
  if (context_.program.params[param].dtype == DType::I32)
    return stored; // an index
  return fromStorage(builder_, stored, context_.program.params[param].dtype, compute(),
                     context_.target.hasF16);
}

Value *BodyEmitter::toStorage(Value *computed, unsigned param) {
  return tile_simd::toStorage(builder_, computed, context_.program.params[param].dtype,
                              context_.target.hasF16);
}

FixedVectorType *BodyEmitter::storedType(unsigned param) const {
  return FixedVectorType::get(context_.elementType(param), unsigned(width_));
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
  if (o.code == OpCode::ToFloat) {
    Type *number = compute();
    if (auto *vector = dyn_cast<FixedVectorType>(args[0]->getType()))
      number = FixedVectorType::get(number, vector->getNumElements());
    return builder_.CreateSIToFP(args[0], number);
  }
  if (o.code == OpCode::Exp && ir::isNonPositive(context_.program, o.args[0])) {
    math::MathBuilder m(builder_, context_, args[0]);
    return math::emitExpOfNonPositive(m, args[0]);
  }
  return emitElementwise(builder_, o.code, args, context_);
}

Value *BodyEmitter::lanesBelow(Value *count, int64_t valid, const Twine &name) {
  SmallVector<uint32_t, 16> numbers; // the number of a lane beyond `valid` is below no count
  for (int64_t lane = 0; lane < width_; ++lane)
    numbers.push_back(lane < valid ? uint32_t(lane) : std::numeric_limits<uint32_t>::max());
  return builder_.CreateICmpULT(ConstantDataVector::get(context_.llvm, numbers),
                                builder_.CreateVectorSplat(unsigned(width_), count), name);
}

void BodyEmitter::when(const Twine &name, Value *condition, function_ref<void()> emit) {
  BasicBlock *then = BasicBlock::Create(context_.llvm, name, options_.function);
  BasicBlock *after = BasicBlock::Create(context_.llvm, name + ".done", options_.function);
  builder_.CreateCondBr(condition, then, after);
  builder_.SetInsertPoint(then);
  emit();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

void BodyEmitter::choose(const Twine &name, Value *condition, function_ref<void()> emit,
                         function_ref<void()> otherwise) {
  BasicBlock *then = BasicBlock::Create(context_.llvm, name, options_.function);
  BasicBlock *other = BasicBlock::Create(context_.llvm, name + ".not", options_.function);
  BasicBlock *after = BasicBlock::Create(context_.llvm, name + ".done", options_.function);
  builder_.CreateCondBr(condition, then, other);
  for (auto [block, part] : {std::pair(then, emit), std::pair(other, otherwise)}) {
    builder_.SetInsertPoint(block);
    part();
    builder_.CreateBr(after);
  }
  builder_.SetInsertPoint(after);
}

void BodyEmitter::prefetchAhead(Value *address, int64_t offset) {
  Value *ahead =
      builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address, uint64_t(offset) + options_.prefetchBytes);
  constexpr uint32_t read = 0, everyCache = 3, data = 1;
  builder_.CreateIntrinsic(
      Intrinsic::prefetch, {context_.pointer()},
      {ahead, builder_.getInt32(read), builder_.getInt32(everyCache), builder_.getInt32(data)});
}

void BodyEmitter::storeStreaming(Value *streams, Value *stored, Value *address, Align align, Value *mask) {
  auto block = [&](const char *name) { return BasicBlock::Create(context_.llvm, name, options_.function); };
  BasicBlock *streamed = block("streamed"), *cached = block("cached"), *done = block("stored");
  builder_.CreateCondBr(streams, streamed, cached);
  builder_.SetInsertPoint(streamed);
  context_.markOutputStore(createStreamingStore(builder_, stored, address));
  builder_.CreateBr(done);
  builder_.SetInsertPoint(cached);
  context_.markOutputStore(builder_.CreateMaskedStore(stored, address, align, mask));
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
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
