// version() and cpu(): what this library is, and what this machine can execute.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

llvm::Expected<Napi::Value> version(const Napi::CallbackInfo &info);
llvm::Expected<Napi::Value> cpu(const Napi::CallbackInfo &info);

} // namespace tile_simd
