// The operators of the table: what buffers each has, what its rows hold, and what should come out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tile_simd::bench {

/// Whose elements a buffer has.
enum class BufferShape : uint8_t {
  Rows,     // rows x columns
  HalfRows, // rows x columns / 2
  Columns,  // columns, shared by all rows
};

enum class Content : uint8_t { Normal, Cosine, Sine };

struct BufferSpec {
  std::string name; // of the tile program's parameter
  BufferShape shape;
  double mean = 0, deviation = 1; // of normal deviates
  Content content = Content::Normal;
};

/// One row for the oracle: inputs in the order of OperatorSpec::inputs.
struct OracleRow {
  uint64_t columns;
  double eps;
  std::vector<const float *> inputs;
};

struct OperatorSpec {
  std::string name;
  std::vector<BufferSpec> inputs; // the output is y, rows x columns
  bool hasEps;
  /// The formula (not the algorithm) in FP64.
  void (*oracle)(const OracleRow &row, double *y);
  /// Makes a row of the first input one that is hard for f32; kinds 1 and 3 stay as they are.
  void (*harden)(float *x, uint64_t columns, uint64_t kind);
};

/// Null for a name that is not in the table.
const OperatorSpec *findOperator(const std::string &name);

} // namespace tile_simd::bench
