// FP64 evaluation of one row in the fixed reduction order, for rows that f32 cannot be trusted with.
//
// Only the last store rounds. Speed does not matter here, but that it is a call of its own does: inlined, it
// would take registers and code space from the ordinary row.
#include "entry.h"

#include <math.h>

enum { lanes = 64, chunk = 8192 };

typedef double (*Term)(const float *x, unsigned i, double shift);

static double value(const float *x, unsigned i, double shift) { return (double)x[i] - shift; }
static double square(const float *x, unsigned i, double shift) {
  double d = (double)x[i] - shift;
  return d * d;
}

/// Sum of the terms of one chunk: rows longer than that are not in these benchmarks.
static double sum(Term term, const float *x, unsigned columns, double shift) {
  double lane[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    lane[l] = -0.0; // the identity that changes no bit, not even a sign of zero
  for (unsigned i = 0; i < columns; ++i)
    lane[i % lanes] += term(x, i, shift);
  for (unsigned half = lanes / 2; half > 0; half /= 2)
    for (unsigned l = 0; l < half; ++l)
      lane[l] += lane[l + half];
  return lane[0];
}

__attribute__((noinline, cold)) void handRescueRmsNorm(const HandRecord *record, uint64_t row,
                                                       unsigned columns) {
  const float *x = handRow(record, handRmsX, row);
  const float *weight = record->arguments[handRmsWeight].data;
  float *y = handRow(record, handRmsY, row);
  double variance = sum(square, x, columns, 0.0) / columns + (double)record->arguments[handRmsEps].value;
  double inverse = 1.0 / sqrt(variance);
  for (unsigned i = 0; i < columns; ++i)
    y[i] = (float)((double)x[i] * inverse * (double)weight[i]);
}

__attribute__((noinline, cold)) void handRescueLayerNorm(const HandRecord *record, uint64_t row,
                                                         unsigned columns) {
  const float *x = handRow(record, handLayerX, row);
  const float *weight = record->arguments[handLayerWeight].data;
  const float *bias = record->arguments[handLayerBias].data;
  float *y = handRow(record, handLayerY, row);
  double mean = sum(value, x, columns, 0.0) / columns;
  double correction = sum(value, x, columns, mean) / columns;
  double squares = sum(square, x, columns, mean) / columns;
  double variance = squares - correction * correction + (double)record->arguments[handLayerEps].value;
  double inverse = 1.0 / sqrt(variance);
  for (unsigned i = 0; i < columns; ++i)
    y[i] = (float)((((double)x[i] - mean) - correction) * inverse * (double)weight[i] + (double)bias[i]);
}
