// The bytes that one buffer argument touches: rows of equal length at a constant distance.
//
// Whether two buffers conflict is decided by these sets, not by their address hulls: gate and up packed into
// one array, or Q, K and V, interleave row by row and share no element. The test is therefore exact, for
// different strides too, and cheap enough to run whenever an address changes.
#pragma once

#include <cstdint>

namespace tile_simd {

struct ElementSet {
  uint64_t base;        // address of the first byte of row 0
  uint64_t rows;        // 0: the empty set
  uint64_t strideBytes; // from one row to the next; without meaning for a single row
  uint64_t extentBytes; // bytes of one row; 0: the empty set
};

/// True if every row lies in the lower half of the address space, where all of the arithmetic here is exact.
bool isAddressable(const ElementSet &set);

/// True if no two rows of `set` share a byte. Every output must: its rows are written in any order.
bool hasDisjointRows(const ElementSet &set);

/// True if both sets are the same rows: the same start, row length, row count and, with several rows, stride.
bool isSameSet(const ElementSet &a, const ElementSet &b);

/// True if no byte belongs to both. Exact; O(1) if the strides are equal, multiples of each other, or the
/// hulls are apart, and at most O(min(a.rows, b.rows)) otherwise. A set that is not addressable is disjoint
/// from nothing.
bool areDisjoint(const ElementSet &a, const ElementSet &b);

} // namespace tile_simd
