// Register transposes of whole-program blocks: W rows of a few neighbouring elements each, as vectors of W
// rows per column.
#pragma once

#include "codegen/builder.h"

namespace tile_simd {

/// Columns of a block: a row's part of it fills one 128-bit lane, the piece in which vectors are put together
/// and taken apart cheaply on every target. A block of W columns would need log2(W) rounds of shuffles
/// instead of two, and at W = 16 four times the code.
inline constexpr unsigned blockColumns = 4;

/// `rows`: W vectors of blockColumns elements. Returns one vector of W elements per column.
llvm::SmallVector<llvm::Value *, 4> rowsToColumns(Builder &builder, llvm::ArrayRef<llvm::Value *> rows);

/// The way back: from blockColumns vectors of W elements.
llvm::SmallVector<llvm::Value *, 16> columnsToRows(Builder &builder, llvm::ArrayRef<llvm::Value *> columns);

} // namespace tile_simd
