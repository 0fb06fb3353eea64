// RMSNorm by hand for AVX2: y = x / sqrt(mean(x^2) + eps) * weight.
#if defined(__x86_64__)
#include "avx2.h"

/// 65 columns: the row in eight registers and a scalar.
HAND_INLINE uint64_t registerRows65(HandRmsNorm rms, uint64_t row, uint64_t end) {
  for (; row < end; ++row, rms.x += rms.xStride, rms.y += rms.yStride) {
    __m256 v[accumulators], a[accumulators];
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
      v[k] = _mm256_loadu_ps(rms.x + k * width);
      a[k] = _mm256_mul_ps(v[k], v[k]);
    }
    __m128 last = _mm_load_ss(rms.x + step);
    a[0] = accumulateOne(a[0], _mm256_castps128_ps256(_mm_mul_ss(last, last)));
    float variance = join(a) / 65.0f + rms.eps;
    if (!isTrusted(variance))
      break;
    const __m256 inverse = _mm256_set1_ps(inverseRoot(variance));
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
      __m256 scaled = _mm256_mul_ps(v[k], inverse);
      _mm256_storeu_ps(rms.y + k * width, _mm256_mul_ps(scaled, _mm256_loadu_ps(rms.weight + k * width)));
    }
    last = _mm_mul_ss(last, _mm256_castps256_ps128(inverse));
    _mm_store_ss(rms.y + step, _mm_mul_ss(last, _mm_load_ss(rms.weight + step)));
  }
  return row;
}

/// A multiple of 64 columns, read twice.
HAND_INLINE uint64_t reloadRows(HandRmsNorm rms, uint64_t row, uint64_t end, unsigned columns) {
  for (; row < end; ++row, rms.x += rms.xStride, rms.y += rms.yStride) {
    __m256 a[accumulators];
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
      __m256 v = _mm256_loadu_ps(rms.x + k * width);
      a[k] = _mm256_mul_ps(v, v);
    }
    HAND_UNROLL_BY_4 for (unsigned i = step; i < columns; i += step) {
      HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
        __m256 v = _mm256_loadu_ps(rms.x + i + k * width);
        a[k] = _mm256_add_ps(a[k], _mm256_mul_ps(v, v));
      }
    }
    float variance = join(a) / (float)columns + rms.eps;
    if (!isTrusted(variance))
      break;
    const __m256 inverse = _mm256_set1_ps(inverseRoot(variance));
    readAgain();
    HAND_UNROLL_BY_4 for (unsigned i = 0; i < columns; i += step) {
      HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
        const unsigned at = i + k * width;
        __m256 scaled = _mm256_mul_ps(_mm256_loadu_ps(rms.x + at), inverse);
        _mm256_storeu_ps(rms.y + at, _mm256_mul_ps(scaled, _mm256_loadu_ps(rms.weight + at)));
      }
    }
  }
  return row;
}

#define RMS_ENTRY(name, columns, rows) HAND_ENTRY(name, rows, handRescueRmsNorm(record, row, columns))

RMS_ENTRY(rms65, 65, registerRows65(handBindRmsNorm(record, row), row, end))
RMS_ENTRY(rms256, 256, reloadRows(handBindRmsNorm(record, row), row, end, 256))
RMS_ENTRY(rms4096, 4096, reloadRows(handBindRmsNorm(record, row), row, end, 4096))

const HandKernel *handRmsNormAvx2(size_t *count) {
  static const HandKernel kernels[] = {
      {"rms_norm", 65, "x86-64-v3", "registers", rms65},
      {"rms_norm", 256, "x86-64-v3", "reload", rms256},
      {"rms_norm", 4096, "x86-64-v3", "reload", rms4096},
  };
  *count = sizeof(kernels) / sizeof(*kernels);
  return kernels;
}
#else
#include "hand.h"

const HandKernel *handRmsNormAvx2(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
