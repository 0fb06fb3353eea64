// Something that is timed, behind one call: a captured kernel, hand-written code, the kernels of others. What
// a call needs is set up here, outside of any timer; `run` is what a native caller does.
#pragma once

#include "replay/buffers.h"
#include "replay/elf_object.h"
#include "runtime/launch_record.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tile_simd::replay {

/// An argument of a launch record: a buffer, or the bits of a scalar.
struct RecordArgument {
  std::string buffer; // empty for a scalar
  int64_t rowStride = 0;
  uint32_t bits = 0;
};

/// An argument of a kernel that takes pointers: into a buffer, or into scratch memory of the contender's own.
struct PointerArgument {
  std::string buffer; // empty for scratch
  size_t scratch = 0;
  int64_t offset = 0; // bytes
};

class Contender {
public:
  explicit Contender(std::string label) : label_(std::move(label)) {}
  virtual ~Contender() = default;

  const std::string &label() const { return label_; }
  /// Sets up the call. Afterwards `run` may be called.
  virtual Problem prepare(const Buffers &buffers) = 0;
  virtual void run() = 0;
  /// The code of captured kernels; null for others.
  virtual const ElfObject *object() const { return nullptr; }
  /// Scratch memory of what takes a launch record; null for others.
  virtual const void *workspace() const { return nullptr; }

private:
  std::string label_;
};

/// Whatever takes a launch record. Each run sets the mutable part anew: the entry advances it.
class RecordContender : public Contender {
public:
  using Contender::Contender;
  void addArgument(RecordArgument argument) { arguments_.push_back(std::move(argument)); }
  Problem prepare(const Buffers &buffers) override;
  void run() override {
    frame_.record.begin = 0;
    frame_.record.end = programs_;
    entry_(&frame_.record);
  }
  const void *workspace() const override { return workspace_.get(); }

protected:
  KernelEntry entry_ = nullptr;
  uint64_t programs_ = 0, workspaceBytes_ = 0;

private:
  struct Frame {
    LaunchRecord record;
    LaunchArgument arguments[16];
  };
  static_assert(offsetof(Frame, arguments) == sizeof(LaunchRecord), "the slots follow the record");

  Frame frame_{};
  std::vector<RecordArgument> arguments_;
  std::unique_ptr<void, void (*)(void *)> workspace_{nullptr, nullptr};
};

/// A captured object.
class CapturedContender : public RecordContender {
public:
  CapturedContender(std::string label, std::string path, std::string entry, uint64_t programs,
                    uint64_t workspaceBytes);
  Problem prepare(const Buffers &buffers) override;
  const ElfObject *object() const override { return &object_; }

private:
  std::string path_, symbol_;
  ElfObject object_;
};

/// Hand-written code of bench/hand that is compiled into this program.
class HandContender : public RecordContender {
public:
  HandContender(std::string label, std::string op, unsigned columns, uint64_t programs, std::string form);
  Problem prepare(const Buffers &buffers) override;

private:
  std::string op_, form_;
  unsigned columns_;
};

/// A hand-written kernel: operator, the only column count it is for (0 for all), what it needs, what it does.
struct HandForm {
  std::string op;
  unsigned columns;
  std::string isa, form;
};
std::vector<HandForm> handForms();

/// TorchInductor: functions called `kernel` of shared objects, one after the other.
class PointerContender : public Contender {
public:
  using Contender::Contender;
  /// A library that the shared objects take symbols from.
  void addNeed(std::string path) { needs_.push_back(std::move(path)); }
  void addScratch(size_t bytes) { scratchBytes_.push_back(bytes); }
  void addCall(std::string path) { calls_.push_back({std::move(path), {}, nullptr, nullptr, {}}); }
  /// Of the last call; false if there is none.
  bool addArgument(PointerArgument argument);
  Problem prepare(const Buffers &buffers) override;
  void run() override {
    for (const Call &call : calls_)
      call.caller(call.function, call.pointers.data());
  }

private:
  struct Call {
    std::string path;
    std::vector<PointerArgument> arguments;
    void (*caller)(void *, void *const *);
    void *function;
    std::vector<void *> pointers;
  };
  Problem prepareCall(Call &call, const Buffers &buffers);

  std::vector<std::string> needs_;
  std::vector<size_t> scratchBytes_;
  std::vector<std::unique_ptr<void, void (*)(void *)>> scratch_;
  std::vector<Call> calls_;
};

/// oneDNN behind the C interface of bench/rivals/onednn.cpp.
class OneDnnContender : public Contender {
public:
  OneDnnContender(std::string label, std::string path, std::string op, int64_t rows, int64_t columns,
                  float eps);
  void addInput(std::string buffer) { inputs_.push_back(std::move(buffer)); }
  void setOutput(std::string buffer) { output_ = std::move(buffer); }
  Problem prepare(const Buffers &buffers) override;
  void run() override { execute_(handle_); }

private:
  std::string path_, op_, output_;
  int64_t rows_, columns_;
  float eps_;
  std::vector<std::string> inputs_;
  void (*execute_)(void *) = nullptr;
  void *handle_ = nullptr;
};

} // namespace tile_simd::replay
