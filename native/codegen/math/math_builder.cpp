#include "codegen/math/math_builder.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace tile_simd::math {

using namespace llvm;

static Type *integersLike(Type *real) {
  unsigned bits = real->getScalarSizeInBits();
  Type *scalar = Type::getIntNTy(real->getContext(), bits);
  if (auto *vector = dyn_cast<VectorType>(real))
    return VectorType::get(scalar, vector->getElementCount());
  return scalar;
}

MathBuilder::MathBuilder(Builder &builder, ModuleContext &context, const Value *x)
    : ir(builder), context(context), real(x->getType()), integer(integersLike(real)),
      isDouble(real->getScalarType()->isDoubleTy()), fractionBits(isDouble ? 52 : 23) {}

Value *MathBuilder::mulAdd(Value *x, Value *y, Value *z) {
  if (context.target.hasFma)
    return ir.CreateIntrinsic(Intrinsic::fma, {real}, {x, y, z});
  return ir.CreateFAdd(ir.CreateFMul(x, y), z);
}

Value *MathBuilder::polynomial(Value *x, ArrayRef<double> coefficients, double scale) {
  Value *sum = constant(coefficients.back() * scale);
  for (double coefficient : reverse(coefficients.drop_back()))
    sum = mulAdd(sum, x, coefficient * scale);
  return sum;
}

Value *MathBuilder::atMost(Value *x, double limit) {
  return ir.CreateSelect(ir.CreateFCmpOGT(x, constant(limit)), constant(limit), x);
}

Value *MathBuilder::atLeast(Value *x, double limit) {
  return ir.CreateSelect(ir.CreateFCmpOLT(x, constant(limit)), constant(limit), x);
}

bool MathBuilder::hasScale() const {
  auto *vector = dyn_cast<FixedVectorType>(real);
  return context.target.hasScale && !isDouble && vector && vector->getNumElements() >= 4;
}

Value *MathBuilder::scale(Value *x, Value *n) {
  Value *none = ConstantFP::getZero(real); // what masked lanes would be
  switch (cast<FixedVectorType>(real)->getNumElements()) {
  case 4: return ir.CreateIntrinsic(Intrinsic::x86_avx512_mask_scalef_ps_128, {x, n, none, ir.getInt8(0xff)});
  case 8: return ir.CreateIntrinsic(Intrinsic::x86_avx512_mask_scalef_ps_256, {x, n, none, ir.getInt8(0xff)});
  default:
    constexpr uint32_t currentRounding = 4;
    return ir.CreateIntrinsic(Intrinsic::x86_avx512_mask_scalef_ps_512,
                              {x, n, none, ir.getInt16(0xffff), ir.getInt32(currentRounding)});
  }
}

Value *MathBuilder::abs(Value *x) { return ir.CreateUnaryIntrinsic(Intrinsic::fabs, x); }

Value *MathBuilder::withSignOf(Value *magnitude, Value *sign) {
  return ir.CreateBinaryIntrinsic(Intrinsic::copysign, magnitude, sign);
}

} // namespace tile_simd::math
