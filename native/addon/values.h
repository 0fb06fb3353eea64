// Reading arguments on the cold paths: what is wrong with a value becomes an llvm::Error that names the
// argument, says what was expected and what was given.
#pragma once

#include "addon/errors.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace tile_simd {

/// The largest integer that a JavaScript number holds together with all smaller ones.
constexpr int64_t maxSafeInteger = (int64_t(1) << 53) - 1;

/// "a string", "null", "the number -1": what was given.
std::string describeValue(Napi::Value value);

llvm::Expected<std::string> readString(Napi::Value value, llvm::StringRef argument);

/// An integer from 0 to maxSafeInteger.
llvm::Expected<int64_t> readCount(Napi::Value value, const llvm::Twine &argument);

/// An array of integers from 0 to maxSafeInteger, with at most `limit` elements.
llvm::Expected<std::vector<int64_t>> readCounts(Napi::Value value, llvm::StringRef argument, uint32_t limit);

} // namespace tile_simd
