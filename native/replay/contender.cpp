#include "replay/contender.h"

#include "hand.h"
#include "replay/pointer_call.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace tile_simd::replay {

static_assert(sizeof(HandRecord) == sizeof(LaunchRecord) && sizeof(HandArgument) == sizeof(LaunchArgument));
static_assert(offsetof(HandRecord, end) == offsetof(LaunchRecord, end));
static_assert(offsetof(HandRecord, workspace) == offsetof(LaunchRecord, workspace));
static_assert(offsetof(HandRecord, arguments) == sizeof(LaunchRecord));
static_assert(offsetof(HandArgument, rowStride) == offsetof(LaunchArgument, rowStride));

namespace {

constexpr size_t alignment = 64;

std::unique_ptr<void, void (*)(void *)> allocate(size_t bytes) {
  return {std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment), &std::free};
}

/// Libraries stay open for the life of the process: rivals register what is not to be unregistered.
void *open(const std::string &path, int flags, Problem &problem) {
  void *library = dlopen(path.c_str(), flags);
  if (!library)
    problem = std::string("dlopen: ") + dlerror();
  return library;
}

using HandTable = const HandKernel *(*)(size_t *);
constexpr HandTable handTables[] = {handRmsNormAvx512, handRmsNormAvx2,   handLayerNormAvx512,
                                    handLayerNormAvx2, handSoftmaxAvx512, handActivationsAvx512,
                                    handRopeAvx512};

} // namespace

Problem RecordContender::prepare(const Buffers &buffers) {
  if (arguments_.size() > std::size(frame_.arguments))
    return "it has too many arguments";
  for (size_t i = 0; i < arguments_.size(); ++i) {
    LaunchArgument &slot = frame_.arguments[i];
    slot.rowStride = arguments_[i].rowStride;
    if (arguments_[i].buffer.empty()) {
      std::memcpy(&slot.value, &arguments_[i].bits, sizeof(slot.value));
      continue;
    }
    slot.data = buffers.find(arguments_[i].buffer);
    if (!slot.data)
      return "there is no buffer " + arguments_[i].buffer;
  }
  workspace_ = allocate(workspaceBytes_);
  frame_.record.workspace = workspace_.get();
  return std::nullopt;
}

CapturedContender::CapturedContender(std::string label, std::string path, std::string entry,
                                     uint64_t programs, uint64_t workspaceBytes)
    : RecordContender(std::move(label)), path_(std::move(path)), symbol_(std::move(entry)) {
  programs_ = programs;
  workspaceBytes_ = workspaceBytes;
}

Problem CapturedContender::prepare(const Buffers &buffers) {
  if (Problem problem = object_.link(path_))
    return problem;
  entry_ = reinterpret_cast<KernelEntry>(object_.find(symbol_));
  if (!entry_)
    return "its object has no function " + symbol_;
  return RecordContender::prepare(buffers);
}

HandContender::HandContender(std::string label, std::string op, unsigned columns, uint64_t programs,
                             std::string form)
    : RecordContender(std::move(label)), op_(std::move(op)), form_(std::move(form)), columns_(columns) {
  programs_ = programs;
}

Problem HandContender::prepare(const Buffers &buffers) {
  for (HandTable table : handTables) {
    size_t count = 0;
    const HandKernel *kernels = table(&count);
    for (const HandKernel *kernel = kernels; kernel != kernels + count && !entry_; ++kernel)
      if (op_ == kernel->op && form_ == kernel->form && (kernel->columns == 0 || kernel->columns == columns_))
        entry_ = reinterpret_cast<KernelEntry>(kernel->entry);
  }
  if (!entry_)
    return "there is no hand-written " + op_ + " for " + std::to_string(columns_) + " columns: " + form_;
  return RecordContender::prepare(buffers);
}

std::vector<HandForm> handForms() {
  std::vector<HandForm> forms;
  for (HandTable table : handTables) {
    size_t count = 0;
    const HandKernel *kernels = table(&count);
    for (const HandKernel *kernel = kernels; kernel != kernels + count; ++kernel)
      forms.push_back({kernel->op, kernel->columns, kernel->isa, kernel->form});
  }
  return forms;
}

bool PointerContender::addArgument(PointerArgument argument) {
  if (calls_.empty())
    return false;
  calls_.back().arguments.push_back(std::move(argument));
  return true;
}

Problem PointerContender::prepare(const Buffers &buffers) {
  Problem problem;
  for (const std::string &need : needs_)
    if (!open(need, RTLD_LAZY | RTLD_GLOBAL, problem))
      return problem;
  for (size_t bytes : scratchBytes_)
    scratch_.push_back(allocate(bytes));
  for (Call &call : calls_)
    if ((problem = prepareCall(call, buffers)))
      return problem;
  return calls_.empty() ? Problem("it calls nothing") : std::nullopt;
}

Problem PointerContender::prepareCall(Call &call, const Buffers &buffers) {
  Problem problem;
  void *library = open(call.path, RTLD_LAZY | RTLD_LOCAL, problem);
  if (!library)
    return problem;
  call.function = dlsym(library, "kernel");
  if (!call.function || call.arguments.size() > mostPointers)
    return call.path + ": it has no function `kernel`, or too many arguments";
  for (const PointerArgument &argument : call.arguments) {
    void *base = nullptr;
    if (!argument.buffer.empty())
      base = buffers.find(argument.buffer);
    else if (argument.scratch < scratch_.size())
      base = scratch_[argument.scratch].get();
    if (!base)
      return "an argument is no buffer of the contest";
    call.pointers.push_back(static_cast<char *>(base) + argument.offset);
  }
  call.caller = pointerCallers[call.arguments.size()];
  return std::nullopt;
}

OneDnnContender::OneDnnContender(std::string label, std::string path, std::string op, int64_t rows,
                                 int64_t columns, float eps)
    : Contender(std::move(label)), path_(std::move(path)), op_(std::move(op)), rows_(rows), columns_(columns),
      eps_(eps) {}

Problem OneDnnContender::prepare(const Buffers &buffers) {
  using Make =
      void *(*)(const char *op, int64_t rows, int64_t columns, float eps, float *const *inputs, float *y);
  using Text = const char *(*)();
  Problem problem;
  void *library = open(path_, RTLD_NOW | RTLD_LOCAL, problem);
  if (!library)
    return problem;
  auto make = reinterpret_cast<Make>(dlsym(library, "onednn_make"));
  auto text = reinterpret_cast<Text>(dlsym(library, "onednn_error"));
  execute_ = reinterpret_cast<void (*)(void *)>(dlsym(library, "onednn_execute"));
  if (!make || !text || !execute_)
    return "the library lacks its interface";
  std::vector<float *> inputs;
  inputs.reserve(inputs_.size());
  for (const std::string &name : inputs_)
    inputs.push_back(buffers.find(name));
  handle_ = make(op_.c_str(), rows_, columns_, eps_, inputs.data(), buffers.find(output_));
  if (handle_)
    return std::nullopt;
  const char *reason = text();
  return reason ? std::string("oneDNN: ") + reason : "oneDNN has no primitive for " + op_;
}

} // namespace tile_simd::replay
