// Reads of the launch record from generated code.
//
// Slots are constant while an entry runs, so every load is marked invariant: after inlining LLVM hoists them
// out of the packet loop although the loop stores to memory it cannot tell apart from the record.
#pragma once

#include "codegen/module_context.h"

namespace tile_simd {

class RecordAccess {
public:
  RecordAccess(const ModuleContext &context, Builder &builder, llvm::Value *record)
      : context_(context), builder_(builder), record_(record) {}

  /// Address of element 0 of row `program`, or of the whole buffer when it is column-indexed.
  llvm::Value *row(unsigned param, llvm::Value *program);
  /// Elements between rows.
  llvm::Value *stride(unsigned param);
  llvm::Value *scalar(unsigned param);
  llvm::Value *workspace();

private:
  llvm::Value *load(llvm::Type *type, uint64_t offset, const llvm::Twine &name);

  const ModuleContext &context_;
  Builder &builder_;
  llvm::Value *record_;
};

} // namespace tile_simd
