// Random changes of a compile request: of the JSON values, so that most results are almost valid, or of its
// bytes.
#pragma once

#include "llvm/Support/JSON.h"

#include <random>
#include <string>

namespace tile_simd::test {

/// Changes one to three things that often leave the request valid: an argument into another earlier value, an
/// op into one that takes as many arguments, a reduction, a constant, an extent, a switch of the plan.
void mutateGently(llvm::json::Value &request, std::mt19937 &random);

/// Changes one to four values somewhere in `request`: numbers and strings into others of their kind or into
/// something else, entries of arrays and objects removed, doubled, exchanged or put in from another place.
void mutateValues(llvm::json::Value &request, std::mt19937 &random);

/// Changes one to four places of the text: bytes replaced, removed, put in; a piece copied elsewhere; the end
/// cut off.
std::string mutateBytes(std::string text, std::mt19937 &random);

} // namespace tile_simd::test
