// tanh(x), by a = |x|.
//
// f32: a + a^3 q(a^2) below 0.55; above, 1 - 2 / (1 + exp(2a)), where the quotient is at most half of the
// result. f64: E / (E + 2), E = expm1(2a) = 2^n (expm1(2r) + 1) - 1, 2a = n ln 2 + 2r, all halved; two
// divisions' worth of errors more, but no other polynomial.
#include "codegen/math/exponential.h"
#include "codegen/math/math.h"

#include <cmath>

namespace tile_simd::math {

using namespace llvm;

namespace {

/// exp(2a) = power * (1 + 2 half).
struct ExpOfTwice {
  Value *power, *half;
};

ExpOfTwice emitExpOfTwice(MathBuilder &m, Value *a) {
  int bias = m.isDouble ? 1023 : 127;
  auto [n, biased] = m.whole(m.mulAdd(a, 2 * log2e, m.rounder(bias)), bias);
  Value *r = m.mulAdd(n, -ln2(m).high / 2, a);
  r = m.mulAdd(n, -ln2(m).low / 2, r);
  SmallVector<double, 16> tail; // 2 q(2r) as a polynomial in r
  for (double coefficient : expTail(m))
    tail.push_back(std::ldexp(coefficient, int(tail.size()) + 1));
  return {m.fromBits(m.toExponent(biased)), m.mulAdd(m.ir.CreateFMul(r, r), m.polynomial(r, tail), r)};
}

Value *emitF32(MathBuilder &m, Value *a) {
  static const double inner[] = {-0x1.55554ap-2, 0x1.110cf0p-3, -0x1.b91f26p-5, 0x1.58ecf4p-6,
                                 -0x1.995a82p-8};
  Value *square = m.ir.CreateFMul(a, a);
  Value *small = m.mulAdd(m.ir.CreateFMul(a, square), m.polynomial(square, inner), a);

  auto [power, half] = emitExpOfTwice(m, a);
  Value *sum = m.ir.CreateFAdd(m.mulAdd(power, half, 0.5), m.ir.CreateFMul(power, m.constant(0.5)));
  Value *large = m.ir.CreateFSub(m.constant(1), m.ir.CreateFDiv(m.constant(1), sum));
  return m.ir.CreateSelect(m.ir.CreateFCmpOLT(a, m.constant(0.55)), small, large);
}

Value *emitF64(MathBuilder &m, Value *a) {
  auto [power, half] = emitExpOfTwice(m, a);
  Value *numerator = m.mulAdd(power, half, m.mulAdd(power, 0.5, -0.5)); // E / 2
  return m.ir.CreateFDiv(numerator, m.ir.CreateFAdd(numerator, m.constant(1)));
}

} // namespace

Value *emitTanh(MathBuilder &m, Value *x) {
  Value *a = m.atMost(m.abs(x), m.of(10, 20)); // 1 in either type from there on
  return m.withSignOf(m.isDouble ? emitF64(m, a) : emitF32(m, a), x);
}

} // namespace tile_simd::math
