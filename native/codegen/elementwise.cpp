#include "codegen/elementwise.h"

#include "llvm/IR/Intrinsics.h"

namespace tile_simd {

using namespace llvm;
using ir::OpCode;

// Without the instruction LLVM would call fmaf once per lane. In double the product of two floats is exact
// and the sum is rounded twice; x86-64-v2, the one target concerned, promises its bits only to itself.
static Value *emitFma(Builder &b, Value *x, Value *y, Value *z, bool hasFma) {
  if (hasFma)
    return b.CreateIntrinsic(Intrinsic::fma, {x->getType()}, {x, y, z});
  Type *narrow = x->getType();
  if (narrow->getScalarType()->isDoubleTy())
    return b.CreateFAdd(b.CreateFMul(x, y), z);
  Type *wide = b.getDoubleTy();
  if (auto *vector = dyn_cast<VectorType>(narrow))
    wide = VectorType::get(wide, vector->getElementCount());
  Value *product = b.CreateFMul(b.CreateFPExt(x, wide), b.CreateFPExt(y, wide));
  return b.CreateFPTrunc(b.CreateFAdd(product, b.CreateFPExt(z, wide)), narrow);
}

Value *emitElementwise(Builder &b, OpCode code, ArrayRef<Value *> args, bool hasFma) {
  Value *x = args[0];
  Value *y = args.size() > 1 ? args[1] : nullptr;
  Type *type = x->getType();
  switch (code) {
  case OpCode::Add: return b.CreateFAdd(x, y);
  case OpCode::Sub: return b.CreateFSub(x, y);
  case OpCode::Mul: return b.CreateFMul(x, y);
  case OpCode::Div: return b.CreateFDiv(x, y);
  case OpCode::Min: return b.CreateBinaryIntrinsic(Intrinsic::minimum, x, y);
  case OpCode::Max: return b.CreateBinaryIntrinsic(Intrinsic::maximum, x, y);
  case OpCode::Neg: return b.CreateFNeg(x);
  case OpCode::Abs: return b.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  case OpCode::Sqrt: return b.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
  case OpCode::Rsqrt:
    return b.CreateFDiv(ConstantFP::get(type, 1.0), b.CreateUnaryIntrinsic(Intrinsic::sqrt, x));
  case OpCode::Reciprocal: return b.CreateFDiv(ConstantFP::get(type, 1.0), x);
  case OpCode::Floor: return b.CreateUnaryIntrinsic(Intrinsic::floor, x);
  case OpCode::Round: return b.CreateUnaryIntrinsic(Intrinsic::roundeven, x);
  case OpCode::Fma: return emitFma(b, x, y, args[2], hasFma);
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
  case OpCode::Reduce:
  case OpCode::Rescue:
  case OpCode::Store: break;
  }
  llvm_unreachable("not an elementwise op");
}

} // namespace tile_simd
