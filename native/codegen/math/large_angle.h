// Reduction of angles too large for trig.cpp's, by the bits of 2/pi that matter (Payne and Hanek, "Radian
// reduction for trigonometric functions", 1983), in cold functions of the module.
#pragma once

#include "codegen/math/math_builder.h"

namespace tile_simd::math {

enum class Angle : uint8_t { Sin, Cos };

/// Where an element of `a` >= 0 is beyond the limit of the ordinary reduction, the r from -pi/2 to pi/2 with
/// sin(r) = f(a) takes the place of `reduced`, with the element's `sign` applied in advance, for the caller
/// applies it again. Elsewhere `reduced` stays. Branches, so the builder is in another block afterwards.
llvm::Value *emitLargeAngles(MathBuilder &m, Angle angle, llvm::Value *a, llvm::Value *reduced,
                             llvm::Value *sign);

} // namespace tile_simd::math
