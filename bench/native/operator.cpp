#include "operator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tile_simd::bench {
namespace {

double meanOf(const OracleRow &row) {
  double sum = 0;
  for (uint64_t i = 0; i < row.columns; ++i)
    sum += double(row.inputs[0][i]);
  return sum / double(row.columns);
}

/// 1 / sqrt(mean((x - shift)^2) + eps)
double inverseDeviation(const OracleRow &row, double shift) {
  double squares = 0;
  for (uint64_t i = 0; i < row.columns; ++i)
    squares += (double(row.inputs[0][i]) - shift) * (double(row.inputs[0][i]) - shift);
  return 1 / std::sqrt(squares / double(row.columns) + row.eps);
}

void rmsNorm(const OracleRow &row, double *y) {
  const double inverse = inverseDeviation(row, 0);
  for (uint64_t i = 0; i < row.columns; ++i)
    y[i] = double(row.inputs[0][i]) * inverse * double(row.inputs[1][i]);
}

void layerNorm(const OracleRow &row, double *y) {
  const double mean = meanOf(row), inverse = inverseDeviation(row, mean);
  for (uint64_t i = 0; i < row.columns; ++i)
    y[i] = (double(row.inputs[0][i]) - mean) * inverse * double(row.inputs[1][i]) + double(row.inputs[2][i]);
}

void softmax(const OracleRow &row, double *y) {
  double max = -std::numeric_limits<double>::infinity(), sum = 0;
  for (uint64_t i = 0; i < row.columns; ++i)
    max = std::max(max, y[i] = double(row.inputs[0][i]));
  for (uint64_t i = 0; i < row.columns; ++i)
    sum += y[i] = std::exp(y[i] - max);
  for (uint64_t i = 0; i < row.columns; ++i)
    y[i] /= sum;
}

void logSoftmax(const OracleRow &row, double *y) {
  double max = -std::numeric_limits<double>::infinity(), sum = 0;
  for (uint64_t i = 0; i < row.columns; ++i)
    max = std::max(max, y[i] = double(row.inputs[0][i]));
  for (uint64_t i = 0; i < row.columns; ++i)
    sum += std::exp(y[i] - max);
  for (uint64_t i = 0; i < row.columns; ++i)
    y[i] = y[i] - max - std::log(sum);
}

double silu(double x) { return x / (1 + std::exp(-x)); }
double geluErf(double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }
double geluTanh(double x) {
  constexpr double slope = 0.79788456080286535588; // sqrt(2 / pi)
  return 0.5 * x * (1 + std::tanh(slope * (x + 0.044715 * x * x * x)));
}

template <double (*function)(double)> void unary(const OracleRow &row, double *y) {
  for (uint64_t i = 0; i < row.columns; ++i)
    y[i] = function(double(row.inputs[0][i]));
}

template <double (*function)(double)> void plus(const OracleRow &row, double *y) {
  for (uint64_t i = 0; i < row.columns; ++i)
    y[i] = function(double(row.inputs[0][i])) + double(row.inputs[1][i]);
}

void swiglu(const OracleRow &row, double *y) {
  for (uint64_t i = 0; i < row.columns; ++i)
    y[i] = silu(double(row.inputs[0][i])) * double(row.inputs[1][i]);
}

void rope(const OracleRow &row, double *y) {
  const uint64_t half = row.columns / 2;
  const float *x = row.inputs[0];
  for (uint64_t i = 0; i < half; ++i) {
    const double cos = double(row.inputs[1][i]), sin = double(row.inputs[2][i]);
    y[i] = double(x[i]) * cos - double(x[half + i]) * sin;
    y[half + i] = double(x[i]) * sin + double(x[half + i]) * cos;
  }
}

void scale(float *x, uint64_t columns, float factor) {
  for (uint64_t i = 0; i < columns; ++i)
    x[i] *= factor;
}

void hardenRms(float *x, uint64_t columns, uint64_t kind) {
  if (kind == 0) // squares overflow, or vanish
    scale(x, columns, 1e20f);
  if (kind == 2)
    scale(x, columns, 1e-20f);
}

void hardenLayer(float *x, uint64_t columns, uint64_t kind) {
  if (kind == 0)
    scale(x, columns, 1e20f);
  if (kind == 2)
    std::fill_n(x, columns, 4000000.25f); // a mean that rounds: c^2 beside no variance
}

void hardenSoftmax(float *x, uint64_t columns, uint64_t kind) {
  if (kind == 0) // exponentials down to 0, through the denormals
    scale(x, columns, 40);
  if (kind == 2 && columns > 1)
    x[columns / 2] = -std::numeric_limits<float>::infinity();
}

void hardenLogSoftmax(float *x, uint64_t columns, uint64_t kind) {
  if (kind == 0)
    scale(x, columns, 40);
}

void hardenActivation(float *x, uint64_t columns, uint64_t kind) {
  if (kind == 0) // the gate down to 0, through the denormals
    scale(x, columns, 40);
  if (kind == 2)
    scale(x, columns, 1e-20f);
}

void hardenRope(float *x, uint64_t columns, uint64_t kind) {
  if (kind == 2)
    scale(x, columns, 1e-20f);
}

constexpr auto rows = BufferShape::Rows, halfRows = BufferShape::HalfRows, perColumn = BufferShape::Columns;

const std::vector<OperatorSpec> &operators() {
  static const std::vector<OperatorSpec> all = {
      {"rms_norm", {{"x", rows}, {"weight", perColumn, 1, 0.25}}, true, rmsNorm, hardenRms},
      {"layer_norm",
       {{"x", rows}, {"weight", perColumn, 1, 0.25}, {"bias", perColumn, 0, 0.25}},
       true,
       layerNorm,
       hardenLayer},
      {"softmax", {{"x", rows, 0, 3}}, false, softmax, hardenSoftmax},
      {"log_softmax", {{"x", rows, 0, 3}}, false, logSoftmax, hardenLogSoftmax},
      {"silu", {{"x", rows, 0, 2}}, false, unary<silu>, hardenActivation},
      {"swiglu", {{"gate", rows, 0, 2}, {"up", rows}}, false, swiglu, hardenActivation},
      {"gelu", {{"x", rows, 0, 2}}, false, unary<geluErf>, hardenActivation},
      {"gelu_residual", {{"x", rows, 0, 2}, {"residual", rows}}, false, plus<geluErf>, hardenActivation},
      {"gelu_tanh", {{"x", rows, 0, 2}}, false, unary<geluTanh>, hardenActivation},
      {"gelu_tanh_residual",
       {{"x", rows, 0, 2}, {"residual", rows}},
       false,
       plus<geluTanh>,
       hardenActivation},
      {"rope",
       {{"x", rows}, {"cos", halfRows, 0, 1, Content::Cosine}, {"sin", halfRows, 0, 1, Content::Sine}},
       false,
       rope,
       hardenRope},
  };
  return all;
}

} // namespace

const OperatorSpec *findOperator(const std::string &name) {
  const auto &all = operators();
  auto found =
      std::find_if(all.begin(), all.end(), [&](const OperatorSpec &one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace tile_simd::bench
