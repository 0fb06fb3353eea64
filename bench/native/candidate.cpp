#include "candidate.h"

#include "runtime/split.h"
#include "support/error.h"
#include "target/cpu.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cstdlib>

namespace tile_simd::bench {

static_assert(sizeof(HandRecord) == sizeof(LaunchRecord) && sizeof(HandArgument) == sizeof(LaunchArgument));
static_assert(offsetof(HandRecord, end) == offsetof(LaunchRecord, end));
static_assert(offsetof(HandRecord, workspace) == offsetof(LaunchRecord, workspace));
static_assert(offsetof(HandRecord, arguments) == sizeof(LaunchRecord));
static_assert(offsetof(HandArgument, rowStride) == offsetof(LaunchArgument, rowStride));

namespace {

constexpr size_t workspaceAlignment = 64;

/// Whatever takes a launch record. The record is the candidate's own; only begin and end change between
/// calls.
class Entry : public Candidate {
public:
  Entry(Kind kind, std::string label, KernelEntry entry, uint64_t programs)
      : Candidate(kind, std::move(label)), entry_(entry), programs_(programs),
        workspace_(nullptr, &std::free) {}

  /// Binds parameter `index` by name; false if the case has no such buffer.
  bool bind(Case &shape, unsigned index, const std::string &name, int64_t rowStride) {
    if (index >= std::size(frame_.arguments))
      return false;
    LaunchArgument &argument = frame_.arguments[index];
    if (name == "eps") {
      argument.value = shape.eps();
      return shape.spec().hasEps;
    }
    argument.data = shape.buffer(name);
    argument.rowStride = rowStride;
    return argument.data != nullptr;
  }

  bool allocateWorkspace(uint64_t bytes) {
    if (bytes == 0)
      return true;
    workspace_.reset(std::aligned_alloc(workspaceAlignment, (bytes + workspaceAlignment - 1) /
                                                                workspaceAlignment * workspaceAlignment));
    frame_.record.workspace = workspace_.get();
    return workspace_ != nullptr;
  }

  void setPhase(uint32_t phase) { frame_.record.phase = phase; }
  void own(std::shared_ptr<Kernel> kernel) { kernel_ = std::move(kernel); }
  const Kernel *kernel() const override { return kernel_.get(); }

  void run() override {
    frame_.record.begin = 0;
    frame_.record.end = programs_;
    entry_(&frame_.record);
  }

private:
  struct Frame {
    LaunchRecord record;
    LaunchArgument arguments[8];
  };
  static_assert(offsetof(Frame, arguments) == sizeof(LaunchRecord), "the slots follow the record");

  KernelEntry entry_;
  uint64_t programs_;
  Frame frame_{};
  std::unique_ptr<void, void (*)(void *)> workspace_;
  std::shared_ptr<Kernel> kernel_;
};

using HandTable = const HandKernel *(*)(size_t *);
constexpr HandTable sameBits[] = {handRmsNormAvx512, handRmsNormAvx2,   handLayerNormAvx512,
                                  handLayerNormAvx2, handSoftmaxAvx512, handActivationsAvx512,
                                  handRopeAvx512};
constexpr HandTable fused[] = {handRmsNormFusedAvx512, handLayerNormFusedAvx512, handRopeFusedAvx512};

CandidatePointer makeHand(Case &shape, const HandKernel &kernel, Candidate::Kind kind) {
  const char *prefix = kind == Candidate::Kind::Fused ? "hand, fused: " : "hand: ";
  auto entry = std::make_unique<Entry>(kind, std::string(prefix) + kernel.form,
                                       reinterpret_cast<KernelEntry>(kernel.entry), shape.rows());
  unsigned slot = 0;
  for (const BufferSpec &input : shape.spec().inputs)
    entry->bind(shape, slot++, input.name,
                input.shape == BufferShape::Columns ? 0
                                                    : int64_t(shape.elements(input.shape) / shape.rows()));
  if (shape.spec().hasEps)
    entry->bind(shape, slot++, "eps", 0);
  entry->bind(shape, slot, "y", int64_t(shape.columns()));
  return entry;
}

/// The row-shaped inputs are read and y is written.
class Stream : public Candidate {
public:
  using Function = void (*)(const float *, const float *, float *, size_t);

