// The binary counter that combines chunk results as they come, for rows of which nobody knows how many chunks
// they have. Its tree is that of chunkCombiner() in reduction.h.
#pragma once

#include "codegen/module_context.h"

namespace tile_simd {

/// Results that wait at most: a slot per bit of the number of chunks of the longest row.
inline constexpr unsigned chunkCounterSlots = 19;

/// `void f(ptr slots, i64 index, element result)`: takes the result of chunk number `index`, after all before
/// it.
llvm::Function *chunkCounter(ModuleContext &context, ir::ReduceKind kind, llvm::Type *element);

/// `element f(ptr slots, i64 count)`: the row's result once all of `count` >= 1 chunks were taken.
llvm::Function *chunkCounterTotal(ModuleContext &context, ir::ReduceKind kind, llvm::Type *element);

} // namespace tile_simd
