// createLauncher(kernel, rowStrides): a JavaScript function that launches the kernel.
#pragma once

#include <node_api.h>

namespace tile_simd {

/// Returns fn(rows, begin, end, ...one value per parameter) -> LaunchStatus (launch_status.h).
napi_value createLauncherFunction(napi_env env, napi_callback_info info);

} // namespace tile_simd
