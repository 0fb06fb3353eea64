// One kernel as an LLVM module:
//
//   @k                the entry: walks [begin, end) of the launch record block by block
//   @k.block          one block: a static range of packets, or what is left of it
//   @k.packet         the packet body, with a run-time `active_lanes`
//   @k.join_...       whole-program only: joins the accumulators of the 64 logical lanes
//   @k.rescue         cold: one program again in double precision
//
// A cooperative kernel has no blocks; codegen/cooperative.h says what its entry and body do.
//
// Calls of @k.packet carry the call-site attribute "tile-simd-packet"="full" or "tail": where a packet is
// known to be full is the block's knowledge, and the full-packet pass reads it there.
#pragma once

#include "codegen/module_context.h"

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace tile_simd {

/// Names that the pass and the tests look up.
inline constexpr char packetAttribute[] = "tile-simd-packet";
inline constexpr char packetSuffix[] = ".packet";

struct KernelModule {
  std::unique_ptr<llvm::Module> module;
  uint64_t workspaceBytes;
  uint64_t snapshotBytes;    // of the packet body
  unsigned bodyInstructions; // of the packet body, before any pass
};

/// Generates and verifies the module. `exposePacketBody` keeps @k.packet callable from outside (native
/// tests).
llvm::Expected<KernelModule> generateKernel(llvm::LLVMContext &llvm, const ir::Program &program,
                                            const Plan &plan, const llvm::TargetMachine &machine,
                                            const TargetFacts &target, bool exposePacketBody);

} // namespace tile_simd
