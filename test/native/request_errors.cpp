#include "request_errors.h"

#include "support/error.h"

namespace tile_simd::test {

Outcome tryCompile(const std::string &request) {
  Outcome outcome;
  auto kernel = compileKernel(request);
  if (kernel) {
    outcome.kernel = std::move(*kernel);
    return outcome;
  }
  llvm::handleAllErrors(
      kernel.takeError(),
      [&](const TileError &error) {
        outcome.code = error.code();
        outcome.argument = error.argument();
        outcome.message = error.text();
      },
      [&](const llvm::ErrorInfoBase &error) {
        outcome.code = "(no TileError)";
        outcome.message = error.message();
      });
  return outcome;
}

} // namespace tile_simd::test
