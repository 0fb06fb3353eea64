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
constexpr size_t staggerFloats[] = {0, 336, 560, 720};
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

} // namespace

Case::Case(Op op, uint64_t rows, uint64_t columns, float eps)
    : op_(op), rows_(rows), columns_(columns), eps_(eps), memory_(nullptr, &std::free) {
  const size_t large = pages((rows + rowsBehind) * columns), small = pages(columns);
  const size_t perPage = pageBytes / sizeof(float);
  const size_t bytes = (2 * large + 2 * small) * pageBytes;
  memory_.reset(std::aligned_alloc(pageBytes, bytes));
  if (!memory_)
    std::abort(); // a benchmark that finds no memory has nothing to report
  std::memset(memory_.get(), 0xFF, bytes);
  auto *base = static_cast<float *>(memory_.get());
  x_ = base + staggerFloats[0];
  weight_ = base + large * perPage + staggerFloats[1];
  bias_ = base + (large + small) * perPage + staggerFloats[2];
  y_ = base + (large + 2 * small) * perPage + staggerFloats[3];
  oracle_.resize(rows * columns);
  reference_.resize(rows * columns);
}

float *Case::buffer(const std::string &name) {
  if (name == "x")
    return x_;
  if (name == "weight")
    return weight_;
  if (name == "bias" && op_ == Op::LayerNorm)
    return bias_;
  return name == "y" ? y_ : nullptr;
}

void Case::fill(Data data) {
  Random random;
  for (uint64_t i = 0; i < rows_ * columns_; ++i)
    x_[i] = float(random.normal());
  for (uint64_t i = 0; i < columns_; ++i) {
    weight_[i] = float(1 + 0.25 * random.normal());
    bias_[i] = float(0.25 * random.normal());
  }
  if (data == Data::Extreme)
    for (uint64_t row = 0; row < rows_; ++row)
      scaleRow(row);
  computeOracle();
}

void Case::scaleRow(uint64_t row) {
  float *x = x_ + row * columns_;
  const uint64_t kind = row % 4;
  for (uint64_t i = 0; i < columns_; ++i) {
    if (kind == 0)
      x[i] *= 1e20f; // squares overflow
    if (kind == 2)
      x[i] = op_ == Op::LayerNorm ? 4000000.25f : x[i] * 1e-20f; // a mean that rounds: c^2 beside no variance
  }
}

void Case::computeOracle() {
  for (uint64_t row = 0; row < rows_; ++row) {
    const float *x = x_ + row * columns_;
    double *e = oracle_.data() + row * columns_;
    double mean = 0, variance = 0;
    if (op_ == Op::LayerNorm) {
      for (uint64_t i = 0; i < columns_; ++i)
        mean += double(x[i]);
      mean /= double(columns_);
    }
    for (uint64_t i = 0; i < columns_; ++i)
      variance += (double(x[i]) - mean) * (double(x[i]) - mean);
    const double inverse = 1 / std::sqrt(variance / double(columns_) + double(eps_));
    for (uint64_t i = 0; i < columns_; ++i)
      e[i] = (double(x[i]) - mean) * inverse * double(weight_[i]) +
             (op_ == Op::LayerNorm ? double(bias_[i]) : 0);
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

std::string Case::checkOracle() const {
  for (uint64_t i = 0; i < rows_ * columns_; ++i) {
    const double allowed = tolerance + tolerance * std::fabs(oracle_[i]);
    const double error = std::fabs(double(y_[i]) - oracle_[i]) / allowed;
    if (!(error <= 1)) // NaN as well
      return "beyond 5e-5 + 5e-5*|e|: " + place(i, columns_, double(y_[i]), oracle_[i]);
    largestError_ = std::fmax(largestError_, error);
  }
  return {};
}

} // namespace tile_simd::bench
