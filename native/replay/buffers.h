// The buffers of one contest: inputs from files, the output with guards around it, and what it should hold.
//
// All contenders work on the same memory, so that addresses (and with them cache sets and aliases) are no
// difference between them. Invariant: inputs keep the bytes of their files; `check` sees it if they do not.
#pragma once

#include "replay/elf_object.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tile_simd::replay {

/// Guard elements of the output: half of them right before it, half of them right behind.
constexpr unsigned guardElements = 68;

/// What a look at the buffers found.
struct CheckResult {
  uint64_t wrong = 0;      // elements off by more than 5e-5 + 5e-5 * |expected|
  double largestError = 0; // in units of that tolerance
  bool guardsIntact = true, inputsIntact = true;
  /// Number of the distinct output that this is, by bits; in the order in which they were first seen.
  uint64_t output = 0;
};

class Buffers {
public:
  /// `elements` of f32, from a file of exactly that size.
  Problem addInput(const std::string &name, uint64_t elements, const std::string &path);
  /// The output; `path` names a file of f64 with what it should hold.
  Problem addOutput(const std::string &name, uint64_t elements, const std::string &path);

  /// Address of element 0; null for other names.
  float *find(const std::string &name) const;
  uint64_t outputElements() const { return expected_.size(); }
  const float *output() const { return output_; }

  /// Where each buffer lies.
  struct Range {
    std::string name;
    uint64_t start, bytes;
  };
  std::vector<Range> ranges() const;

  /// Overwrites output and guards, so that what was not written shows.
  void clearOutput();
  CheckResult check();
  /// The distinct outputs that `check` has seen.
  const std::vector<std::vector<float>> &outputs() const { return outputs_; }

private:
  struct Buffer {
    std::string name;
    std::unique_ptr<void, void (*)(void *)> memory;
    float *data;
    std::vector<float> original; // inputs
  };

  Buffer *allocate(const std::string &name, uint64_t elements);

  std::vector<Buffer> buffers_;
  float *output_ = nullptr;
  std::vector<double> expected_;
  std::vector<std::vector<float>> outputs_;
};

} // namespace tile_simd::replay
