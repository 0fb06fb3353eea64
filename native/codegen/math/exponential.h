// The pieces that exp, exp2, sigmoid, tanh and erf have in common.
#pragma once

#include "codegen/math/math_builder.h"

namespace tile_simd::math {

/// ln 2 = high + low. `high` has so few bits that its product with any exponent is exact.
struct Ln2 {
  double high, low;
};
inline Ln2 ln2(const MathBuilder &m) {
  return m.isDouble ? Ln2{0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45} : Ln2{0x1.62e4p-1, 0x1.7f7d1cp-20};
}
inline constexpr double log2e = 0x1.71547652b82fep0;

/// q of exp(r) = 1 + r + r^2 q(r), |r| <= ln(2)/2: within 2^-28 (f32), 2^-57 (f64).
llvm::ArrayRef<double> expTail(const MathBuilder &m);
/// q of 2^r = 1 + r q(r), |r| <= 1/2: the same.
llvm::ArrayRef<double> exp2Tail(const MathBuilder &m);

/// exp(x) where x is at most a little above what overflows (or NaN).
llvm::Value *emitExpBelow(MathBuilder &m, llvm::Value *x);

} // namespace tile_simd::math
