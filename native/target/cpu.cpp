#include "target/cpu.h"

#include "support/error.h"
#include "target/levels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>

#ifndef TILE_SIMD_VERSION
#error "the build defines TILE_SIMD_VERSION from package.json"
#endif

namespace tile_simd {
namespace {

/// Sorted. On x86-64 LLVM's detection asks CPUID for each feature and XGETBV for the register state that the
/// system saves. On AArch64 it reads /proc/cpuinfo, which under emulation is another machine's; what every
/// processor of the architecture has is therefore taken for granted.
std::vector<std::string> detectFeatures(const llvm::Triple &host) {
  std::vector<std::string> features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.second)
      features.push_back(feature.first().str());
  if (host.isAArch64())
    features.insert(features.end(), {"fp-armv8", "neon"});
  llvm::sort(features);
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

CpuInfo detect() {
  CpuInfo info;
  const llvm::Triple host(llvm::sys::getProcessTriple());
  info.name = llvm::sys::getHostCPUName().str();
  info.features = detectFeatures(host);
  for (const Level &level : namedLevels())
    if (level.architecture == host.getArch() && std::includes(info.features.begin(), info.features.end(),
                                                              level.features.begin(), level.features.end()))
      info.levels.push_back(level.name);
  info.maxWidth = registerLanes(info.features);
  return info;
}

bool has(const std::vector<std::string> &features, const char *name) {
  return llvm::is_contained(features, name);
}

} // namespace

const CpuInfo &hostCpu() {
  static const CpuInfo *info = new CpuInfo(detect()); // lives to the end of the process on purpose
  return *info;
}

llvm::Error requireHostFeatures(const std::vector<std::string> &features) {
  std::string missing;
  for (const std::string &feature : features)
    if (!has(hostCpu().features, feature.c_str()))
      missing += (missing.empty() ? "" : ", ") + feature;
  if (missing.empty())
    return llvm::Error::success();
  return invalidTarget("target.features", "this CPU lacks " + missing);
}

unsigned registerLanes(const std::vector<std::string> &features) {
  if (has(features, "avx512f") && has(features, "avx512vl"))
    return 16;
  return has(features, "avx2") ? 8 : 4;
}

unsigned vectorRegisters(const std::vector<std::string> &features) {
  return has(features, "avx512vl") || has(features, "neon") ? 32 : 16;
}

const char *libraryVersion() { return TILE_SIMD_VERSION; }
const char *llvmVersion() { return LLVM_VERSION_STRING; }

} // namespace tile_simd
