// Kernels as bytes: saving them, reading what they say of themselves, and running their code.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

/// kernelImage(kernel, description): a Buffer.
llvm::Expected<Napi::Value> kernelImage(const Napi::CallbackInfo &info);

/// readImage(bytes): { description, features }. ERR_KERNEL_IMAGE for what is no image.
llvm::Expected<Napi::Value> readImage(const Napi::CallbackInfo &info);

/// linkImage(bytes, request): the kernel in the image; undefined if its code is of another build of this
/// library, or was not made of this request. ERR_TARGET if this CPU cannot run it.
llvm::Expected<Napi::Value> linkImage(const Napi::CallbackInfo &info);

} // namespace tile_simd
