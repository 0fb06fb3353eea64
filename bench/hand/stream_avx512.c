// The limit of memory: as many bytes read and written as an operator must, with next to no arithmetic.
#include "hand.h"

#if defined(__x86_64__)
#include "avx512.h"

HAND_INLINE __m512 read(const float *a, const float *b, size_t at) {
  __m512 value = _mm512_loadu_ps(a + at);
  return b ? _mm512_add_ps(value, _mm512_loadu_ps(b + at)) : _mm512_mul_ps(value, _mm512_set1_ps(1.0001f));
}

HAND_INLINE void stream(const float *a, const float *b, float *y, size_t n, Memory memory) {
  size_t at = 0;
  if (memory == streaming)
    for (const size_t head = toAligned(y); at < head && at < n; ++at)
      y[at] = a[at];
  for (; at + step <= n; at += step)
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k)
        store(y + at + k * width, read(a, b, at + k * width), memory);
  for (; at < n; ++at)
    y[at] = a[at];
}

void handStream(const float *a, const float *b, float *y, size_t n) {
  if (b)
    stream(a, b, y, n, plain);
  else
    stream(a, NULL, y, n, plain);
}

void handStreamPastCache(const float *a, const float *b, float *y, size_t n) {
  if (b)
    stream(a, b, y, n, streaming);
  else
    stream(a, NULL, y, n, streaming);
  _mm_sfence();
}
#else
#include <string.h>

void handStream(const float *a, const float *b, float *y, size_t n) {
  if (!b)
    memcpy(y, a, n * sizeof(float));
  else
    for (size_t i = 0; i < n; ++i)
      y[i] = a[i] + b[i];
}

void handStreamPastCache(const float *a, const float *b, float *y, size_t n) { handStream(a, b, y, n); }
#endif
