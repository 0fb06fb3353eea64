// Conversions between what buffers hold and what programs compute with.
//
// Everything is inline code: at no level of the instruction set may a conversion become a call of the
// compiler's runtime library. f16 uses the instructions where the target has them; bf16 is always integer
// code, because the hardware's conversion takes subnormal numbers for zero.
#pragma once

#include "codegen/builder.h"
#include "ir/dtype.h"

namespace tile_simd {

/// The LLVM type of one element in memory. f16 and bf16 are i16 until they are converted.
llvm::Type *memoryType(llvm::LLVMContext &context, DType dtype);

/// Stored elements, one or a vector, in `compute` (float or double). Exact; a NaN stays a NaN. Not for i32:
/// indices are used as they are.
llvm::Value *fromStorage(Builder &builder, llvm::Value *stored, DType dtype, llvm::Type *compute,
                         bool hasF16);

/// Computed values (float or double) as `dtype` holds them, rounded once. Floating point: to nearest even,
/// overflow to infinity, NaN to a quiet NaN. i8: to the nearest integer, ties to even, saturated to
/// [-128, 127], NaN to 0.
llvm::Value *toStorage(Builder &builder, llvm::Value *computed, DType dtype, bool hasF16);

} // namespace tile_simd
