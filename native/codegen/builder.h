// The instruction builder of the code generator, and the arithmetic on element numbers that it is used for
// most.
//
// LLVM's own simplifying folder cannot be used: it looks through phis, and the phi of a loop under
// construction does not have all its values yet.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace tile_simd {

using Builder = llvm::IRBuilder<>;

/// value + offset; constants are folded and an offset of 0 adds nothing.
inline llvm::Value *plus(Builder &builder, llvm::Value *value, uint64_t offset) {
  return offset == 0 ? value : builder.CreateAdd(value, llvm::ConstantInt::get(value->getType(), offset));
}
inline llvm::Value *plus(Builder &builder, llvm::Value *value, llvm::Value *other) {
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value); constant && constant->isZero())
    return other;
  return builder.CreateAdd(value, other);
}

/// value * factor; a factor of 1 leaves the value.
inline llvm::Value *times(Builder &builder, llvm::Value *value, uint64_t factor) {
  return factor == 1 ? value : builder.CreateMul(value, llvm::ConstantInt::get(value->getType(), factor));
}

} // namespace tile_simd
