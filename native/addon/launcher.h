// createLauncher(kernel, rowStrides, columns): a JavaScript function that launches the kernel.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

/// Returns fn(rows, begin, end, ...one value per parameter) -> LaunchStatus (launch_status.h).
llvm::Expected<Napi::Value> createLauncher(const Napi::CallbackInfo &info);

} // namespace tile_simd
