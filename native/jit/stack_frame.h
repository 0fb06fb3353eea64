// What instruction selection and register allocation put on the stack: LLVM's own account of each frame.
#pragma once

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <string>

namespace tile_simd {

struct StackFrame {
  unsigned vectorSpills = 0; // slots of 16 bytes and more that no alloca asked for
  uint64_t vectorSpillBytes = 0;
  uint64_t scalarSpillBytes = 0; // saved registers among them
  uint64_t variableBytes = 0;    // allocas: snapshots, waiting accumulators
};

/// Collects the layouts that LLVM's stack-frame-layout analysis reports while a module is emitted.
class StackFrames final : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;
  bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override;
  bool isAnyRemarkEnabled() const override { return true; }

  /// By function.
  llvm::json::Object toJson() const;

private:
  std::map<std::string, StackFrame> frames_;
};

} // namespace tile_simd
