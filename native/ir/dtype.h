// Storage types: what a buffer holds in memory. Computation is f32 whatever the storage (f64 in rescued
// rows).
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace tile_simd {

enum class DType : uint8_t { F32, F16, BF16, I8, I32 };

constexpr uint64_t elementBytes(DType dtype) {
  switch (dtype) {
  case DType::F32:
  case DType::I32: return 4;
  case DType::F16:
  case DType::BF16: return 2;
  case DType::I8: return 1;
  }
  return 0;
}

/// The dtype of that name in Tile IR; none if there is no such name.
inline std::optional<DType> dtypeNamed(llvm::StringRef name) {
  if (name == "f32")
    return DType::F32;
  if (name == "f16")
    return DType::F16;
  if (name == "bf16")
    return DType::BF16;
  if (name == "i8")
    return DType::I8;
  if (name == "i32")
    return DType::I32;
  return std::nullopt;
}

} // namespace tile_simd
