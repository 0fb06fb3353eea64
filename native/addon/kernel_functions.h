// The functions on a kernel object.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

llvm::Expected<Napi::Value> kernelInfo(const Napi::CallbackInfo &info);
/// 'compiled', 'memory', 'disk' or 'saved': where the call that made this object found it.
llvm::Expected<Napi::Value> kernelSource(const Napi::CallbackInfo &info);
llvm::Expected<Napi::Value> kernelArtifact(const Napi::CallbackInfo &info);
llvm::Expected<Napi::Value> kernelDispose(const Napi::CallbackInfo &info);

} // namespace tile_simd
