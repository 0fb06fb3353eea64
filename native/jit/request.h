// A compile request: JSON from outside, of which nothing is believed before it was checked.
#pragma once

#include "codegen/plan.h"
#include "ir/tile_ir.h"
#include "target/target_machine.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tile_simd {

struct Request {
  ir::Program program;
  Plan plan;
  TargetDescription target;
};

/// Decodes and verifies `{ ir, plan, target: { features } }`. The target is one that code can be made for
/// here; whether this process could run it is not asked.
llvm::Expected<Request> decodeRequest(llvm::StringRef json);

} // namespace tile_simd
