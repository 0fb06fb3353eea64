// LayerNorm by hand for AVX2, corrected two-pass as in layer_norm_avx512.c.
//
// The second pass carries two sums, which makes sixteen accumulators: as many as there are registers. So it
// goes over the row in two sweeps, each of which takes every second group of four vectors and reads nothing
// twice.
#if defined(__x86_64__)
#include "avx2.h"

HAND_INLINE float meanOf(const float *restrict x, unsigned columns) {
  __m256 a[accumulators];
  const unsigned whole = columns - columns % step;
  HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) a[k] = _mm256_loadu_ps(x + k * width);
  HAND_UNROLL_BY_4 for (unsigned i = step; i < whole; i += step) {
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) a[k] =
        _mm256_add_ps(a[k], _mm256_loadu_ps(x + i + k * width));
  }
  if (columns % step == 1)
    a[0] = accumulateOne(a[0], loadOne(x + whole));
  return join(a) / (float)columns;
}

/// Accumulators [first, first + 4) of mean(d) and mean(d^2).
HAND_INLINE void sweep(const float *restrict x, __m256 mean, unsigned columns, unsigned first, __m256 *sums,
                       __m256 *squares) {
  const unsigned whole = columns - columns % step, last = first + accumulators / 2;
  HAND_UNROLL for (unsigned k = first; k < last; ++k) {
    sums[k] = _mm256_sub_ps(_mm256_loadu_ps(x + k * width), mean);
    squares[k] = _mm256_mul_ps(sums[k], sums[k]);
  }
  HAND_UNROLL_BY_4 for (unsigned i = step; i < whole; i += step) {
    HAND_UNROLL for (unsigned k = first; k < last; ++k) {
      __m256 d = _mm256_sub_ps(_mm256_loadu_ps(x + i + k * width), mean);
      sums[k] = _mm256_add_ps(sums[k], d);
      squares[k] = _mm256_add_ps(squares[k], _mm256_mul_ps(d, d));
    }
  }
  if (columns % step == 1 && first == 0) {
    __m256 d = _mm256_sub_ps(loadOne(x + whole), mean);
    sums[0] = accumulateOne(sums[0], d);
    squares[0] = accumulateOne(squares[0], _mm256_mul_ps(d, d));
  }
}

HAND_INLINE __m256 normalize(__m256 x, __m256 mean, __m256 correction, __m256 inverse, __m256 weight,
                             __m256 bias) {
  __m256 d = _mm256_sub_ps(_mm256_sub_ps(x, mean), correction);
  return _mm256_add_ps(_mm256_mul_ps(_mm256_mul_ps(d, inverse), weight), bias);
}

/// A multiple of 64 columns, or one more.
HAND_INLINE uint64_t reloadRows(HandLayerNorm layer, uint64_t row, uint64_t end, unsigned columns) {
  const unsigned whole = columns - columns % step;
  for (; row < end; ++row, layer.x += layer.xStride, layer.y += layer.yStride) {
    const __m256 mean = _mm256_set1_ps(meanOf(layer.x, columns));
    __m256 sums[accumulators], squares[accumulators];
    readAgain();
    sweep(layer.x, mean, columns, accumulators / 2, sums, squares);
    sweep(layer.x, mean, columns, 0, sums, squares);
    const float c = join(sums) / (float)columns;
    const float variance = join(squares) / (float)columns - c * c + layer.eps;
    if (!(isTrusted(variance) & (c * c <= variance * 8.0f)))
      break;
    const __m256 correction = _mm256_set1_ps(c), inverse = _mm256_set1_ps(inverseRoot(variance));
    readAgain();
    HAND_UNROLL_BY_4 for (unsigned i = 0; i < whole; i += step) {
      HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
        const unsigned at = i + k * width;
        _mm256_storeu_ps(layer.y + at,
                         normalize(_mm256_loadu_ps(layer.x + at), mean, correction, inverse,
                                   _mm256_loadu_ps(layer.weight + at), _mm256_loadu_ps(layer.bias + at)));
      }
    }
    if (columns % step == 1)
      storeOne(layer.y + whole, normalize(loadOne(layer.x + whole), mean, correction, inverse,
                                          loadOne(layer.weight + whole), loadOne(layer.bias + whole)));
  }
  return row;
}

#define LAYER_ENTRY(name, columns, rows) HAND_ENTRY(name, rows, handRescueLayerNorm(record, row, columns))

LAYER_ENTRY(layer65, 65, reloadRows(handBindLayerNorm(record, row), row, end, 65))
LAYER_ENTRY(layer256, 256, reloadRows(handBindLayerNorm(record, row), row, end, 256))
LAYER_ENTRY(layer4096, 4096, reloadRows(handBindLayerNorm(record, row), row, end, 4096))

const HandKernel *handLayerNormAvx2(size_t *count) {
  static const HandKernel kernels[] = {
      {"layer_norm", 65, "x86-64-v3", "reload", layer65},
      {"layer_norm", 256, "x86-64-v3", "reload", layer256},
      {"layer_norm", 4096, "x86-64-v3", "reload", layer4096},
  };
  *count = sizeof(kernels) / sizeof(*kernels);
  return kernels;
}
#else
#include "hand.h"

const HandKernel *handLayerNormAvx2(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
