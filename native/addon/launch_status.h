// What a launch function returns: a small integer, which costs the hot path nothing.
//
// status + 256 * (index of the parameter) + 65536 * (index of the other parameter, for Overlap). Anything but
// Done means that nothing ran and no byte was written; the layer above knows the names and explains.
#pragma once

#include <cstdint>

namespace tile_simd {

enum class LaunchStatus : int32_t {
  Done = 0,
  WrongArray = 1,    // the argument is no typed array, or not the one of the parameter's dtype
  Detached = 2,      // its ArrayBuffer was transferred away
  TooShort = 3,      // fewer elements than rows and stride need
  Overlap = 4,       // an output collides with another buffer; with itself if both indices are equal
  Disposed = 5,      // the kernel was disposed
  NotANumber = 6,    // a scalar's argument is no number
  BadRange = 7,      // not integers with 0 <= begin <= end <= rows < 2^53; index 0 rows, 1 begin, 2 end;
                     // 3: a row of a cooperative kernel beyond maxCooperativeRows
  OutOfMemory = 8,   // no memory for the workspace
  BadIndex = 9,      // a scalar that must be an i32, at least 1 where it counts the rows of a group, is not
  BadRowNumber = 10, // an array of row numbers names a row that the buffer of index `other` does not have
  Busy = 11,     // a launch in flight, of any thread, writes what this one uses, or uses what this one writes
  NotBound = 12, // a launch to be repeated is not what was bound last
};

constexpr int32_t encode(LaunchStatus status, unsigned param = 0, unsigned other = 0) {
  return int32_t(status) + 256 * int32_t(param) + 65536 * int32_t(other);
}

} // namespace tile_simd
