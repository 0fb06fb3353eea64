#include "addon/alignment.h"

#include "addon/values.h"

#include <cstdint>

namespace tile_simd {

/// Bytes of a cache line, and of the widest vector.
constexpr uintptr_t alignment = 64;

llvm::Expected<Napi::Value> misalignment(const Napi::CallbackInfo &info) {
  if (!info[0].IsTypedArray())
    return invalidType("array", "expected a typed array, given " + describeValue(info[0]));
  void *data = nullptr;
  if (napi_get_typedarray_info(info.Env(), info[0], nullptr, nullptr, &data, nullptr, nullptr) != napi_ok)
    return internalError("the array's address cannot be read");
  return Napi::Number::New(info.Env(), double(reinterpret_cast<uintptr_t>(data) % alignment));
}

} // namespace tile_simd
