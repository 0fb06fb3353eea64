// Binding the arguments of a norm kernel and running it: one packet, or a range of rows through its entry.
#pragma once

#include "guarded.h"
#include "jit/kernel.h"
#include "requests.h"
#include "runtime/launch.h"

#include <memory>

namespace tile_simd::test {

/// Where row 0 of everything is, and how far rows are apart. What the operator does not have is ignored.
struct NormArguments {
  float *x = nullptr, *weight = nullptr, *bias = nullptr;
  float eps = 1e-5f;
  float *y = nullptr, *mean = nullptr, *invStdDev = nullptr;
  int64_t xStride = 0, yStride = 0, statsStride = 1;
};

/// A compiled norm with what a launch needs. The workspace ends at an inaccessible page.
class NormKernel {
public:
  /// Null, after a failed check, if it does not compile.
  static std::unique_ptr<NormKernel> compile(const KernelChoice &choice, bool exposePacketBody = false);

  const KernelChoice &choice() const { return choice_; }
  const std::string &description() const { return description_; }
  const Kernel &kernel() const { return *kernel_; }

  /// Programs [begin, end) through the entry; checks that it says it came to the end.
  void run(const NormArguments &arguments, uint64_t begin, uint64_t end);
  /// One packet: its first program and the number of active lanes.
  void runPacket(const NormArguments &arguments, int64_t program, unsigned active);

private:
  NormKernel() = default;
  LaunchFrame &bind(const NormArguments &arguments);

  KernelChoice choice_;
  std::string description_;
  std::shared_ptr<Kernel> kernel_;
  void (*packet_)(LaunchRecord *, int64_t, int32_t) = nullptr;
  std::unique_ptr<GuardedPages> workspace_;
  LaunchFrame frame_ = {};
};

} // namespace tile_simd::test
