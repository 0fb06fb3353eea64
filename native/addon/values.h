// Reading arguments and building results on the cold paths: what is wrong with a value becomes an llvm::Error
// that names the argument, says what was expected and what was given.
#pragma once

#include "addon/environment.h"
#include "addon/errors.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace tile_simd {

/// The largest integer that a JavaScript number holds together with all smaller ones.
constexpr int64_t maxSafeInteger = (int64_t(1) << 53) - 1;

/// One call from JavaScript: up to two arguments (missing ones read as undefined) and our environment.
struct Call {
  Call(napi_env env, napi_callback_info info);

  napi_env env;
  Environment *environment = nullptr;
  napi_value arguments[2] = {nullptr, nullptr};
};

/// "a string", "null", "the number -1": what was given.
std::string describeValue(napi_env env, napi_value value);

llvm::Expected<std::string> readString(napi_env env, napi_value value, llvm::StringRef argument);

/// An array of integers from 0 to maxSafeInteger, with at most `limit` elements.
llvm::Expected<std::vector<int64_t>> readCounts(napi_env env, napi_value value, llvm::StringRef argument,
                                                uint32_t limit);

llvm::Expected<napi_value> makeString(napi_env env, llvm::StringRef text);

/// Builds a plain object; a failure is remembered and reported once, by take().
class ObjectBuilder {
public:
  explicit ObjectBuilder(napi_env env);
  ObjectBuilder &string(const char *name, llvm::StringRef value);
  ObjectBuilder &number(const char *name, double value);
  ObjectBuilder &strings(const char *name, llvm::ArrayRef<std::string> values);
  llvm::Expected<napi_value> take();

private:
  bool good(napi_status status) { return good_ = good_ && status == napi_ok; }
  void set(const char *name, napi_value value);

  napi_env env_;
  napi_value object_ = nullptr;
  bool good_ = true;
};

/// What a callback returns: the value, or null after throwing.
napi_value finish(napi_env env, llvm::Expected<napi_value> result);

} // namespace tile_simd