  Stream(std::string label, Case &shape, Function function)
      : Candidate(Kind::Stream, std::move(label)), function_(function) {
    std::vector<const float *> whole, halves;
    for (const BufferSpec &input : shape.spec().inputs) {
      if (input.shape == BufferShape::Rows)
        whole.push_back(shape.buffer(input.name));
      if (input.shape == BufferShape::HalfRows)
        halves.push_back(shape.buffer(input.name));
    }
    const size_t n = shape.elements(BufferShape::Rows);
    float *y = shape.buffer("y");
    if (halves.empty()) {
      parts_.push_back({whole[0], whole.size() > 1 ? whole[1] : nullptr, y, n});
      return;
    }
    for (size_t i = 0; i < halves.size(); ++i)
      parts_.push_back({whole[0] + i * (n / 2), halves[i], y + i * (n / 2), n / 2});
  }

  void run() override {
    for (const Part &part : parts_)
      function_(part.a, part.b, part.y, part.n);
  }

private:
  struct Part {
    const float *a, *b;
    float *y;
    size_t n;
  };
  Function function_;
  std::vector<Part> parts_;
};

} // namespace

llvm::Expected<CandidatePointer> makeGenerated(Case &shape, std::string label, llvm::StringRef request,
                                               bool flat, uint64_t inCache) {
  auto kernel = compileKernel(request);
  if (!kernel)
    return kernel.takeError();
  const uint64_t programs = flat ? shape.elements(BufferShape::Rows) : shape.rows();
  auto entry =
      std::make_unique<Entry>(Candidate::Kind::Generated, std::move(label), (*kernel)->entry(), programs);
  for (auto [index, param] : llvm::enumerate((*kernel)->params())) {
    const int64_t rowStride = param.access == ParamAccess::Row ? param.extent : 0;
    if (!entry->bind(shape, unsigned(index), param.name, rowStride))
      return internalError("the benchmark has no argument for parameter " + llvm::Twine(param.name));
  }
  if (!entry->allocateWorkspace((*kernel)->workspaceBytes()))
    return internalError("no memory for a workspace");
  entry->setPhase(phaseOf({1, 1, 1, inCache}, programs, 1));
  entry->own(std::move(*kernel));
  return entry;
}

std::vector<CandidatePointer> makeHandWritten(Case &shape, const std::string &isa) {
  std::vector<CandidatePointer> made;
  if (!llvm::is_contained(hostCpu().levels, isa))
    return made;
  auto add = [&](HandTable table, Candidate::Kind kind) {
    size_t count = 0;
    const HandKernel *kernels = table(&count);
    for (const HandKernel *kernel = kernels; kernel != kernels + count; ++kernel)
      if (shape.spec().name == kernel->op && isa == kernel->isa &&
          (kernel->columns == 0 || kernel->columns == shape.columns()))
        made.push_back(makeHand(shape, *kernel, kind));
  };
  for (HandTable table : sameBits)
    add(table, Candidate::Kind::Hand);
  for (HandTable table : fused)
    add(table, Candidate::Kind::Fused);
  return made;
}

std::vector<CandidatePointer> makeStreams(Case &shape, const std::string &isa) {
  std::vector<CandidatePointer> made;
  if (isa != "x86-64-v4" || !llvm::is_contained(hostCpu().levels, isa))
    return made;
  made.push_back(std::make_unique<Stream>("stream", shape, handStream));
  made.push_back(std::make_unique<Stream>("stream past the cache", shape, handStreamPastCache));
  return made;
}

} // namespace tile_simd::bench
