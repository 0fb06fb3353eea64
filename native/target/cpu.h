// What this machine can execute: decided by CPUID and XGETBV feature by feature, never by the CPU's name.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tile_simd {

struct CpuInfo {
  std::string name;                  // for display and tuning only
  std::vector<std::string> features; // LLVM feature names, sorted, without '+'
  std::vector<std::string> levels;   // named feature sets that this machine has in full
  unsigned maxWidth;                 // f32 lanes of the widest register: 4, 8 or 16
};

/// Detected once per process.
const CpuInfo &hostCpu();

/// ERR_TARGET naming the first missing features, if this machine lacks one of `features`.
llvm::Error requireHostFeatures(const std::vector<std::string> &features);

/// f32 lanes of the widest register that `features` offer.
unsigned registerLanes(const std::vector<std::string> &features);
/// Architectural vector registers that `features` offer (16 or 32).
unsigned vectorRegisters(const std::vector<std::string> &features);

/// The library's own version, the LLVM it carries.
const char *libraryVersion();
const char *llvmVersion();

} // namespace tile_simd
