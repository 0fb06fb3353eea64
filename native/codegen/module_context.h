// What every emitter of one kernel's module shares.
#pragma once

#include "codegen/plan.h"
#include "codegen/schedule.h"
#include "codegen/storage.h"

#include "codegen/builder.h"
#include "llvm/IR/Module.h"

namespace tile_simd {

/// Facts of the target that decide how code is written, not whether it is right.
struct TargetFacts {
  unsigned vectorRegisters = 16;
  bool hasFma = true;
  bool hasF16 = true;      // conversions between f16 and f32
  bool hasExtremes = true; // maximum and minimum as one instruction, zeros and NaN as IEEE 754 has them
  bool hasRange = false;   // the same but for NaN, by VRANGEPS
  bool hasScale = false;   // x * 2^n rounded once, by VSCALEFPS
  std::string cpu;
  std::vector<std::string> features;
};

class ModuleContext {
public:
  ModuleContext(llvm::Module &module, const ir::Program &program, const Plan &plan,
                const TargetFacts &target);

  llvm::Module &module;
  llvm::LLVMContext &llvm;
  const ir::Program &program;
  const Plan &plan;
  const TargetFacts &target;

  /// Grows with every emitted function that needs more than the stack should hold.
  uint64_t workspaceBytes = 0;

  llvm::Type *f32() const { return llvm::Type::getFloatTy(llvm); }
  /// What one element of a buffer is in memory, and how it is aligned at least.
  llvm::Type *elementType(unsigned param) const { return memoryType(llvm, program.params[param].dtype); }
  llvm::Align elementAlign(unsigned param) const {
    return llvm::Align(elementBytes(program.params[param].dtype));
  }
  llvm::PointerType *pointer() const { return llvm::PointerType::getUnqual(llvm); }
  llvm::IntegerType *i64() const { return llvm::Type::getInt64Ty(llvm); }
  llvm::IntegerType *i32() const { return llvm::Type::getInt32Ty(llvm); }

  /// A function of the kernel with the attributes that all of them carry.
  llvm::Function *createFunction(llvm::FunctionType *type, llvm::GlobalValue::LinkageTypes linkage,
                                 const llvm::Twine &suffix);

  /// Column-indexed inputs share no element with an output (an output may only be a row-indexed input), and
  /// the workspace shares none with anyone: these marks let LLVM hoist such loads over stores.
  void markColumnLoad(llvm::Instruction *load) const;
  void markBufferAccess(llvm::Instruction *access) const;
  void markOutputStore(llvm::Instruction *store) const;
  void markWorkspaceAccess(llvm::Instruction *access) const;
  void markInvariant(llvm::LoadInst *load) const;

private:
  llvm::MDNode *columnScope_, *workspaceScope_, *columnAndWorkspace_;
};

/// A loop `for (i = 0; i < count; ++i)` with carried values; count >= 1. Construct, emit the body, then
/// finish().
class CountedLoop {
public:
  CountedLoop(Builder &builder, llvm::Value *count, llvm::ArrayRef<llvm::Value *> initial,
              const llvm::Twine &name);

  llvm::Value *index() const { return index_; }
  llvm::Value *carried(unsigned i) const { return carried_[i]; }
  /// Closes the loop; returns what the carried values are afterwards. `mark`: metadata of its branch.
  llvm::SmallVector<llvm::Value *, 16> finish(llvm::ArrayRef<llvm::Value *> next, const char *mark = nullptr);

private:
  Builder &builder_;
  llvm::Value *count_;
  llvm::BasicBlock *header_;
  llvm::PHINode *index_;
  llvm::SmallVector<llvm::PHINode *, 16> carried_;
};

} // namespace tile_simd
