#include "jit/request.h"

#include "support/error.h"
#include "support/json.h"

namespace tile_simd {

using namespace llvm;

Expected<Request> decodeRequest(StringRef text) {
  Expected<json::Value> parsed = parseJson(text);
  if (!parsed)
    return invalidIr("request", toString(parsed.takeError()));
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
