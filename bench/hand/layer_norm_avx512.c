// LayerNorm by hand for AVX-512, corrected two-pass: m = mean(x), d = x - m, c = mean(d), var = mean(d^2) -
// c^2, y = (d - c) / sqrt(var + eps) * weight + bias.
//
// Short rows stay in registers, first as x and then as d; long rows are read three times.
#include "hand.h"

#if defined(__x86_64__)
#include "avx512.h"

HAND_INLINE __m512 loadAndSum(const float *restrict x, __m512 *v, Extent extent) {
  __m512 a[accumulators];
  HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i) {
    v[i] = inOrder(_mm512_loadu_ps(x + i * width));
    a[i % accumulators] = i < accumulators ? v[i] : _mm512_add_ps(a[i % accumulators], v[i]);
  }
  if (extent.rest) {
    v[extent.whole] = loadRest(x + extent.whole * width, extent.rest);
    __m512 *last = &a[extent.whole % accumulators];
    *last = accumulateRest(*last, v[extent.whole], extent.rest);
  }
  return joinAccumulators(a);
}

/// Sums of d and d^2 by logical lane, accumulators joined.
typedef struct Sums {
  __m512 d, square;
} Sums;

/// The same with the lanes joined too.
typedef struct LaneSums {
  float d, square;
} LaneSums;

HAND_INLINE LaneSums joinSums(Sums sums) {
  LaneSums result = {joinLanes(sums.d), joinLanes(sums.square)};
  return result;
}

/// x becomes d = x - mean in place.
HAND_INLINE Sums center(__m512 *v, __m512 mean, Extent extent) {
  __m512 sums[accumulators], squares[accumulators];
  HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i) {
    const unsigned k = i % accumulators;
    v[i] = _mm512_sub_ps(v[i], mean);
    __m512 square = _mm512_mul_ps(v[i], v[i]);
    sums[k] = i < accumulators ? v[i] : _mm512_add_ps(sums[k], v[i]);
    squares[k] = i < accumulators ? square : _mm512_add_ps(squares[k], square);
  }
  if (extent.rest) {
    const unsigned k = extent.whole % accumulators;
    __m512 d = v[extent.whole] = subRest(v[extent.whole], mean, extent.rest);
    sums[k] = accumulateRest(sums[k], d, extent.rest);
    squares[k] = accumulateRest(squares[k], mulRest(d, d, extent.rest), extent.rest);
  }
  Sums result = {joinAccumulators(sums), joinAccumulators(squares)};
  return result;
}

HAND_INLINE void scaleAndStore(const HandLayerNorm *layer, float *restrict y, const __m512 *v,
                               __m512 correction, __m512 inverse, Extent extent) {
  HAND_UNROLL for (unsigned i = 0; i < extent.whole; ++i) {
    __m512 scaled = _mm512_mul_ps(_mm512_sub_ps(v[i], correction), inverse);
    __m512 weighted = _mm512_mul_ps(scaled, _mm512_loadu_ps(layer->weight + i * width));
    __m512 result = inOrder(_mm512_add_ps(weighted, _mm512_loadu_ps(layer->bias + i * width)));
    _mm512_storeu_ps(y + i * width, result);
  }
  if (extent.rest) {
    const unsigned at = extent.whole * width, rest = extent.rest;
    __m512 scaled = mulRest(subRest(v[extent.whole], correction, rest), inverse, rest);
    __m512 weighted = mulRest(scaled, loadRest(layer->weight + at, rest), rest);
    storeRest(y + at, addRest(weighted, loadRest(layer->bias + at, rest), rest), rest);
  }
}

/// What is known of a row when its sums are.
typedef struct Moments {
  float correction, variance;
} Moments;

HAND_INLINE Moments momentsOf(LaneSums sums, unsigned columns, float eps) {
  float correction = sums.d / (float)columns;
  float square = sums.square / (float)columns;
  Moments moments = {correction, square - correction * correction + eps};
  return moments;
}

HAND_INLINE int areTrusted(Moments moments) {
  return isTrusted(moments.variance) &
         __builtin_expect(moments.correction * moments.correction <= moments.variance * 8.0f, 1);
}

HAND_INLINE uint64_t registerRows(HandLayerNorm layer, uint64_t row, uint64_t end, unsigned columns) {
  const Extent extent = extentOf(columns);
  for (; row < end; ++row, layer.x += layer.xStride, layer.y += layer.yStride) {
    __m512 v[maxVectors];
    float mean = joinLanes(loadAndSum(layer.x, v, extent)) / (float)columns;
    Moments moments = momentsOf(joinSums(center(v, _mm512_set1_ps(mean), extent)), columns, layer.eps);
    if (!areTrusted(moments))
      break;
    scaleAndStore(&layer, layer.y, v, _mm512_set1_ps(moments.correction),
                  _mm512_set1_ps(inverseRoot(moments.variance)), extent);
  }
  return row;
}

