// RMSNorm by hand for AVX-512: y = x / sqrt(mean(x^2) + eps) * weight.
//
// Short rows stay in registers between the sum and the store, with everything unrolled; long rows are read
// twice.
#include "hand.h"

#if defined(__x86_64__)
#include "avx512.h"

/// Loads a row into registers and adds up its squares by logical lane.
HAND_INLINE __m512 loadAndSquare(const float *restrict x, __m512 *v, Extent extent) {
  __m512 a[accumulators];
  HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i) {
    v[i] = inOrder(_mm512_loadu_ps(x + i * width));
    __m512 square = _mm512_mul_ps(v[i], v[i]);
    a[i % accumulators] = i < accumulators ? square : _mm512_add_ps(a[i % accumulators], square);
  }
  if (extent.rest) {
    __m512 rest = v[extent.whole] = loadRest(x + extent.whole * width, extent.rest);
    __m512 *last = &a[extent.whole % accumulators];
    *last = accumulateRest(*last, mulRest(rest, rest, extent.rest), extent.rest);
  }
  return joinAccumulators(a);
}

HAND_INLINE void scaleAndStore(float *restrict y, const __m512 *v, const float *restrict weight,
                               __m512 inverse, Extent extent) {
  HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i) {
    __m512 scaled = _mm512_mul_ps(v[i], inverse);
    _mm512_storeu_ps(y + i * width, inOrder(_mm512_mul_ps(scaled, _mm512_loadu_ps(weight + i * width))));
  }
  if (extent.rest) {
    __m512 scaled = mulRest(v[extent.whole], inverse, extent.rest);
    __m512 w = loadRest(weight + extent.whole * width, extent.rest);
    storeRest(y + extent.whole * width, mulRest(scaled, w, extent.rest), extent.rest);
  }
}

HAND_INLINE uint64_t registerRows(HandRmsNorm rms, uint64_t row, uint64_t end, unsigned columns) {
  const Extent extent = extentOf(columns);
  for (; row < end; ++row, rms.x += rms.xStride, rms.y += rms.yStride) {
    __m512 v[maxVectors];
    float variance = joinLanes(loadAndSquare(rms.x, v, extent)) / (float)columns + rms.eps;
    if (!isTrusted(variance))
      break;
    scaleAndStore(rms.y, v, rms.weight, _mm512_set1_ps(inverseRoot(variance)), extent);
  }
  return row;
}

/// Four rows at a time share the last four levels of the tree, the division, the root and the branch.
HAND_INLINE uint64_t fourRegisterRows(HandRmsNorm rms, uint64_t row, uint64_t end, unsigned columns) {
  const Extent extent = extentOf(columns);
  for (; row + 4 <= end; row += 4, rms.x += 4 * rms.xStride, rms.y += 4 * rms.yStride) {
    __m512 v[4][maxVectors], s[4];
    HAND_UNROLL for (unsigned r = 0; r < 4; ++r) s[r] = loadAndSquare(rms.x + r * rms.xStride, v[r], extent);
    __m512 sums = joinLanesOfFour(s[0], s[1], s[2], s[3]);
    __m512 mean = _mm512_div_ps(sums, _mm512_set1_ps((float)columns));
    __m512 variance = _mm512_add_ps(mean, _mm512_set1_ps(rms.eps));
    if (!areAllTrusted(variance))
      break;
    __m512 inverse = inverseRoots(variance);
    HAND_UNROLL for (unsigned r = 0; r < 4; ++r)
        scaleAndStore(rms.y + r * rms.yStride, v[r], rms.weight, quarter(inverse, r), extent);
  }
  return registerRows(rms, row, row + 4 <= end ? row + 4 : end, columns);
}

HAND_INLINE float chunkOfSquares(const float *restrict x, unsigned columns) {
  const unsigned whole = columns - columns % step, rest = columns % step;
  __m512 a[accumulators];
  HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) a[k] = _mm512_set1_ps(-0.0f);
  HAND_UNROLL_BY_4 for (unsigned i = 0; i < whole; i += step) {
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
      __m512 v = _mm512_loadu_ps(x + i + k * width);
      a[k] = _mm512_add_ps(a[k], _mm512_mul_ps(v, v));
    }
  }
  HAND_UNROLL for (unsigned k = 0; k < rest / width; ++k) {
    __m512 v = _mm512_loadu_ps(x + whole + k * width);
    a[k] = _mm512_add_ps(a[k], _mm512_mul_ps(v, v));
  }
  if (rest % width) {
    __m512 v = loadRest(x + columns - rest % width, rest % width), *last = &a[rest / width];
    *last = accumulateRest(*last, mulRest(v, v, rest % width), rest % width);
  }
  return joinLanes(joinAccumulators(a));
}

