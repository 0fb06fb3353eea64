// Which build of this library is running.
#pragma once

#include <string>

namespace tile_simd {

/// The linker's digest of the binary that holds this function, in hexadecimal. Code that another build
/// generated must not be taken for ours, and the version does not change with every build. Empty where the
/// binary has none.
const std::string &buildId();

} // namespace tile_simd
