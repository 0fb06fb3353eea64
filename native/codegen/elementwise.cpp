#include "codegen/elementwise.h"

#include "codegen/extremes.h"
#include "codegen/math/math.h"
#include "codegen/storage.h"

#include "llvm/IR/Intrinsics.h"

namespace tile_simd {

using namespace llvm;
using ir::OpCode;

// Without the instruction LLVM would call fmaf once per lane. In double the product of two floats is exact,
// and the sum rounded to odd keeps what the second rounding needs, so the result is rounded once in effect
// (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008). Doubles themselves, which
// only rescued rows use, get two roundings.
static Value *emitFma(Builder &b, Value *x, Value *y, Value *z, bool hasFma) {
  if (hasFma)
    return b.CreateIntrinsic(Intrinsic::fma, {x->getType()}, {x, y, z});
  Type *narrow = x->getType();
  if (narrow->getScalarType()->isDoubleTy())
    return b.CreateFAdd(b.CreateFMul(x, y), z);
  Type *wide = b.getDoubleTy(), *bits = b.getInt64Ty();
  if (auto *vector = dyn_cast<VectorType>(narrow)) {
    wide = VectorType::get(wide, vector->getElementCount());
    bits = VectorType::get(bits, vector->getElementCount());
  }
  Value *product = b.CreateFMul(b.CreateFPExt(x, wide), b.CreateFPExt(y, wide));
  Value *addend = b.CreateFPExt(z, wide);
  Value *sum = b.CreateFAdd(product, addend);
  Value *rest = b.CreateFSub(sum, product); // the rounding error of the sum, exactly (Knuth's TwoSum)
  Value *error = b.CreateFAdd(b.CreateFSub(product, b.CreateFSub(sum, rest)), b.CreateFSub(addend, rest));
  Constant *zero = ConstantFP::getZero(wide), *one = ConstantInt::get(bits, 1);
  Value *even = b.CreateICmpEQ(b.CreateAnd(b.CreateBitCast(sum, bits), one), ConstantInt::get(bits, 0));
  Value *away = b.CreateICmpEQ(b.CreateFCmpOGT(error, zero), b.CreateFCmpOGT(sum, zero));
  Value *towards = b.CreateSelect(away, one, ConstantInt::getSigned(bits, -1));
  Value *odd = b.CreateBitCast(b.CreateAdd(b.CreateBitCast(sum, bits), towards), wide);
  sum = b.CreateSelect(b.CreateAnd(b.CreateFCmpONE(error, zero), even), odd, sum);
  return b.CreateFPTrunc(sum, narrow);
}

/// To the storage type and back.
static Value *emitCast(Builder &b, Value *x, DType dtype, ModuleContext &context) {
  const bool hasF16 = context.target.hasF16;
  return fromStorage(b, toStorage(b, x, dtype, hasF16), dtype, x->getType()->getScalarType(), hasF16);
}

/// Ops on indices, which wrap around.
static Value *emitIndexOp(Builder &b, OpCode code, ArrayRef<Value *> args) {
  Value *x = args[0], *y = args[1];
  switch (code) {
  case OpCode::Add: return b.CreateAdd(x, y);
  case OpCode::Sub: return b.CreateSub(x, y);
  case OpCode::Mul: return b.CreateMul(x, y);
  case OpCode::Min: return b.CreateBinaryIntrinsic(Intrinsic::smin, x, y);
  case OpCode::Max: return b.CreateBinaryIntrinsic(Intrinsic::smax, x, y);
  case OpCode::Lt: return b.CreateICmpSLT(x, y);
  case OpCode::Le: return b.CreateICmpSLE(x, y);
  case OpCode::Gt: return b.CreateICmpSGT(x, y);
  case OpCode::Ge: return b.CreateICmpSGE(x, y);
  case OpCode::Eq: return b.CreateICmpEQ(x, y);
  case OpCode::Ne: return b.CreateICmpNE(x, y);
  case OpCode::Select: return b.CreateSelect(x, y, args[2]);
  default: llvm_unreachable("not an op on indices");
  }
}

Value *emitElementwise(Builder &b, OpCode code, ArrayRef<Value *> args, ModuleContext &context) {
  if (args.back()->getType()->getScalarType()->isIntegerTy(32))
    return emitIndexOp(b, code, args);
  Value *x = args[0];
  Value *y = args.size() > 1 ? args[1] : nullptr;
  Type *type = x->getType();
  math::MathBuilder m(b, context, x);
  switch (code) {
  case OpCode::Add: return b.CreateFAdd(x, y);
  case OpCode::Sub: return b.CreateFSub(x, y);
  case OpCode::Mul: return b.CreateFMul(x, y);
  case OpCode::Div: return b.CreateFDiv(x, y);
  case OpCode::Min: return emitExtreme(b, context.target, Extreme::Min, x, y);
  case OpCode::Max: return emitExtreme(b, context.target, Extreme::Max, x, y);
  case OpCode::Neg: return b.CreateFNeg(x);
  case OpCode::Abs: return b.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  case OpCode::Sqrt: return b.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
  case OpCode::Rsqrt:
    return b.CreateFDiv(ConstantFP::get(type, 1.0), b.CreateUnaryIntrinsic(Intrinsic::sqrt, x));
  case OpCode::Reciprocal: return b.CreateFDiv(ConstantFP::get(type, 1.0), x);
  case OpCode::Floor: return b.CreateUnaryIntrinsic(Intrinsic::floor, x);
  case OpCode::Round: return b.CreateUnaryIntrinsic(Intrinsic::roundeven, x);
  case OpCode::CastF32: return emitCast(b, x, DType::F32, context);
  case OpCode::CastF16: return emitCast(b, x, DType::F16, context);
  case OpCode::CastBf16: return emitCast(b, x, DType::BF16, context);
  case OpCode::Exp: return math::emitExp(m, x);
  case OpCode::Exp2: return math::emitExp2(m, x);
  case OpCode::Log: return math::emitLog(m, x);
  case OpCode::Tanh: return math::emitTanh(m, x);
  case OpCode::Erf: return math::emitErf(m, x);
  case OpCode::Sigmoid: return math::emitSigmoid(m, x);
  case OpCode::Sin: return math::emitSin(m, x);
  case OpCode::Cos: return math::emitCos(m, x);
  case OpCode::Fma: return emitFma(b, x, y, args[2], context.target.hasFma);
  case OpCode::Lt: return b.CreateFCmpOLT(x, y);
  case OpCode::Le: return b.CreateFCmpOLE(x, y);
  case OpCode::Gt: return b.CreateFCmpOGT(x, y);
  case OpCode::Ge: return b.CreateFCmpOGE(x, y);
  case OpCode::Eq: return b.CreateFCmpOEQ(x, y);
  case OpCode::Ne: return b.CreateFCmpUNE(x, y);
  case OpCode::And: return b.CreateAnd(x, y);
  case OpCode::Or: return b.CreateOr(x, y);
  case OpCode::Not: return b.CreateNot(x);
  case OpCode::Select: return b.CreateSelect(x, y, args[2]);
  case OpCode::Load:
  case OpCode::Scalar:
  case OpCode::Const:
  case OpCode::ColumnIndex:
  case OpCode::RowIndex:
  case OpCode::InnerIndex:
  case OpCode::ToFloat:
  case OpCode::Reduce:
  case OpCode::Rescue:
  case OpCode::Loop:
  case OpCode::TileStart:
  case OpCode::Carry:
  case OpCode::Yield:
  case OpCode::Result:
  case OpCode::Store: break;
  }
  llvm_unreachable("not an elementwise op");
}

} // namespace tile_simd
