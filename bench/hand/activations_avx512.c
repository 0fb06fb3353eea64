// SwiGLU, SiLU, GELU and GELU + residual by hand for AVX-512: y = gate * sigmoid(gate) * up, y = gelu(x) +
// residual, and both without the second operand.
//
// Elementwise, so rows that stand side by side are one run of elements. Where a gate is 0 the product with it
// is 0 too, at an infinite x as well; nothing but that rule keeps these from being plain products.
#include "hand.h"

#if defined(__x86_64__)
#include "math_avx512.h"

typedef enum Activation { swish, geluErf, geluTanh } Activation;
/// Inputs; the output's slot follows theirs.
typedef enum Arity { unary = 1, binary = 2 } Arity;

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

HAND_INLINE void multiplyBySigmoid(__m512 *x, const __m512 *argument, unsigned count) {
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

/// x[k] = y of x[k] and, if there is one, the second operand.
HAND_INLINE void activate(Activation activation, Arity arity, __m512 *x, const __m512 *other,
                          unsigned count) {
  __m512 argument[mostVectors];
  switch (activation) {
  case swish:
    HAND_EACH argument[k] = x[k];
    multiplyBySigmoid(x, argument, count);
    if (arity == binary)
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
    multiplyBySigmoid(x, argument, count);
    break;
  }
  if (arity == binary)
    HAND_EACH x[k] = _mm512_add_ps(x[k], other[k]);
}

/// The buffers of an entry from one element on; `other` is read by binary ones alone.
typedef struct Place {
  const float *x, *other;
  float *y;
} Place;

HAND_INLINE Place at(Place place, int64_t element) {
  Place moved = {place.x + element, place.other + element, place.y + element};
  return moved;
}

HAND_INLINE void activateMasked(Activation activation, Arity arity, Place place, __mmask16 mask) {
  __m512 v = _mm512_maskz_loadu_ps(mask, place.x);
  __m512 w = arity == binary ? _mm512_maskz_loadu_ps(mask, place.other) : v;
  activate(activation, arity, &v, &w, 1);
  _mm512_mask_storeu_ps(place.y, mask, v);
}

/// Bytes ahead of the loads.
enum { prefetchDistance = 2048 };

HAND_INLINE void block(Activation activation, Arity arity, Place place, unsigned count, Memory memory) {
  __m512 v[mostVectors], w[mostVectors];
  if (memory != plain) {
    HAND_EACH _mm_prefetch((const char *)(place.x + k * width) + prefetchDistance, _MM_HINT_T0);
    if (arity == binary)
      HAND_EACH _mm_prefetch((const char *)(place.other + k * width) + prefetchDistance, _MM_HINT_T0);
  }
  HAND_EACH v[k] = _mm512_loadu_ps(place.x + k * width);
  HAND_EACH w[k] = arity == binary ? _mm512_loadu_ps(place.other + k * width) : v[k];
  activate(activation, arity, v, w, count);
  HAND_EACH store(place.y + k * width, v[k], memory);
}

HAND_INLINE void elements(HandRecord *record, Activation activation, Arity arity, unsigned count,
                          Memory memory) {
  const int64_t columns = record->arguments[0].rowStride;
  const int64_t n = (int64_t)(record->end - record->begin) * columns;
  const Place first = {handRow(record, 0, record->begin), handRow(record, arity - 1, record->begin),
                       handRow(record, arity, record->begin)};
  int64_t i = 0;
  if (memory == streaming && (i = toAligned(first.y)) > 0) {
    if (i > n)
      i = n;
    activateMasked(activation, arity, first, restMask((unsigned)i));
  }
  for (; i + count * width <= n; i += count * width)
    block(activation, arity, at(first, i), count, memory);
  for (; i + width <= n; i += width)
    block(activation, arity, at(first, i), 1, memory);
  if (i < n)
    activateMasked(activation, arity, at(first, i), restMask((unsigned)(n - i)));
  if (memory == streaming)
    _mm_sfence();
  record->begin = record->end;
}

#define ACTIVATION(name, activation, arity)                                                                  \
  static void name##By2(HandRecord *record) { elements(record, activation, arity, 2, plain); }               \
  static void name##By4(HandRecord *record) { elements(record, activation, arity, 4, plain); }               \
  static void name##Prefetching(HandRecord *record) { elements(record, activation, arity, 4, prefetching); } \
  static void name##Streaming(HandRecord *record) { elements(record, activation, arity, 4, streaming); }
#define ACTIVATION_FORMS(op, name)                                                                           \
  {op, 0, "x86-64-v4", "2 vectors at once", name##By2},                                                      \
      {op, 0, "x86-64-v4", "4 vectors at once", name##By4},                                                  \
      {op, 0, "x86-64-v4", "4 vectors, prefetch", name##Prefetching}, {                                      \
    op, 0, "x86-64-v4", "4 vectors, prefetch, streaming", name##Streaming                                    \
  }

ACTIVATION(silu, swish, unary)
ACTIVATION(swiglu, swish, binary)
ACTIVATION(gelu, geluErf, unary)
ACTIVATION(geluResidual, geluErf, binary)
ACTIVATION(geluTanhOnly, geluTanh, unary)
ACTIVATION(geluTanhResidual, geluTanh, binary)

const HandKernel *handActivationsAvx512(size_t *count) {
  static const HandKernel kernels[] = {
      ACTIVATION_FORMS("silu", silu),
      ACTIVATION_FORMS("swiglu", swiglu),
      ACTIVATION_FORMS("gelu", gelu),
      ACTIVATION_FORMS("gelu_residual", geluResidual),
      ACTIVATION_FORMS("gelu_tanh", geluTanhOnly),
      ACTIVATION_FORMS("gelu_tanh_residual", geluTanhResidual),
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
