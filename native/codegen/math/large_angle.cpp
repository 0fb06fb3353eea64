#include "codegen/math/large_angle.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"

#include <cmath>

namespace tile_simd::math {

using namespace llvm;

namespace {

// Positions 1 to 1280 of 2/pi after the binary point, behind 64 zeros.
constexpr uint64_t twoOverPi[] = {0,
                                  0xa2f9836e4e441529,
                                  0xfc2757d1f534ddc0,
                                  0xdb6295993c439041,
                                  0xfe5163abdebbc561,
                                  0xb7246e3a424dd2e0,
                                  0x06492eea09d1921c,
                                  0xfe1deb1cb129a73e,
                                  0xe88235f52ebb4484,
                                  0xe99c7026b45f7e41,
                                  0x3991d639835339f4,
                                  0x9c845f8bbdf9283b,
                                  0x1ff897ffde05980f,
                                  0xef2f118b5a0a6d1f,
                                  0x6d367ecf27cb09b7,
                                  0x4f463f669e5fea2d,
                                  0x7527bac7ebe5f17b,
                                  0x3d0739f78a5292ea,
                                  0x6bfb5fb11f8d5d08,
                                  0x56033046fc7b6bab,
                                  0xf0cfbc209af4361d};

/// From where on the ordinary reduction is not exact any more.
double ordinaryLimit(const MathBuilder &m) { return m.of(0x1p17, 0x1p20); }

void makeCold(Function *function) {
  function->addFnAttr(Attribute::Cold);
  function->addFnAttr(Attribute::NoInline);
  function->addFnAttr(Attribute::OptimizeForSize);
}

/// double (double a, i64 quarters): r from -pi/2 to pi/2 with sin(r) = sin(a + quarters * pi/2), for finite a
/// >= 2^17; NaN for infinity. Within 2^-51 relative.
///
/// a = m 2^E, m of 53 bits. Multiples of 4 in a * 2/pi do not matter, so of 2/pi only bits from position E -
/// 1 on do: 256 of them, times m, modulo 2^256, are the quarter (2 bits) and 201 good bits of the fraction,
/// of which at most some 62 cancel for any double.
Function *scalarFunction(ModuleContext &context) {
  if (Function *existing = context.module.getFunction(context.program.name + ".reduce_angle"))
    return existing;
  Type *real = Type::getDoubleTy(context.llvm);
  Type *i64 = context.i64();
  Type *i256 = Type::getIntNTy(context.llvm, 256);
  Function *function = context.createFunction(FunctionType::get(real, {real, i64}, false),
                                              GlobalValue::InternalLinkage, ".reduce_angle");
  makeCold(function);
  function->setDoesNotAccessMemory(); // the table is constant
  auto *table = ConstantDataArray::get(context.llvm, ArrayRef<uint64_t>(twoOverPi));
  auto *global = new GlobalVariable(context.module, table->getType(), true, GlobalValue::PrivateLinkage,
                                    table, context.program.name + ".two_over_pi");
  global->setAlignment(Align(8));

  Builder b(BasicBlock::Create(context.llvm, "entry", function));
  Value *a = function->getArg(0), *quarters = function->getArg(1);
  auto constant = [&](double value) { return ConstantFP::get(real, value); };

  Value *bits = b.CreateBitCast(a, i64);
  Value *exponent = b.CreateLShr(bits, 52);
  Value *mantissa =
      b.CreateOr(b.CreateAnd(bits, b.getInt64((uint64_t(1) << 52) - 1)), b.getInt64(uint64_t(1) << 52));
  // Position p is bit p + 63 of the table; E = exponent - 1075.
  Value *start = b.CreateSub(exponent, b.getInt64(1075 + 1 - 63));
  Value *word = b.CreateLShr(start, 6), *offset = b.CreateAnd(start, 63);
  auto load = [&](unsigned i) {
    return b.CreateLoad(i64, b.CreateInBoundsGEP(i64, global, plus(b, word, i)));
  };
  Value *window = ConstantInt::get(i256, 0);
  for (unsigned i = 0; i < 4; ++i) {
    Value *part = b.CreateIntrinsic(Intrinsic::fshl, {i64}, {load(i), load(i + 1), offset});
    window = b.CreateOr(window, b.CreateShl(b.CreateZExt(part, i256), 64 * (3 - i)));
  }
  Value *product = b.CreateMul(window, b.CreateZExt(mantissa, i256));
  auto part = [&](Value *value, unsigned shift) { return b.CreateTrunc(b.CreateLShr(value, shift), i64); };

  // The fraction is rounded to the nearest quarter: from one half on it counts down from the next.
  Value *fraction = b.CreateShl(product, 2);
  Value *isUpper = b.CreateICmpSLT(fraction, ConstantInt::get(i256, 0));
  Value *magnitude = b.CreateSelect(isUpper, b.CreateNeg(fraction), fraction);
  Value *quarter = b.CreateAdd(part(product, 254), b.CreateZExt(isUpper, i64));
  quarter = b.CreateAdd(quarter, quarters);
  Value *y = constant(0);
  for (unsigned i = 1; i <= 3; ++i) // the lowest word does not matter
    y = b.CreateFAdd(y, b.CreateFMul(b.CreateUIToFP(part(magnitude, 256 - 64 * i), real),
                                     constant(std::ldexp(1.0, -64 * int(i)))));
  y = b.CreateFMul(y, constant(0x1.921fb54442d18p+0));

  // sin(y), cos(y), -sin(y), -cos(y) by quarter; cos(y) = sin(pi/2 - |y|).
  Value *sine = b.CreateSelect(isUpper, b.CreateFNeg(y), y);
  Value *cosine = b.CreateFSub(constant(0x1.921fb54442d18p+0), y);
  Value *r = b.CreateSelect(b.CreateTrunc(quarter, b.getInt1Ty()), cosine, sine);
  r = b.CreateSelect(b.CreateTrunc(b.CreateLShr(quarter, 1), b.getInt1Ty()), b.CreateFNeg(r), r);
  Value *isFinite = b.CreateFCmpONE(a, ConstantFP::getInfinity(real));
  b.CreateRet(b.CreateSelect(isFinite, r, ConstantFP::getNaN(real)));
  return function;
}

/// The same for the large elements of a vector: (a, reduced, sign) as in emitLargeAngles().
Function *vectorFunction(MathBuilder &m, Angle angle) {
  ModuleContext &context = m.context;
  auto *vector = cast<FixedVectorType>(m.real);
  std::string suffix =
      std::string(angle == Angle::Sin ? ".large_sin" : ".large_cos") + (m.isDouble ? "_f64" : "");
  if (Function *existing = context.module.getFunction(context.program.name + suffix))
    return existing;
  Function *function = context.createFunction(FunctionType::get(m.real, {m.real, m.real, m.integer}, false),
                                              GlobalValue::InternalLinkage, suffix);
  makeCold(function);
  function->setDoesNotAccessMemory();
  Builder b(BasicBlock::Create(context.llvm, "entry", function));
  BasicBlock *large = BasicBlock::Create(context.llvm, "large", function);
  BasicBlock *next = BasicBlock::Create(context.llvm, "next", function);
  CountedLoop lanes(b, b.getInt64(vector->getNumElements()), {function->getArg(1)}, "lane");
  Value *lane = lanes.index();
  Value *a = b.CreateExtractElement(function->getArg(0), lane);
  BasicBlock *head = b.GetInsertBlock();
  b.CreateCondBr(b.CreateFCmpOGT(a, ConstantFP::get(a->getType(), ordinaryLimit(m))), large, next);

  b.SetInsertPoint(large);
  Value *wide = m.isDouble ? a : b.CreateFPExt(a, b.getDoubleTy());
  Value *r = b.CreateCall(scalarFunction(context), {wide, b.getInt64(angle == Angle::Cos)});
  Type *element = vector->getElementType();
  if (!m.isDouble)
    r = b.CreateFPTrunc(r, element);
  Type *integer = m.integer->getScalarType();
  Value *sign = b.CreateExtractElement(function->getArg(2), lane);
  r = b.CreateBitCast(b.CreateXor(b.CreateBitCast(r, integer), sign), element);
  Value *replaced = b.CreateInsertElement(lanes.carried(0), r, lane);
  b.CreateBr(next);

  b.SetInsertPoint(next);
  PHINode *result = b.CreatePHI(m.real, 2);
  result->addIncoming(lanes.carried(0), head);
  result->addIncoming(replaced, large);
  b.CreateRet(lanes.finish({result})[0]);
  return function;
}

} // namespace

Value *emitLargeAngles(MathBuilder &m, Angle angle, Value *a, Value *reduced, Value *sign) {
  // A scalar is a vector of one: one shape of cold function.
  auto *vector = dyn_cast<FixedVectorType>(m.real);
  Value *isLarge = m.ir.CreateFCmpOGT(a, m.constant(ordinaryLimit(m)));
  if (vector)
    isLarge = m.ir.CreateOrReduce(isLarge);
  BasicBlock *before = m.ir.GetInsertBlock();
  LLVMContext &llvm = m.context.llvm;
  BasicBlock *cold = BasicBlock::Create(llvm, "large_angle", before->getParent());
  BasicBlock *after = BasicBlock::Create(llvm, "angle", before->getParent());
  m.ir.CreateCondBr(isLarge, cold, after, MDBuilder(llvm).createUnlikelyBranchWeights());

  m.ir.SetInsertPoint(cold);
  Value *replaced;
  if (vector) {
    replaced = m.ir.CreateCall(vectorFunction(m, angle), {a, reduced, sign});
  } else {
    Value *wide = m.isDouble ? a : m.ir.CreateFPExt(a, m.ir.getDoubleTy());
    replaced = m.ir.CreateCall(scalarFunction(m.context), {wide, m.ir.getInt64(angle == Angle::Cos)});
    if (!m.isDouble)
      replaced = m.ir.CreateFPTrunc(replaced, m.real);
    replaced = m.fromBits(m.ir.CreateXor(m.toBits(replaced), sign));
  }
  m.ir.CreateBr(after);

  m.ir.SetInsertPoint(after);
  PHINode *result = m.ir.CreatePHI(m.real, 2);
  result->addIncoming(reduced, before);
  result->addIncoming(replaced, cold);
  return result;
}

} // namespace tile_simd::math
