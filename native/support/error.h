// The one error type of the native code below the addon.
//
// Everything that can go wrong on user input travels as an llvm::Error that holds a TileError: a stable code,
// the argument it concerns and a sentence. native/addon turns it into a JavaScript error in exactly one
// place.
#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace tile_simd {

class TileError : public llvm::ErrorInfo<TileError> {
public:
  static char ID;

  TileError(std::string code, std::string argument, std::string message)
      : code_(std::move(code)), argument_(std::move(argument)), message_(std::move(message)) {}

  const std::string &code() const { return code_; }
  /// The argument at fault, as the caller knows it ("ir.ops[3].args[1]", "plan.width"); may be empty.
  const std::string &argument() const { return argument_; }
  const std::string &text() const { return message_; }

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string code_, argument_, message_;
};

/// ERR_INVALID_IR: the Tile IR handed over is malformed.
llvm::Error invalidIr(const llvm::Twine &where, const llvm::Twine &what);
/// ERR_INVALID_PLAN: a plan value is unknown, or not legal for this program.
llvm::Error invalidPlan(const llvm::Twine &where, const llvm::Twine &what);
/// ERR_TARGET: the requested features are unknown or this machine lacks them.
llvm::Error invalidTarget(const llvm::Twine &where, const llvm::Twine &what);
/// ERR_INTERNAL: a fault of ours, with what LLVM said of it.
llvm::Error internalError(const llvm::Twine &what);

} // namespace tile_simd
