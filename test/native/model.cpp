#include "model.h"

#include "codegen/numerics.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>

namespace tile_simd::test {
namespace {

template <class T> class BinaryCounter {
public:
  void add(T value) {
    size_t digit = 0;
    for (; digit < digits_.size() && digits_[digit].taken; ++digit) {
      value = digits_[digit].value + value;
      digits_[digit].taken = false;
    }
    if (digit == digits_.size())
      digits_.push_back({});
    digits_[digit] = {value, true};
  }
  /// What stands in the counter, folded from the youngest.
  T total() const {
    T sum = 0;
    bool any = false;
    for (const Digit &digit : digits_)
      if (digit.taken) {
        sum = any ? digit.value + sum : digit.value;
        any = true;
      }
    return sum;
  }

private:
  struct Digit {
    T value = 0;
    bool taken = false;
  };
  std::vector<Digit> digits_;
};

template <class T, class Element> T fixedOrderMean(const ModelRow &row, Element element) {
  BinaryCounter<T> chunks;
  for (int64_t base = 0; base < row.cols; base += reductionChunk) {
    T lanes[reductionLanes];
    std::fill(std::begin(lanes), std::end(lanes), T(-0.0));
    int64_t length = std::min<int64_t>(reductionChunk, row.cols - base);
    for (int64_t i = 0; i < length; ++i)
      if (row.exists(base + i))
        lanes[i % reductionLanes] += element(base + i);
    for (unsigned half = reductionLanes / 2; half > 0; half /= 2)
      for (unsigned lane = 0; lane < half; ++lane)
        lanes[lane] += lanes[lane + half];
    chunks.add(lanes[0]);
  }
  return chunks.total() / T(row.cols);
}

/// Both norms in T; false where the row asks for its rescue (which float does and double ignores).
template <class T> bool evaluate(const ModelRow &row, ModelResult &result) {
  auto x = [&](int64_t e) { return T(row.x[e]); };
  bool centers = row.op != Operator::RmsNorm;
  T mean = 0, correction = 0, variance;
  bool separate = true;
  if (centers) {
    mean = fixedOrderMean<T>(row, x);
    correction = fixedOrderMean<T>(row, [&](int64_t e) { return x(e) - mean; });
    T square = correction * correction;
    T squares = fixedOrderMean<T>(row, [&](int64_t e) {
      T d = x(e) - mean;
      return d * d;
    });
    T spread = squares - square;
    variance = spread + T(row.eps);
    separate = square <= variance * 8;
  } else {
    variance = fixedOrderMean<T>(row, [&](int64_t e) { return x(e) * x(e); }) + T(row.eps);
  }
  bool trusted = variance >= T(std::ldexp(1.0, -100)) && variance <= T(FLT_MAX) && separate;
  if (sizeof(T) == sizeof(float) && !trusted)
    return false;

  T invStdDev = 1 / std::sqrt(variance);
  for (int64_t e = 0; e < row.cols; ++e) {
    if (!row.exists(e))
      continue;
    T value = centers ? x(e) - mean - correction : x(e);
    value = value * invStdDev * T(row.weight[e]);
    if (centers)
      value = value + T(row.bias[e]);
    result.y[size_t(e)] = float(value);
  }
  result.mean = float(mean + correction);
  result.invStdDev = float(invStdDev);
  return true;
}

} // namespace

ModelResult modelRow(const ModelRow &row) {
  ModelResult result;
  result.y.assign(size_t(row.cols), 0);
  if (!evaluate<float>(row, result)) {
    evaluate<double>(row, result);
    result.rescued = true;
  }
  return result;
}

std::vector<double> oracleRow(const ModelRow &row) {
  bool centers = row.op != Operator::RmsNorm;
  double mean = 0, squares = 0;
  for (int64_t e = 0; centers && e < row.cols; ++e)
    mean += double(row.x[e]);
  mean /= double(row.cols);
  for (int64_t e = 0; e < row.cols; ++e)
    squares += (row.x[e] - mean) * (row.x[e] - mean);
  double deviation = std::sqrt(squares / double(row.cols) + double(row.eps));
  std::vector<double> y;
  y.reserve(size_t(row.cols));
  for (int64_t e = 0; e < row.cols; ++e)
    y.push_back((row.x[e] - mean) / deviation * row.weight[e] + (centers ? double(row.bias[e]) : 0));
  return y;
}

bool sameBits(float a, float b) {
  uint32_t bitsOfA, bitsOfB;
  std::memcpy(&bitsOfA, &a, sizeof a);
  std::memcpy(&bitsOfB, &b, sizeof b);
  return bitsOfA == bitsOfB || (std::isnan(a) && std::isnan(b));
}

void fillRow(RowKind kind, float *row, int64_t cols, std::mt19937 &random) {
  auto spread = [&](float by) { return std::uniform_real_distribution<float>(-by, by)(random); };
  for (int64_t e = 0; e < cols; ++e) {
    switch (kind) {
    case RowKind::Ordinary:
    case RowKind::Infinite:
    case RowKind::NotANumber: row[e] = spread(4); break;
    case RowKind::LargeMean: row[e] = 40000 + spread(1); break;
    case RowKind::HugeSquares: row[e] = spread(3e20f); break;
    case RowKind::TinySquares: row[e] = spread(1e-21f); break;
    case RowKind::HugeAmong: row[e] = 1; break;
    case RowKind::Constant: row[e] = 3.3f; break;
    case RowKind::Zeros: row[e] = 0; break;
    case RowKind::Ragged: row[e] = std::ldexp(spread(1), int(random() % 40) - 20); break;
    }
  }
  float &one = row[random() % uint64_t(cols)];
  if (kind == RowKind::HugeAmong)
    one = 4096;
  if (kind == RowKind::Infinite)
    one = random() % 2 ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
  if (kind == RowKind::NotANumber)
    one = std::numeric_limits<float>::quiet_NaN();
}

} // namespace tile_simd::test
