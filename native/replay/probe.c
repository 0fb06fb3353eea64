// Interference probes. Volatile asm and a visible result, so that no compiler shortens them.
#include "probe.h"

#include <stdint.h>
#include <string.h>

static volatile float sink;

void probeScalar(void) {
#if defined(__x86_64__)
  uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
  for (int i = 0; i < 80000; ++i)
    __asm__ volatile("add $1, %0\n add $1, %1\n add $1, %2\n add $1, %3\n"
                     "add $1, %4\n add $1, %5\n add $1, %6\n add $1, %7"
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)
                     :
                     : "cc");
  sink = (float)(a + b + c + d + e + f + g + h);
#else
  uint64_t v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 80000; ++i)
    for (int k = 0; k < 8; ++k) {
      v[k] += 1;
      __asm__ volatile("" : "+r"(v[k]));
    }
  sink = (float)v[0];
#endif
}

enum { chains = 10 };

#if defined(__x86_64__)
#include <immintrin.h>
typedef __m256 Vector;
static Vector splat(float value) { return _mm256_set1_ps(value); }
static Vector multiplyAdd(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
#else
typedef float Vector __attribute__((vector_size(16)));
static Vector splat(float value) { return (Vector){value, value, value, value}; }
static Vector multiplyAdd(Vector a, Vector b, Vector c) { return a * b + c; }
#endif

void probeFma(void) {
  Vector v[chains];
  const Vector factor = splat(0.999999f);
  for (int k = 0; k < chains; ++k)
    v[k] = splat((float)k);
  for (int i = 0; i < 60000; ++i) {
#pragma GCC unroll 10
    for (int k = 0; k < chains; ++k)
      v[k] = multiplyAdd(v[k], factor, factor);
  }
  for (int k = 1; k < chains; ++k)
    v[0] = multiplyAdd(v[k], factor, v[0]);
  float lanes[sizeof(Vector) / sizeof(float)];
  memcpy(lanes, &v[0], sizeof(lanes));
  sink = lanes[0];
}
