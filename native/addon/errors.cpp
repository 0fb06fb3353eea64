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

napi_value makeString(napi_env env, const std::string &text) {
  napi_value value = nullptr;
  napi_create_string_utf8(env, text.data(), text.size(), &value);
  return value;
}

using CreateError = napi_status(NAPI_CDECL *)(napi_env, napi_value, napi_value, napi_value *);

CreateError constructorFor(const std::string &code) {
  if (code == "ERR_INVALID_ARG_TYPE")
    return napi_create_type_error;
  if (code == "ERR_INVALID_ARG_VALUE")
    return napi_create_range_error;
  return napi_create_error;
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

llvm::Error nodeApiFailure(napi_env env, const char *call) {
  const napi_extended_error_info *info = nullptr;
  napi_get_last_error_info(env, &info);
  const char *reason = info && info->error_message ? info->error_message : "unknown reason";
  return internalError(llvm::Twine(call) + " failed: " + reason);
}

napi_value throwError(napi_env env, llvm::Error error) {
  Description description = describe(std::move(error));
  bool pending = false;
  if (napi_is_exception_pending(env, &pending) != napi_ok || pending)
    return nullptr;
  napi_value code = makeString(env, description.code), message = makeString(env, description.message);
  napi_value exception = nullptr;
  if (!code || !message || constructorFor(description.code)(env, code, message, &exception) != napi_ok)
    return nullptr;
  if (!description.argument.empty())
    if (napi_value argument = makeString(env, description.argument))
      napi_set_named_property(env, exception, "argument", argument);
  napi_throw(env, exception); // fails only where JavaScript has ended
  return nullptr;
}

} // namespace tile_simd
