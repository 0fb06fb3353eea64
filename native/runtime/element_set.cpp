// How two sets are compared.
//
// Let A be the set with fewer rows, B the other, with rows [b + j*t, b + j*t + f). Only rows of A that meet
// B's hull matter. For such a row [p, p + e) the question is where p lies relative to B's nearest row, a
// question modulo t:
//
//     p meets a row of B   <=>   (p - b + e - 1) mod t  <  e + f - 1
//
// (the last byte of p's row falls into the e + f - 1 positions from the first byte of a row of B on). B's
// ends are no exceptions: a row that meets the hull before b meets B's row 0, one that meets it after B's
// last start meets the last row. Going from one row of A to the next adds s mod t, so that a residue soon
// returns when the strides have much in common; the walk ends there, at once when s is a multiple of t.
#include "runtime/element_set.h"

#include <utility>

namespace tile_simd {
namespace {

constexpr uint64_t addressLimit = uint64_t(1) << 63;

bool isEmpty(const ElementSet &set) { return set.rows == 0 || set.extentBytes == 0; }

/// Bytes from the first of row 0 to behind the last of the last row; addressable, non-empty sets only.
uint64_t span(const ElementSet &set) { return (set.rows - 1) * set.strideBytes + set.extentBytes; }

/// The same bytes with as few rows as possible: rows that touch or overlap are one row.
ElementSet merged(const ElementSet &set) {
  if (set.rows > 1 && set.strideBytes > set.extentBytes)
    return set;
  return {set.base, 1, 0, span(set)};
}

} // namespace

bool isAddressable(const ElementSet &set) {
  if (isEmpty(set))
    return true;
  uint64_t offset, length, end;
  if (__builtin_mul_overflow(set.rows - 1, set.strideBytes, &offset) ||
      __builtin_add_overflow(offset, set.extentBytes, &length) ||
      __builtin_add_overflow(set.base, length, &end))
    return false;
  return end <= addressLimit;
}

bool hasDisjointRows(const ElementSet &set) {
  return isEmpty(set) || set.rows == 1 || set.strideBytes >= set.extentBytes;
}

bool isSameSet(const ElementSet &a, const ElementSet &b) {
  return a.base == b.base && a.rows == b.rows && a.extentBytes == b.extentBytes &&
         (a.rows <= 1 || a.strideBytes == b.strideBytes);
}

bool areDisjoint(const ElementSet &first, const ElementSet &second) {
  if (isEmpty(first) || isEmpty(second))
    return true;
  if (!isAddressable(first) || !isAddressable(second))
    return false;

  ElementSet a = merged(first), b = merged(second);
  if (a.rows > b.rows)
    std::swap(a, b);
  uint64_t aEnd = a.base + span(a), bEnd = b.base + span(b);
  if (aEnd <= b.base || bEnd <= a.base)
    return true;

  // Rows [low, high) of A are those that meet B's hull: they end behind its start and start before its end.
  uint64_t low = 0, high = a.rows;
  if (a.rows > 1) {
    uint64_t firstEnd = a.base + a.extentBytes;
    if (firstEnd <= b.base)
      low = (b.base - firstEnd) / a.strideBytes + 1;
    if (uint64_t before = (bEnd - 1 - a.base) / a.strideBytes + 1; before < high)
      high = before;
  }
  if (low >= high)
    return true;
  uint64_t window = a.extentBytes + b.extentBytes - 1;
  if (b.rows == 1 || window >= b.strideBytes)
    return false;

  const uint64_t period = b.strideBytes, step = a.strideBytes % period;
  const uint64_t start = (a.base + low * a.strideBytes + a.extentBytes - 1 - b.base) % period;
  uint64_t residue = start;
  for (uint64_t row = low; row < high; ++row) {
    if (residue < window)
      return false;
    residue += step;
    if (residue >= period)
      residue -= period;
    if (residue == start)
      break;
  }
  return true;
}

} // namespace tile_simd
