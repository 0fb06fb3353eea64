// Vector math by hand for AVX-512: the algorithms of native/codegen/math with the same bits, in the
// instructions that an expert would choose where the results are the same.
//
// Everything works on `count` vectors at once, step by step: the chains are long, and a scheduler that sees
// one vector after the other finds too little that is ready. `count` is known at compile time.
#pragma once

#include "avx512.h"

#define HAND_EACH HAND_UNROLL for (unsigned k = 0; k < count; ++k)

enum { mostVectors = 8 };

HAND_INLINE __m512 splat(float value) { return _mm512_set1_ps(value); }

/// x[k] = p(x[k]) by Horner's rule; the lowest coefficient first.
HAND_INLINE void horner(__m512 *p, const __m512 *x, const float *coefficients, unsigned terms,
                        unsigned count) {
  HAND_EACH p[k] = splat(coefficients[terms - 1]);
  HAND_UNROLL for (unsigned i = terms - 1; i-- > 0;) HAND_EACH p[k] =
      _mm512_fmadd_ps(p[k], x[k], splat(coefficients[i]));
}

static const float log2e = 0x1.71547652b82fep0f, ln2High = 0x1.62e4p-1f, ln2Low = 0x1.7f7d1cp-20f;

/// q of exp(r) = 1 + r + r^2 q(r).
static const float expTail[] = {0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558acp-5f, 0x1.12397ap-7f,
                                0x1.6a512cp-10f};
/// q of 2^r = 1 + r q(r).
static const float exp2Tail[] = {0x1.62e430p-1f, 0x1.ebfbdcp-3f,  0x1.c6af7cp-5f,
                                 0x1.3b2de0p-7f, 0x1.5f082ep-10f, 0x1.416b52p-13f};

/// 2^23 * 1.5 + offset: rounds to a whole number in the low bits.
static const float rounder = 0x1.8p23f;

/// exp of numbers that are not positive. vscalefps rounds once, as the two multiplications of the portable
/// form do; where the result is zero it is left out, because it would take an assist there.
HAND_INLINE void expOfNegative(__m512 *x, unsigned count) {
  __m512 n[mostVectors], r[mostVectors], p[mostVectors];
  __mmask16 large[mostVectors];
  HAND_EACH n[k] = _mm512_fmadd_ps(x[k], splat(log2e), splat(rounder));
  HAND_EACH large[k] = _mm512_cmp_ps_mask(x[k], splat(-104.0f), _CMP_NLT_UQ); // NaN too
  HAND_EACH n[k] = _mm512_sub_ps(n[k], splat(rounder));
  HAND_EACH r[k] = _mm512_fnmadd_ps(n[k], splat(ln2High), x[k]);
  HAND_EACH r[k] = _mm512_fnmadd_ps(n[k], splat(ln2Low), r[k]);
  horner(p, r, expTail, 5, count);
  HAND_EACH p[k] = _mm512_fmadd_ps(p[k], r[k], splat(1.0f));
  HAND_EACH p[k] = _mm512_fmadd_ps(p[k], r[k], splat(1.0f));
  HAND_EACH x[k] = _mm512_maskz_scalef_ps(large[k], p[k], n[k]);
}

/// What sigmoid divides: 2^scale and the sum, for x from -106 to 30.
HAND_INLINE void sigmoidSum(const __m512 *x, __m512 *sum, float one, int bias, unsigned count) {
  static const float tail[] = {0x1.fffffcp-2f, -0x1.555492p-3f, 0x1.5558acp-5f, -0x1.12397ap-7f,
                               0x1.6a512cp-10f};
  __m512 biased[mostVectors], n[mostVectors], r[mostVectors], t[mostVectors];
  const __m512 rounds = splat(rounder + (float)bias);
  HAND_EACH biased[k] = _mm512_fnmadd_ps(x[k], splat(log2e), rounds);
  HAND_EACH n[k] = _mm512_sub_ps(biased[k], rounds);
  HAND_EACH r[k] = _mm512_fmadd_ps(n[k], splat(ln2High), x[k]);
  HAND_EACH r[k] = _mm512_fmadd_ps(n[k], splat(ln2Low), r[k]);
  horner(t, r, tail, 5, count);
  HAND_EACH n[k] = _mm512_mul_ps(r[k], r[k]);
  HAND_EACH t[k] = _mm512_fmsub_ps(n[k], t[k], r[k]);
  HAND_EACH biased[k] = _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_castps_si512(biased[k]), 23));
  HAND_EACH n[k] = _mm512_add_ps(biased[k], splat(one));
  HAND_EACH r[k] = _mm512_sub_ps(n[k], biased[k]);
  HAND_EACH r[k] = _mm512_sub_ps(splat(one), r[k]);
  HAND_EACH t[k] = _mm512_fmadd_ps(biased[k], t[k], r[k]);
  HAND_EACH sum[k] = _mm512_add_ps(n[k], t[k]);
}

