// compile and the functions on a kernel object: kernelInfo, kernelArtifact, kernelDispose.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

llvm::Expected<Napi::Value> compile(const Napi::CallbackInfo &info);
llvm::Expected<Napi::Value> kernelInfo(const Napi::CallbackInfo &info);
llvm::Expected<Napi::Value> kernelArtifact(const Napi::CallbackInfo &info);
llvm::Expected<Napi::Value> kernelDispose(const Napi::CallbackInfo &info);

} // namespace tile_simd
