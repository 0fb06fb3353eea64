// One operator on one shape: its buffers, its expected results, and the check that every output must pass.
//
// All candidates of a case work on the same memory, so that addresses (and with them cache sets and aliases)
// are no difference between them. Invariant: after `expect`, an output is right only if it has the bits of
// the reference and is within 5e-5 + 5e-5 * |e| of an FP64 evaluation of the formula (not of the algorithm).
#pragma once

#include "operator.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tile_simd::bench {

/// What the rows hold.
enum class Data : uint8_t {
  Ordinary, // normal deviates
  Extreme,  // among ordinary rows, some that f32 cannot be trusted with
};

class Case {
public:
  Case(const OperatorSpec &spec, uint64_t rows, uint64_t columns, float eps);

  const OperatorSpec &spec() const { return spec_; }
  uint64_t rows() const { return rows_; }
  uint64_t columns() const { return columns_; }
  float eps() const { return eps_; }
  uint64_t elements(BufferShape shape) const;
  /// An input, or "y"; null for other names.
  float *buffer(const std::string &name);

  void fill(Data data);
  /// Overwrites the output, so that what was not written shows.
  void clearOutput();
  /// Takes the output as it stands for the reference bits.
  void expectOutput();
  /// Empty if the output has the reference bits, or is within the tolerance; otherwise where it is not.
  std::string checkBits() const;
  /// `isOurs`: its error counts for largestError().
  std::string checkOracle(bool isOurs) const;
  double largestError() const { return largestError_; }

private:
  void computeOracle();

  const OperatorSpec &spec_;
  uint64_t rows_, columns_;
  float eps_;
  std::unique_ptr<void, void (*)(void *)> memory_;
  std::vector<float *> inputs_; // as in spec_.inputs
  float *y_;
  std::vector<double> oracle_;
  std::vector<float> reference_;
  mutable double largestError_ = 0; // over all checks, in units of the tolerance
};

} // namespace tile_simd::bench
