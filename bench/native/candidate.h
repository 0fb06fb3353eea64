// Something that is timed: generated code or hand-written code, behind one function pointer type and one
// record.
//
// The record is the candidate's own; only begin and end change between calls (`run`). Everything the entry
// needs is set up here, outside of any timer.
#pragma once

#include "case.h"
#include "hand.h"
#include "jit/kernel.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace tile_simd::bench {

class Candidate {
public:
  static llvm::Expected<Candidate> generated(Case &shape, std::string label, llvm::StringRef request);
  static Candidate hand(Case &shape, const HandKernel &kernel);

  const std::string &label() const { return label_; }
  bool isHand() const { return !kernel_; }
  /// Null for hand-written code.
  const Kernel *kernel() const { return kernel_.get(); }

  /// One call as a native caller makes it: the mutable part of the record is set anew, then the entry runs.
  void run() {
    frame_->record.begin = 0;
    frame_->record.end = rows_;
    entry_(&frame_->record);
  }

private:
  struct Frame {
    LaunchRecord record;
    LaunchArgument arguments[8];
  };
  static_assert(offsetof(Frame, arguments) == sizeof(LaunchRecord), "the slots follow the record");

  Candidate(std::string label, KernelEntry entry, uint64_t rows)
      : label_(std::move(label)), entry_(entry), rows_(rows), frame_(std::make_unique<Frame>()),
        workspace_(nullptr, &std::free) {}
  /// Binds parameter `index` by name; false if the case has no such buffer.
  bool bind(Case &shape, unsigned index, const ParamLayout &param);

  std::string label_;
  KernelEntry entry_;
  uint64_t rows_;
  std::unique_ptr<Frame> frame_;
  std::unique_ptr<void, void (*)(void *)> workspace_;
  std::shared_ptr<Kernel> kernel_;
};

/// The hand-written kernels for this operator and column count that need exactly `isa` ("x86-64-v3",
/// "x86-64-v4"). Nothing where this CPU lacks it. The yardstick comes first.
std::vector<const HandKernel *> handKernels(const Case &shape, const std::string &isa);

} // namespace tile_simd::bench
