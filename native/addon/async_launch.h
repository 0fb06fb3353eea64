// Launches that JavaScript does not wait for.
#pragma once

#include "llvm/Support/Error.h"

#include <napi.h>

namespace tile_simd {

/// onCompletion(handler): who hears of asynchronous launches in this environment. Once.
llvm::Expected<Napi::Value> onCompletion(const Napi::CallbackInfo &info);

/// launchAsync(ticket, pool, items): as launchBatch, but the items run on threads of the pool; the handler
/// hears of it under `ticket`. Returns a status as launchBatch does; unless it is 0, nothing was begun.
/// Arrays must stay reachable until then.
llvm::Expected<Napi::Value> launchAsync(const Napi::CallbackInfo &info);

/// cancelLaunch(ticket): no further task of that launch begins.
llvm::Expected<Napi::Value> cancelLaunch(const Napi::CallbackInfo &info);

} // namespace tile_simd