/// Four rows at a time share the last four levels of the trees, the divisions, the root and the branch.
HAND_INLINE uint64_t fourRegisterRows(HandLayerNorm layer, uint64_t row, uint64_t end, unsigned columns) {
  const Extent extent = extentOf(columns);
  const __m512 n = _mm512_set1_ps((float)columns);
  for (; row + 4 <= end; row += 4, layer.x += 4 * layer.xStride, layer.y += 4 * layer.yStride) {
    __m512 v[4][maxVectors], s[4];
    Sums sums[4];
    HAND_UNROLL for (unsigned r = 0; r < 4; ++r) s[r] = loadAndSum(layer.x + r * layer.xStride, v[r], extent);
    __m512 mean = _mm512_div_ps(joinLanesOfFour(s[0], s[1], s[2], s[3]), n);
    HAND_UNROLL for (unsigned r = 0; r < 4; ++r) sums[r] = center(v[r], quarter(mean, r), extent);
    __m512 correction = _mm512_div_ps(joinLanesOfFour(sums[0].d, sums[1].d, sums[2].d, sums[3].d), n);
    __m512 square =
        _mm512_div_ps(joinLanesOfFour(sums[0].square, sums[1].square, sums[2].square, sums[3].square), n);
    __m512 shift = _mm512_mul_ps(correction, correction);
    __m512 variance = _mm512_add_ps(_mm512_sub_ps(square, shift), _mm512_set1_ps(layer.eps));
    __m512 limit = _mm512_mul_ps(variance, _mm512_set1_ps(8.0f));
    if (!areAllTrusted(variance) || _mm512_cmp_ps_mask(shift, limit, _CMP_LE_OQ) != 0xFFFF)
      break;
    __m512 inverse = inverseRoots(variance);
    HAND_UNROLL for (unsigned r = 0; r < 4; ++r) scaleAndStore(
        &layer, layer.y + r * layer.yStride, v[r], quarter(correction, r), quarter(inverse, r), extent);
  }
  return registerRows(layer, row, row + 4 <= end ? row + 4 : end, columns);
}

HAND_INLINE float chunkSum(const float *restrict x, unsigned columns) {
  const unsigned whole = columns - columns % step, rest = columns % step;
  __m512 a[accumulators];
  HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) a[k] = _mm512_set1_ps(-0.0f);
  HAND_UNROLL_BY_4 for (unsigned i = 0; i < whole; i += step)
      HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) a[k] =
          _mm512_add_ps(a[k], _mm512_loadu_ps(x + i + k * width));
  HAND_UNROLL for (unsigned k = 0; k < rest / width; ++k) a[k] =
      _mm512_add_ps(a[k], _mm512_loadu_ps(x + whole + k * width));
  if (rest % width) {
    __m512 *last = &a[rest / width];
    *last = accumulateRest(*last, loadRest(x + columns - rest % width, rest % width), rest % width);
  }
  return joinLanes(joinAccumulators(a));
}

HAND_INLINE float longMean(const float *restrict x, unsigned columns) {
  const unsigned first = columns < chunk ? columns : chunk;
  float sum = chunkSum(x, first);
  if (first < columns)
    sum += chunkSum(x + first, columns - first);
  return sum / (float)columns;
}

HAND_INLINE LaneSums chunkMoments(const float *restrict x, __m512 mean, unsigned columns) {
  const unsigned whole = columns - columns % step, rest = columns % step;
  __m512 sums[accumulators], squares[accumulators];
  HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) sums[k] = squares[k] = _mm512_set1_ps(-0.0f);
  HAND_UNROLL_BY_4 for (unsigned i = 0; i < whole; i += step) {
    HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
      __m512 d = _mm512_sub_ps(_mm512_loadu_ps(x + i + k * width), mean);
      sums[k] = _mm512_add_ps(sums[k], d);
      squares[k] = _mm512_add_ps(squares[k], _mm512_mul_ps(d, d));
    }
  }
  HAND_UNROLL for (unsigned k = 0; k < rest / width; ++k) {
    __m512 d = _mm512_sub_ps(_mm512_loadu_ps(x + whole + k * width), mean);
    sums[k] = _mm512_add_ps(sums[k], d);
    squares[k] = _mm512_add_ps(squares[k], _mm512_mul_ps(d, d));
  }
  if (rest % width) {
    const unsigned k = rest / width, ragged = rest % width;
    __m512 d = subRest(loadRest(x + columns - ragged, ragged), mean, ragged);
    sums[k] = accumulateRest(sums[k], d, ragged);
    squares[k] = accumulateRest(squares[k], mulRest(d, d, ragged), ragged);
  }
  LaneSums joined = {joinLanes(joinAccumulators(sums)), joinLanes(joinAccumulators(squares))};
  return joined;
}

HAND_INLINE Moments longMoments(const float *restrict x, __m512 mean, unsigned columns, float eps) {
  const unsigned first = columns < chunk ? columns : chunk;
  LaneSums sums = chunkMoments(x, mean, first);
  if (first < columns) {
    LaneSums second = chunkMoments(x + first, mean, columns - first);
    sums.d += second.d;
    sums.square += second.square;
  }
  return momentsOf(sums, columns, eps);
}

