// The module: one Environment per JavaScript environment that loads it, and what lib/native wraps.
#include "addon/cpu_object.h"
#include "addon/environment.h"
#include "addon/kernel_functions.h"
#include "addon/launcher.h"
#include "addon/values.h"

#include <iterator>

namespace tile_simd {
namespace {

using EnvironmentBox = std::shared_ptr<Environment>;

/// What is alive in this environment, for tests that look for leaks.
napi_value environmentStatsFunction(napi_env env, napi_callback_info info) {
  const Environment &environment = *Call(env, info).environment;
  return finish(env, ObjectBuilder(env)
                         .number("kernels", double(environment.kernels))
                         .number("launchers", double(environment.launchers))
                         .number("externalBytes", double(environment.externalBytes))
                         .take());
}

void finalizeEnvironment(napi_env, void *data, void *) { delete static_cast<EnvironmentBox *>(data); }

napi_value init(napi_env env, napi_value exports) {
  auto box = std::make_unique<EnvironmentBox>(std::make_shared<Environment>());
  Environment *environment = box->get();
  environment->env = env;
  EnvironmentBox *data = box.release(); // Node's, once it is set
  if (napi_set_instance_data(env, data, finalizeEnvironment, nullptr) != napi_ok) {
    box.reset(data);
    return throwError(env, nodeApiFailure(env, "napi_set_instance_data"));
  }

  struct {
    const char *name;
    napi_callback callback;
  } const functions[] = {
      {"version", versionFunction},
      {"cpu", cpuFunction},
      {"compile", compileFunction},
      {"kernelInfo", kernelInfoFunction},
      {"kernelArtifact", kernelArtifactFunction},
      {"kernelDispose", kernelDisposeFunction},
      {"createLauncher", createLauncherFunction},
      {"environmentStats", environmentStatsFunction},
  };
  napi_property_descriptor properties[std::size(functions)] = {};
  for (size_t i = 0; i < std::size(functions); ++i) {
    properties[i].utf8name = functions[i].name;
    properties[i].method = functions[i].callback;
    properties[i].attributes = napi_enumerable;
    properties[i].data = environment;
  }
  if (napi_define_properties(env, exports, std::size(properties), properties) != napi_ok)
    return throwError(env, nodeApiFailure(env, "napi_define_properties"));
  return exports;
}

} // namespace
} // namespace tile_simd

NAPI_MODULE_INIT() { return tile_simd::init(env, exports); }
