#include "addon/array_functions.h"

#include "addon/values.h"

namespace tile_simd {

llvm::Expected<Napi::Value> misalignment(const Napi::CallbackInfo &info) {
  auto alignment = readCount(info[1], "alignment");
  if (!alignment)
    return alignment.takeError();
  if (*alignment == 0)
    return invalidValue("alignment", "expected an integer of at least 1, given 0");
  void *data = nullptr;
  if (napi_get_typedarray_info(info.Env(), info[0], nullptr, nullptr, &data, nullptr, nullptr) != napi_ok)
    return invalidType("array", "expected a typed array, given " + describeValue(info[0]));
  return Napi::Number::New(info.Env(), double(reinterpret_cast<uintptr_t>(data) % uint64_t(*alignment)));
}

} // namespace tile_simd
