#include "fake_compiler.h"

#include "jit/kernel.h"
#include "jit/kernel_image.h"
#include "support/error.h"
#include "target/cpu.h"

#include <chrono>
#include <thread>

namespace tile_simd {

using namespace llvm;

test::FakeCompiler &test::fakeCompiler() {
  static FakeCompiler compiler;
  return compiler;
}

namespace {

constexpr char magic[] = "image ";

std::string imageOf(StringRef request, StringRef object) { return (magic + request + "\n" + object).str(); }

class FakeKernel final : public Kernel {
public:
  FakeKernel(KernelObject object, std::string request)
      : object_(std::move(object)), request_(std::move(request)) {
    ++test::fakeCompiler().alive;
  }
  ~FakeKernel() override { --test::fakeCompiler().alive; }

  KernelEntry entry() const override { return nullptr; }
  Expected<uint64_t> lookup(StringRef) const override { return 0; }
  const std::vector<ParamLayout> &params() const override { return object_.params; }
  uint64_t workspaceBytes() const override { return 0; }
  uint64_t programsPerRow() const override { return 1; }
  const Cooperation &cooperation() const override { return object_.cooperation; }
  bool hasRunTimeColumns() const override { return false; }
  const Specialization &specialization() const override { return object_.specialization; }
  std::string infoJson() const override { return "{}"; }
  const std::string &request() const override { return request_; }
  const std::string &object() const override { return object_.object; }
  Expected<std::string> assembly() const override { return std::string(); }
  Expected<const KernelTexts *> texts() const override { return nullptr; }
  std::string image(StringRef) const override { return imageOf(request_, object_.object); }

private:
  const KernelObject object_;
  const std::string request_;
};

} // namespace

void PhaseClock::finish(const char *) {}

Error requireHostFeatures(const std::vector<std::string> &) { return Error::success(); }

Expected<Request> decodeRequest(StringRef text) {
  if (text.starts_with("bad"))
    return invalidIr("request", "is bad");
  Request request;
  request.target.cpu = text.str();
  return request;
}

Expected<KernelObject> emitKernel(const Request &request, const CompileOptions &) {
  std::this_thread::sleep_for(std::chrono::microseconds(50));
  ++test::fakeCompiler().compiled;
  KernelObject made;
  made.object = "code of " + request.target.cpu;
  return made;
}

Expected<std::shared_ptr<Kernel>> linkKernel(KernelObject object, std::string request) {
  return std::make_shared<FakeKernel>(std::move(object), std::move(request));
}

bool ImageIdentity::operator==(const ImageIdentity &other) const { return request == other.request; }

std::string ImageIdentity::digest() const { return request; }

ImageIdentity identityOf(const TargetDescription &, StringRef request) {
  ImageIdentity identity;
  identity.request = request.str();
  return identity;
}

Expected<KernelImage> decodeImage(StringRef bytes) {
  if (!bytes.consume_front(magic) || !bytes.contains('\n'))
    return invalidIr("image", "is damaged");
  const auto [request, object] = bytes.split('\n');
  KernelImage image;
  image.identity.request = request.str();
  image.object = object.str();
  if (image.object != "code of " + image.identity.request)
    return invalidIr("image", "is damaged");
  return image;
}

Expected<KernelObject> restoreKernel(KernelImage image, const Request &) {
  KernelObject restored;
  restored.object = std::move(image.object);
  return restored;
}

} // namespace tile_simd