/// gate[k] = sigmoid(x[k]) in general: scaled so that the smallest denormal is right.
HAND_INLINE void sigmoidAnywhere(const __m512 *x, __m512 *gate, unsigned count) {
  __m512 bounded[mostVectors];
  HAND_EACH bounded[k] = _mm512_min_ps(splat(30.0f), _mm512_max_ps(splat(-106.0f), x[k]));
  sigmoidSum(bounded, gate, 0x1p-64f, 127 - 64, count);
  HAND_EACH gate[k] = _mm512_div_ps(splat(0x1p-64f), gate[k]);
}

/// From here on down sigmoid may be denormal or zero.
static const float smallestOrdinary = -87.0f;

HAND_INLINE int areOrdinary(const __m512 *x, unsigned count) {
  __mmask16 small = 0;
  HAND_EACH small |= _mm512_cmp_ps_mask(x[k], splat(smallestOrdinary), _CMP_LT_OQ);
  return __builtin_expect(small == 0, 1);
}

/// 1 / x for normal numbers from 2^-126 to 2^126, correctly rounded: Newton's method, whose last step rounds
/// correctly from any estimate that is off by an ulp or less (Markstein), but where the fraction of x is all
/// ones. There it must come from above, so the step before it rounds up. The divider takes 16 cycles for a
/// vector, and this 5 of two ports each.
HAND_INLINE void reciprocals(const __m512 *x, __m512 *y, unsigned count) {
  enum { up = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC };
  __m512 error[mostVectors];
  HAND_EACH y[k] = _mm512_rcp14_ps(x[k]);
  HAND_EACH error[k] = _mm512_fnmadd_ps(x[k], y[k], splat(1.0f));
  HAND_EACH y[k] = _mm512_fmadd_round_ps(y[k], error[k], y[k], up);
  HAND_EACH error[k] = _mm512_fnmadd_ps(x[k], y[k], splat(1.0f));
  HAND_EACH y[k] = _mm512_fmadd_ps(y[k], error[k], y[k]);
}

/// gate[k] = sigmoid(x[k]) for x >= smallestOrdinary (or NaN).
HAND_INLINE void sigmoidOrdinary(const __m512 *x, __m512 *gate, unsigned count) {
  __m512 bounded[mostVectors], sum[mostVectors];
  HAND_EACH bounded[k] = _mm512_min_ps(splat(30.0f), x[k]);
  sigmoidSum(bounded, sum, 1.0f, 127, count);
  reciprocals(sum, gate, count);
}

/// x[k] = erf(x[k]).
HAND_INLINE void erfs(__m512 *x, unsigned count) {
  static const float inner[] = {0x1.06eba8p-3f,  -0x1.812728p-2f, 0x1.ce25e8p-4f,
                                -0x1.b73f58p-6f, 0x1.4bbc48p-8f,  -0x1.4e3b52p-11f};
  static const float outer[] = {-0x1.27f8e6p-13f, -0x1.a0a330p0f,  -0x1.d6220ap-1f, -0x1.34f9e4p-3f,
                                0x1.0a6c84p-5f,   -0x1.276030p-8f, 0x1.351cc0p-12f};
  __m512 a[mostVectors], square[mostVectors], small[mostVectors], q[mostVectors], n[mostVectors];
  __mmask16 isLarge[mostVectors];
  HAND_EACH a[k] = _mm512_min_ps(splat(4.0f), _mm512_abs_ps(x[k]));
  HAND_EACH square[k] = _mm512_mul_ps(a[k], a[k]);
  HAND_EACH isLarge[k] = _mm512_cmp_ps_mask(a[k], splat(0.84375f), _CMP_GE_OQ);
  horner(q, a, outer, 7, count);
  horner(small, square, inner, 6, count);
  HAND_EACH small[k] = _mm512_fmadd_ps(small[k], a[k], a[k]);
  HAND_EACH n[k] = _mm512_add_ps(q[k], splat(rounder));
  HAND_EACH square[k] = _mm512_sub_ps(n[k], splat(rounder));
  HAND_EACH q[k] = _mm512_sub_ps(q[k], square[k]);
  horner(a, q, exp2Tail, 6, count);
  HAND_EACH a[k] = _mm512_fmadd_ps(a[k], q[k], splat(1.0f));
  HAND_EACH a[k] = _mm512_castsi512_ps(
      _mm512_add_epi32(_mm512_castps_si512(a[k]), _mm512_slli_epi32(_mm512_castps_si512(n[k]), 23)));
  HAND_EACH small[k] = _mm512_mask_sub_ps(small[k], isLarge[k], splat(1.0f), a[k]);
  const __m512i sign = _mm512_set1_epi32((int)0x80000000u); // 0xAC: sign ? x : small
  HAND_EACH x[k] = _mm512_castsi512_ps(
      _mm512_ternarylogic_epi32(sign, _mm512_castps_si512(small[k]), _mm512_castps_si512(x[k]), 0xAC));
}

/// The tanh form of GELU is x * sigmoid(x * (tanhSlope + tanhSlope * 0.044715 x^2)): 2 sqrt(2 / pi).
static const double tanhSlope = 1.5957691216057308;
