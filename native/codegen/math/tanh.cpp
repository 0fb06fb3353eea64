// tanh(a) = E / (E + 2), E = expm1(2a), a = |x|. expm1(2a) = 2^n (expm1(2r) + 1) - 1 with 2a = n ln 2 + 2r
// keeps the relative accuracy of small arguments, where n = 0 and E = expm1(2r) = 2r + (2r)^2 q(2r).
// Everything is halved, so that r comes from a directly.
#include "codegen/math/exponential.h"
#include "codegen/math/math.h"

#include <cmath>

namespace tile_simd::math {

using namespace llvm;

Value *emitTanh(MathBuilder &m, Value *x) {
  Value *a = m.atMost(m.abs(x), m.of(10, 20)); // 1 in either type from there on
  int bias = m.isDouble ? 1023 : 127;
  auto [n, biased] = m.whole(m.mulAdd(a, 2 * log2e, m.rounder(bias)), bias);
  Value *r = m.mulAdd(n, -ln2(m).high / 2, a);
  r = m.mulAdd(n, -ln2(m).low / 2, r);
  SmallVector<double, 16> tail; // 2 q(2r) as a polynomial in r
  for (double coefficient : expTail(m))
    tail.push_back(std::ldexp(coefficient, int(tail.size()) + 1));
  Value *half = m.mulAdd(m.ir.CreateFMul(r, r), m.polynomial(r, tail), r); // expm1(2r) / 2
  Value *scale = m.fromBits(m.toExponent(biased));                         // 2^n
  Value *numerator = m.mulAdd(scale, half, m.mulAdd(scale, 0.5, -0.5));    // E / 2
  // From the rounded numerator: far out its error then goes out of the quotient again.
  Value *denominator = m.ir.CreateFAdd(numerator, m.constant(1));
  return m.withSignOf(m.ir.CreateFDiv(numerator, denominator), x);
}

} // namespace tile_simd::math
