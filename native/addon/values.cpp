#include "addon/values.h"

#include <cmath>

namespace tile_simd {

std::string describeValue(Napi::Value value) {
  switch (value.Type()) {
  case napi_undefined: return "undefined";
  case napi_null: return "null";
  case napi_boolean: return "a boolean";
  case napi_string: return "a string";
  case napi_symbol: return "a symbol";
  case napi_function: return "a function";
  case napi_bigint: return "a bigint";
  case napi_number: { // as JavaScript prints it; a number's conversion runs no code of the caller
    Napi::String text = value.ToString();
    return text.IsEmpty() ? "a number" : "the number " + text.Utf8Value();
  }
  case napi_object:
  case napi_external: break;
  }
  return value.IsArray() ? "an array" : "an object";
}

llvm::Expected<std::string> readString(Napi::Value value, llvm::StringRef argument) {
  if (!value.IsString())
    return invalidType(argument, "expected a string, given " + describeValue(value));
  return value.As<Napi::String>().Utf8Value();
}

llvm::Expected<int64_t> readCount(Napi::Value value, const llvm::Twine &argument) {
  if (!value.IsNumber())
    return invalidType(argument, "expected a number, given " + describeValue(value));
  const double number = value.As<Napi::Number>().DoubleValue();
  if (!(number >= 0 && number <= double(maxSafeInteger)) || number != std::floor(number))
    return invalidValue(argument, "expected an integer from 0 to " + llvm::Twine(maxSafeInteger) +
                                      ", given " + describeValue(value));
  return int64_t(number);
}

llvm::Expected<std::vector<int64_t>> readCounts(Napi::Value value, llvm::StringRef argument, uint32_t limit) {
  if (!value.IsArray())
    return invalidType(argument, "expected an array of numbers, given " + describeValue(value));
  Napi::Array array = value.As<Napi::Array>();
  const uint32_t length = array.Length();
  if (length > limit)
    return invalidValue(argument,
                        "expected at most " + llvm::Twine(limit) + " elements, given " + llvm::Twine(length));
  std::vector<int64_t> counts;
  counts.reserve(length);
  for (uint32_t i = 0; i < length; ++i) {
    // The C call: if a getter throws, node-addon-api would take the caller's exception, look into it and
    // throw it again. It stands, and with it no other error is thrown.
    napi_value element = nullptr;
    if (napi_get_element(array.Env(), array, i, &element) != napi_ok)
      return internalError("an element of " + argument + " cannot be read");
    auto count = readCount(Napi::Value(array.Env(), element), argument + "[" + llvm::Twine(i) + "]");
    if (!count)
      return count.takeError();
    counts.push_back(*count);
  }
  return counts;
}

} // namespace tile_simd
