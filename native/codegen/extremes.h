// Maximum and minimum of two values as instructions: -0 is below +0, and what is NaN stays NaN.
//
// Where no single instruction says that, x86 needs six. Most of them are for NaN, which a reduction may look
// for beside its accumulators, once for all of them.
#pragma once

#include "codegen/module_context.h"

namespace tile_simd {

enum class Extreme : uint8_t { Max, Min };

/// IEEE maximum or minimum of floating-point scalars or vectors.
llvm::Value *emitExtreme(Builder &builder, const TargetFacts &target, Extreme which, llvm::Value *x,
                         llvm::Value *y);

/// The same where neither is NaN; any number or NaN elsewhere.
llvm::Value *emitExtremeOfNumbers(Builder &builder, const TargetFacts &target, Extreme which, llvm::Value *x,
                                  llvm::Value *y);

} // namespace tile_simd
