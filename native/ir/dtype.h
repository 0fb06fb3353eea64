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

/// Its name in Tile IR.
inline llvm::StringRef nameOf(DType dtype) {
  switch (dtype) {
  case DType::F32: return "f32";
  case DType::F16: return "f16";
  case DType::BF16: return "bf16";
  case DType::I8: return "i8";
  case DType::I32: return "i32";
  }
  return {};
}

/// The dtype of that name in Tile IR; none if there is no such name.
inline std::optional<DType> dtypeNamed(llvm::StringRef name) {
  for (DType dtype : {DType::F32, DType::F16, DType::BF16, DType::I8, DType::I32})
    if (name == nameOf(dtype))
      return dtype;
  return std::nullopt;
}

} // namespace tile_simd
