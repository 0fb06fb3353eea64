// Elementary functions as inline IR for f32 and f64, scalars and vectors. No call leaves the module.
//
// f32: at most 2 ULP from the real value over all 2^32 inputs (`npm run prove:math`, figures in
// docs/numerics.md), denormal arguments and results included; NaN gives NaN. A value has the same bits in
// every width and on every target that has a fused multiply-add; without one (x86-64-v2) the bits are others.
// f64: about 1e-15 relative; for the double-precision evaluation of rows that FP32 does not suffice for.
//
// The polynomials were fitted by scripts/fit-math.mjs.
#pragma once

#include "codegen/math/math_builder.h"

namespace tile_simd::math {

llvm::Value *emitExp(MathBuilder &m, llvm::Value *x);
/// exp(x) where x is at most 0, or NaN: the same bits.
llvm::Value *emitExpOfNonPositive(MathBuilder &m, llvm::Value *x);
llvm::Value *emitExp2(MathBuilder &m, llvm::Value *x);
/// Natural logarithm: -inf at 0, NaN below.
llvm::Value *emitLog(MathBuilder &m, llvm::Value *x);
llvm::Value *emitTanh(MathBuilder &m, llvm::Value *x);
llvm::Value *emitErf(MathBuilder &m, llvm::Value *x);
/// 1 / (1 + exp(-x)), down to the smallest denormal (x = -103.9).
llvm::Value *emitSigmoid(MathBuilder &m, llvm::Value *x);
/// Angles in radians, of any size: a vector with a large one takes a cold branch. NaN at infinity.
llvm::Value *emitSin(MathBuilder &m, llvm::Value *x);
llvm::Value *emitCos(MathBuilder &m, llvm::Value *x);

} // namespace tile_simd::math
