#include "runtime/launch.h"

#include "runtime/fp_environment.h"
#include "runtime/workspace.h"

#include <algorithm>

namespace tile_simd {

LaunchResult launchRange(KernelEntry entry, const LaunchArgument *arguments, unsigned argumentCount,
                         uint64_t begin, uint64_t end, uint64_t workspaceBytes, uint32_t phase) {
  if (argumentCount > maxLaunchArguments)
    return LaunchResult::TooManyArguments;
  if (begin >= end)
    return LaunchResult::Done;
  void *workspace = threadWorkspace(workspaceBytes);
  if (workspaceBytes > 0 && !workspace)
    return LaunchResult::OutOfMemory;

  LaunchFrame frame; // not initialized: only the slots in use are written, and read
  frame.record = {begin, end, workspace, phase, 0};
  std::copy_n(arguments, argumentCount, frame.arguments);

  FpEnvironment environment;
  entry(&frame.record);
  return LaunchResult::Done;
}

} // namespace tile_simd
