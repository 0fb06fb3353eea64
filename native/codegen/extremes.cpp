#include "codegen/extremes.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace tile_simd {

using namespace llvm;

static Value *emitInstruction(Builder &b, Extreme which, Value *x, Value *y) {
  return b.CreateBinaryIntrinsic(which == Extreme::Max ? Intrinsic::maximum : Intrinsic::minimum, x, y);
}

/// VRANGEPS orders zeros by their signs, and takes the other operand for a NaN. Null: not for this type.
static Value *emitRange(Builder &b, Extreme which, Value *x, Value *y) {
  auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (!vector || !vector->getElementType()->isFloatTy())
    return nullptr;
  constexpr uint32_t signOfResult = 1 << 2, ofMax = 1, ofMin = 0, currentRounding = 4;
  Value *operation = b.getInt32(signOfResult | (which == Extreme::Max ? ofMax : ofMin));
  Value *none = PoisonValue::get(vector); // what masked lanes would keep
  auto emit = [&](Intrinsic::ID id, ArrayRef<Value *> more) {
    SmallVector<Value *, 6> args{x, y, operation, none};
    args.append(more.begin(), more.end());
    return b.CreateIntrinsic(id, args);
  };
  switch (vector->getNumElements()) {
  case 4: return emit(Intrinsic::x86_avx512_mask_range_ps_128, {b.getInt8(0xff)});
  case 8: return emit(Intrinsic::x86_avx512_mask_range_ps_256, {b.getInt8(0xff)});
  case 16:
    return emit(Intrinsic::x86_avx512_mask_range_ps_512, {b.getInt16(0xffff), b.getInt32(currentRounding)});
  default: return nullptr;
  }
}

// MAXPS gives its second operand where the two are equal: taken both ways round, zeros of different signs
// give one of each, and everything else is the same twice.
static Value *emitBothWays(Builder &b, Extreme which, Value *x, Value *y) {
  auto select = [&](Value *first, Value *second) {
    Value *isFirst = which == Extreme::Max ? b.CreateFCmpOGT(first, second) : b.CreateFCmpOLT(first, second);
    return b.CreateSelect(isFirst, first, second);
  };
  Type *type = x->getType();
  Type *bits = b.getIntNTy(type->getScalarSizeInBits());
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    bits = FixedVectorType::get(bits, vector->getNumElements());
  Value *one = b.CreateBitCast(select(x, y), bits), *other = b.CreateBitCast(select(y, x), bits);
  return b.CreateBitCast(which == Extreme::Max ? b.CreateAnd(one, other) : b.CreateOr(one, other), type);
}

Value *emitExtremeOfNumbers(Builder &b, const TargetFacts &target, Extreme which, Value *x, Value *y) {
  if (target.hasExtremes)
    return emitInstruction(b, which, x, y);
  if (target.hasRange)
    if (Value *value = emitRange(b, which, x, y))
      return value;
  return emitBothWays(b, which, x, y);
}

Value *emitExtreme(Builder &b, const TargetFacts &target, Extreme which, Value *x, Value *y) {
  // Beside a constant LLVM leaves out what cannot happen.
  if (target.hasExtremes || isa<Constant>(x) || isa<Constant>(y))
    return emitInstruction(b, which, x, y);
  Value *number = emitExtremeOfNumbers(b, target, which, x, y);
  return b.CreateSelect(b.CreateFCmpUNO(x, y), b.CreateFAdd(x, y), number);
}

} // namespace tile_simd
