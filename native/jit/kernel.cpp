#include "jit/kernel.h"

#include "jit/engine.h"
#include "jit/request.h"
#include "target/cpu.h"

namespace tile_simd {
namespace {

using namespace llvm;

class LinkedKernel final : public Kernel {
public:
  LinkedKernel(KernelObject object, std::unique_ptr<LinkedObject> linked, KernelEntry entry)
      : object_(std::move(object)), linked_(std::move(linked)), entry_(entry) {}

  KernelEntry entry() const override { return entry_; }
  Expected<uint64_t> lookup(StringRef symbol) const override { return linked_->lookup(symbol); }
  const std::vector<ParamLayout> &params() const override { return object_.params; }
  uint64_t workspaceBytes() const override { return object_.workspaceBytes; }
  uint64_t programsPerRow() const override { return object_.programsPerRow; }
  const KernelArtifacts &artifacts() const override { return object_.artifacts; }
  const Specialization &specialization() const override { return object_.specialization; }
  Expected<std::string> assembly() const override { return object_.assembly(); }
  std::string infoJson() const override { return object_.infoJson(); }

private:
  const KernelObject object_;
  const std::unique_ptr<LinkedObject> linked_;
  const KernelEntry entry_;
};

Expected<std::shared_ptr<Kernel>> linkKernel(KernelObject object) {
  auto linked = linkObject(MemoryBufferRef(object.artifacts.object, object.name));
  if (!linked)
    return linked.takeError();
  auto address = (*linked)->lookup(object.name);
  if (!address)
    return address.takeError();
  object.clock.finish("link");
  return std::make_shared<LinkedKernel>(std::move(object), std::move(*linked),
                                        reinterpret_cast<KernelEntry>(*address));
}

} // namespace

Expected<std::shared_ptr<Kernel>> compileKernel(StringRef requestJson, const CompileOptions &options) {
  Expected<Request> request = decodeRequest(requestJson);
  if (!request)
    return request.takeError();
  if (Error e = requireHostFeatures(request->target.features))
    return e;
  Expected<KernelObject> object = emitKernel(*request, options);
  if (!object)
    return object.takeError();
  return linkKernel(std::move(*object));
}

} // namespace tile_simd
