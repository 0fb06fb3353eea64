// Loops over a row that treat its ends otherwise than by a peeled last unit. Packet-local mapping alone.
#include "codegen/body.h"

#include "llvm/IR/Intrinsics.h"

namespace tile_simd {

using namespace llvm;

static constexpr auto nothing = [](unsigned) {};

/// Bounds the unit from `element` on by the end of the row; it may start beyond it.
void BodyEmitter::boundByRow(const ElementLoop &loop, Value *element) {
  Value *remaining =
      builder_.CreateBinaryIntrinsic(Intrinsic::usub_sat, builder_.getInt64(uint64_t(loop.extent)), element);
  Value *active = builder_.CreateZExt(activeLanes_, builder_.getInt64Ty());
  bounds_.limit = builder_.CreateTrunc(builder_.CreateBinaryIntrinsic(Intrinsic::umin, active, remaining),
                                       builder_.getInt32Ty());
}

/// A loop without reductions and without a remainder.
void BodyEmitter::emitMasked(const ElementLoop &loop) {
  const int64_t unit = width_;
  const int64_t perIteration =
      std::min(unitsPerIteration() * unit, int64_t(alignTo(uint64_t(loop.extent), uint64_t(unit))));
  CountedLoop counted(builder_, builder_.getInt64(divideCeil(loop.extent, perIteration)), {}, "elements");
  Value *base = times(builder_, counted.index(), uint64_t(perIteration));
  prefetch(loop, base, perIteration);
  for (int64_t offset = 0; offset < perIteration; offset += unit) {
    Value *element = plus(builder_, base, uint64_t(offset));
    boundByRow(loop, element);
    emitUnit(loop, element, unit, nothing);
  }
  bounds_ = {};
  counted.finish({}, interleaves(loop));
}

/// Whether the last unit of a loop without reductions is moved back so that it is whole.
bool BodyEmitter::overlaps(const ElementLoop &loop) const {
  return options_.tail == Tail::Overlapping && !loop.stores.empty() && loop.extent > width_ &&
         loop.extent % width_ != 0 && loop.updates.empty(); // an element is carried on once
}

/// The lanes that own the elements of a unit from `element` on.
Value *BodyEmitter::ownersFrom(int64_t element) const {
  SmallVector<uint32_t, 16> numbers;
  for (int64_t lane = 0; lane < width_; ++lane)
    numbers.push_back(uint32_t((element + lane) % width_));
  return ConstantDataVector::get(context_.llvm, numbers);
}

/// A loop without reductions whose stores stream: a masked unit up to the first aligned element, whole
/// aligned units, a masked unit.
///
/// Element e still belongs to lane e mod W. A unit that starts elsewhere than at a multiple of W has its
/// elements in other vector lanes than that, and a mask by their owners.
void BodyEmitter::emitStreamed(const ElementLoop &loop) {
  const int64_t unit = width_;
  auto i32 = [&](Value *value) { return builder_.CreateTrunc(value, builder_.getInt32Ty()); };
  auto every = [&](Value *value) { return builder_.CreateVectorSplat(unsigned(unit), value); };
  auto isSome = [&](Value *value) { return builder_.CreateICmpNE(value, builder_.getInt64(0)); };
  Value *zero = builder_.getInt64(0), *extent = builder_.getInt64(uint64_t(loop.extent));

  Value *head = builder_.CreateBinaryIntrinsic(Intrinsic::umin, streamHead(loop), extent);
  when("head", isSome(head), [&] {
    bounds_.limit = builder_.CreateBinaryIntrinsic(Intrinsic::umin, activeLanes_, i32(head));
    emitUnit(loop, zero, unit, nothing);
    bounds_ = {};
  });

  Value *owners = builder_.CreateAnd(builder_.CreateAdd(every(i32(head)), laneNumbers()),
                                     every(builder_.getInt32(uint32_t(unit - 1))));
  Value *units = builder_.CreateUDiv(builder_.CreateSub(extent, head), builder_.getInt64(uint64_t(unit)));
  bounds_.numbers = owners;
  streamFrom(loop, head);
  auto sweep = [&](Value *first, Value *count, int64_t perIteration, const char *name) {
    when(name, isSome(count), [&] {
      CountedLoop counted(builder_, count, {}, name);
      Value *number = plus(builder_, first, times(builder_, counted.index(), uint64_t(perIteration)));
      Value *base = builder_.CreateAdd(head, times(builder_, number, uint64_t(unit)));
      prefetch(loop, base, perIteration * unit);
      for (int64_t u = 0; u < perIteration; ++u)
        emitUnit(loop, plus(builder_, base, uint64_t(u * unit)), unit, nothing);
      counted.finish({}, interleaves(loop));
    });
  };
  const int64_t perIteration = unitsPerIteration();
  Value *iterations = builder_.CreateUDiv(units, builder_.getInt64(uint64_t(perIteration)));
  Value *swept = times(builder_, iterations, uint64_t(perIteration));
  sweep(zero, iterations, perIteration, "elements");
  if (perIteration > 1)
    sweep(swept, builder_.CreateSub(units, swept), 1, "units");
  streamFrom(loop, nullptr);

  Value *element = builder_.CreateAdd(head, times(builder_, units, uint64_t(unit)));
  Value *rest = builder_.CreateSub(extent, element);
  when("rest", isSome(rest), [&] {
    Value *exists = builder_.CreateICmpULT(laneNumbers(), every(i32(rest)));
    bounds_.numbers = builder_.CreateSelect(exists, owners, Constant::getAllOnesValue(owners->getType()));
    emitUnit(loop, element, unit, nothing);
  });
  bounds_ = {};
}

} // namespace tile_simd
