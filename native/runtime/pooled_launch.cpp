#include "runtime/pooled_launch.h"

#include "runtime/workspace.h"

#include <algorithm>

namespace tile_simd {
namespace {

uint64_t divideUp(uint64_t a, uint64_t b) { return a / b + (a % b != 0); }

bool isSet(const std::atomic<bool> *flag) { return flag && flag->load(std::memory_order_relaxed); }

/// The range of a task, and the blocks that it is.
struct Tasks {
  uint64_t begin, end, perTask, perBlock;

  uint64_t count() const { return divideUp(end - begin, perTask); }
  uint64_t beginOf(uint64_t task) const { return begin + task * perTask; }
  uint64_t endOf(uint64_t task) const { return std::min(end, beginOf(task) + perTask); }
  uint64_t blocksOf(uint64_t task) const { return divideUp(endOf(task) - beginOf(task), perBlock); }
};

struct RangeContext {
  const Launch *launch;
  Tasks tasks;
  uint32_t phase;

  /// The workspace of this thread must be there before it takes a task: no task may fail.
  static bool prepare(void *context) {
    const uint64_t bytes = static_cast<const RangeContext *>(context)->launch->workspaceBytes;
    return bytes == 0 || threadWorkspace(bytes);
  }
  static uint64_t run(void *context, uint64_t task) {
    const auto &[launch, tasks, phase] = *static_cast<const RangeContext *>(context);
    launchRange(launch->entry, launch->arguments, launch->argumentCount, tasks.beginOf(task),
                tasks.endOf(task), launch->workspaceBytes, phase);
    return tasks.blocksOf(task);
  }
};

LaunchReport launchRanges(WorkerPool &pool, const Launch &launch, const SplitRequest &request,
                          const Split &split, const std::atomic<bool> *cancelled) {
  RangeContext context{&launch,
                       {launch.begin, launch.end, split.unitsPerTask, request.unit.perBlock},
                       phaseOf(request.unit, launch.end - launch.begin, split.workers)};
  const uint64_t tasks = context.tasks.count();
  const SharedWork work{tasks, split.workers, RangeContext::run, RangeContext::prepare, &context, cancelled};
  const bool ran = pool.runShared(work);
  return {ran ? LaunchResult::Done : LaunchResult::OutOfMemory, split.workers, tasks};
}

struct PhaseContext {
  const Launch *launch;
  Tasks tasks; // of chunks
  uint32_t row, phase;
  void *workspace; // of the row

  static uint64_t run(void *context, uint64_t task) {
    const auto &[launch, tasks, row, phase, workspace] = *static_cast<const PhaseContext *>(context);
    runCooperativeTask(launch->entry, launch->arguments, launch->argumentCount,
                       {row, phase, tasks.beginOf(task), tasks.endOf(task)}, workspace);
    return tasks.blocksOf(task);
  }
};

/// Row by row, phase by phase: the end of a shared phase is the barrier before the next.
LaunchReport launchRows(WorkerPool &pool, const Launch &launch, const SplitRequest &request,
                        const Split &split, const std::atomic<bool> *cancelled) {
  void *workspace = threadWorkspace(launch.workspaceBytes);
  if (launch.workspaceBytes > 0 && !workspace)
    return {LaunchResult::OutOfMemory, split.workers, 0};
  const Cooperation &cooperation = *launch.cooperation;
  uint64_t tasks = 0;
  PhaseContext context{
      &launch, {0, cooperation.chunks, split.unitsPerTask, request.unit.perBlock}, 0, 0, workspace};
  for (uint64_t row = launch.begin; row < launch.end; ++row)
    for (uint32_t phase = 0; phase < cooperation.phases.size() && !isSet(cancelled); ++phase) {
      context.row = uint32_t(row);
      context.phase = phase;
      if (cooperation.phases[phase] == PhaseTasks::One) {
        runCooperativeTask(launch.entry, launch.arguments, launch.argumentCount, {uint32_t(row), phase, 0, 1},
                           workspace);
        ++tasks;
        continue;
      }
      const uint64_t count = context.tasks.count();
      pool.runShared({count, split.workers, PhaseContext::run, nullptr, &context, cancelled});
      tasks += count;
    }
  return {LaunchResult::Done, split.workers, tasks};
}

/// On this thread, task by task where it may be cancelled.
LaunchReport launchHere(const Launch &launch, const SplitUnit &unit, uint64_t perTask,
                        const std::atomic<bool> *cancelled) {
  if (launch.cooperation->isCooperative())
    return {launchCooperative(launch.entry, launch.arguments, launch.argumentCount, *launch.cooperation,
                              launch.begin, launch.end, launch.workspaceBytes),
            1, 1};
  const Tasks tasks{launch.begin, launch.end, cancelled ? perTask : launch.end - launch.begin, 1};
  LaunchReport report{LaunchResult::Done, 1, tasks.count()};
  const uint32_t phase = phaseOf(unit, launch.end - launch.begin, 1);
  for (uint64_t task = 0; task < report.tasks && !isSet(cancelled); ++task) {
    report.result = launchRange(launch.entry, launch.arguments, launch.argumentCount, tasks.beginOf(task),
                                tasks.endOf(task), launch.workspaceBytes, phase);
    if (report.result != LaunchResult::Done) // of the first task, if at all: the workspace stays
      break;
  }
  return report;
}

} // namespace

LaunchReport launchOn(WorkerPool *pool, const Launch &launch, const SplitRequest &request,
                      const std::atomic<bool> *cancelled) {
  if (launch.argumentCount > maxLaunchArguments)
    return {LaunchResult::TooManyArguments, 1, 0};
  if (launch.begin >= launch.end)
    return {LaunchResult::Done, 1, 0};
  if (!pool && !cancelled)
    return launchHere(launch, request.unit, 0, nullptr);
  const bool isCooperative = launch.cooperation->isCooperative();
  const uint64_t units = isCooperative ? launch.cooperation->chunks : launch.end - launch.begin;
  const Split split = splitUnits(request, units, pool ? pool->workers() : 1);
  if (split.workers == 1 && !(isCooperative && cancelled && pool))
    return launchHere(launch, request.unit, split.unitsPerTask, cancelled);
  pool->countLaunch();
  return isCooperative ? launchRows(*pool, launch, request, split, cancelled)
                       : launchRanges(*pool, launch, request, split, cancelled);
}

} // namespace tile_simd
