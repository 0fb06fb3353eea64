// The limit of arithmetic: independent multiply-adds on full registers.
#include "hand.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { chains = 16, lanes = 16 };

uint64_t handPeakAvx512(uint64_t iterations) {
  __m512 v[chains];
  const __m512 factor = _mm512_set1_ps(0.999999f);
  for (int k = 0; k < chains; ++k)
    v[k] = _mm512_set1_ps((float)k);
  for (uint64_t i = 0; i < iterations; ++i) {
#pragma GCC unroll 16
    for (int k = 0; k < chains; ++k)
      v[k] = _mm512_fmadd_ps(v[k], factor, factor);
  }
  for (int k = 0; k < chains; ++k)
    __asm__ volatile("" : : "v"(v[k]));
  return iterations * chains * lanes * 2;
}
#else
uint64_t handPeakAvx512(uint64_t iterations) { return iterations * 0; }
#endif
