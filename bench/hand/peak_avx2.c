// The limit of arithmetic at x86-64-v3: independent multiply-adds on full registers.
#include "hand.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { chains = 12, lanes = 8 };

uint64_t handPeakAvx2(uint64_t iterations) {
  __m256 v[chains];
  const __m256 factor = _mm256_set1_ps(0.999999f);
  for (int k = 0; k < chains; ++k)
    v[k] = _mm256_set1_ps((float)k);
  for (uint64_t i = 0; i < iterations; ++i) {
#pragma GCC unroll 12
    for (int k = 0; k < chains; ++k)
      v[k] = _mm256_fmadd_ps(v[k], factor, factor);
  }
  for (int k = 0; k < chains; ++k)
    __asm__ volatile("" : : "x"(v[k]));
  return iterations * chains * lanes * 2;
}
#else
uint64_t handPeakAvx2(uint64_t iterations) { return iterations * 0; }
#endif
