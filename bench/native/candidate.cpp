#include "candidate.h"

#include "support/error.h"
#include "target/cpu.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <cstdlib>

namespace tile_simd::bench {

static_assert(sizeof(HandRecord) == sizeof(LaunchRecord) && sizeof(HandArgument) == sizeof(LaunchArgument));
static_assert(offsetof(HandRecord, end) == offsetof(LaunchRecord, end));
static_assert(offsetof(HandRecord, workspace) == offsetof(LaunchRecord, workspace));
static_assert(offsetof(HandRecord, arguments) == sizeof(LaunchRecord));
static_assert(offsetof(HandArgument, rowStride) == offsetof(LaunchArgument, rowStride));

namespace {

constexpr size_t workspaceAlignment = 64;

std::vector<ParamLayout> handParams(const Case &shape) {
  const auto columns = int64_t(shape.columns());
  std::vector<ParamLayout> params{{"x", ParamKind::Input, ParamAccess::Row, columns},
                                  {"weight", ParamKind::Input, ParamAccess::Column, columns}};
  if (shape.op() == Op::LayerNorm)
    params.push_back({"bias", ParamKind::Input, ParamAccess::Column, columns});
  params.push_back({"eps", ParamKind::Scalar, ParamAccess::Row, 1});
  params.push_back({"y", ParamKind::Output, ParamAccess::Row, columns});
  return params;
}

} // namespace

bool Candidate::bind(Case &shape, unsigned index, const ParamLayout &param) {
  LaunchArgument &argument = frame_->arguments[index];
  if (param.kind == ParamKind::Scalar) {
    argument.value = shape.eps();
    return param.name == "eps";
  }
  argument.data = shape.buffer(param.name);
  argument.rowStride = param.access == ParamAccess::Row ? param.extent : 0;
  return argument.data != nullptr && uint64_t(param.extent) == shape.columns();
}

llvm::Expected<Candidate> Candidate::generated(Case &shape, std::string label, llvm::StringRef request) {
  auto kernel = compileKernel(request);
  if (!kernel)
    return kernel.takeError();
  Candidate candidate(std::move(label), (*kernel)->entry(), shape.rows());
  candidate.kernel_ = std::move(*kernel);
  for (auto [index, param] : llvm::enumerate(candidate.kernel_->params()))
    if (index >= std::size(candidate.frame_->arguments) || !candidate.bind(shape, unsigned(index), param))
      return internalError("the benchmark has no argument for parameter " + llvm::Twine(param.name));
  if (uint64_t bytes = candidate.kernel_->workspaceBytes()) {
    candidate.workspace_.reset(std::aligned_alloc(
        workspaceAlignment, (bytes + workspaceAlignment - 1) / workspaceAlignment * workspaceAlignment));
    if (!candidate.workspace_)
      return internalError("no memory for a workspace of " + llvm::Twine(bytes) + " bytes");
    candidate.frame_->record.workspace = candidate.workspace_.get();
  }
  return candidate;
}

Candidate Candidate::hand(Case &shape, const HandKernel &kernel) {
  Candidate candidate(std::string("hand: ") + kernel.form, reinterpret_cast<KernelEntry>(kernel.entry),
                      shape.rows());
  for (auto [index, param] : llvm::enumerate(handParams(shape)))
    candidate.bind(shape, unsigned(index), param);
  return candidate;
}

std::vector<const HandKernel *> handKernels(const Case &shape, const std::string &isa) {
  std::vector<const HandKernel *> found;
  if (!llvm::is_contained(hostCpu().levels, isa))
    return found;
  const llvm::StringRef op = shape.op() == Op::RmsNorm ? "rms_norm" : "layer_norm";
  for (auto table : {handRmsNormAvx512, handRmsNormAvx2, handLayerNormAvx512, handLayerNormAvx2}) {
    size_t count = 0;
    const HandKernel *kernels = table(&count);
    for (const HandKernel *kernel = kernels; kernel != kernels + count; ++kernel)
      if (op == kernel->op && kernel->columns == shape.columns() && isa == kernel->isa)
        found.push_back(kernel);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const HandKernel *a, const HandKernel *b) { return a->yardstick > b->yardstick; });
  return found;
}

} // namespace tile_simd::bench
