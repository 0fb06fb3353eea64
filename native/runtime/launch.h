// Runs a range of programs: the only place that calls generated code.
//
// Each range runs on its own copy of the launch record, because the entry advances `begin` in it: several
// threads may run ranges of one record, and rebinding a record never reaches a range that has started. The
// copy lives on the stack; a launch allocates nothing but the thread's workspace, and that once.
#pragma once

#include "runtime/launch_record.h"

namespace tile_simd {

constexpr unsigned maxLaunchArguments = 64;

/// A launch record together with its slots.
struct LaunchFrame {
  LaunchRecord record;
  LaunchArgument arguments[maxLaunchArguments];
};
static_assert(offsetof(LaunchFrame, arguments) == sizeof(LaunchRecord), "the slots follow the record");

enum class LaunchResult : uint8_t { Done, OutOfMemory, TooManyArguments };

/// Calls `entry` for programs [begin, end) with the first `argumentCount` slots of `arguments`, in the
/// default floating-point environment. An empty or reversed range runs nothing. Unless the result is Done,
/// nothing ran.
LaunchResult launchRange(KernelEntry entry, const LaunchArgument *arguments, unsigned argumentCount,
                         uint64_t begin, uint64_t end, uint64_t workspaceBytes, uint32_t phase = 0);

} // namespace tile_simd
