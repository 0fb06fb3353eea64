// erf(x), by a = |x|.
//
// f32: a + a P(a^2) below 27/32; above, 1 - 2^q(a), where q fits log2(erfc(a)): a smooth function, nearly a
// parabola. f64: the Maclaurin series below 1; above, 1 - exp(-a^2) g(a), where g = exp(a^2) erfc(a) is a
// Chebyshev series in 1 / (a + 2).
#include "codegen/math/exponential.h"
#include "codegen/math/math.h"

#include <array>

namespace tile_simd::math {

using namespace llvm;

static Value *emitF32(MathBuilder &m, Value *x) {
  static const double inner[] = {0x1.06eba8p-3,  -0x1.812728p-2, 0x1.ce25e8p-4,
                                 -0x1.b73f58p-6, 0x1.4bbc48p-8,  -0x1.4e3b52p-11};
  static const double outer[] = {-0x1.27f8e6p-13, -0x1.a0a330p0,  -0x1.d6220ap-1, -0x1.34f9e4p-3,
                                 0x1.0a6c84p-5,   -0x1.276030p-8, 0x1.351cc0p-12};
  Value *a = m.atMost(m.abs(x), 4); // 1 from there on
  Value *small = m.mulAdd(m.polynomial(m.ir.CreateFMul(a, a), inner), a, a);

  Value *q = m.polynomial(a, outer); // -25 at least: 2^q is normal
  auto [n, bits] = m.whole(m.ir.CreateFAdd(q, m.constant(m.rounder(0))), 0);
  Value *r = m.ir.CreateFSub(q, n);
  Value *power = m.mulAdd(m.polynomial(r, exp2Tail(m)), r, 1.0);
  power = m.fromBits(m.ir.CreateAdd(m.toBits(power), m.toExponent(bits)));
  Value *large = m.ir.CreateFSub(m.constant(1), power);
  // NaN takes the inner branch: in the outer one the exponent of a NaN was added to.
  Value *isLarge = m.ir.CreateFCmpOGE(a, m.constant(0.84375));
  return m.withSignOf(m.ir.CreateSelect(isLarge, large, small), x);
}

static Value *emitF64(MathBuilder &m, Value *x) {
  static const auto inner = [] { // 2/sqrt(pi) (-1)^n / (n! (2n + 1))
    std::array<double, 20> series;
    double factor = 1.12837916709551257390;
    for (size_t n = 0; n < series.size(); ++n) {
      series[n] = factor / double(2 * n + 1);
      factor /= -double(n + 1);
    }
    return series;
  }();
  static const double outer[] = {0.48156300645632305 / 2, 0.1660357343713446,      0.019375485127104138,
                                 0.0013725838866457118,   0.00002330161787261883,  -0.000004842439456045032,
                                 -2.1925049178148429e-7,  2.860364628704329e-8,    1.2581149798178426e-9,
                                 -2.4685806870872185e-10, -2.494135974140388e-12,  2.3295228593345207e-12,
                                 -9.679800364037483e-14,  -1.7849437206063357e-14, 2.2187113257743363e-15};
  Value *a = m.atMost(m.abs(x), 6); // 1 from there on
  Value *square = m.ir.CreateFMul(a, a);
  Value *small = m.ir.CreateFMul(a, m.polynomial(square, inner));

  // t = 1 at a = 1, -1 at a = 6; the series is summed by Clenshaw's rule.
  Value *t = m.ir.CreateFDiv(m.constant(9.6), m.ir.CreateFAdd(a, m.constant(2)));
  t = m.ir.CreateFSub(t, m.constant(2.2));
  Value *twice = m.ir.CreateFAdd(t, t);
  Value *sum = m.constant(0), *previous = m.constant(0);
  for (double coefficient : reverse(ArrayRef<double>(outer).drop_front())) {
    Value *next = m.mulAdd(twice, sum, m.ir.CreateFSub(m.constant(coefficient), previous));
    previous = sum;
    sum = next;
  }
  sum = m.mulAdd(t, sum, m.ir.CreateFSub(m.constant(outer[0]), previous));
  Value *erfc = m.ir.CreateFMul(sum, emitExpBelow(m, m.ir.CreateFNeg(square)));
  Value *large = m.ir.CreateFSub(m.constant(1), erfc);
  return m.withSignOf(m.ir.CreateSelect(m.ir.CreateFCmpOGE(a, m.constant(1)), large, small), x);
}

Value *emitErf(MathBuilder &m, Value *x) { return m.isDouble ? emitF64(m, x) : emitF32(m, x); }

} // namespace tile_simd::math
