#include "case.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tile_simd::bench {
namespace {

constexpr size_t pageBytes = 4096;
// Buffers start at different places within a page: a store and a load at the same offset of two pages look
// alike to the load queue of many CPUs, and which rows meet so would be an accident of the allocator.
constexpr size_t staggerFloats[] = {0, 336, 560, 720, 912};
// Rows behind each buffer that exist, though no candidate may change them. Generated code may let the
// inactive lanes of a tail point there, and a masked-off access to a page that is absent, or that the system
// has not marked as accessed, costs hundreds of cycles. What stands behind an array is an accident; here it
// is memory.
constexpr uint64_t rowsBehind = 16;
constexpr double tolerance = 5e-5;

/// xorshift128+: the same data everywhere.
class Random {
public:
  double uniform() { return double(next() >> 11) * 0x1p-53; }
  double normal() {
    double u = uniform(), v = uniform();
    return std::sqrt(-2 * std::log(1 - u)) * std::cos(6.283185307179586 * v);
  }

private:
  uint64_t next() {
    uint64_t x = a_, y = b_;
    a_ = y;
    x ^= x << 23;
    b_ = x ^ y ^ (x >> 17) ^ (y >> 26);
    return b_ + y;
  }
  uint64_t a_ = 0x9E3779B97F4A7C15, b_ = 0xD1B54A32D192ED03;
};

size_t pages(uint64_t floats) { return (floats * sizeof(float) + pageBytes - 1) / pageBytes + 2; }

/// Element `column` of row `row` of a table of angles.
float angle(Content content, uint64_t row, uint64_t column, uint64_t half) {
  const double value = double(row) * std::pow(10000.0, -double(column) / double(half));
  return float(content == Content::Cosine ? std::cos(value) : std::sin(value));
}

} // namespace

Case::Case(const OperatorSpec &spec, uint64_t rows, uint64_t columns, float eps)
    : spec_(spec), rows_(rows), columns_(columns), eps_(eps), memory_(nullptr, &std::free) {
  std::vector<size_t> sizes; // in pages; the output last
  for (const BufferSpec &input : spec.inputs)
    sizes.push_back(
        pages(elements(input.shape) + (input.shape == BufferShape::Columns ? 0 : rowsBehind * columns)));
  sizes.push_back(pages((rows + rowsBehind) * columns));
  size_t bytes = 0;
  for (size_t size : sizes)
    bytes += size * pageBytes;
  memory_.reset(std::aligned_alloc(pageBytes, bytes));
  if (!memory_)
    std::abort(); // a benchmark that finds no memory has nothing to report
  std::memset(memory_.get(), 0xFF, bytes);
  auto *base = static_cast<float *>(memory_.get());
  for (size_t i = 0; i < sizes.size(); base += sizes[i++] * pageBytes / sizeof(float))
    inputs_.push_back(base + staggerFloats[i % std::size(staggerFloats)]);
  y_ = inputs_.back();
  inputs_.pop_back();
  oracle_.resize(rows * columns);
  reference_.resize(rows * columns);
}

uint64_t Case::elements(BufferShape shape) const {
  switch (shape) {
  case BufferShape::Rows: return rows_ * columns_;
  case BufferShape::HalfRows: return rows_ * (columns_ / 2);
  case BufferShape::Columns: return columns_;
  }
  return 0;
}

float *Case::buffer(const std::string &name) {
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (spec_.inputs[i].name == name)
      return inputs_[i];
  return name == "y" ? y_ : nullptr;
}

void Case::fill(Data data) {
  Random random;
  for (size_t input = 0; input < inputs_.size(); ++input) {
    const BufferSpec &buffer = spec_.inputs[input];
    const uint64_t half = columns_ / 2;
    for (uint64_t i = 0; i < elements(buffer.shape); ++i)
      inputs_[input][i] = buffer.content == Content::Normal
                              ? float(buffer.mean + buffer.deviation * random.normal())
                              : angle(buffer.content, i / half, i % half, half);
  }
  if (data == Data::Extreme)
    for (uint64_t row = 0; row < rows_; ++row)
      spec_.harden(inputs_[0] + row * columns_, columns_, row % 4);
  computeOracle();
}

void Case::computeOracle() {
  for (uint64_t row = 0; row < rows_; ++row) {
    OracleRow one{columns_, double(eps_), {}};
    for (size_t input = 0; input < inputs_.size(); ++input) {
      const BufferShape shape = spec_.inputs[input].shape;
      one.inputs.push_back(inputs_[input] +
                           (shape == BufferShape::Columns ? 0 : row * (elements(shape) / rows_)));
    }
    spec_.oracle(one, oracle_.data() + row * columns_);
  }
}

void Case::clearOutput() { std::memset(y_, 0xFF, rows_ * columns_ * sizeof(float)); }

void Case::expectOutput() { std::memcpy(reference_.data(), y_, rows_ * columns_ * sizeof(float)); }

static std::string place(uint64_t index, uint64_t columns, double given, double expected) {
  char text[160];
  std::snprintf(text, sizeof(text), "row %llu column %llu is %.9g, expected %.9g",
                static_cast<unsigned long long>(index / columns),
                static_cast<unsigned long long>(index % columns), given, expected);
  return text;
}

std::string Case::checkBits() const {
  if (std::memcmp(y_, reference_.data(), rows_ * columns_ * sizeof(float)) == 0)
    return {};
  for (uint64_t i = 0; i < rows_ * columns_; ++i)
    if (std::memcmp(&y_[i], &reference_[i], sizeof(float)) != 0)
      return "not the reference's bits: " + place(i, columns_, double(y_[i]), double(reference_[i]));
  return {};
}

std::string Case::checkOracle(bool isOurs) const {
  for (uint64_t i = 0; i < rows_ * columns_; ++i) {
    const double allowed = tolerance + tolerance * std::fabs(oracle_[i]);
    const double error = std::fabs(double(y_[i]) - oracle_[i]) / allowed;
    if (!(error <= 1)) // NaN as well
      return "beyond 5e-5 + 5e-5*|e|: " + place(i, columns_, double(y_[i]), oracle_[i]);
    if (isOurs)
      largestError_ = std::fmax(largestError_, error);
  }
  return {};
}

} // namespace tile_simd::bench
