// Register transposes: W vectors of W elements, rows to columns and back.
#pragma once

#include "codegen/builder.h"

namespace tile_simd {

/// vectors[i][j] -> result[j][i]; as many vectors as each has elements, a power of two.
llvm::SmallVector<llvm::Value *, 16> emitTranspose(Builder &builder, llvm::ArrayRef<llvm::Value *> vectors);

} // namespace tile_simd
