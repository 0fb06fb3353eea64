// The fixed reduction tree (codegen/numerics.h) as LLVM IR.
#pragma once

#include "codegen/module_context.h"

namespace tile_simd {

/// The value that changes no bit of what it is combined with: -0.0 for sums, so that a sum of -0.0 stays
/// -0.0.
llvm::Constant *reductionIdentity(ir::ReduceKind kind, llvm::Type *type);

llvm::Value *emitCombine(Builder &builder, ir::ReduceKind kind, llvm::Value *a, llvm::Value *b);

/// Combines logical-lane accumulators by halves into the first; null stands for a group of lanes without
/// elements. The number of accumulators is a power of two.
llvm::Value *combineAccumulators(Builder &builder, ir::ReduceKind kind,
                                 llvm::MutableArrayRef<llvm::Value *> accumulators);

/// Combines the lanes of one vector by halves into a scalar.
llvm::Value *combineLanes(Builder &builder, ir::ReduceKind kind, llvm::Value *vector);

/// `vector f(ptr accumulators)`: combines `count` accumulators in memory by halves; overwrites some of them.
/// `count` is a power of two.
llvm::Function *accumulatorCombiner(ModuleContext &context, ir::ReduceKind kind,
                                    llvm::FixedVectorType *vector, unsigned count);

/// A constant of `count` identities in memory.
llvm::Constant *identitiesInMemory(ModuleContext &context, ir::ReduceKind kind, llvm::FixedVectorType *vector,
                                   unsigned count);

/// Part of a function's name: what is combined, of which type.
std::string reductionName(ir::ReduceKind kind, llvm::Type *element);

/// `element f(ptr partials, i64 count)`: combines chunk results in index order by a binary counter, in place.
llvm::Function *chunkCombiner(ModuleContext &context, ir::ReduceKind kind, llvm::Type *element);

} // namespace tile_simd
