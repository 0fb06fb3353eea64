// The fixed reduction tree (codegen/numerics.h) as LLVM IR.
#pragma once

#include "codegen/module_context.h"

namespace tile_simd {

/// The value that changes no bit of what it is combined with: -0.0 for sums, so that a sum of -0.0 stays
/// -0.0.
llvm::Constant *reductionIdentity(ir::ReduceKind kind, llvm::Type *type);

/// Whether NaN is among the values that are combined. A maximum or minimum of numbers takes fewer
/// instructions, so NaN may be looked for apart from them, and gives any value here; other reductions make no
/// difference.
enum class Nans : uint8_t { Combined, Apart };

/// Whether Nans::Apart saves anything.
bool prefersNansApart(ir::ReduceKind kind, const TargetFacts &target);

llvm::Value *emitCombine(Builder &builder, const TargetFacts &target, ir::ReduceKind kind, llvm::Value *x,
                         llvm::Value *y, Nans nans = Nans::Combined);

/// Combines logical-lane accumulators by halves into the first; null stands for a group of lanes without
/// elements. The number of accumulators is a power of two.
llvm::Value *combineAccumulators(Builder &builder, const TargetFacts &target, ir::ReduceKind kind,
                                 llvm::MutableArrayRef<llvm::Value *> accumulators,
                                 Nans nans = Nans::Combined);

/// Combines the lanes of one vector by halves into a scalar.
llvm::Value *combineLanes(Builder &builder, const TargetFacts &target, ir::ReduceKind kind,
                          llvm::Value *vector, Nans nans = Nans::Combined);

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
