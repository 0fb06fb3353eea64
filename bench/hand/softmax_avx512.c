// Softmax by hand for AVX-512: e = exp(x - max(x)), y = e * (1 / sum(e)). Log-softmax: y = x - max(x) -
// log(sum(e)).
//
// Short rows stay in registers from the first load to the store; long ones keep e where it was made, in y or
// in a buffer of their own if y is written past the cache. A maximum may be taken in any order, and NaN that
// it lets through comes back with the exponentials, in which it makes the whole row NaN.
#include "hand.h"

#if defined(__x86_64__)
#include "math_avx512.h"

#include <math.h>
#include <string.h>

typedef struct HandSoftmax {
  const float *restrict x;
  float *restrict y;
  int64_t xStride, yStride;
} HandSoftmax;

HAND_INLINE HandSoftmax bindSoftmax(const HandRecord *record, uint64_t row) {
  HandSoftmax bound = {handRow(record, handSoftmaxX, row), handRow(record, handSoftmaxY, row),
                       record->arguments[handSoftmaxX].rowStride, record->arguments[handSoftmaxY].rowStride};
  return bound;
}

HAND_INLINE __m512 highestLane(__m512 v) {
  v = _mm512_max_ps(v, _mm512_shuffle_f32x4(v, v, 0x4E));
  v = _mm512_max_ps(v, _mm512_shuffle_f32x4(v, v, 0xB1));
  v = _mm512_max_ps(v, _mm512_permute_ps(v, 0x4E));
  return _mm512_max_ps(v, _mm512_permute_ps(v, 0xB1));
}

/// A ragged last vector; lanes without an element hold what no maximum sees.
HAND_INLINE __m512 loadRestForMax(const float *from, unsigned rest) {
  return _mm512_mask_loadu_ps(splat(-INFINITY), restMask(rest), from);
}

/// exp(x - max) of a row in registers, and the sums by logical lane.
HAND_INLINE __m512 exponentials(__m512 *v, Extent extent) {
  const unsigned vectors = extent.whole + (extent.rest != 0);
  __m512 max = v[0], a[accumulators];
  HAND_UNROLL for (unsigned i = 1; i < vectors; ++i) max = _mm512_max_ps(max, v[i]);
  max = highestLane(max);
  HAND_UNROLL for (unsigned i = 0; i < vectors; ++i) v[i] = _mm512_sub_ps(v[i], max);
  expOfNegative(v, vectors);
  HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i) a[i % accumulators] =
      i < accumulators ? v[i] : _mm512_add_ps(a[i % accumulators], v[i]);
  if (extent.rest) {
    __m512 *last = &a[extent.whole % accumulators];
    *last = accumulateRest(*last, v[extent.whole], extent.rest);
  }
  return joinAccumulators(a);
}

HAND_INLINE uint64_t registerRows(HandSoftmax softmax, uint64_t row, uint64_t end, unsigned columns) {
  const Extent extent = extentOf(columns);
  for (; row < end; ++row, softmax.x += softmax.xStride, softmax.y += softmax.yStride) {
    __m512 v[mostVectors];
    HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i) v[i] = _mm512_loadu_ps(softmax.x + i * width);
    v[extent.whole] = loadRestForMax(softmax.x + extent.whole * width, extent.rest);
    const __m512 scale = splat(1.0f / joinLanes(exponentials(v, extent)));
    HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i)
        _mm512_storeu_ps(softmax.y + i * width, _mm512_mul_ps(v[i], scale));
    storeRest(softmax.y + extent.whole * width, mulRest(v[extent.whole], scale, extent.rest), extent.rest);
  }
  return row;
}

HAND_INLINE __m512 longMax(const float *restrict x, unsigned columns) {
  enum { chains = 8 };
  const unsigned whole = columns - columns % (chains * width);
  __m512 max[chains];
  HAND_UNROLL for (unsigned k = 0; k < chains; ++k) max[k] = splat(-INFINITY);
  HAND_UNROLL_BY_2 for (unsigned i = 0; i < whole; i += chains * width)
      HAND_UNROLL for (unsigned k = 0; k < chains; ++k) max[k] =
          _mm512_max_ps(max[k], _mm512_loadu_ps(x + i + k * width));
  HAND_UNROLL for (unsigned k = 0; k < columns % (chains * width) / width; ++k) max[k] =
      _mm512_max_ps(max[k], _mm512_loadu_ps(x + whole + k * width));
  if (columns % width)
    max[0] = _mm512_max_ps(max[0], loadRestForMax(x + columns - columns % width, columns % width));
  HAND_UNROLL for (unsigned half = chains / 2; half > 0; half /= 2)
      HAND_UNROLL for (unsigned k = 0; k < half; ++k) max[k] = _mm512_max_ps(max[k], max[k + half]);
  return highestLane(max[0]);
}

