// The frame of every hand-written entry.
#pragma once

#include "hand.h"

#define HAND_INLINE static inline __attribute__((always_inline))

// A loop header follows. HAND_UNROLL is for counts known at compile time, to the end.
#if defined(__clang__)
#define HAND_UNROLL _Pragma("unroll")
#define HAND_UNROLL_BY_2 _Pragma("unroll 2")
#define HAND_UNROLL_BY_4 _Pragma("unroll 4")
#else
#define HAND_UNROLL _Pragma("GCC unroll 64")
#define HAND_UNROLL_BY_2 _Pragma("GCC unroll 2")
#define HAND_UNROLL_BY_4 _Pragma("GCC unroll 4")
#endif

/// Ordinary rows through the expression `rows`, which runs [row, end) up to the first row that f32 cannot be
/// trusted with and says which that is; that one in FP64. The rescue's call stands outside of the loop over
/// rows, so that constants and addresses keep their registers in it.
#define HAND_ENTRY(name, rows, rescue)                                                                       \
  static void name(HandRecord *record) {                                                                     \
    const uint64_t end = record->end;                                                                        \
    for (uint64_t row = record->begin; row < end; ++row) {                                                   \
      row = rows;                                                                                            \
      if (row < end)                                                                                         \
        rescue;                                                                                              \
    }                                                                                                        \
    record->begin = end;                                                                                     \
  }

/// The arguments of an entry, as seen from one row on.
typedef struct HandRmsNorm {
  const float *restrict x, *restrict weight;
  float *restrict y;
  int64_t xStride, yStride;
  float eps;
} HandRmsNorm;

typedef struct HandLayerNorm {
  const float *restrict x, *restrict weight, *restrict bias;
  float *restrict y;
  int64_t xStride, yStride;
  float eps;
} HandLayerNorm;

HAND_INLINE float *handRow(const HandRecord *record, unsigned slot, uint64_t row) {
  return (float *)record->arguments[slot].data + (int64_t)row * record->arguments[slot].rowStride;
}

HAND_INLINE HandRmsNorm handBindRmsNorm(const HandRecord *record, uint64_t row) {
  const HandArgument *arguments = record->arguments;
  HandRmsNorm bound = {handRow(record, handRmsX, row), arguments[handRmsWeight].data,
                       handRow(record, handRmsY, row), arguments[handRmsX].rowStride,
                       arguments[handRmsY].rowStride,  arguments[handRmsEps].value};
  return bound;
}

HAND_INLINE HandLayerNorm handBindLayerNorm(const HandRecord *record, uint64_t row) {
  const HandArgument *arguments = record->arguments;
  HandLayerNorm bound = {handRow(record, handLayerX, row), arguments[handLayerWeight].data,
                         arguments[handLayerBias].data,    handRow(record, handLayerY, row),
                         arguments[handLayerX].rowStride,  arguments[handLayerY].rowStride,
                         arguments[handLayerEps].value};
  return bound;
}
