#include "jit/request.h"

#include "support/error.h"

#include "llvm/Support/JSON.h"

namespace tile_simd {

using namespace llvm;

// llvm::json reads recursively; a request nested deeper than any real one would otherwise exhaust the stack.
static constexpr unsigned maxJsonDepth = 32;

static Error checkDepth(StringRef json) {
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
        return invalidIr("request", "nested deeper than " + Twine(maxJsonDepth) + " levels");
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return Error::success();
}

Expected<Request> decodeRequest(StringRef text) {
  if (Error e = checkDepth(text))
    return e;
  Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return invalidIr("request", "not JSON: " + toString(parsed.takeError()));
  const json::Object *object = parsed->getAsObject();
  if (!object || !object->get("ir"))
    return invalidIr("request", "expected an object with ir, plan and target");
  Expected<ir::Program> program = ir::decodeProgram(*object->get("ir"));
  if (!program)
    return program.takeError();
  Expected<Plan> plan = decodePlan(object->get("plan"));
  if (!plan)
    return plan.takeError();
  if (Error e = checkPlan(*plan, *program))
    return e;
  const json::Object *target = object->getObject("target");
  std::optional<StringRef> level = target ? target->getString("features") : std::nullopt;
  if (!level)
    return invalidTarget("target.features", "expected \"native\" or a named level");
  Expected<TargetDescription> description = describeTarget(level->str());
  if (!description)
    return description.takeError();
  return Request{std::move(*program), *plan, std::move(*description)};
}

} // namespace tile_simd
