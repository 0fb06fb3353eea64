#include "runtime/cooperative.h"

#include "runtime/fp_environment.h"
#include "runtime/workspace.h"

#include <algorithm>

namespace tile_simd {

LaunchResult runCooperativeTask(KernelEntry entry, const LaunchArgument *arguments, unsigned argumentCount,
                                const CooperativeTask &task, void *workspace) {
  if (argumentCount > maxLaunchArguments)
    return LaunchResult::TooManyArguments;
  if (task.begin >= task.end)
    return LaunchResult::Done;
  LaunchFrame frame; // not initialized: only the slots in use are written, and read
  frame.record = {task.begin, task.end, workspace, task.phase, task.row};
  std::copy_n(arguments, argumentCount, frame.arguments);
  FpEnvironment environment;
  entry(&frame.record);
  return LaunchResult::Done;
}

LaunchResult launchCooperative(KernelEntry entry, const LaunchArgument *arguments, unsigned argumentCount,
                               const Cooperation &cooperation, uint64_t begin, uint64_t end,
                               uint64_t workspaceBytes) {
  if (argumentCount > maxLaunchArguments)
    return LaunchResult::TooManyArguments;
  if (begin >= end)
    return LaunchResult::Done;
  void *workspace = threadWorkspace(workspaceBytes);
  if (workspaceBytes > 0 && !workspace)
    return LaunchResult::OutOfMemory;
  for (uint64_t row = begin; row < end; ++row)
    for (uint32_t phase = 0; phase < cooperation.phases.size(); ++phase) {
      const bool isAlone = cooperation.phases[phase] == PhaseTasks::One;
      runCooperativeTask(entry, arguments, argumentCount,
                         {uint32_t(row), phase, 0, isAlone ? 1 : cooperation.chunks}, workspace);
    }
  return LaunchResult::Done;
}

} // namespace tile_simd
