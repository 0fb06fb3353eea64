// The two norms in plain C++: the bits that generated code must give, and the FP64 oracle it must come near.
//
// The model follows the fixed reduction order (codegen/numerics.h) literally: 64 logical lanes per chunk of
// 8192 elements, lanes combined by halves, chunk results by a binary counter. A row that asks for its rescue
// is evaluated once more in double, in the same order, and rounded at the end.
#pragma once

#include "requests.h"

#include <cstdint>
#include <random>
#include <vector>

namespace tile_simd::test {

/// One row, and the part of it that exists. In packet-local element e belongs to lane e mod width: with
/// `active` of `width` lanes, the other elements neither are read nor written, and reductions leave them out
/// (a mean still divides by the number of columns).
struct ModelRow {
  Operator op;
  int64_t cols;
  const float *x, *weight, *bias;
  float eps;
  unsigned width = 1, active = 1;

  bool exists(int64_t element) const { return element % width < active; }
};

struct ModelResult {
  std::vector<float> y; // elements that do not exist are 0
  float mean = 0, invStdDev = 0;
  bool rescued = false;
};

/// What generated code must give, bit for bit.
ModelResult modelRow(const ModelRow &row);

/// The norm in double by its definition, for whole rows.
std::vector<double> oracleRow(const ModelRow &row);

/// Equal bits, or both a NaN: payloads are not part of equality.
bool sameBits(float a, float b);

/// What can be in a row.
enum class RowKind {
  Ordinary,
  LargeMean,   // neighbours of 40000
  HugeSquares, // squares beyond f32: rescued
  TinySquares, // squares that lose bits; rescued where eps is as small
  HugeAmong,   // 4096 among ones
  Constant,
  Zeros,
  Ragged,   // any magnitude
  Infinite, // one infinity: rescued
  NotANumber,
};
constexpr unsigned rowKinds = 10;
/// Rows of the first so many kinds have finite results, which come near the oracle's.
constexpr unsigned finiteRowKinds = 8;

void fillRow(RowKind kind, float *row, int64_t cols, std::mt19937 &random);

} // namespace tile_simd::test
