#include "addon/values.h"

#include "llvm/ADT/Twine.h"

#include <cmath>
#include <iterator>

namespace tile_simd {

Call::Call(napi_env env, napi_callback_info info) : env(env) {
  size_t count = std::size(arguments);
  void *data = nullptr;
  napi_get_cb_info(env, info, &count, arguments, nullptr, &data);
  environment = static_cast<Environment *>(data);
}

std::string describeValue(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  napi_typeof(env, value, &type);
  switch (type) {
  case napi_undefined: return "undefined";
  case napi_null: return "null";
  case napi_boolean: return "a boolean";
  case napi_string: return "a string";
  case napi_symbol: return "a symbol";
  case napi_function: return "a function";
  case napi_bigint: return "a bigint";
  case napi_number: { // as JavaScript prints it; a number's conversion runs no code of the caller
    napi_value printed = nullptr;
    char text[40] = "";
    if (napi_coerce_to_string(env, value, &printed) == napi_ok)
      napi_get_value_string_utf8(env, printed, text, sizeof text, nullptr);
    return std::string("the number ") + text;
  }
  case napi_object:
  case napi_external: break;
  }
  bool isArray = false;
  napi_is_array(env, value, &isArray);
  return isArray ? "an array" : "an object";
}

llvm::Expected<std::string> readString(napi_env env, napi_value value, llvm::StringRef argument) {
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &length) != napi_ok)
    return invalidType(argument, "expected a string, given " + describeValue(env, value));
  std::string text(length, '\0');
  // The call writes a terminating zero behind the text, where std::string keeps its own.
  if (napi_get_value_string_utf8(env, value, text.data(), length + 1, &length) != napi_ok)
    return nodeApiFailure(env, "napi_get_value_string_utf8");
  text.resize(length);
  return text;
}

static llvm::Expected<int64_t> readCount(napi_env env, napi_value value, const llvm::Twine &argument) {
  double number = 0;
  if (napi_get_value_double(env, value, &number) != napi_ok)
    return invalidType(argument, "expected a number, given " + describeValue(env, value));
  if (!(number >= 0 && number <= double(maxSafeInteger)) || number != std::floor(number))
    return invalidValue(argument, "expected an integer from 0 to " + llvm::Twine(maxSafeInteger) +
                                      ", given " + describeValue(env, value));
  return int64_t(number);
}

llvm::Expected<std::vector<int64_t>> readCounts(napi_env env, napi_value value, llvm::StringRef argument,
                                                uint32_t limit) {
  bool isArray = false;
  uint32_t length = 0;
  napi_is_array(env, value, &isArray);
  if (!isArray || napi_get_array_length(env, value, &length) != napi_ok)
    return invalidType(argument, "expected an array of numbers, given " + describeValue(env, value));
  if (length > limit)
    return invalidValue(argument,
                        "expected at most " + llvm::Twine(limit) + " elements, given " + llvm::Twine(length));
  std::vector<int64_t> counts;
  counts.reserve(length);
  for (uint32_t i = 0; i < length; ++i) {
    napi_value element = nullptr;
    if (napi_get_element(env, value, i, &element) != napi_ok)
      return nodeApiFailure(env, "napi_get_element"); // a getter threw: its exception stands
    auto count = readCount(env, element, argument + "[" + llvm::Twine(i) + "]");
    if (!count)
      return count.takeError();
    counts.push_back(*count);
  }
  return counts;
}

llvm::Expected<napi_value> makeString(napi_env env, llvm::StringRef text) {
  napi_value value = nullptr;
  if (napi_create_string_utf8(env, text.data(), text.size(), &value) != napi_ok)
    return nodeApiFailure(env, "napi_create_string_utf8");
  return value;
}

ObjectBuilder::ObjectBuilder(napi_env env) : env_(env) { good(napi_create_object(env, &object_)); }

void ObjectBuilder::set(const char *name, napi_value value) {
  if (good_)
    good(napi_set_named_property(env_, object_, name, value));
}

ObjectBuilder &ObjectBuilder::string(const char *name, llvm::StringRef value) {
  napi_value text = nullptr;
  if (good(napi_create_string_utf8(env_, value.data(), value.size(), &text)))
    set(name, text);
  return *this;
}

ObjectBuilder &ObjectBuilder::number(const char *name, double value) {
  napi_value number = nullptr;
  if (good(napi_create_double(env_, value, &number)))
    set(name, number);
  return *this;
}

ObjectBuilder &ObjectBuilder::strings(const char *name, llvm::ArrayRef<std::string> values) {
  napi_value array = nullptr;
  good(napi_create_array_with_length(env_, values.size(), &array));
  for (size_t i = 0; i < values.size() && good_; ++i) {
    napi_value text = nullptr;
    if (good(napi_create_string_utf8(env_, values[i].data(), values[i].size(), &text)))
      good(napi_set_element(env_, array, uint32_t(i), text));
  }
  set(name, array);
  return *this;
}

llvm::Expected<napi_value> ObjectBuilder::take() {
  if (!good_)
    return nodeApiFailure(env_, "building an object");
  return object_;
}

napi_value finish(napi_env env, llvm::Expected<napi_value> result) {
  if (!result)
    return throwError(env, result.takeError());
  return *result;
}

} // namespace tile_simd
