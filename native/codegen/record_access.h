// Reads of the launch record from generated code.
//
// Slots are constant while an entry runs, so every load is marked invariant: after inlining LLVM hoists them
// out of the packet loop although the loop stores to memory it cannot tell apart from the record.
#pragma once

#include "codegen/module_context.h"

#include <utility>

namespace tile_simd {

class RecordAccess {
public:
  RecordAccess(const ModuleContext &context, Builder &builder, llvm::Value *record)
      : context_(context), builder_(builder), record_(record) {}

  /// Address of element 0 of the row that `program` works on.
  llvm::Value *row(unsigned param, llvm::Value *program);
  /// Number of that row within the buffer.
  llvm::Value *rowNumber(unsigned param, llvm::Value *program);
  /// The two indices of a program; without a grid, its number is the outer one.
  llvm::Value *outerIndex(llvm::Value *program);
  llvm::Value *innerIndex(llvm::Value *program);
  /// Elements between rows.
  llvm::Value *stride(unsigned param);
  llvm::Value *scalar(unsigned param);
  llvm::Value *workspace();
  /// Kernels with columns at run time: their number (i64), in the slot behind the parameters.
  llvm::Value *columns();
  /// Cooperative kernels: the phase (i32), the row (i64), and the chunks [begin, end) (i64) of this task.
  llvm::Value *phase();
  /// Whether (i1) the launch writes more than its caches keep.
  llvm::Value *isPastCache();
  llvm::Value *cooperativeRow();
  std::pair<llvm::Value *, llvm::Value *> chunks();

private:
  llvm::Value *data(unsigned param);
  llvm::LoadInst *loadMutable(llvm::Type *type, uint64_t offset, const llvm::Twine &name);
  llvm::Value *load(llvm::Type *type, uint64_t offset, const llvm::Twine &name);

  const ModuleContext &context_;
  Builder &builder_;
  llvm::Value *record_;
};

} // namespace tile_simd
