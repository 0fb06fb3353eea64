// Kernels of others, from shared objects that bench/rivals makes.
//
// TorchInductor: the `extern "C" kernel` of the object that it built, called with the pointers that its own
// wrapper passes. oneDNN: primitives behind a small C interface (bench/rivals/onednn.cpp).
#pragma once

#include "candidate.h"

#include "llvm/Support/JSON.h"

namespace tile_simd::bench {

/// From what bench/rivals/inductor.py wrote: `needs`, `scratch`, `kernels`, and `folder`, where the objects
/// are.
llvm::Expected<CandidatePointer> makeInductor(Case &shape, const llvm::json::Object &description);

/// Null where oneDNN has no primitives for the operator.
llvm::Expected<CandidatePointer> makeOneDnn(Case &shape, const std::string &library);

} // namespace tile_simd::bench
