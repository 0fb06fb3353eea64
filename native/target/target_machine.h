// What code is made for, and LLVM's machine for it. Nothing here says that this process could run the code.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>
#include <string>
#include <vector>

namespace tile_simd {

struct TargetDescription {
  llvm::Triple triple;
  std::string cpu;                   // the baseline that the features add to, in LLVM's words
  std::vector<std::string> features; // LLVM's names, sorted, without '+'

  /// The architecture as TypeScript names it.
  const char *architecture() const { return triple.isAArch64() ? "aarch64" : "x86-64"; }
};

/// This process's architecture with all features of this machine.
TargetDescription hostTarget();

/// Resolves "native" or a named level. ERR_TARGET for an unknown name, and for a level of an architecture
/// whose LLVM target is not in this program: the addon carries its own only.
llvm::Expected<TargetDescription> describeTarget(const std::string &name);

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const TargetDescription &target);

} // namespace tile_simd
