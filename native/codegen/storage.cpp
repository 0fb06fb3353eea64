#include "codegen/storage.h"

#include "llvm/IR/Intrinsics.h"

namespace tile_simd {
namespace {

using namespace llvm;

/// `element` in the shape of `value`: itself, or a vector of as many.
Type *like(Value *value, Type *element) {
  auto *vector = dyn_cast<VectorType>(value->getType());
  return vector ? VectorType::get(element, vector->getElementCount()) : element;
}

/// Between half and float, LLVM would otherwise move the neighbouring arithmetic into half: the same results,
/// but code that many targets only have as a chain of conversions.
Value *fence(Builder &b, Value *value) { return b.CreateArithmeticFence(value, value->getType()); }

struct IntegerCode {
  Builder &b;
  Type *type; // i32, one or a vector

  IntegerCode(Builder &b, Value *shape) : b(b), type(like(shape, b.getInt32Ty())) {}

  Constant *constant(uint32_t value) const { return ConstantInt::get(type, value); }
  Value *bitsOf(Value *value) const { return b.CreateBitCast(value, type); }
  Value *floatOf(Value *bits) const { return b.CreateBitCast(bits, like(bits, b.getFloatTy())); }
  Value *mask(Value *value, uint32_t bits) const { return b.CreateAnd(value, constant(bits)); }
  Value *narrow(Value *value, Type *to) const { return b.CreateTrunc(value, like(value, to)); }
};

// The magnitude shifted to its place in a float is 2^-112 of the value, subnormal numbers included, so that
// one exact product gives every finite number; infinity and NaN then get their exponent.
Value *halfToFloat(Builder &b, Value *half) {
  IntegerCode code(b, half);
  Value *bits = b.CreateZExt(half, code.type);
  Value *magnitude = b.CreateShl(code.mask(bits, 0x7fff), 13);
  Value *place = code.floatOf(magnitude);
  Value *scaled = code.bitsOf(b.CreateFMul(place, ConstantFP::get(place->getType(), 0x1p112)));
  Value *isSpecial = b.CreateICmpUGE(magnitude, code.constant(0x7c00u << 13));
  Value *result = b.CreateSelect(isSpecial, b.CreateOr(scaled, code.constant(0x7f800000)), scaled);
  Value *sign = b.CreateShl(code.mask(bits, 0x8000), 16);
  return code.floatOf(b.CreateOr(result, sign));
}

// Normal results round by an addition to the bits, which carries into the exponent and up to infinity.
// Subnormal ones round where the float addition of 0.5 does it: 0.5 has the ulp 2^-24, which is that of
// subnormal halves.
Value *floatToHalf(Builder &b, Value *value) {
  IntegerCode code(b, value);
  Value *bits = code.bitsOf(value);
  Value *sign = b.CreateLShr(code.mask(bits, 0x80000000), 16);
  Value *magnitude = code.mask(bits, 0x7fffffff);

  Value *odd = code.mask(b.CreateLShr(magnitude, 13), 1);
  constexpr uint32_t rebias = (127 - 15) << 23;
  Value *rounded = b.CreateAdd(b.CreateAdd(magnitude, code.constant(0xfff - rebias)), odd);
  Value *normal = b.CreateLShr(rounded, 13);

  Value *small = code.floatOf(magnitude);
  Value *shifted = b.CreateFAdd(small, ConstantFP::get(small->getType(), 0.5));
  Value *subnormal = b.CreateSub(code.bitsOf(shifted), code.constant(0x3f000000)); // the bits of 0.5

  Value *payload = code.mask(b.CreateLShr(magnitude, 13), 0x3ff);
  Value *isNan = b.CreateICmpUGT(magnitude, code.constant(0x7f800000));
  Value *special = b.CreateSelect(isNan, b.CreateOr(payload, code.constant(0x7e00)), code.constant(0x7c00));

  Value *isSmall = b.CreateICmpULT(magnitude, code.constant(0x38800000)); // 2^-14, the least normal half
  Value *isLarge = b.CreateICmpUGE(magnitude, code.constant(0x47800000)); // 2^16
  Value *result = b.CreateSelect(isLarge, special, b.CreateSelect(isSmall, subnormal, normal));
  return code.narrow(b.CreateOr(result, sign), b.getInt16Ty());
}

Value *floatToBfloat(Builder &b, Value *value) {
  IntegerCode code(b, value);
  Value *bits = code.bitsOf(value);
  Value *high = b.CreateLShr(bits, 16);
  Value *rounded = b.CreateAdd(b.CreateAdd(bits, code.constant(0x7fff)), code.mask(high, 1));
  Value *quiet = b.CreateOr(high, code.constant(0x40));
  Value *isNan = b.CreateFCmpUNO(value, value);
  return code.narrow(b.CreateSelect(isNan, quiet, b.CreateLShr(rounded, 16)), b.getInt16Ty());
}

/// A double as a float such that a second rounding, to a type of at most 22 bits, gives what one rounding
/// would: inexact results keep an odd last bit (Boldo and Melquiond, "When double rounding is odd", 2005).
Value *roundToOdd(Builder &b, Value *value) {
  Value *nearest = b.CreateFPTrunc(value, like(value, b.getFloatTy()));
  IntegerCode code(b, nearest);
  Value *bits = code.bitsOf(nearest);
  Value *back = b.CreateFPExt(nearest, value->getType());
  auto magnitude = [&](Value *of) { return b.CreateUnaryIntrinsic(Intrinsic::fabs, of); };
  Value *isAbove = b.CreateFCmpOGT(magnitude(back), magnitude(value));
  Value *neighbour = b.CreateSelect(isAbove, b.CreateSub(bits, code.constant(1)), // infinity gives FLT_MAX
                                    b.CreateAdd(bits, code.constant(1)));
  Value *isEven = b.CreateICmpEQ(code.mask(bits, 1), code.constant(0));
  Value *isInexact = b.CreateFCmpONE(back, value); // false for NaN
  return code.floatOf(b.CreateSelect(b.CreateAnd(isInexact, isEven), neighbour, bits));
}

Value *toByte(Builder &b, Value *value) {
  Type *type = value->getType();
  Constant *lowest = ConstantFP::get(type, -128), *highest = ConstantFP::get(type, 127);
  Value *rounded = b.CreateUnaryIntrinsic(Intrinsic::roundeven, value);
  Value *atLeast = b.CreateSelect(b.CreateFCmpOGT(rounded, lowest), rounded, lowest); // NaN is out of the way
  Value *clamped = b.CreateSelect(b.CreateFCmpOLT(atLeast, highest), atLeast, highest);
  IntegerCode code(b, value);
  Value *integer = b.CreateFPToSI(clamped, code.type);
  Value *isNumber = b.CreateFCmpORD(value, value);
  return code.narrow(b.CreateSelect(isNumber, integer, code.constant(0)), b.getInt8Ty());
}

Value *toHalf(Builder &b, Value *value, bool hasF16) {
  if (!hasF16)
    return floatToHalf(b, value);
  Value *half = b.CreateFPTrunc(fence(b, value), like(value, b.getHalfTy()));
  return b.CreateBitCast(half, like(value, b.getInt16Ty()));
}

Value *toFloat(Builder &b, Value *stored, DType dtype, bool hasF16) {
  Type *type = like(stored, b.getFloatTy());
  switch (dtype) {
  case DType::F32: return stored;
  case DType::F16: {
    if (!hasF16)
      return halfToFloat(b, stored);
    Value *half = b.CreateBitCast(stored, like(stored, b.getHalfTy()));
    return fence(b, b.CreateFPExt(half, type));
  }
  case DType::BF16: {
    Value *bits = b.CreateZExt(stored, like(stored, b.getInt32Ty()));
    return b.CreateBitCast(b.CreateShl(bits, 16), type);
  }
  case DType::I8:
  case DType::I32: break;
  }
  llvm_unreachable("an integer");
}

} // namespace

Type *memoryType(LLVMContext &context, DType dtype) {
  switch (dtype) {
  case DType::F32: return Type::getFloatTy(context);
  case DType::F16:
  case DType::BF16: return Type::getInt16Ty(context);
  case DType::I8: return Type::getInt8Ty(context);
  case DType::I32: return Type::getInt32Ty(context);
  }
  llvm_unreachable("not a dtype");
}

Value *fromStorage(Builder &b, Value *stored, DType dtype, Type *compute, bool hasF16) {
  Type *type = like(stored, compute);
  if (dtype == DType::I8)
    return b.CreateSIToFP(b.CreateSExt(stored, like(stored, b.getInt32Ty())), type);
  Value *value = toFloat(b, stored, dtype, hasF16);
  return compute->isDoubleTy() ? b.CreateFPExt(value, type) : value;
}

Value *toStorage(Builder &b, Value *computed, DType dtype, bool hasF16) {
  bool isDouble = computed->getType()->getScalarType()->isDoubleTy();
  switch (dtype) {
  case DType::F32: return isDouble ? b.CreateFPTrunc(computed, like(computed, b.getFloatTy())) : computed;
  case DType::F16: return toHalf(b, isDouble ? roundToOdd(b, computed) : computed, hasF16);
  case DType::BF16: return floatToBfloat(b, isDouble ? roundToOdd(b, computed) : computed);
  case DType::I8: return toByte(b, computed);
  case DType::I32: break; // no output is i32
  }
  llvm_unreachable("not the dtype of an output");
}

} // namespace tile_simd
