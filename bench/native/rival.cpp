#include "rival.h"

#include "replay/pointer_call.h"
#include "support/error.h"

#include "llvm/ADT/Twine.h"

#include <cstdlib>
#include <dlfcn.h>

namespace tile_simd::bench {

using llvm::Twine;

namespace {

constexpr size_t scratchAlignment = 64;

/// Objects stay open for the life of the process: rivals register what is not to be unregistered.
llvm::Expected<void *> open(const std::string &path, int flags) {
  if (void *library = dlopen(path.c_str(), flags))
    return library;
  return internalError("dlopen: " + Twine(dlerror()));
}

template <typename Function> llvm::Expected<Function> find(void *library, const char *name) {
  if (void *symbol = dlsym(library, name))
    return reinterpret_cast<Function>(symbol);
  return internalError("dlsym: " + Twine(dlerror()));
}

// --- TorchInductor ----------------------------------------------------------------------------------------

class Inductor : public Candidate {
public:
  Inductor() : Candidate(Kind::Rival, "TorchInductor") {}

  llvm::Error load(Case &shape, const llvm::json::Object &description) {
    const std::string folder = description.getString("folder").value_or(".").str() + "/";
    for (const llvm::json::Value &need : *description.getArray("needs"))
      if (auto library = open(need.getAsString()->str(), RTLD_LAZY | RTLD_GLOBAL); !library)
        return library.takeError();
    for (const llvm::json::Value &bytes : *description.getArray("scratch")) {
      const auto size = size_t(bytes.getAsInteger().value_or(0));
      scratch_.emplace_back(std::aligned_alloc(scratchAlignment, (size + scratchAlignment) /
                                                                     scratchAlignment * scratchAlignment),
                            &std::free);
    }
    for (const llvm::json::Value &kernel : *description.getArray("kernels"))
      if (auto error = add(shape, *kernel.getAsObject(), folder))
        return error;
    return llvm::Error::success();
  }

  void run() override {
    for (const Call &call : calls_)
      call.caller(call.function, call.arguments.data());
  }

private:
  struct Call {
    replay::PointerCaller caller;
    void *function;
    std::vector<void *> arguments;
  };

  llvm::Error add(Case &shape, const llvm::json::Object &kernel, const std::string &folder) {
    auto library = open(folder + kernel.getString("library")->str(), RTLD_LAZY | RTLD_LOCAL);
    if (!library)
      return library.takeError();
    auto function = find<void *>(*library, "kernel");
    if (!function)
      return function.takeError();
    Call call{nullptr, *function, {}};
    for (const llvm::json::Value &value : *kernel.getArray("arguments")) {
      const llvm::json::Object &argument = *value.getAsObject();
      void *base = nullptr;
      if (auto name = argument.getString("buffer"))
        base = shape.buffer(name->str());
      else if (auto number = argument.getInteger("scratch"); number && size_t(*number) < scratch_.size())
        base = scratch_[size_t(*number)].get();
      if (!base)
        return internalError("an argument of Inductor's kernel is no buffer of the case");
      call.arguments.push_back(static_cast<char *>(base) + argument.getInteger("offset").value_or(0));
    }
    if (call.arguments.size() > replay::mostPointers)
      return internalError("Inductor's kernel has " + Twine(call.arguments.size()) + " arguments");
    call.caller = replay::pointerCallers[call.arguments.size()];
    calls_.push_back(std::move(call));
    return llvm::Error::success();
  }

  std::vector<std::unique_ptr<void, void (*)(void *)>> scratch_;
  std::vector<Call> calls_;
};

// --- oneDNN -----------------------------------------------------------------------------------------------

using Make = void *(*)(const char *op, int64_t rows, int64_t columns, float eps, float *const *inputs,
                       float *y);
using Execute = void (*)(void *);
using Text = const char *(*)();

class OneDnn : public Candidate {
public:
  OneDnn(Execute execute, void *handle)
      : Candidate(Kind::Rival, "oneDNN"), execute_(execute), handle_(handle) {}
  void run() override { execute_(handle_); }

private:
  Execute execute_;
  void *handle_;
};

} // namespace

llvm::Expected<CandidatePointer> makeInductor(Case &shape, const llvm::json::Object &description) {
  auto rival = std::make_unique<Inductor>();
  if (auto error = rival->load(shape, description))
    return error;
  return rival;
}

llvm::Expected<CandidatePointer> makeOneDnn(Case &shape, const std::string &library) {
  auto opened = open(library, RTLD_NOW | RTLD_LOCAL);
  if (!opened)
    return opened.takeError();
  auto make = find<Make>(*opened, "onednn_make");
  auto execute = find<Execute>(*opened, "onednn_execute");
  auto problem = find<Text>(*opened, "onednn_error");
  if (!make || !execute || !problem)
    return llvm::joinErrors(llvm::joinErrors(make.takeError(), execute.takeError()), problem.takeError());
  std::vector<float *> inputs;
  for (const BufferSpec &input : shape.spec().inputs)
    inputs.push_back(shape.buffer(input.name));
  void *handle = (*make)(shape.spec().name.c_str(), int64_t(shape.rows()), int64_t(shape.columns()),
                         shape.eps(), inputs.data(), shape.buffer("y"));
  if (handle)
    return std::make_unique<OneDnn>(*execute, handle);
  if (const char *text = (*problem)())
    return internalError("oneDNN: " + Twine(text));
  return CandidatePointer();
}

} // namespace tile_simd::bench