HAND_INLINE float sumOfSquares(const float *restrict x, unsigned columns) {
  const unsigned first = columns < chunk ? columns : chunk;
  float sum = chunkOfSquares(x, first);
  return first < columns ? sum + chunkOfSquares(x + first, columns - first) : sum;
}

/// Rows that do not fit the registers.
HAND_INLINE uint64_t longRows(HandRmsNorm rms, uint64_t row, uint64_t end, unsigned columns, Memory memory) {
  for (; row < end; ++row, rms.x += rms.xStride, rms.y += rms.yStride) {
    float variance = sumOfSquares(rms.x, columns) / (float)columns + rms.eps;
    if (!isTrusted(variance))
      break;
    const __m512 inverse = _mm512_set1_ps(inverseRoot(variance));
    const float *next = rms.x + rms.xStride; // behind the last row a prefetch does no harm
    unsigned at = 0;
    if (memory == streaming && (at = toAligned(rms.y)) > 0) {
      __m512 scaled = _mm512_mul_ps(_mm512_maskz_loadu_ps(restMask(at), rms.x), inverse);
      _mm512_mask_storeu_ps(rms.y, restMask(at), _mm512_mul_ps(scaled, _mm512_loadu_ps(rms.weight)));
    }
    HAND_UNROLL_BY_2 for (; at + step <= columns; at += step) {
      HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
        const unsigned i = at + k * width;
        if (memory != plain)
          _mm_prefetch((const char *)(next + i), _MM_HINT_T0);
        __m512 scaled = _mm512_mul_ps(_mm512_loadu_ps(rms.x + i), inverse);
        store(rms.y + i, _mm512_mul_ps(scaled, _mm512_loadu_ps(rms.weight + i)), memory);
      }
    }
    for (; at < columns; at += width) {
      const __mmask16 mask = columns - at < width ? restMask(columns - at) : 0xFFFF;
      __m512 scaled = _mm512_mul_ps(_mm512_maskz_loadu_ps(mask, rms.x + at), inverse);
      __m512 weight = _mm512_maskz_loadu_ps(mask, rms.weight + at);
      _mm512_mask_storeu_ps(rms.y + at, mask, _mm512_mul_ps(scaled, weight));
    }
  }
  if (memory == streaming)
    _mm_sfence();
  return row;
}

#define RMS_ENTRY(name, columns, rows) HAND_ENTRY(name, rows, handRescueRmsNorm(record, row, columns))
#define RMS_LONG(columns)                                                                                    \
  RMS_ENTRY(rms##columns##Reload, columns, longRows(handBindRmsNorm(record, row), row, end, columns, plain)) \
  RMS_ENTRY(rms##columns##Prefetching, columns,                                                              \
            longRows(handBindRmsNorm(record, row), row, end, columns, prefetching))                          \
  RMS_ENTRY(rms##columns##Streaming, columns,                                                                \
            longRows(handBindRmsNorm(record, row), row, end, columns, streaming))
#define RMS_LONG_FORMS(columns)                                                                              \
  {"rms_norm", columns, "x86-64-v4", "reload", rms##columns##Reload},                                        \
      {"rms_norm", columns, "x86-64-v4", "reload, prefetch", rms##columns##Prefetching}, {                   \
    "rms_norm", columns, "x86-64-v4", "reload, prefetch, streaming", rms##columns##Streaming                 \
  }

RMS_ENTRY(rms65, 65, registerRows(handBindRmsNorm(record, row), row, end, 65))
RMS_ENTRY(rms65FourRows, 65, fourRegisterRows(handBindRmsNorm(record, row), row, end, 65))
RMS_ENTRY(rms256, 256, registerRows(handBindRmsNorm(record, row), row, end, 256))
RMS_LONG(256)
RMS_LONG(768)
RMS_LONG(1538)
RMS_LONG(4096)
RMS_LONG(4097)
RMS_LONG(16384)

const HandKernel *handRmsNormAvx512(size_t *count) {
  static const HandKernel kernels[] = {
      {"rms_norm", 65, "x86-64-v4", "registers", rms65},
      {"rms_norm", 65, "x86-64-v4", "registers, 4 rows at once", rms65FourRows},
      {"rms_norm", 256, "x86-64-v4", "registers", rms256},
      RMS_LONG_FORMS(256),
      RMS_LONG_FORMS(768),
      RMS_LONG_FORMS(1538),
      RMS_LONG_FORMS(4096),
      RMS_LONG_FORMS(4097),
      RMS_LONG_FORMS(16384),
  };
  *count = sizeof(kernels) / sizeof(*kernels);
  return kernels;
}
#else
const HandKernel *handRmsNormAvx512(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
