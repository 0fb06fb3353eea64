// RoPE by hand for AVX-512, halves: y1 = x1 cos - x2 sin, y2 = x1 sin + x2 cos.
//
// Both outputs in one pass over four inputs.
#include "hand.h"

#if defined(__x86_64__)
#include "avx512.h"

/// What an entry works on, as seen from one row on.
typedef struct HandRope {
  const float *restrict x, *restrict cos, *restrict sin;
  float *restrict y;
  int64_t xStride, tableStride, yStride;
} HandRope;

HAND_INLINE HandRope bindRope(const HandRecord *record, uint64_t row) {
  HandRope bound = {handRow(record, handRopeX, row),        handRow(record, handRopeCos, row),
                    handRow(record, handRopeSin, row),      handRow(record, handRopeY, row),
                    record->arguments[handRopeX].rowStride, record->arguments[handRopeCos].rowStride,
                    record->arguments[handRopeY].rowStride};
  return bound;
}

typedef struct Pair {
  __m512 real, imaginary;
} Pair;

HAND_INLINE Pair turn(__m512 real, __m512 imaginary, __m512 cos, __m512 sin) {
  Pair turned = {_mm512_sub_ps(_mm512_mul_ps(real, cos), _mm512_mul_ps(imaginary, sin)),
                 _mm512_add_ps(_mm512_mul_ps(real, sin), _mm512_mul_ps(imaginary, cos))};
  return turned;
}

HAND_INLINE void turnMasked(const HandRope *rope, unsigned at, unsigned half, __mmask16 mask) {
  Pair pair =
      turn(_mm512_maskz_loadu_ps(mask, rope->x + at), _mm512_maskz_loadu_ps(mask, rope->x + half + at),
           _mm512_maskz_loadu_ps(mask, rope->cos + at), _mm512_maskz_loadu_ps(mask, rope->sin + at));
  _mm512_mask_storeu_ps(rope->y + at, mask, pair.real);
  _mm512_mask_storeu_ps(rope->y + half + at, mask, pair.imaginary);
}

/// A single pair is handled as scalars: masked stores cost far more than ordinary ones.
HAND_INLINE void turnRest(const HandRope *rope, unsigned at, unsigned half) {
  if (half - at != 1) {
    turnMasked(rope, at, half, restMask(half - at));
    return;
  }
  const float real = rope->x[at], imaginary = rope->x[half + at], cos = rope->cos[at], sin = rope->sin[at];
  const float first = real * cos, second = imaginary * sin, third = real * sin, fourth = imaginary * cos;
  rope->y[at] = first - second;
  rope->y[half + at] = third + fourth;
}

HAND_INLINE uint64_t ropeRows(HandRope rope, uint64_t row, uint64_t end, unsigned half, Memory memory) {
  for (; row < end; ++row, rope.x += rope.xStride, rope.y += rope.yStride, rope.cos += rope.tableStride,
                    rope.sin += rope.tableStride) {
    unsigned at = 0;
    // Both halves of a row are aligned together, or neither can be streamed.
    const Memory stores =
        memory == streaming && toAligned(rope.y) != toAligned(rope.y + half) ? prefetching : memory;
    if (stores == streaming && (at = toAligned(rope.y)) > 0)
      turnMasked(&rope, 0, half, restMask(at));
    HAND_UNROLL_BY_4 for (; at + width <= half; at += width) {
      if (memory != plain) {
        _mm_prefetch((const char *)(rope.x + rope.xStride + at), _MM_HINT_T0);
        _mm_prefetch((const char *)(rope.x + rope.xStride + half + at), _MM_HINT_T0);
        _mm_prefetch((const char *)(rope.cos + rope.tableStride + at), _MM_HINT_T0);
        _mm_prefetch((const char *)(rope.sin + rope.tableStride + at), _MM_HINT_T0);
      }
      Pair pair = turn(_mm512_loadu_ps(rope.x + at), _mm512_loadu_ps(rope.x + half + at),
                       _mm512_loadu_ps(rope.cos + at), _mm512_loadu_ps(rope.sin + at));
      store(rope.y + at, pair.real, stores);
      store(rope.y + half + at, pair.imaginary, stores);
    }
    if (at < half)
      turnRest(&rope, at, half);
  }
  if (memory == streaming)
    _mm_sfence();
  return row;
}

#define ROPE_ENTRY(name, half, memory)                                                                       \
  static void name(HandRecord *record) {                                                                     \
    const uint64_t row = record->begin, end = record->end;                                                   \
    record->begin = ropeRows(bindRope(record, row), row, end, half, memory);                                 \
  }
#define ROPE(columns)                                                                                        \
  ROPE_ENTRY(rope##columns##Plain, columns / 2, plain)                                                       \
  ROPE_ENTRY(rope##columns##Prefetching, columns / 2, prefetching)                                           \
  ROPE_ENTRY(rope##columns##Streaming, columns / 2, streaming)
#define ROPE_FORMS(columns)                                                                                  \
  {"rope", columns, "x86-64-v4", "plain", rope##columns##Plain},                                             \
      {"rope", columns, "x86-64-v4", "prefetch", rope##columns##Prefetching}, {                              \
    "rope", columns, "x86-64-v4", "prefetch, streaming", rope##columns##Streaming                            \
  }

ROPE(66)
ROPE(128)
ROPE(768)
ROPE(1538)
ROPE(4098)

const HandKernel *handRopeAvx512(size_t *count) {
  static const HandKernel kernels[] = {
      ROPE_FORMS(66), ROPE_FORMS(128), ROPE_FORMS(768), ROPE_FORMS(1538), ROPE_FORMS(4098),
  };
  *count = sizeof(kernels) / sizeof(*kernels);
  return kernels;
}
#else
const HandKernel *handRopeAvx512(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
