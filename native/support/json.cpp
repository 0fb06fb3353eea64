#include "support/json.h"

namespace tile_simd {

using namespace llvm;

static constexpr unsigned maxJsonDepth = 32;

static bool isTooDeep(StringRef json) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < json.size(); ++i) {
    char c = json[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > maxJsonDepth)
        return true;
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return false;
}

Expected<json::Value> parseJson(StringRef text) {
  if (isTooDeep(text))
    return createStringError("nested deeper than " + Twine(maxJsonDepth) + " levels");
  Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return createStringError("not JSON: " + toString(parsed.takeError()));
  return parsed;
}

} // namespace tile_simd
