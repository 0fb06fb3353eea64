// Full-packet specialization: one shared clone of the packet body with `active_lanes` fixed to the packet
// width.
//
// A full packet still carries its active count, and LLVM does not always find out that it is W: then every
// load, store and reduction stays masked. The clone (CloneFunction with the argument mapped to the constant,
// so it is gone from the signature) is what every full call site calls instead, those of a partial block
// included; the tail keeps the original body. Whether the clone is inlined is the ordinary inliner's
// decision.
//
// This is about legality only. Whether it pays is the planner's question.
#pragma once

#include "llvm/IR/Module.h"

namespace tile_simd {

struct Specialization {
  bool applied = false;
  std::string reason; // empty when applied
  unsigned clones = 0;
  unsigned clonedInstructions = 0;
  unsigned fullCallSites = 0;
  unsigned tailCallSites = 0;
};

/// Bodies above this many instructions (before optimization) are not cloned. A budget on clone construction,
/// not a profit threshold: bodies are loops, so ordinary kernels stay far below whatever their row length.
inline constexpr unsigned fullPacketInstructionBudget = 4096;

inline constexpr char fullPacketSuffix[] = ".full_packet";

/// Specializes `packet` for `width` lanes in `module`. Without effect, and with the reason, where that is not
/// legal:
///   width              not 2, 4, 8 or 16
///   signature          no definition `void (..., ..., i32 active_lanes, ...)`, or a call under another type
///   indirect-call      the body's address is taken, or the body itself calls or branches through a pointer
///   coroutine          the body is a coroutine
///   state-machine      the body dispatches by a switch from state to state: whoever enters it again may be
///   in
///                      another state than a clone that knows its packet to be full
///   existing-clone     the module already holds a clone of the body
///   standalone-packet  no call is marked as a packet of a launch: the body runs on its own
///   empty-range        no full call site: the static packet range is empty, all that is called is the tail
///   instruction-budget the body is larger than fullPacketInstructionBudget
Specialization specializeFullPackets(llvm::Module &module, llvm::Function &packet, unsigned width);

} // namespace tile_simd
