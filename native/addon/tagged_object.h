// Native values behind JavaScript objects, told apart by a type tag: anything else in their place is a
// TypeError, never a wild pointer. The value goes with the object.
//
// The C calls, because node-addon-api wraps instances of its own classes only.
#pragma once

#include "addon/errors.h"

namespace tile_simd {

/// Gives `object` (a function, too) its tag and value.
template <typename T> llvm::Error attachValue(Napi::Object object, const napi_type_tag &tag, T value) {
  napi_env env = object.Env();
  const auto finalize = [](napi_env, void *data, void *) { delete static_cast<T *>(data); };
  auto box = std::make_unique<T>(std::move(value));
  T *data = box.release(); // the object's, once it is wrapped
  if (napi_type_tag_object(env, object, &tag) == napi_ok &&
      napi_wrap(env, object, data, finalize, nullptr, nullptr) == napi_ok)
    return llvm::Error::success();
  box.reset(data);
  return nodeApiFailure(env, "creating a native object");
}

/// Null if `value` is no object with this tag.
template <typename T> T *attachedValue(napi_env env, napi_value value, const napi_type_tag &tag) {
  napi_valuetype type = napi_undefined;
  bool tagged = false;
  void *data = nullptr;
  if (napi_typeof(env, value, &type) == napi_ok && (type == napi_object || type == napi_function) &&
      napi_check_object_type_tag(env, value, &tag, &tagged) == napi_ok && tagged &&
      napi_unwrap(env, value, &data) == napi_ok)
    return static_cast<T *>(data);
  return nullptr;
}

} // namespace tile_simd
