// What became of a compile request: a kernel, or an error in the form that every error must have.
#pragma once

#include "jit/kernel.h"

#include <string>

namespace tile_simd::test {

struct Outcome {
  std::shared_ptr<Kernel> kernel;
  std::string code; // empty if it compiled; "(no TileError)" if the error was of another kind
  std::string argument, message;
};

Outcome tryCompile(const std::string &request);

} // namespace tile_simd::test