/// Exponentials of `count` vectors to `e`, unless that is null, and into the accumulators from the first on.
HAND_INLINE void exponentialBlock(const float *x, float *e, __m512 max, __m512 *a, unsigned count) {
  __m512 v[mostVectors];
  HAND_EACH v[k] = _mm512_sub_ps(_mm512_loadu_ps(x + k * width), max);
  expOfNegative(v, count);
  HAND_EACH {
    a[k % accumulators] = _mm512_add_ps(a[k % accumulators], v[k]);
    if (e)
      _mm512_storeu_ps(e + k * width, v[k]);
  }
}

/// e = exp(x - max) of a row of at most one chunk, unless e is null; their sum.
HAND_INLINE float longExponentials(const float *restrict x, float *restrict e, __m512 max, unsigned columns,
                                   const float *next, unsigned vectors) {
  __m512 a[accumulators];
  HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) a[k] = splat(-0.0f);
  unsigned at = 0;
  for (; at + vectors * width <= columns; at += vectors * width) {
    if (next)
      HAND_UNROLL for (unsigned k = 0; k < vectors; ++k)
          _mm_prefetch((const char *)(next + at + k * width), _MM_HINT_T0);
    exponentialBlock(x + at, e ? e + at : NULL, max, a, vectors);
  }
  const unsigned whole = columns % (vectors * width) / width, rest = columns % width;
  if (whole)
    exponentialBlock(x + at, e ? e + at : NULL, max, a, whole);
  if (rest) {
    const unsigned last = columns - rest, k = last / width % accumulators;
    __m512 v = _mm512_sub_ps(loadRestForMax(x + last, rest), max);
    expOfNegative(&v, 1);
    a[k] = accumulateRest(a[k], v, rest);
    if (e)
      storeRest(e + last, v, rest);
  }
  return joinLanes(joinAccumulators(a));
}

HAND_INLINE void scaleRow(const float *e, float *y, __m512 scale, unsigned columns, Memory memory) {
  unsigned at = 0;
  if (memory == streaming && (at = toAligned(y)) > 0)
    _mm512_mask_storeu_ps(y, restMask(at), _mm512_mul_ps(_mm512_loadu_ps(e), scale));
  HAND_UNROLL_BY_4 for (; at + step <= columns; at += step) {
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k)
        store(y + at + k * width, _mm512_mul_ps(_mm512_loadu_ps(e + at + k * width), scale), memory);
  }
  for (; at < columns; at += width) {
    const __mmask16 mask = columns - at < width ? restMask(columns - at) : 0xFFFF;
    _mm512_mask_storeu_ps(y + at, mask, _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, e + at), scale));
  }
}

/// Rows that do not fit the registers, `vectors` exponentials at once (a multiple of `accumulators`).
HAND_INLINE uint64_t longRows(HandSoftmax softmax, uint64_t row, uint64_t end, unsigned columns,
                              unsigned vectors, Memory memory) {
  _Alignas(64) float buffer[memory == streaming ? columns + width : 1];
  for (; row < end; ++row, softmax.x += softmax.xStride, softmax.y += softmax.yStride) {
    float *e = memory == streaming ? buffer : softmax.y;
    const __m512 max = longMax(softmax.x, columns);
    const float *next = memory == plain ? NULL : softmax.x + softmax.xStride;
    const float sum = longExponentials(softmax.x, e, max, columns, next, vectors);
    scaleRow(e, softmax.y, splat(1.0f / sum), columns, memory);
  }
  if (memory == streaming)
    _mm_sfence();
  return row;
}

/// log of a sum of exponentials, of which one is 1.
HAND_INLINE float logOfSum(float sum) {
  static const float tail[] = {-0.5f,           0x1.555554p-2f,  -0x1.000226p-2f,
                               0x1.99a01cp-3f,  -0x1.54728ap-3f, 0x1.22d930p-3f,
                               -0x1.0d8246p-3f, 0x1.055eaep-3f,  -0x1.38c974p-4f};
  enum { sqrtHalf = 0x3f3504f3, terms = sizeof(tail) / sizeof(*tail) };
  if (__builtin_expect(sum != sum, 0))
    return sum;
  int32_t bits;
  memcpy(&bits, &sum, sizeof(bits));
  const int32_t distance = bits - sqrtHalf, fraction = (distance & 0x7fffff) + sqrtHalf;
  const float exponent = (float)(distance >> 23);
  float f, q = tail[terms - 1];
  memcpy(&f, &fraction, sizeof(f));
  f -= 1.0f;
  HAND_UNROLL for (unsigned i = terms - 1; i-- > 0;) q = fmaf(q, f, tail[i]);
  return fmaf(exponent, ln2High, fmaf(exponent, ln2Low, fmaf(f * f, q, f)));
}

HAND_INLINE __m512 logarithm(__m512 x, __m512 max, __m512 log) {
  return _mm512_sub_ps(_mm512_sub_ps(x, max), log);
}

