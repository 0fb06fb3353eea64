// sin and cos: a = |x| is reduced to r from -pi/2 to pi/2 with f(a) = +-sin(r), so one odd polynomial serves
// both.
//
// sin: a = n pi + r, sin(a) = (-1)^n sin(r). cos: a = (n + 1/2) pi + r, cos(a) = (-1)^(n + 1) sin(r).
// The reduction subtracts n times pi in parts: with a fused multiply-add the first step is exact (a and n
// times the first part, both multiples of a small power of two, nearly cancel), and so it is in f64 with
// parts of 33 bits. Without a fused multiply-add f32 is evaluated in f64. Beyond a limit the large-angle
// functions take over.
#include "codegen/math/large_angle.h"
#include "codegen/math/math.h"

#include <array>

namespace tile_simd::math {

using namespace llvm;

namespace {

constexpr double inversePi = 0x1.45f306dc9c883p-2;
// pi in three parts, each times a power of two exactly: of 24 bits, and of 33 bits with a full last one.
constexpr double pi24[] = {0x1.921fb6p+1, -0x1.777a5cp-24, -0x1.ee59dap-49};
constexpr double pi33[] = {0x1.921fb544p+1, 0x1.0b4611a6p-33, 0x1.3198a2e037073p-68};

/// sin(r) for |r| a little above pi/2 at most: within 2^-27 (f32), 2^-55 (f64).
Value *emitSinPolynomial(MathBuilder &m, Value *r) {
  static const double f32[] = {-0x1.55554cp-3, 0x1.110ed4p-7, -0x1.9f6f18p-13, 0x1.5da6fep-19};
  static const auto f64 = [] { // (-1)^(k + 1) / (2k + 3)!
    std::array<double, 11> taylor;
    double term = 1;
    for (size_t k = 0; k < taylor.size(); ++k)
      taylor[k] = term = -term / double((2 * k + 2) * (2 * k + 3));
    return taylor;
  }();
  Value *square = m.ir.CreateFMul(r, r);
  if (m.isDouble)
    return m.mulAdd(r, m.ir.CreateFMul(square, m.polynomial(square, f64)), r);
  // Near pi/2 the result is most sensitive to the rounding of the square, so that is put right: by the mean
  // derivative of square * q(square), about -1/7.
  Value *lost = m.mulAdd(r, r, m.ir.CreateFNeg(square));
  lost = m.ir.CreateFMul(lost, m.constant(-1.0 / 7));
  return m.mulAdd(r, m.mulAdd(square, m.polynomial(square, f32), lost), r);
}

/// a - count * pi * factor; count is whole.
Value *emitReduce(MathBuilder &m, Value *a, Value *count, double factor) {
  for (double part : m.isDouble ? pi33 : pi24)
    a = m.mulAdd(count, -part * factor, a);
  return a;
}

struct Reduced {
  Value *angle; // r
  Value *sign;  // its top bit: whether the result is -sin(r)
};

Reduced emitReduceSin(MathBuilder &m, Value *a) {
  auto [n, bits] = m.whole(m.mulAdd(a, inversePi, m.rounder(0)), 0);
  return {emitReduce(m, a, n, 1), bits};
}

Reduced emitReduceCos(MathBuilder &m, Value *a) {
  Value *quotient = m.mulAdd(a, inversePi, -0.5);
  auto [n, bits] = m.whole(m.ir.CreateFAdd(quotient, m.constant(m.rounder(1))), 1);
  return {emitReduce(m, a, m.mulAdd(n, 2.0, 1.0), 0.5), bits}; // n + 1 decides the sign
}

Value *emitSinOrCos(MathBuilder &m, Value *x, Angle angle) {
  if (!m.isDouble && !m.context.target.hasFma) {
    Type *wide = m.ir.getDoubleTy();
    if (auto *vector = dyn_cast<VectorType>(m.real))
      wide = VectorType::get(wide, vector->getElementCount());
    Value *wideX = m.ir.CreateFPExt(x, wide);
    MathBuilder doubles(m.ir, m.context, wideX);
    return m.ir.CreateFPTrunc(emitSinOrCos(doubles, wideX, angle), m.real);
  }
  Value *a = m.abs(x);
  Reduced reduced = angle == Angle::Sin ? emitReduceSin(m, a) : emitReduceCos(m, a);
  unsigned top = m.real->getScalarSizeInBits() - 1;
  Value *sign = m.ir.CreateShl(reduced.sign, m.bitPattern(top));
  Value *r = emitLargeAngles(m, angle, a, reduced.angle, sign);
  if (angle == Angle::Sin)
    sign = m.ir.CreateXor(sign, m.ir.CreateAnd(m.toBits(x), m.bitPattern(uint64_t(1) << top)));
  return m.fromBits(m.ir.CreateXor(m.toBits(emitSinPolynomial(m, r)), sign));
}

} // namespace

Value *emitSin(MathBuilder &m, Value *x) { return emitSinOrCos(m, x, Angle::Sin); }
Value *emitCos(MathBuilder &m, Value *x) { return emitSinOrCos(m, x, Angle::Cos); }

} // namespace tile_simd::math
