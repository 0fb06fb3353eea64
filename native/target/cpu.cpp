#include "target/cpu.h"

#include "support/error.h"

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

// The psABI's microarchitecture levels, as far as they matter to vector code. Each contains the one before.
const std::vector<std::pair<std::string, std::vector<std::string>>> &levelFeatures() {
  static const auto *levels = new std::vector<std::pair<std::string, std::vector<std::string>>>{
      {"x86-64-v2", {"cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"}},
      {"x86-64-v3", {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}},
      {"x86-64-v4", {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"}},
  };
  return *levels;
}

std::vector<std::string> featuresOfLevel(size_t level) {
  std::vector<std::string> features;
  for (size_t i = 0; i <= level; ++i)
    llvm::append_range(features, levelFeatures()[i].second);
  llvm::sort(features);
  return features;
}

CpuInfo detect() {
  CpuInfo info;
  info.name = llvm::sys::getHostCPUName().str();
  // LLVM's detection asks CPUID for each feature and XGETBV for the register state that the system saves.
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.second)
      info.features.push_back(feature.first().str());
  llvm::sort(info.features);
  for (size_t i = 0; i < levelFeatures().size(); ++i) {
    std::vector<std::string> wanted = featuresOfLevel(i);
    if (std::includes(info.features.begin(), info.features.end(), wanted.begin(), wanted.end()))
      info.levels.push_back(levelFeatures()[i].first);
  }
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

llvm::Expected<std::vector<std::string>> featuresOf(const std::string &name) {
  if (name == "native")
    return hostCpu().features;
  std::string known = "native";
  for (size_t i = 0; i < levelFeatures().size(); ++i) {
    if (levelFeatures()[i].first == name)
      return featuresOfLevel(i);
    known += ", " + levelFeatures()[i].first;
  }
  return invalidTarget("target.features", "'" + name + "' is unknown; expected one of " + known);
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
