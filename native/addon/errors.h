// The one place where native errors become JavaScript errors.
//
// Every error that leaves the addon has a stable `code`; `argument` names what is at fault, where something
// is. Nothing in the addon may abort the process, which asks three things of us, because node-addon-api calls
// these fatal: in a worker that is being terminated nothing can be thrown (harmless with the define below,
// and the callback just returns); nothing may be thrown while an exception is pending, so throwError looks
// first; and a call that failed, as most do in such a worker, yields an empty value, which knows no
// environment and may only be asked whether it is empty, or for its type.
#pragma once

#include "support/error.h"

#include <napi.h>

#ifndef NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS
#error "the end of a worker would abort the process"
#endif

namespace tile_simd {

/// ERR_INVALID_ARG_TYPE, a TypeError: an argument of the wrong type.
llvm::Error invalidType(const llvm::Twine &argument, const llvm::Twine &what);
/// ERR_INVALID_ARG_VALUE, a RangeError: the right type, an impossible value.
llvm::Error invalidValue(const llvm::Twine &argument, const llvm::Twine &what);
/// ERR_KERNEL_DISPOSED: the kernel's code is gone.
llvm::Error kernelDisposed(const llvm::Twine &argument);
/// ERR_INTERNAL: Node-API itself refused `call`. Takes the place of the exception, without a code, that
/// node-addon-api throws for it.
llvm::Error nodeApiFailure(Napi::Env env, const char *call);

/// Throws `error`, unless an exception is pending: that one stands.
void throwError(Napi::Env env, llvm::Error error);

/// `error` as what would be thrown. Empty if it cannot be made.
Napi::Error makeError(Napi::Env env, llvm::Error error);

} // namespace tile_simd
