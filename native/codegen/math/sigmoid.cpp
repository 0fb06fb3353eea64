// sigmoid(x) = 1 / (1 + exp(-x)), where exp(-x) = 2^n (1 + t), t = expm1(r), -x = n ln 2 + r, is never
// rounded by itself: 1 + 2^n is exact (or what it loses is found exactly), and 2^n t is small beside it. Both
// sides of the quotient carry a small scale, which keeps exp(104) finite: results are right down to the
// smallest denormal.
#include "codegen/math/exponential.h"
#include "codegen/math/math.h"

#include <cmath>

namespace tile_simd::math {

using namespace llvm;

Value *emitSigmoid(MathBuilder &m, Value *x) {
  const int scale = m.isDouble ? -512 : -64;
  x = m.atMost(m.atLeast(x, m.of(-106, -748)), m.of(30, 50)); // 0 and 1 from there on
  const int bias = (m.isDouble ? 1023 : 127) + scale;
  auto [n, biased] = m.whole(m.mulAdd(x, -log2e, m.rounder(bias)), bias);
  Value *r = m.mulAdd(n, ln2(m).high, x); // -r, to be exact
  r = m.mulAdd(n, ln2(m).low, r);
  SmallVector<double, 16> tail;
  for (double coefficient : expTail(m))
    tail.push_back(tail.size() % 2 == 0 ? coefficient : -coefficient);
  Value *t = m.mulAdd(m.ir.CreateFMul(r, r), m.polynomial(r, tail), m.ir.CreateFNeg(r));

  Value *power = m.fromBits(m.toExponent(biased)); // 2^(n + scale)
  double one = std::ldexp(1.0, scale);
  Value *large = m.ir.CreateFAdd(power, m.constant(one));
  Value *lost = m.ir.CreateFSub(m.constant(one), m.ir.CreateFSub(large, power));
  Value *sum = m.ir.CreateFAdd(large, m.mulAdd(power, t, lost));
  return m.ir.CreateFDiv(m.constant(one), sum);
}

} // namespace tile_simd::math
