// launchRange: the floating-point environment, the private copy of the record, and the thread's workspace.
#include "runtime/fp_environment.h"
#include "runtime/launch.h"
#include "runtime/workspace.h"

#include <atomic>
#include <cfloat>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

using namespace tile_simd;

static std::atomic<unsigned> passed, failed;

static void check(bool good, const char *what) {
  ++(good ? passed : failed);
  if (!good)
    std::printf("FAILED: %s\n", what);
}

static std::atomic<unsigned> calls;
static LaunchRecord seen;
static FpControl seenControl;
static float denormalHalf, third, quotient;

/// Advances the record as generated code does, and spoils its slots to show that they are a copy.
static void entry(LaunchRecord *record) {
  ++calls;
  seen = *record;
  seenControl = readFpControl();
  volatile float smallest = FLT_MIN, one = 1, three = 3, zero = 0;
  denormalHalf = smallest / 2;
  third = one / three;
  quotient = one / zero;
  while (record->begin < record->end)
    ++record->begin;
  record->arguments()[0].data = nullptr;
  record->arguments()[1].value = -1;
}

static void recordIsCopied() {
  float data = 0;
  LaunchArgument arguments[2];
  arguments[0].data = &data;
  arguments[0].rowStride = 17;
  arguments[1].value = 2;
  arguments[1].rowStride = 0;
  calls = 0;
  check(launchRange(entry, arguments, 2, 3, 9, 0, 5) == LaunchResult::Done && calls == 1,
        "a range runs once");
  check(seen.begin == 3 && seen.end == 9 && seen.phase == 5 && seen.row == 0, "the range arrives");
  check(seen.workspace == nullptr, "no workspace where none is asked for");
  check(arguments[0].data == &data && arguments[1].value == 2, "the caller's slots stay");
  check(launchRange(entry, arguments, 2, 4, 4, 0) == LaunchResult::Done && calls == 1,
        "zero programs run nothing");
  check(launchRange(entry, arguments, 2, 5, 4, 0) == LaunchResult::Done && calls == 1,
        "nor does a reversed range");
  check(launchRange(entry, arguments, 65, 0, 1, 0) == LaunchResult::TooManyArguments && calls == 1,
        "65 arguments are refused");
}

/// Every slot of a full record arrives, and threads that share the arguments do not disturb one another.
static void recordIsCopiedPerThread() {
  static LaunchArgument arguments[maxLaunchArguments];
  for (unsigned i = 0; i < maxLaunchArguments; ++i) {
    arguments[i].data = nullptr;
    arguments[i].rowStride = int64_t(i) * 1000;
  }
  static std::atomic<unsigned> wrong;
  auto body = [](LaunchRecord *record) {
    for (unsigned i = 0; i < maxLaunchArguments; ++i) {
      wrong += record->arguments()[i].rowStride != int64_t(i) * 1000;
      record->arguments()[i].rowStride = -1;
    }
    record->begin = record->end;
  };
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (unsigned i = 0; i < 2000; ++i)
        launchRange(body, arguments, maxLaunchArguments, 0, 1, 0);
    });
  for (std::thread &thread : threads)
    thread.join();
  check(wrong == 0, "four threads share the arguments");
}

static void environmentIsRestored() {
  LaunchArgument arguments[2] = {};
  const FpControl before = readFpControl();
  launchRange(entry, arguments, 2, 0, 1, 0);
  const float nearest = third;
  check((readFpControl() & fpControlMask) == (before & fpControlMask), "the default stays");

#if defined(__x86_64__)
  const FpControl hostile[] = {
      fpControlDefault | 0x8040,            // flush to zero, denormals are zero
      fpControlDefault | 0x4000,            // round up
      fpControlDefault & ~FpControl(0x200), // division by zero traps
      0xFFFF & ~FpControl(0x1F80 & 0x200),  // everything at once
  };
#else
  const FpControl hostile[] = {FpControl(1) << 24, FpControl(1) << 22, FpControl(3) << 24};
#endif
  for (FpControl control : hostile) {
#if defined(__x86_64__)
    control &= fpControlMask; // no pending status: an unmasked one would trap here, in the test
#endif
    writeFpControl(control);
    launchRange(entry, arguments, 2, 0, 1, 0);
    const FpControl after = readFpControl();
    writeFpControl(before);
    check(after == control, "the caller's control word is restored to the bit");
    check((seenControl & fpControlMask) == fpControlDefault, "the entry sees the default");
    check(denormalHalf == FLT_MIN / 2 && denormalHalf > 0, "denormals live");
    check(third == nearest, "rounding is to nearest");
    check(quotient > FLT_MAX, "division by zero gives infinity and no trap");
  }
}

static void workspaceGrows() {
  LaunchArgument arguments[2] = {};
  auto launchWith = [&](uint64_t bytes) {
    seen.workspace = nullptr;
    check(launchRange(entry, arguments, 2, 0, 1, bytes) == LaunchResult::Done, "a launch with a workspace");
    check(seen.workspace && reinterpret_cast<uintptr_t>(seen.workspace) % 64 == 0, "it is aligned");
    check(threadWorkspaceCapacity() >= bytes, "it is large enough");
    std::memset(seen.workspace, 0xAB, bytes);
    return seen.workspace;
  };
  std::thread([&] {
    check(threadWorkspaceCapacity() == 0, "a thread starts with none");
    check(threadWorkspace(0) == nullptr && threadWorkspaceCapacity() == 0, "nothing asked, nothing made");
    for (uint64_t bytes : {1, 63, 64, 65, 4096, 4097, 1 << 20})
      launchWith(bytes);
    void *large = launchWith(1 << 20);
    const uint64_t capacity = threadWorkspaceCapacity();
    check(launchWith(100) == large && threadWorkspaceCapacity() == capacity, "a smaller kernel reuses it");

    calls = 0;
    for (uint64_t bytes : {uint64_t(1) << 62, ~uint64_t(0)})
      check(launchRange(entry, arguments, 2, 0, 1, bytes) == LaunchResult::OutOfMemory && calls == 0,
            "out of memory: nothing ran");
    check(launchRange(entry, arguments, 2, 1, 1, uint64_t(1) << 62) == LaunchResult::Done,
          "zero programs need no workspace");
    launchWith(4096);
  }).join();

  void *mine = threadWorkspace(4096), *theirs = nullptr;
  std::thread([&] {
    theirs = threadWorkspace(4096);
    check(theirs != mine, "each thread has its own");
  }).join();
}

/// Resident pages of this process; 0 where /proc does not tell.
static unsigned long residentPages() {
  unsigned long size = 0, resident = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu %lu", &size, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident;
}

static void workspaceEndsWithItsThread() {
#if defined(__SANITIZE_ADDRESS__)
  return; // freed memory waits in quarantine; leaks are then the sanitizer's to find
#endif
  const size_t bytes = 8 << 20; // 2048 pages of 4 KiB
  const unsigned long before = residentPages();
  for (unsigned i = 0; i < 100; ++i)
    std::thread([&] { std::memset(threadWorkspace(bytes), 1, bytes); }).join();
  check(residentPages() < before + 10 * 2048, "100 threads of 8 MiB leave nothing behind");
}

int main() {
  recordIsCopied();
  recordIsCopiedPerThread();
  environmentIsRestored();
  workspaceGrows();
  workspaceEndsWithItsThread();
  std::printf("%u passed, %u failed\n", passed.load(), failed.load());
  return failed != 0;
}
