// A compiled kernel: its entry, what the caller must know to launch it, and the artifacts of its compilation.
//
// Owns the code memory; destroying it frees that memory. Whoever launches holds a reference
// (std::shared_ptr), so the code outlives its last launch.
#pragma once

#include "ir/dtype.h"
#include "runtime/cooperative.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tile_simd {

enum class ParamKind : uint8_t { Input, Output, Scalar };
/// Which row of a buffer program r works on: row r; the one row of all; row r / n; or a row named in a table.
enum class ParamAccess : uint8_t { Row, Column, Group, Gather };

/// What a caller must provide for one parameter.
struct ParamLayout {
  std::string name;
  ParamKind kind;
  ParamAccess access; // buffers only
  unsigned by;        // Group, Gather: the parameter that tells the row
  int64_t extent;     // buffers only: elements of one row; in a grid, of all programs of a row
  DType dtype;        // what the buffer holds, or the scalar
  uint64_t inPlace;   // outputs: a bit per input whose very memory the output may be
};

struct Specialization {
  bool applied = false;
  std::string reason; // empty when applied
  unsigned clones = 0;
  unsigned clonedInstructions = 0;
  unsigned fullCallSites = 0;
  unsigned tailCallSites = 0;
};

struct KernelArtifacts {
  std::string llvm;      // before the pipeline, after the full-packet pass
  std::string optimized; // after the pipeline
  std::string object;    // the very bytes that were linked and run
};

class Kernel {
public:
  virtual ~Kernel() = default;

  virtual KernelEntry entry() const = 0;
  /// Address of another function of the module that was kept visible (native tests call the packet body).
  virtual llvm::Expected<uint64_t> lookup(llvm::StringRef symbol) const = 0;
  virtual const std::vector<ParamLayout> &params() const = 0;
  virtual uint64_t workspaceBytes() const = 0;
  /// Programs per row: the extent of a grid's inner index, 1 without a grid.
  virtual uint64_t programsPerRow() const = 0;
  /// How rows are split over tasks; an ordinary kernel has no phases. The entry of a cooperative kernel runs
  /// one task.
  virtual const Cooperation &cooperation() const = 0;
  virtual const KernelArtifacts &artifacts() const = 0;
  virtual const Specialization &specialization() const = 0;
  /// Disassembly of artifacts().object.
  virtual llvm::Expected<std::string> assembly() const = 0;
  /// The JSON that the addon hands to JavaScript as kernelInfo.
  virtual std::string infoJson() const = 0;
};

struct CompileOptions {
  /// Keep `<kernel>.packet` visible and uninlined copies of it callable (native tests only).
  bool exposePacketBody = false;
};

/// Decodes, verifies, generates, optimizes and links one compile request (JSON). Thread-safe.
llvm::Expected<std::shared_ptr<Kernel>> compileKernel(llvm::StringRef requestJson,
                                                      const CompileOptions &options = {});

} // namespace tile_simd
