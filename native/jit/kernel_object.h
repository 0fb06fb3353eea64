// A kernel as an object file: what compilation makes before anything is linked or run, for any target that
// this program carries.
#pragma once

#include "ir/dtype.h"
#include "ir/param.h"
#include "passes/full_packet.h"
#include "runtime/cooperative.h"
#include "target/target_machine.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace tile_simd {

/// What a caller must provide for one parameter.
struct ParamLayout {
  std::string name;
  ParamKind kind;
  ParamAccess access; // buffers only
  unsigned by;        // Group, Gather: the parameter that tells the row
  int64_t extent;     // buffers only: elements of one row; in a grid, of all programs of a row
  bool isRunTime;     // buffers only: the extent comes with each launch
  DType dtype;        // what the buffer holds, or the scalar
  uint64_t inPlace;   // outputs: a bit per input whose very memory the output may be
};

struct Request;

/// LLVM IR of a kernel.
struct KernelTexts {
  std::string llvm;      // before the pipeline, after the full-packet pass
  std::string optimized; // after the pipeline
};

struct CompileOptions {
  /// Keep `<kernel>.packet` visible and uninlined copies of it callable (native tests only).
  bool exposePacketBody = false;
  /// Where the IR is to be printed; null for not at all.
  KernelTexts *texts = nullptr;
};

/// Microseconds that each part of a compilation took.
class PhaseClock {
public:
  void finish(const char *phase);
  const llvm::json::Object &phases() const { return phases_; }
  int64_t total() const { return total_; }

private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  llvm::json::Object phases_;
  int64_t total_ = 0;
};

struct KernelObject {
  // What the request says.
  std::string name; // symbol of the native entry
  TargetDescription target;
  std::vector<ParamLayout> params;
  uint64_t programsPerRow = 1; // the extent of a grid's inner index, 1 without a grid
  Cooperation cooperation;     // how rows are split over tasks; no phases in an ordinary kernel
  bool runTimeColumns = false; // a launch has one more slot behind the parameters: the number of columns

  // What came of it.
  uint64_t workspaceBytes = 0, snapshotBytes = 0;
  unsigned bodyInstructions = 0; // of the packet body, before any pass
  Specialization specialization;
  llvm::json::Object frames; // what the compiler put on the stack, by function
  std::string object;        // relocatable; what a kernel links and runs are these very bytes
  PhaseClock clock;

  /// Disassembly of `object`.
  llvm::Expected<std::string> assembly() const;
  /// The JSON that the addon hands to JavaScript as kernelInfo.
  std::string infoJson() const;
};

/// A kernel object without what only code generation finds out.
KernelObject describeKernel(const Request &request);

/// Generates, optimizes and emits; neither links nor runs anything. Thread-safe.
llvm::Expected<KernelObject> emitKernel(const Request &request, const CompileOptions &options = {});

} // namespace tile_simd