/// y = x - max - log, the second half of log-softmax.
HAND_INLINE void shiftRow(const float *x, float *y, __m512 max, __m512 log, unsigned columns, Memory memory) {
  unsigned at = 0;
  if (memory == streaming && (at = toAligned(y)) > 0)
    _mm512_mask_storeu_ps(y, restMask(at), logarithm(_mm512_loadu_ps(x), max, log));
  HAND_UNROLL_BY_4 for (; at + step <= columns; at += step) {
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k)
        store(y + at + k * width, logarithm(_mm512_loadu_ps(x + at + k * width), max, log), memory);
  }
  for (; at < columns; at += width) {
    const __mmask16 mask = columns - at < width ? restMask(columns - at) : 0xFFFF;
    _mm512_mask_storeu_ps(y + at, mask, logarithm(_mm512_maskz_loadu_ps(mask, x + at), max, log));
  }
}

/// Log-softmax keeps no exponential.
HAND_INLINE uint64_t logRows(HandSoftmax softmax, uint64_t row, uint64_t end, unsigned columns,
                             unsigned vectors, Memory memory) {
  for (; row < end; ++row, softmax.x += softmax.xStride, softmax.y += softmax.yStride) {
    const __m512 max = longMax(softmax.x, columns);
    const float *next = memory == plain ? NULL : softmax.x + softmax.xStride;
    const float sum = longExponentials(softmax.x, NULL, max, columns, next, vectors);
    shiftRow(softmax.x, softmax.y, max, splat(logOfSum(sum)), columns, memory);
  }
  if (memory == streaming)
    _mm_sfence();
  return row;
}

#define SOFTMAX_ENTRY(name, rows)                                                                            \
  static void name(HandRecord *record) {                                                                     \
    const uint64_t row = record->begin, end = record->end;                                                   \
    record->begin = rows;                                                                                    \
  }
#define SOFTMAX_LONG(columns)                                                                                \
  SOFTMAX_ENTRY(softmax##columns##By4, longRows(bindSoftmax(record, row), row, end, columns, 4, plain))      \
  SOFTMAX_ENTRY(softmax##columns##By8, longRows(bindSoftmax(record, row), row, end, columns, 8, plain))      \
  SOFTMAX_ENTRY(softmax##columns##Prefetching,                                                               \
                longRows(bindSoftmax(record, row), row, end, columns, 4, prefetching))                       \
  SOFTMAX_ENTRY(softmax##columns##Streaming,                                                                 \
                longRows(bindSoftmax(record, row), row, end, columns, 4, streaming))
#define SOFTMAX_LONG_FORMS(columns)                                                                          \
  {"softmax", columns, "x86-64-v4", "4 vectors at once", softmax##columns##By4},                             \
      {"softmax", columns, "x86-64-v4", "8 vectors at once", softmax##columns##By8},                         \
      {"softmax", columns, "x86-64-v4", "4 vectors, prefetch", softmax##columns##Prefetching}, {             \
    "softmax", columns, "x86-64-v4", "4 vectors, prefetch, streaming", softmax##columns##Streaming           \
  }

#define LOG_LONG(columns)                                                                                    \
  SOFTMAX_ENTRY(log##columns##By4, logRows(bindSoftmax(record, row), row, end, columns, 4, plain))           \
  SOFTMAX_ENTRY(log##columns##By8, logRows(bindSoftmax(record, row), row, end, columns, 8, plain))           \
  SOFTMAX_ENTRY(log##columns##Prefetching,                                                                   \
                logRows(bindSoftmax(record, row), row, end, columns, 4, prefetching))                        \
  SOFTMAX_ENTRY(log##columns##Streaming, logRows(bindSoftmax(record, row), row, end, columns, 4, streaming))
#define LOG_LONG_FORMS(columns)                                                                              \
  {"log_softmax", columns, "x86-64-v4", "4 vectors at once", log##columns##By4},                             \
      {"log_softmax", columns, "x86-64-v4", "8 vectors at once", log##columns##By8},                         \
      {"log_softmax", columns, "x86-64-v4", "4 vectors, prefetch", log##columns##Prefetching}, {             \
    "log_softmax", columns, "x86-64-v4", "4 vectors, prefetch, streaming", log##columns##Streaming           \
  }

SOFTMAX_ENTRY(softmax65, registerRows(bindSoftmax(record, row), row, end, 65))
SOFTMAX_LONG(768)
SOFTMAX_LONG(1538)
SOFTMAX_LONG(4096)
SOFTMAX_LONG(4097)
LOG_LONG(65)
LOG_LONG(768)
LOG_LONG(1538)
LOG_LONG(4097)

const HandKernel *handSoftmaxAvx512(size_t *count) {
  static const HandKernel kernels[] = {
      {"softmax", 65, "x86-64-v4", "registers", softmax65},
      SOFTMAX_LONG_FORMS(768),
      SOFTMAX_LONG_FORMS(1538),
      SOFTMAX_LONG_FORMS(4096),
      SOFTMAX_LONG_FORMS(4097),
      LOG_LONG_FORMS(65),
      LOG_LONG_FORMS(768),
      LOG_LONG_FORMS(1538),
      LOG_LONG_FORMS(4097),
  };
  *count = sizeof(kernels) / sizeof(*kernels);
  return kernels;
}
#else
const HandKernel *handSoftmaxAvx512(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
