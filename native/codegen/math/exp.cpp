// exp and exp2: x = n ln 2 + r with n whole and |r| <= ln(2)/2, then exp(x) = 2^n exp(r), exp(r) by a
// polynomial.
//
// Scaling by 2^n is two multiplications by powers of two, the first always exact, so a denormal result is
// rounded once. Results below the denormals are made by a scale of zero: that is exact, whereas underflow
// costs a hundred cycles on some processors, which a row masked with -inf would pay at every element.
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

} // namespace

Value *emitExpBelow(MathBuilder &m, Value *x) {
  auto [offset, headroom] = scaling(m);
  x = m.atLeast(x, m.of(-105.5, -746.6)); // n = -offset
  auto [n, biased] = m.whole(m.mulAdd(x, log2e, m.rounder(offset)), offset);
  Value *r = m.mulAdd(n, -ln2(m).high, x);
  r = m.mulAdd(n, -ln2(m).low, r);
  double scale = twoTo(headroom);
  if (m.context.target.hasFma) {
    Value *p = m.mulAdd(m.polynomial(r, expTail(m), scale), r, scale);
    return emitScale(m, m.mulAdd(p, r, scale), biased);
  }
  // Where every step is rounded twice, the last ones must be small beside the result.
  Value *p = m.mulAdd(m.polynomial(r, expTail(m)), m.ir.CreateFMul(r, r), r);
  return emitScale(m, m.mulAdd(p, scale, scale), biased);
}

Value *emitExp(MathBuilder &m, Value *x) { return emitExpBelow(m, m.atMost(x, m.of(89, 710))); }

Value *emitExp2(MathBuilder &m, Value *x) {
  auto [offset, headroom] = scaling(m);
  x = m.atLeast(m.atMost(x, m.of(129, 1025)), -offset);
  auto [n, biased] = m.whole(m.ir.CreateFAdd(x, m.constant(m.rounder(offset))), offset);
  Value *r = m.ir.CreateFSub(x, n);
  double scale = twoTo(headroom);
  return emitScale(m, m.mulAdd(m.polynomial(r, exp2Tail(m), scale), r, scale), biased);
}

} // namespace tile_simd::math
