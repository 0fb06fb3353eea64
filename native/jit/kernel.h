// A compiled kernel: its entry, what the caller must know to launch it, and what it was made of.
//
// Owns the code memory; destroying it frees that memory. Whoever launches holds a reference
// (std::shared_ptr), so the code outlives its last launch.
#pragma once

#include "jit/kernel_object.h"
#include "runtime/cooperative.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tile_simd {

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
  /// Whether a launch has one more slot behind the parameters: the number of columns, as an index.
  virtual bool hasRunTimeColumns() const = 0;
  virtual const Specialization &specialization() const = 0;
  /// The JSON that the addon hands to JavaScript as kernelInfo.
  virtual std::string infoJson() const = 0;

  /// The request that this kernel was made of.
  virtual const std::string &request() const = 0;
  /// The object that was linked, and its disassembly.
  virtual const std::string &object() const = 0;
  virtual llvm::Expected<std::string> assembly() const = 0;
  /// The LLVM IR, generated again when it is first asked for. Thread-safe.
  virtual llvm::Expected<const KernelTexts *> texts() const = 0;
  /// The bytes of a saved kernel (kernel_image.h).
  virtual std::string image(llvm::StringRef description) const = 0;
};

/// Links and takes over what `request` was made into.
llvm::Expected<std::shared_ptr<Kernel>> linkKernel(KernelObject object, std::string request);

/// Decodes, verifies, generates, optimizes and links one compile request (JSON). Thread-safe.
llvm::Expected<std::shared_ptr<Kernel>> compileKernel(llvm::StringRef requestJson,
                                                      const CompileOptions &options = {});

} // namespace tile_simd
