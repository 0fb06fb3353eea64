#include "jit/kernel.h"

#include "jit/engine.h"
#include "jit/kernel_image.h"
#include "jit/request.h"
#include "target/cpu.h"

#include <mutex>

namespace tile_simd {
namespace {

using namespace llvm;

class LinkedKernel final : public Kernel {
public:
  LinkedKernel(KernelObject object, std::string request, std::unique_ptr<LinkedObject> linked,
               KernelEntry entry)
      : object_(std::move(object)), request_(std::move(request)), linked_(std::move(linked)), entry_(entry) {}

  KernelEntry entry() const override { return entry_; }
  Expected<uint64_t> lookup(StringRef symbol) const override { return linked_->lookup(symbol); }
  const std::vector<ParamLayout> &params() const override { return object_.params; }
  uint64_t workspaceBytes() const override { return object_.workspaceBytes; }
  uint64_t programsPerRow() const override { return object_.programsPerRow; }
  const Cooperation &cooperation() const override { return object_.cooperation; }
  bool hasRunTimeColumns() const override { return object_.runTimeColumns; }
  const Specialization &specialization() const override { return object_.specialization; }
  std::string infoJson() const override { return object_.infoJson(); }
  const std::string &request() const override { return request_; }
  const std::string &object() const override { return object_.object; }
  Expected<std::string> assembly() const override { return object_.assembly(); }
  std::string image(StringRef description) const override {
    return encodeImage(object_, request_, description);
  }

  Expected<const KernelTexts *> texts() const override {
    std::lock_guard<std::mutex> lock(textsMutex_);
    if (!texts_) {
      Expected<Request> request = decodeRequest(request_);
      if (!request)
        return request.takeError();
      request->target = object_.target;
      auto texts = std::make_unique<KernelTexts>();
      CompileOptions options;
      options.texts = texts.get();
      if (auto again = emitKernel(*request, options); !again)
        return again.takeError();
      texts_ = std::move(texts);
    }
    return texts_.get();
  }

private:
  const KernelObject object_;
  const std::string request_;
  const std::unique_ptr<LinkedObject> linked_;
  const KernelEntry entry_;
  mutable std::mutex textsMutex_;
  mutable std::unique_ptr<const KernelTexts> texts_;
};

} // namespace

Expected<std::shared_ptr<Kernel>> linkKernel(KernelObject object, std::string request) {
  auto linked = linkObject(MemoryBufferRef(object.object, object.name));
  if (!linked)
    return linked.takeError();
  auto address = (*linked)->lookup(object.name);
  if (!address)
    return address.takeError();
  object.clock.finish("link");
  return std::make_shared<LinkedKernel>(std::move(object), std::move(request), std::move(*linked),
                                        reinterpret_cast<KernelEntry>(*address));
}

Expected<std::shared_ptr<Kernel>> compileKernel(StringRef requestJson, const CompileOptions &options) {
  Expected<Request> request = decodeRequest(requestJson);
  if (!request)
    return request.takeError();
  if (Error e = requireHostFeatures(request->target.features))
    return e;
  Expected<KernelObject> object = emitKernel(*request, options);
  if (!object)
    return object.takeError();
  return linkKernel(std::move(*object), requestJson.str());
}

} // namespace tile_simd
