// Parsing JSON from outside.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace tile_simd {

/// llvm::json::parse, which reads recursively, for texts of which nothing is believed: those nested deeper
/// than any of ours would otherwise exhaust the stack. The error has no code, only words.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

} // namespace tile_simd
