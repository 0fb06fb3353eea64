#include "addon/errors.h"

#include "llvm/ADT/Twine.h"

namespace tile_simd {
namespace {

struct Description {
  std::string code, argument, message;
};

Description describe(llvm::Error error) {
  Description out;
  auto append = [&](const std::string &text) {
    if (!out.message.empty())
      out.message += "; ";
    out.message += text;
  };
  // Several errors may be joined: the first that is ours names code and argument, all of them speak.
  llvm::handleAllErrors(
      std::move(error),
      [&](const TileError &e) {
        if (out.code.empty()) {
          out.code = e.code();
          out.argument = e.argument();
        }
        append(e.argument().empty() ? e.text() : e.argument() + ": " + e.text());
      },
      [&](const llvm::ErrorInfoBase &e) { append(e.message()); });
  if (out.code.empty())
    out.code = "ERR_INTERNAL";
  return out;
}

Napi::Error makeError(Napi::Env env, const Description &description) {
  if (description.code == "ERR_INVALID_ARG_TYPE")
    return Napi::TypeError::New(env, description.message);
  if (description.code == "ERR_INVALID_ARG_VALUE")
    return Napi::RangeError::New(env, description.message);
  return Napi::Error::New(env, description.message);
}

} // namespace

llvm::Error invalidType(const llvm::Twine &argument, const llvm::Twine &what) {
  return llvm::make_error<TileError>("ERR_INVALID_ARG_TYPE", argument.str(), what.str());
}

llvm::Error invalidValue(const llvm::Twine &argument, const llvm::Twine &what) {
  return llvm::make_error<TileError>("ERR_INVALID_ARG_VALUE", argument.str(), what.str());
}

llvm::Error kernelDisposed(const llvm::Twine &argument) {
  return llvm::make_error<TileError>("ERR_KERNEL_DISPOSED", argument.str(), "this kernel was disposed");
}

llvm::Error nodeApiFailure(Napi::Env env, const char *call) {
  // Error::New takes the pending exception, or else says why the last call failed. Not Error::Message: it
  // reads on in an empty value if JavaScript has ended.
  Napi::Value reason = Napi::Error::New(env).Get("message");
  std::string text = reason.IsString() ? reason.As<Napi::String>().Utf8Value() : "unknown reason";
  return internalError(llvm::Twine(call) + " failed: " + text);
}

Napi::Error makeError(Napi::Env env, llvm::Error error) {
  Description description = describe(std::move(error));
  Napi::Error exception = makeError(env, description);
  if (exception.IsEmpty())
    return exception;
  exception.Set("code", description.code);
  if (!description.argument.empty())
    exception.Set("argument", description.argument);
  return exception;
}

void throwError(Napi::Env env, llvm::Error error) {
  if (env.IsExceptionPending()) {
    llvm::consumeError(std::move(error));
    return;
  }
  Napi::Error exception = makeError(env, std::move(error));
  if (exception.IsEmpty())
    return;
  if (!env.IsExceptionPending()) // a setter of the caller's on Error.prototype may have thrown
    exception.ThrowAsJavaScriptException();
}

} // namespace tile_simd
