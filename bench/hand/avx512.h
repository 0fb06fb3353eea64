// What the AVX-512 kernels share: the combining tree, ragged ends, the trust predicate.
//
// Four accumulators hold the 64 logical lanes. Their number is fixed by the reduction order, not chosen for
// speed.
#pragma once

#include "entry.h"

#include <float.h>
#include <immintrin.h>

enum { width = 16, accumulators = 4, step = width * accumulators, maxVectors = 20 };
/// Elements whose sums are joined by lanes; the sums of two chunks are then added.
enum { chunk = 8192 };

/// Values come to be in the order of the source. The compiler would load a row in the order of the sum's tree
/// and store it at the end of all the arithmetic; streams that run forwards, a store as soon as it can be,
/// are faster.
HAND_INLINE __m512 inOrder(__m512 value) {
  __asm__ volatile("" : "+v"(value));
  return value;
}

/// A compile-time column count and what follows from it.
typedef struct Extent {
  unsigned columns, whole, rest; // whole vectors, elements of the ragged last one
} Extent;

HAND_INLINE Extent extentOf(unsigned columns) {
  Extent extent = {columns, columns / width, columns % width};
  return extent;
}

// The ragged last vector of a row. A single element is handled as a scalar: masked stores cost far more than
// ordinary ones. What stands above its lane 0 is then arbitrary and never looked at.

HAND_INLINE __mmask16 restMask(unsigned rest) { return (__mmask16)((1u << rest) - 1u); }

HAND_INLINE __m512 loadRest(const float *from, unsigned rest) {
  return rest == 1 ? _mm512_castps128_ps512(_mm_load_ss(from)) : _mm512_maskz_loadu_ps(restMask(rest), from);
}

HAND_INLINE void storeRest(float *to, __m512 value, unsigned rest) {
  if (rest == 1)
    _mm_store_ss(to, _mm512_castps512_ps128(value));
  else
    _mm512_mask_storeu_ps(to, restMask(rest), value);
}

/// Absent lanes keep what they have: adding +0 would turn their -0 into +0.
HAND_INLINE __m512 accumulateRest(__m512 accumulator, __m512 value, unsigned rest) {
  return _mm512_mask_add_ps(accumulator, restMask(rest), accumulator, value);
}

#define HAND_REST(operation)                                                                                 \
  HAND_INLINE __m512 operation##Rest(__m512 a, __m512 b, unsigned rest) {                                    \
    if (rest == 1)                                                                                           \
      return _mm512_castps128_ps512(                                                                         \
          _mm_##operation##_ss(_mm512_castps512_ps128(a), _mm512_castps512_ps128(b)));                       \
    return _mm512_##operation##_ps(a, b);                                                                    \
  }
HAND_REST(mul)
HAND_REST(add)
HAND_REST(sub)

/// Halves 32 and 16: accumulator k holds logical lanes 16k ... 16k + 15.
HAND_INLINE __m512 joinAccumulators(const __m512 a[accumulators]) {
  return _mm512_add_ps(_mm512_add_ps(a[0], a[2]), _mm512_add_ps(a[1], a[3]));
}

/// Halves 8, 4, 2, 1.
HAND_INLINE float joinLanes(__m512 v) {
  __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
  __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

/// Halves 8 to 1 of four rows at once; quarter r of the result holds row r's sum in all its lanes.
HAND_INLINE __m512 joinLanesOfFour(__m512 r0, __m512 r1, __m512 r2, __m512 r3) {
  __m512 r01 = _mm512_add_ps(_mm512_shuffle_f32x4(r0, r1, 0x44), _mm512_shuffle_f32x4(r0, r1, 0xEE));
  __m512 r23 = _mm512_add_ps(_mm512_shuffle_f32x4(r2, r3, 0x44), _mm512_shuffle_f32x4(r2, r3, 0xEE));
  __m512 four = _mm512_add_ps(_mm512_shuffle_f32x4(r01, r23, 0x88), _mm512_shuffle_f32x4(r01, r23, 0xDD));
  __m512 two = _mm512_add_ps(four, _mm512_permute_ps(four, 0x4E));
  return _mm512_add_ps(two, _mm512_permute_ps(two, 0xB1));
}

/// Row r's quarter in all quarters.
HAND_INLINE __m512 quarter(__m512 v, unsigned r) {
  switch (r) {
  case 0: return _mm512_shuffle_f32x4(v, v, 0x00);
  case 1: return _mm512_shuffle_f32x4(v, v, 0x55);
  case 2: return _mm512_shuffle_f32x4(v, v, 0xAA);
  default: return _mm512_shuffle_f32x4(v, v, 0xFF);
  }
}

/// 1 / sqrt as two IEEE operations. sqrtf would test for errno, and the intrinsic clears lanes that nobody
/// reads.
HAND_INLINE float inverseRoot(float v) {
  float root;
  __asm__("vsqrtss %1, %1, %0" : "=v"(root) : "v"(v));
  return 1.0f / root;
}

static const float smallestTrusted = 0x1p-100f;

HAND_INLINE int isTrusted(float variance) {
  return __builtin_expect(variance >= smallestTrusted && variance <= FLT_MAX, 1);
}

/// The same for sixteen lanes; all of them must be trusted.
HAND_INLINE int areAllTrusted(__m512 variance) {
  __mmask16 large = _mm512_cmp_ps_mask(variance, _mm512_set1_ps(smallestTrusted), _CMP_GE_OQ);
  __mmask16 finite = _mm512_cmp_ps_mask(variance, _mm512_set1_ps(FLT_MAX), _CMP_LE_OQ);
  return __builtin_expect((large & finite) == 0xFFFF, 1);
}

HAND_INLINE __m512 inverseRoots(__m512 v) { return _mm512_div_ps(_mm512_set1_ps(1.0f), _mm512_sqrt_ps(v)); }

typedef enum Memory { plain, prefetching, streaming } Memory;

/// Elements up to the next address that a streaming store may have.
HAND_INLINE unsigned toAligned(const float *y) { return (unsigned)(-(uintptr_t)y / sizeof(float)) % width; }

/// Streaming stores fault unless they are aligned.
HAND_INLINE void store(float *to, __m512 value, Memory memory) {
  if (memory == streaming)
    _mm512_stream_ps(to, value);
  else
    _mm512_storeu_ps(to, value);
}
