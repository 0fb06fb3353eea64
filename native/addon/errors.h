// The one place where native errors become JavaScript errors.
//
// Every error that leaves the addon has a stable `code`; `argument` names what is at fault, where something
// is. Nothing here can abort the process: in a worker that is being terminated no exception can be thrown,
// and then the callback just returns.
#pragma once

#include "support/error.h"

#include <node_api.h>

namespace tile_simd {

/// ERR_INVALID_ARG_TYPE, a TypeError: an argument of the wrong type.
llvm::Error invalidType(const llvm::Twine &argument, const llvm::Twine &what);
/// ERR_INVALID_ARG_VALUE, a RangeError: the right type, an impossible value.
llvm::Error invalidValue(const llvm::Twine &argument, const llvm::Twine &what);
/// ERR_KERNEL_DISPOSED: the kernel's code is gone.
llvm::Error kernelDisposed(const llvm::Twine &argument);
/// ERR_INTERNAL: Node-API itself refused. Does nothing more if a JavaScript exception is pending: that one
/// stands.
llvm::Error nodeApiFailure(napi_env env, const char *call);

/// Throws `error`. Returns null, for `return throwError(...)` in a callback.
napi_value throwError(napi_env env, llvm::Error error);

} // namespace tile_simd
