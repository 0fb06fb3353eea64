// SwiGLU and GELU + residual by hand for AVX-512: y = gate * sigmoid(gate) * up, y = gelu(x) + residual.
//
// Elementwise, so rows that stand side by side are one run of elements. Where a gate is 0 the product with it
// is 0 too, at an infinite x as well; nothing but that rule keeps these from being plain products.
#include "hand.h"

#if defined(__x86_64__)
#include "math_avx512.h"

typedef enum Activation { swiglu, geluErf, geluTanh } Activation;

HAND_INLINE __m512 gated(__m512 x, __m512 gate) {
  __mmask16 open = _mm512_cmp_ps_mask(gate, _mm512_setzero_ps(), _CMP_NEQ_UQ);
  return _mm512_maskz_mul_ps(open, x, gate);
}

/// x * sigmoid(argument). The general form stays out of the loop's registers.
static __attribute__((noinline, cold)) void swishAnywhere(__m512 *x, const __m512 *argument, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    __m512 gate;
    sigmoidAnywhere(argument + i, &gate, 1);
    x[i] = gated(x[i], gate);
  }
}

HAND_INLINE void swish(__m512 *x, const __m512 *argument, unsigned count) {
  if (areOrdinary(argument, count)) {
    __m512 gate[mostVectors];
    sigmoidOrdinary(argument, gate, count);
    HAND_EACH x[k] = _mm512_mul_ps(x[k], gate[k]);
  } else {
    __m512 values[mostVectors], arguments[mostVectors];
    HAND_EACH values[k] = x[k];
    HAND_EACH arguments[k] = argument[k];
    swishAnywhere(values, arguments, count);
    HAND_EACH x[k] = values[k];
  }
}

/// x[k] = y of x[k] and the second operand.
HAND_INLINE void activate(Activation activation, __m512 *x, const __m512 *other, unsigned count) {
  __m512 argument[mostVectors];
  switch (activation) {
  case swiglu:
    HAND_EACH argument[k] = x[k];
    swish(x, argument, count);
    HAND_EACH x[k] = _mm512_mul_ps(x[k], other[k]);
    return;
  case geluErf:
    HAND_EACH argument[k] = _mm512_mul_ps(x[k], splat(0x1.6a09e667f3bcdp-1f));
    erfs(argument, count);
    HAND_EACH x[k] = _mm512_mul_ps(x[k], splat(0.5f));
    HAND_EACH x[k] = gated(x[k], _mm512_add_ps(argument[k], splat(1.0f)));
    break;
  case geluTanh:
    HAND_EACH {
      __m512 square = _mm512_mul_ps(_mm512_mul_ps(x[k], x[k]), splat((float)(tanhSlope * 0.044715)));
      argument[k] = _mm512_mul_ps(x[k], _mm512_add_ps(square, splat((float)tanhSlope)));
    }
    swish(x, argument, count);
    break;
  }
  HAND_EACH x[k] = _mm512_add_ps(x[k], other[k]);
}

HAND_INLINE void activateMasked(Activation activation, const float *x, const float *other, float *y,
                                __mmask16 mask) {
  __m512 v = _mm512_maskz_loadu_ps(mask, x), w = _mm512_maskz_loadu_ps(mask, other);
  activate(activation, &v, &w, 1);
  _mm512_mask_storeu_ps(y, mask, v);
}

/// Bytes ahead of the loads.
enum { prefetchDistance = 2048 };

HAND_INLINE void block(Activation activation, const float *x, const float *other, float *y, unsigned count,
                       Memory memory) {
  __m512 v[mostVectors], w[mostVectors];
  if (memory != plain) {
    HAND_EACH _mm_prefetch((const char *)(x + k * width) + prefetchDistance, _MM_HINT_T0);
    HAND_EACH _mm_prefetch((const char *)(other + k * width) + prefetchDistance, _MM_HINT_T0);
  }
  HAND_EACH v[k] = _mm512_loadu_ps(x + k * width);
  HAND_EACH w[k] = _mm512_loadu_ps(other + k * width);
  activate(activation, v, w, count);
  HAND_EACH store(y + k * width, v[k], memory);
}

HAND_INLINE void elements(HandRecord *record, Activation activation, unsigned count, Memory memory) {
  const int64_t columns = record->arguments[handBinaryX].rowStride;
  const float *x = handRow(record, handBinaryX, record->begin);
  const float *other = handRow(record, handBinaryOther, record->begin);
  float *y = handRow(record, handBinaryY, record->begin);
  const int64_t n = (int64_t)(record->end - record->begin) * columns;
  int64_t at = 0;
  if (memory == streaming && (at = toAligned(y)) > 0) {
    if (at > n)
      at = n;
    activateMasked(activation, x, other, y, restMask((unsigned)at));
  }
  for (; at + count * width <= n; at += count * width)
    block(activation, x + at, other + at, y + at, count, memory);
  for (; at + width <= n; at += width)
    block(activation, x + at, other + at, y + at, 1, memory);
  if (at < n)
    activateMasked(activation, x + at, other + at, y + at, restMask((unsigned)(n - at)));
  if (memory == streaming)
    _mm_sfence();
  record->begin = record->end;
}

#define ACTIVATION(activation)                                                                               \
  static void activation##By2(HandRecord *record) { elements(record, activation, 2, plain); }                \
  static void activation##By4(HandRecord *record) { elements(record, activation, 4, plain); }                \
  static void activation##Prefetching(HandRecord *record) { elements(record, activation, 4, prefetching); }  \
  static void activation##Streaming(HandRecord *record) { elements(record, activation, 4, streaming); }
#define ACTIVATION_FORMS(op, activation)                                                                     \
  {op, 0, "x86-64-v4", "2 vectors at once", activation##By2},                                                \
      {op, 0, "x86-64-v4", "4 vectors at once", activation##By4},                                            \
      {op, 0, "x86-64-v4", "4 vectors, prefetch", activation##Prefetching}, {                                \
    op, 0, "x86-64-v4", "4 vectors, prefetch, streaming", activation##Streaming                              \
  }

ACTIVATION(swiglu)
ACTIVATION(geluErf)
ACTIVATION(geluTanh)

const HandKernel *handActivationsAvx512(size_t *count) {
  static const HandKernel kernels[] = {
      ACTIVATION_FORMS("swiglu", swiglu),
      ACTIVATION_FORMS("gelu_residual", geluErf),
      ACTIVATION_FORMS("gelu_tanh_residual", geluTanh),
  };
  *count = sizeof(kernels) / sizeof(*kernels);
  return kernels;
}
#else
const HandKernel *handActivationsAvx512(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
