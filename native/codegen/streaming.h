// Streaming (non-temporal) stores: which stores can be one, and what they ask of their surroundings.
//
// A streaming store is a whole vector at an address that is a multiple of the vector's size; for any other
// LLVM silently emits an ordinary store. So rows get a head that ends at such an address
// (codegen/row_ends.cpp), and a kernel for every length runs up to one (codegen/kernel_module.cpp). Streaming
// stores are not ordered with later ones: the entry ends with a fence.
#pragma once

#include "codegen/module_context.h"

namespace tile_simd {

/// Whether a store op of a tile writes vectors of neighbouring elements that can be streamed: from 16 bytes
/// on, which is what every target has an instruction for.
bool isStreamable(const ir::Program &program, const ir::Op &op, unsigned width);

/// The first op that isStreamable(), null for none.
const ir::Op *firstStreamable(const ir::Program &program, unsigned width);

/// Elements (i64) from `address` up to the next multiple of the size of `width` elements of `param`; 0 if it
/// is one.
llvm::Value *elementsToAlignment(Builder &builder, const ModuleContext &context, llvm::Value *address,
                                 unsigned param, unsigned width);

/// Stores a whole vector at an address that is a multiple of its size.
llvm::Instruction *createStreamingStore(Builder &builder, llvm::Value *vector, llvm::Value *address);

/// Orders the streaming stores before everything that other threads see of this one afterwards.
void emitStoreFence(Builder &builder, const llvm::Module &module);

} // namespace tile_simd