/// What every element of a row is normalized by.
typedef struct Scale {
  __m512 mean, correction, inverse;
} Scale;

HAND_INLINE __m512 normalize(Scale scale, __m512 x, __m512 weight, __m512 bias) {
  __m512 d = _mm512_sub_ps(_mm512_sub_ps(x, scale.mean), scale.correction);
  return _mm512_add_ps(_mm512_mul_ps(_mm512_mul_ps(d, scale.inverse), weight), bias);
}

HAND_INLINE void normalizeMasked(const HandLayerNorm *layer, Scale scale, unsigned at, __mmask16 mask) {
  __m512 x = _mm512_maskz_loadu_ps(mask, layer->x + at);
  __m512 weight = _mm512_maskz_loadu_ps(mask, layer->weight + at);
  __m512 bias = _mm512_maskz_loadu_ps(mask, layer->bias + at);
  _mm512_mask_storeu_ps(layer->y + at, mask, normalize(scale, x, weight, bias));
}

/// Rows that do not fit the registers.
HAND_INLINE uint64_t longRows(HandLayerNorm layer, uint64_t row, uint64_t end, unsigned columns,
                              Memory memory) {
  for (; row < end; ++row, layer.x += layer.xStride, layer.y += layer.yStride) {
    const __m512 mean = _mm512_set1_ps(longMean(layer.x, columns));
    Moments moments = longMoments(layer.x, mean, columns, layer.eps);
    if (!areTrusted(moments))
      break;
    const Scale scale = {mean, _mm512_set1_ps(moments.correction),
                         _mm512_set1_ps(inverseRoot(moments.variance))};
    const float *next = layer.x + layer.xStride; // behind the last row a prefetch does no harm
    unsigned at = 0;
    if (memory == streaming && (at = toAligned(layer.y)) > 0)
      normalizeMasked(&layer, scale, 0, restMask(at));
    HAND_UNROLL_BY_2 for (; at + step <= columns; at += step) {
      HAND_UNROLL for (unsigned k = 0; k < accumulators; ++k) {
        const unsigned i = at + k * width;
        if (memory != plain)
          _mm_prefetch((const char *)(next + i), _MM_HINT_T0);
        store(layer.y + i,
              normalize(scale, _mm512_loadu_ps(layer.x + i), _mm512_loadu_ps(layer.weight + i),
                        _mm512_loadu_ps(layer.bias + i)),
              memory);
      }
    }
    for (; at < columns; at += width)
      normalizeMasked(&layer, scale, at, columns - at < width ? restMask(columns - at) : 0xFFFF);
  }
  if (memory == streaming)
    _mm_sfence();
  return row;
}

#define LAYER_ENTRY(name, columns, rows) HAND_ENTRY(name, rows, handRescueLayerNorm(record, row, columns))
#define LAYER_LONG(columns)                                                                                  \
  LAYER_ENTRY(layer##columns##Reload, columns,                                                               \
              longRows(handBindLayerNorm(record, row), row, end, columns, plain))                            \
  LAYER_ENTRY(layer##columns##Prefetching, columns,                                                          \
              longRows(handBindLayerNorm(record, row), row, end, columns, prefetching))                      \
  LAYER_ENTRY(layer##columns##Streaming, columns,                                                            \
              longRows(handBindLayerNorm(record, row), row, end, columns, streaming))
#define LAYER_LONG_FORMS(columns)                                                                            \
  {"layer_norm", columns, "x86-64-v4", "reload", layer##columns##Reload},                                    \
      {"layer_norm", columns, "x86-64-v4", "reload, prefetch", layer##columns##Prefetching}, {               \
    "layer_norm", columns, "x86-64-v4", "reload, prefetch, streaming", layer##columns##Streaming             \
  }

LAYER_ENTRY(layer65, 65, registerRows(handBindLayerNorm(record, row), row, end, 65))
LAYER_ENTRY(layer65FourRows, 65, fourRegisterRows(handBindLayerNorm(record, row), row, end, 65))
LAYER_ENTRY(layer256, 256, registerRows(handBindLayerNorm(record, row), row, end, 256))
LAYER_LONG(768)
LAYER_LONG(1538)
LAYER_LONG(4096)
LAYER_LONG(4097)
LAYER_LONG(16384)

const HandKernel *handLayerNormAvx512(size_t *count) {
  static const HandKernel kernels[] = {
      {"layer_norm", 65, "x86-64-v4", "registers", layer65},
      {"layer_norm", 65, "x86-64-v4", "registers, 4 rows at once", layer65FourRows},
      {"layer_norm", 256, "x86-64-v4", "registers", layer256},
      LAYER_LONG_FORMS(768),
      LAYER_LONG_FORMS(1538),
      LAYER_LONG_FORMS(4096),
      LAYER_LONG_FORMS(4097),
      LAYER_LONG_FORMS(16384),
  };
  *count = sizeof(kernels) / sizeof(*kernels);
  return kernels;
}
#else
const HandKernel *handLayerNormAvx512(size_t *count) {
  *count = 0;
  return NULL;
}
#endif
