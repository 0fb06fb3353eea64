// exp and exp2: x = n ln 2 + r with n whole and |r| <= ln(2)/2, then exp(x) = 2^n exp(r), exp(r) by a
// polynomial.
//
// Scaling by 2^n is one instruction where there is such a one, and elsewhere two multiplications by powers of
// two, the first always exact: either way a denormal result is rounded once. Results below the denormals are
// made by a scale of zero, or not at all: underflow costs a hundred cycles on some processors, which a row
// masked with -inf would pay at every element.
#include "codegen/math/exponential.h"
#include "codegen/math/math.h"

#include <array>
#include <cmath>

namespace tile_simd::math {

using namespace llvm;

ArrayRef<double> expTail(const MathBuilder &m) {
  static const double f32[] = {0x1.fffffcp-2, 0x1.555492p-3, 0x1.5558acp-5, 0x1.12397ap-7, 0x1.6a512cp-10};
  static const double f64[] = {// 1 / (k + 2)!
                               1.0 / 2,       1.0 / 6,         1.0 / 24,         1.0 / 120,
                               1.0 / 720,     1.0 / 5040,      1.0 / 40320,      1.0 / 362880,
                               1.0 / 3628800, 1.0 / 39916800., 1.0 / 479001600., 1.0 / 6227020800.};
  return m.isDouble ? ArrayRef<double>(f64) : ArrayRef<double>(f32);
}

ArrayRef<double> exp2Tail(const MathBuilder &m) {
  static const double f32[] = {0x1.62e430p-1, 0x1.ebfbdcp-3,  0x1.c6af7cp-5,
                               0x1.3b2de0p-7, 0x1.5f082ep-10, 0x1.416b52p-13};
  static const auto f64 = [] { // ln(2)^(k + 1) / (k + 1)!
    std::array<double, 13> taylor;
    double term = 1;
    for (size_t k = 0; k < taylor.size(); ++k)
      taylor[k] = term = term * 0x1.62e42fefa39efp-1 / double(k + 1);
    return taylor;
  }();
  return m.isDouble ? ArrayRef<double>(f64) : ArrayRef<double>(f32);
}

namespace {

/// Where exp(x) rounds to 0; x then needs no limit, for whatever becomes of it is not looked at. Not where it
/// is NaN.
Value *isExpZero(MathBuilder &m, Value *x) { return m.ir.CreateFCmpOLT(x, m.constant(m.of(-104, -745.2))); }

// n is held with an offset so large that halving the sum gives the exponent field of the second scale, and
// what is left over the exponent field of the first. Both are 0 (the scale is zero) for every n below the
// denormals down to -offset. The polynomial carries 2^headroom, so that the first scale never leaves the
// normal numbers.
struct Scaling {
  int offset, headroom;
};
Scaling scaling(const MathBuilder &m) {
  return m.isDouble ? Scaling{1077, 2 * 1023 - 1077} : Scaling{152, 2 * 127 - 152};
}

/// scaled * 2^(n - headroom); n from -offset to a little above what overflows.
Value *emitScale(MathBuilder &m, Value *scaled, Value *biased) {
  Value *second = m.toExponent(m.ir.CreateLShr(biased, m.bitPattern(1)));
  Value *first = m.ir.CreateSub(m.toExponent(biased), second);
  return m.ir.CreateFMul(m.ir.CreateFMul(scaled, m.fromBits(first)), m.fromBits(second));
}

double twoTo(int exponent) { return std::ldexp(1.0, exponent); }

/// x - n ln 2.
Value *emitReduce(MathBuilder &m, Value *x, Value *n) {
  Value *r = m.mulAdd(n, -ln2(m).high, x);
  return m.mulAdd(n, -ln2(m).low, r);
}

/// exp(r) * scale, a power of two.
Value *emitExpOfReduced(MathBuilder &m, Value *r, double scale) {
  if (m.context.target.hasFma) {
    Value *p = m.mulAdd(m.polynomial(r, expTail(m), scale), r, scale);
    return m.mulAdd(p, r, scale);
  }
  // Where every step is rounded twice, the last ones must be small beside the result.
  Value *p = m.mulAdd(m.polynomial(r, expTail(m)), m.ir.CreateFMul(r, r), r);
  return m.mulAdd(p, scale, scale);
}

/// 2^r * scale, a power of two.
Value *emitExp2OfReduced(MathBuilder &m, Value *r, double scale) {
  return m.mulAdd(m.polynomial(r, exp2Tail(m), scale), r, scale);
}

/// x * 2^n, and 0 where `isZero`: an instruction that is masked there.
Value *emitMaskedScale(MathBuilder &m, Value *isZero, Value *x, Value *n) {
  return m.ir.CreateSelect(isZero, m.constant(0), m.scale(x, n));
}

} // namespace

Value *emitExpBelow(MathBuilder &m, Value *x) {
  if (m.hasScale()) {
    Value *n = m.whole(m.mulAdd(x, log2e, m.rounder(0)), 0).value;
    return emitMaskedScale(m, isExpZero(m, x), emitExpOfReduced(m, emitReduce(m, x, n), 1), n);
  }
  auto [offset, headroom] = scaling(m);
  x = m.atLeast(x, m.of(-105.5, -746.6)); // n = -offset
  auto [n, biased] = m.whole(m.mulAdd(x, log2e, m.rounder(offset)), offset);
  return emitScale(m, emitExpOfReduced(m, emitReduce(m, x, n), twoTo(headroom)), biased);
}

// The first scale carries a factor that keeps it normal, the second takes it away again. Where the result is
// 0, both what is scaled and the scale may be anything, and 0 takes the place of both.
Value *emitExpOfNonPositive(MathBuilder &m, Value *x) {
  if (m.hasScale())
    return emitExpBelow(m, x);
  const int factor = m.isDouble ? 512 : 64, offset = factor + (m.isDouble ? 1023 : 127);
  Value *isZero = isExpZero(m, x);
  auto [n, biased] = m.whole(m.mulAdd(x, log2e, m.rounder(offset)), offset);
  auto orZero = [&](Value *value) { return m.ir.CreateSelect(isZero, m.constant(0), value); };
  Value *scaled = orZero(emitExpOfReduced(m, emitReduce(m, x, n), 1));
  Value *first = orZero(m.fromBits(m.toExponent(biased)));
  return m.ir.CreateFMul(m.ir.CreateFMul(scaled, first), m.constant(twoTo(-factor)));
}

Value *emitExp(MathBuilder &m, Value *x) { return emitExpBelow(m, m.atMost(x, m.of(89, 710))); }

Value *emitExp2(MathBuilder &m, Value *x) {
  x = m.atMost(x, m.of(129, 1025));
  if (m.hasScale()) {
    Value *n = m.whole(m.ir.CreateFAdd(x, m.constant(m.rounder(0))), 0).value;
    Value *isZero = m.ir.CreateFCmpOLT(x, m.constant(-151));
    return emitMaskedScale(m, isZero, emitExp2OfReduced(m, m.ir.CreateFSub(x, n), 1), n);
  }
  auto [offset, headroom] = scaling(m);
  x = m.atLeast(x, -offset);
  auto [n, biased] = m.whole(m.ir.CreateFAdd(x, m.constant(m.rounder(offset))), offset);
  return emitScale(m, emitExp2OfReduced(m, m.ir.CreateFSub(x, n), twoTo(headroom)), biased);
}

} // namespace tile_simd::math
