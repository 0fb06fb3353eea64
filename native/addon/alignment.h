// Where an array's memory lies, for JavaScript that chooses a view by it.
#pragma once

#include "addon/errors.h"

namespace tile_simd {

/// misalignment(array): bytes of a typed array's address past the last multiple of 64.
llvm::Expected<Napi::Value> misalignment(const Napi::CallbackInfo &info);

} // namespace tile_simd
