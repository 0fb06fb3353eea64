#include "launch_norm.h"

#include "check.h"

namespace tile_simd::test {

std::unique_ptr<NormKernel> NormKernel::compile(const KernelChoice &choice, bool exposePacketBody) {
  std::unique_ptr<NormKernel> result(new NormKernel);
  result->choice_ = choice;
  result->description_ = describe(choice);
  nowRunning("compiling %s", result->description_.c_str());
  CompileOptions options;
  options.exposePacketBody = exposePacketBody;
  auto kernel = compileKernel(requestText(choice), options);
  if (!kernel) {
    check(false, "%s: %s", result->description_.c_str(), toString(kernel.takeError()).c_str());
    return nullptr;
  }
  result->kernel_ = std::move(*kernel);
  if (exposePacketBody) {
    auto address = result->kernel_->lookup(std::string(operatorName(choice.op)) + ".packet");
    if (!address) {
      check(false, "%s: %s", result->description_.c_str(), toString(address.takeError()).c_str());
      return nullptr;
    }
    result->packet_ = reinterpret_cast<void (*)(LaunchRecord *, int64_t, int32_t)>(*address);
  }
  if (uint64_t bytes = result->kernel_->workspaceBytes()) {
    check(bytes % 64 == 0, "%s: a workspace of %lu bytes", result->description_.c_str(),
          (unsigned long)bytes);
    result->workspace_ = std::make_unique<GuardedPages>(bytes);
    result->frame_.record.workspace = result->workspace_->last(bytes / sizeof(float));
  }
  return result;
}

LaunchFrame &NormKernel::bind(const NormArguments &arguments) {
  LaunchArgument *slot = frame_.arguments;
  auto buffer = [&](float *data, int64_t rowStride) {
    slot->data = data;
    (slot++)->rowStride = rowStride;
  };
  buffer(arguments.x, arguments.xStride);
  buffer(arguments.weight, 0);
  if (choice_.op != Operator::RmsNorm)
    buffer(arguments.bias, 0);
  (slot++)->value = arguments.eps;
  buffer(arguments.y, arguments.yStride);
  if (choice_.op == Operator::LayerNormStats) {
    buffer(arguments.mean, arguments.statsStride);
    buffer(arguments.invStdDev, arguments.statsStride);
  }
  return frame_;
}

void NormKernel::run(const NormArguments &arguments, uint64_t begin, uint64_t end) {
  LaunchRecord &record = bind(arguments).record;
  record.begin = begin;
  record.end = end;
  kernel_->entry()(&record);
  check(record.begin == end && record.end == end, "%s: the range [%lu, %lu) ended at %lu",
        description_.c_str(), (unsigned long)begin, (unsigned long)end, (unsigned long)record.begin);
}

void NormKernel::runPacket(const NormArguments &arguments, int64_t program, unsigned active) {
  packet_(&bind(arguments).record, program, int32_t(active));
}

} // namespace tile_simd::test
