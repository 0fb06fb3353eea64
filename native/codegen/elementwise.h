// Elementwise ops as LLVM IR, the same for scalars and vectors, f32 and f64.
#pragma once

#include "ir/tile_ir.h"

#include "codegen/module_context.h"

namespace tile_simd {

/// `args` have one shape (already broadcast). No fast-math flag is ever set: contraction and reassociation
/// are decisions of the Tile IR, not of LLVM. May leave the builder in another block.
llvm::Value *emitElementwise(Builder &builder, ir::OpCode code, llvm::ArrayRef<llvm::Value *> args,
                             ModuleContext &context);

} // namespace tile_simd
