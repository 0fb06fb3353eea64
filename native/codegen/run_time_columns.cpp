// Loops over rows whose extent comes with the launch. Packet-local mapping alone.
//
// The tree is that of every other kernel in the fixed order: 64 logical lanes within chunks of 8192 elements,
// and a binary counter over the chunks. Nothing is known of the extent but that it is at least 1, so whole
// steps and units are loops that may run not at all, and what is left of a row stands behind them, masked.
#include "codegen/body.h"
#include "codegen/chunk_counter.h"
#include "codegen/numerics.h"
#include "codegen/reduction.h"
#include "runtime/launch.h"
#include "support/error.h"

#include "llvm/IR/Intrinsics.h"

namespace tile_simd {

using namespace llvm;

static constexpr auto nothing = [](unsigned) {};

Error checkRunTimeColumns(const Plan &plan, const ir::Program &program) {
  auto refuse = [](const Twine &where, const Twine &expected) {
    return invalidPlan("plan." + where, "columns at run time want " + expected);
  };
  if (program.params.size() >= maxLaunchArguments)
    return invalidIr("ir.params", "columns at run time take the place of one parameter: expected at most " +
                                      Twine(maxLaunchArguments - 1));
  if (plan.mapping != Mapping::PacketLocal)
    return refuse("mapping", "\"packet-local\"");
  if (plan.materialize != Materialize::Reload)
    return refuse("materialize", "\"reload\": private memory has a size");
  if (plan.order != Order::Fixed)
    return refuse("order", "\"fixed\"");
  if (mayStream(plan.stores))
    return refuse("stores", "\"cached\"");
  if (plan.tail != Tail::Peeled)
    return refuse("tail", "\"peeled\"");
  if (plan.cooperative)
    return refuse("cooperative", "false");
  return Error::success();
}

SmallVector<Value *, 16> BodyEmitter::repeat(Value *count, ArrayRef<Value *> initial, const Twine &name,
                                             Repeated body) {
  auto block = [&](const Twine &suffix) {
    return BasicBlock::Create(context_.llvm, name + suffix, options_.function);
  };
  BasicBlock *before = builder_.GetInsertBlock(), *some = block(".some"), *after = block(".after");
  builder_.CreateCondBr(builder_.CreateICmpNE(count, builder_.getInt64(0)), some, after);
  builder_.SetInsertPoint(some);
  CountedLoop loop(builder_, count, initial, name);
  SmallVector<Value *, 16> carried;
  for (unsigned i = 0; i < initial.size(); ++i)
    carried.push_back(loop.carried(i));
  body(loop.index(), carried);
  SmallVector<Value *, 16> results = loop.finish(carried);
  BasicBlock *last = builder_.GetInsertBlock();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
  for (auto [result, first] : zip_equal(results, initial)) {
    PHINode *merged = builder_.CreatePHI(result->getType(), 2);
    merged->addIncoming(first, before);
    merged->addIncoming(result, last);
    result = merged;
  }
  return results;
}

/// Lanes of a unit that starts at `element`, of a row or chunk that ends at `end`; it may start beyond that.
void BodyEmitter::boundByEnd(Value *element, Value *end) {
  Value *remaining = builder_.CreateBinaryIntrinsic(Intrinsic::usub_sat, end, element);
  Value *active = builder_.CreateZExt(activeLanes_, builder_.getInt64Ty());
  bounds_.limit = builder_.CreateTrunc(builder_.CreateBinaryIntrinsic(Intrinsic::umin, active, remaining),
                                       builder_.getInt32Ty());
}

/// A loop without reductions: iterations of whole units, and masked units to the end of the row. Compact code
/// has the masked units alone.
void BodyEmitter::emitRunTimePlain(const ElementLoop &loop) {
  const auto unit = uint64_t(width_), perIteration = unitsPerIteration() * unit;
  Value *done = builder_.getInt64(0);
  if (!options_.compact) {
    Value *iterations = builder_.CreateUDiv(columns_, builder_.getInt64(perIteration));
    repeat(iterations, {}, "elements", [&](Value *index, MutableArrayRef<Value *>) {
      Value *base = times(builder_, index, perIteration);
      for (uint64_t offset = 0; offset < perIteration; offset += unit)
        emitUnit(loop, plus(builder_, base, offset), width_, nothing);
    });
    done = times(builder_, iterations, perIteration);
  }
  Value *units = unitsUpTo(done, columns_);
  repeat(units, {}, "rest", [&](Value *index, MutableArrayRef<Value *>) {
    Value *element = plus(builder_, done, times(builder_, index, unit));
    boundByEnd(element, columns_);
    emitUnit(loop, element, width_, nothing);
    bounds_ = {};
  });
}

/// Units from `begin` to `end`, the last of which may be ragged.
Value *BodyEmitter::unitsUpTo(Value *begin, Value *end) {
  const auto unit = uint64_t(width_);
  Value *elements = builder_.CreateSub(end, begin);
  return builder_.CreateUDiv(plus(builder_, elements, unit - 1), builder_.getInt64(unit));
}

/// The same as emitRunTimeChunk() in little code: one masked unit in a loop, and the accumulators of the 64
/// logical lanes in memory.
SmallVector<Value *, 2> BodyEmitter::emitCompactChunk(const ElementLoop &loop, Value *base, Value *end) {
  const auto unit = uint64_t(width_);
  const uint64_t vectors = reductionLanes / unit;
  auto slot = [&](size_t reduction, Value *vector) {
    return builder_.CreateInBoundsGEP(vectorType_, waitingAccumulators(reduction), vector);
  };
  CountedLoop absent(builder_, builder_.getInt64(vectors), {}, "absent");
  for (auto [r, id] : enumerate(loop.reductions))
    builder_.CreateStore(reductionIdentity(op(id).reduce, vectorType_), slot(r, absent.index()));
  absent.finish({});

  CountedLoop units(builder_, unitsUpTo(base, end), {}, "units");
  Value *element = plus(builder_, base, times(builder_, units.index(), unit));
  Value *vector = builder_.CreateAnd(units.index(), vectors - 1);
  boundByEnd(element, end);
  emitUnit(loop, element, width_, [&](unsigned) {
    for (auto [r, id] : enumerate(loop.reductions)) {
      Accumulated group{{builder_.CreateLoad(vectorType_, slot(r, vector))}};
      accumulate(op(id).reduce, group, 0, tiles_.lookup(op(id).args[0]), width_);
      builder_.CreateStore(group.values[0], slot(r, vector));
    }
  });
  bounds_ = {};
  units.finish({});

  SmallVector<Value *, 2> results;
  for (auto [r, id] : enumerate(loop.reductions)) {
    Function *join = accumulatorCombiner(context_, op(id).reduce, vectorType_, unsigned(vectors));
    Value *joined = builder_.CreateCall(join, {waitingAccumulators(r)});
    results.push_back(joinLanes(op(id).reduce, joined, Nans::Combined));
  }
  return results;
}

/// One result per reduction for the chunk from `base` on that ends at `end`.
SmallVector<Value *, 2> BodyEmitter::emitRunTimeChunk(const ElementLoop &loop, Value *base, Value *end) {
  const auto unit = uint64_t(width_);
  const unsigned vectors = reductionLanes / unsigned(width_);
  Accumulators accumulators;
  for (unsigned id : loop.reductions)
    accumulators.push_back(
        {SmallVector<Value *, 64>(vectors, reductionIdentity(op(id).reduce, vectorType_))});
  Carried live = carried(accumulators, vectors);

  auto accumulateStep = [&](Value *step, MutableArrayRef<Value *> values, bool bounded) {
    live.assign([&](unsigned i) { return values[i]; });
    for (unsigned k = 0; k < vectors; ++k) {
      Value *element = plus(builder_, step, k * unit);
      if (bounded)
        boundByEnd(element, end);
      emitUnit(loop, element, width_, [&](unsigned) {
        for (auto [id, group] : zip_equal(loop.reductions, accumulators))
          accumulate(op(id).reduce, group, k, tiles_.lookup(op(id).args[0]), width_);
      });
      bounds_ = {};
    }
    copy(live.values(), values.begin());
  };
  auto repeatSteps = [&](Value *count, const Twine &name, Repeated body) {
    SmallVector<Value *, 16> finished = repeat(count, live.values(), name, body);
    live.assign([&](unsigned i) { return finished[i]; });
  };
  Value *length = builder_.CreateSub(end, base);
  Value *steps = builder_.CreateUDiv(length, builder_.getInt64(reductionLanes));
  repeatSteps(steps, "steps", [&](Value *index, MutableArrayRef<Value *> values) {
    accumulateStep(builder_.CreateAdd(base, times(builder_, index, reductionLanes)), values, false);
  });
  Value *rest = builder_.CreateURem(length, builder_.getInt64(reductionLanes));
  Value *isSome =
      builder_.CreateZExt(builder_.CreateICmpNE(rest, builder_.getInt64(0)), builder_.getInt64Ty());
  repeatSteps(isSome, "rest", [&](Value *, MutableArrayRef<Value *> values) {
    accumulateStep(builder_.CreateAdd(base, times(builder_, steps, reductionLanes)), values, true);
  });

  SmallVector<Value *, 2> results;
  for (auto [id, group] : zip_equal(loop.reductions, accumulators))
    results.push_back(joinLanes(op(id).reduce, group.values, Nans::Combined));
  return results;
}

void BodyEmitter::emitRunTimeReducing(const ElementLoop &loop) {
  // A counter's slots: one per bit of the number of chunks.
  auto *slots = ArrayType::get(scalarType(), chunkCounterSlots);
  SmallVector<Value *, 2> counters;
  atEntry([&] {
    for (size_t r = 0; r < loop.reductions.size(); ++r)
      counters.push_back(builder_.CreateAlloca(slots, nullptr, "chunk.results"));
  });
  Value *chunks = builder_.CreateUDiv(plus(builder_, columns_, reductionChunk - 1),
                                      builder_.getInt64(reductionChunk), "chunks");
  CountedLoop counted(builder_, chunks, {}, "chunks");
  Value *base = times(builder_, counted.index(), reductionChunk);
  Value *end =
      builder_.CreateBinaryIntrinsic(Intrinsic::umin, columns_, plus(builder_, base, reductionChunk));
  SmallVector<Value *, 2> results =
      options_.compact ? emitCompactChunk(loop, base, end) : emitRunTimeChunk(loop, base, end);
  for (auto [r, id] : enumerate(loop.reductions))
    builder_.CreateCall(chunkCounter(context_, op(id).reduce, scalarType()),
                        {counters[r], counted.index(), results[r]});
  counted.finish({});
  for (auto [r, id] : enumerate(loop.reductions)) {
    Value *combined =
        builder_.CreateCall(chunkCounterTotal(context_, op(id).reduce, scalarType()), {counters[r], chunks});
    scalars_[id] = op(id).reduce == ir::ReduceKind::Mean
                       ? builder_.CreateFDiv(combined, builder_.CreateUIToFP(columns_, scalarType()))
                       : combined;
  }
}

} // namespace tile_simd
