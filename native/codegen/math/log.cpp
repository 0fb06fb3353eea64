// log(x) = e ln 2 + log(1 + f), x = 2^e (1 + f) with 1 + f from sqrt(1/2) to sqrt(2).
//
// f32 takes log(1 + f) from a polynomial without a division, f64 from the series of 2 atanh(f / (2 + f)).
#include "codegen/math/exponential.h"
#include "codegen/math/math.h"

#include <limits>

namespace tile_simd::math {

using namespace llvm;

/// log(1 + f) + e * ln2Low; relative accuracy where e = 0.
static Value *emitLog1p(MathBuilder &m, Value *f, Value *e, double ln2Low) {
  static const double f32[] = {-0.5,          0x1.555554p-2,  -0x1.000226p-2, 0x1.99a01cp-3, -0x1.54728ap-3,
                               0x1.22d930p-3, -0x1.0d8246p-3, 0x1.055eaep-3,  -0x1.38c974p-4};
  if (!m.isDouble) {
    Value *square = m.ir.CreateFMul(f, f);
    return m.mulAdd(e, ln2Low, m.mulAdd(square, m.polynomial(f, f32), f));
  }
  static const double f64[] = {2.0,      2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                               2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
  Value *s = m.ir.CreateFDiv(f, m.ir.CreateFAdd(f, m.constant(2)));
  return m.mulAdd(e, ln2Low, m.ir.CreateFMul(s, m.polynomial(m.ir.CreateFMul(s, s), f64)));
}

Value *emitLog(MathBuilder &m, Value *x) {
  // A denormal has no exponent field; 2^fractionBits times it has one.
  Value *isTiny = m.ir.CreateFCmpOLT(x, m.constant(m.of(0x1p-126, 0x1p-1022)));
  Value *normal = m.ir.CreateSelect(isTiny, m.ir.CreateFMul(x, m.constant(m.of(0x1p23, 0x1p52))), x);
  Value *shift = m.ir.CreateSelect(isTiny, m.constant(-double(m.fractionBits)), m.constant(0));

  Constant *sqrtHalf = m.bitPattern(m.isDouble ? 0x3fe6a09e667f3bcd : 0x3f3504f3);
  Value *distance = m.ir.CreateSub(m.toBits(normal), sqrtHalf);
  Value *e = m.ir.CreateAShr(distance, m.bitPattern(m.fractionBits));
  e = m.ir.CreateFAdd(m.ir.CreateSIToFP(e, m.real), shift);
  Value *fraction = m.ir.CreateAnd(distance, m.bitPattern((uint64_t(1) << m.fractionBits) - 1));
  Value *f = m.ir.CreateFSub(m.fromBits(m.ir.CreateAdd(fraction, sqrtHalf)), m.constant(1));

  Value *result = m.mulAdd(e, ln2(m).high, emitLog1p(m, f, e, ln2(m).low));
  Constant *infinity = ConstantFP::getInfinity(m.real);
  Value *outside = m.ir.CreateSelect(m.ir.CreateFCmpOEQ(x, m.constant(0)),
                                     ConstantFP::getInfinity(m.real, /*Negative=*/true),
                                     m.constant(std::numeric_limits<double>::quiet_NaN()));
  result = m.ir.CreateSelect(m.ir.CreateFCmpOGT(x, m.constant(0)), result, outside);
  return m.ir.CreateSelect(m.ir.CreateFCmpOEQ(x, infinity), infinity, result);
}

} // namespace tile_simd::math
