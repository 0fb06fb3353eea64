// What JavaScript cannot know of its arrays.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

/// misalignment(array, alignment): the address of the typed array's first element, modulo `alignment`.
llvm::Expected<Napi::Value> misalignment(const Napi::CallbackInfo &info);

} // namespace tile_simd
