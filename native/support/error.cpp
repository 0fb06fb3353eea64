#include "support/error.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace tile_simd {

char TileError::ID = 0;

void TileError::log(llvm::raw_ostream &os) const {
  os << code_;
  if (!argument_.empty())
    os << " (" << argument_ << ")";
  os << ": " << message_;
}

std::error_code TileError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

static llvm::Error make(const char *code, const llvm::Twine &where, const llvm::Twine &what) {
  return llvm::make_error<TileError>(code, where.str(), what.str());
}

llvm::Error invalidIr(const llvm::Twine &where, const llvm::Twine &what) {
  return make("ERR_INVALID_IR", where, what);
}
llvm::Error invalidPlan(const llvm::Twine &where, const llvm::Twine &what) {
  return make("ERR_INVALID_PLAN", where, what);
}
llvm::Error invalidTarget(const llvm::Twine &where, const llvm::Twine &what) {
  return make("ERR_TARGET", where, what);
}
llvm::Error internalError(const llvm::Twine &what) { return make("ERR_INTERNAL", "", what); }

} // namespace tile_simd
