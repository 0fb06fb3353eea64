// What a parameter of a program is, as the generated code and whoever launches it see it.
#pragma once

#include <cstdint>

namespace tile_simd {

enum class ParamKind : uint8_t { Input, Output, Scalar };
/// Which row of a buffer program r works on: row r; the one row of all; row r / n; or a row named in a table.
enum class ParamAccess : uint8_t { Row, Column, Group, Gather };

} // namespace tile_simd
