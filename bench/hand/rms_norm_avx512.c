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

HAND_INLINE float sumOfSquares(const float *restrict x, unsigned columns) {
  __m512 a[accumulators];
  HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) a[k] = _mm512_set1_ps(-0.0f);
  HAND_UNROLL_BY_4 for (unsigned i = 0; i < columns; i += step) {
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
      __m512 v = _mm512_loadu_ps(x + i + k * width);
      a[k] = _mm512_add_ps(a[k], _mm512_mul_ps(v, v));
    }
  }
  return joinLanes(joinAccumulators(a));
}

/// Rows that do not fit the registers, of a multiple of 64 columns.
HAND_INLINE uint64_t longRows(HandRmsNorm rms, uint64_t row, uint64_t end, unsigned columns, Memory memory) {
  for (; row < end; ++row, rms.x += rms.xStride, rms.y += rms.yStride) {
    float variance = sumOfSquares(rms.x, columns) / (float)columns + rms.eps;
    if (!isTrusted(variance))
      break;
    const __m512 inverse = _mm512_set1_ps(inverseRoot(variance));
    const float *next = rms.x + rms.xStride; // behind the last row a prefetch does no harm
    HAND_UNROLL_BY_2 for (unsigned i = 0; i < columns; i += step) {
      HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
        const unsigned at = i + k * width;
        if (memory != plain)
          _mm_prefetch((const char *)(next + at), _MM_HINT_T0);
        __m512 scaled = _mm512_mul_ps(_mm512_loadu_ps(rms.x + at), inverse);
        store(rms.y + at, _mm512_mul_ps(scaled, _mm512_loadu_ps(rms.weight + at)), memory);
      }
    }
  }
  if (memory == streaming)
    _mm_sfence();
  return row;
}

#define RMS_ENTRY(name, columns, rows) HAND_ENTRY(name, rows, handRescueRmsNorm(record, row, columns))

RMS_ENTRY(rms65, 65, registerRows(handBindRmsNorm(record, row), row, end, 65))
RMS_ENTRY(rms65FourRows, 65, fourRegisterRows(handBindRmsNorm(record, row), row, end, 65))
RMS_ENTRY(rms256, 256, registerRows(handBindRmsNorm(record, row), row, end, 256))
RMS_ENTRY(rms4096, 4096, longRows(handBindRmsNorm(record, row), row, end, 4096, plain))
RMS_ENTRY(rms4096Prefetching, 4096, longRows(handBindRmsNorm(record, row), row, end, 4096, prefetching))
RMS_ENTRY(rms4096Streaming, 4096, longRows(handBindRmsNorm(record, row), row, end, 4096, streaming))

const HandKernel *handRmsNormAvx512(size_t *count) {
  static const HandKernel kernels[] = {
      {"rms_norm", 65, "x86-64-v4", "registers", 1, rms65},
      {"rms_norm", 65, "x86-64-v4", "registers, 4 rows at once", 0, rms65FourRows},
      {"rms_norm", 256, "x86-64-v4", "registers", 1, rms256},
      {"rms_norm", 4096, "x86-64-v4", "reload", 1, rms4096},
      {"rms_norm", 4096, "x86-64-v4", "reload, prefetch", 0, rms4096Prefetching},
      {"rms_norm", 4096, "x86-64-v4", "reload, prefetch, streaming", 0, rms4096Streaming},
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
