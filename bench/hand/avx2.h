// What the AVX2 kernels share; avx512.h tells the reasons.
//
// Eight accumulators hold the 64 logical lanes, half of the sixteen registers. Rows of 65 columns still fit
// beside them, because each accumulator then takes one vector only; longer rows are read again from cache.
#pragma once

#include "entry.h"

#include <float.h>
#include <immintrin.h>

enum { width = 8, accumulators = 8, step = width * accumulators };

// The ragged last vector of a row: here always a single element, so a scalar.
HAND_INLINE __m256 loadOne(const float *from) { return _mm256_castps128_ps256(_mm_load_ss(from)); }
HAND_INLINE void storeOne(float *to, __m256 value) { _mm_store_ss(to, _mm256_castps256_ps128(value)); }

/// Lane 0 only: adding +0 to the others would turn their -0 into +0.
HAND_INLINE __m256 accumulateOne(__m256 accumulator, __m256 value) {
  return _mm256_blend_ps(accumulator, _mm256_add_ps(accumulator, value), 1);
}

/// Halves 32, 16, 8: accumulator k holds logical lanes 8k ... 8k + 7. Then 4, 2, 1.
HAND_INLINE float join(const __m256 a[accumulators]) {
  __m256 b[4], c[2];
  HAND_UNROLL for (unsigned k = 0; k < 4; ++k) b[k] = _mm256_add_ps(a[k], a[k + 4]);
  HAND_UNROLL for (unsigned k = 0; k < 2; ++k) c[k] = _mm256_add_ps(b[k], b[k + 2]);
  __m256 eight = _mm256_add_ps(c[0], c[1]);
  __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

HAND_INLINE float inverseRoot(float v) {
  float root;
  __asm__("vsqrtss %1, %1, %0" : "=x"(root) : "x"(v));
  return 1.0f / root;
}

/// What was loaded before is to be loaded again. The compiler would rather keep it, on the stack.
HAND_INLINE void readAgain(void) { __asm__ volatile("" ::: "memory"); }

static const float smallestTrusted = 0x1p-100f;

HAND_INLINE int isTrusted(float variance) {
  return __builtin_expect(variance >= smallestTrusted && variance <= FLT_MAX, 1);
}
