// Hand-written kernels, the yardstick of bench/native: the same launch record, the same bits.
//
// Every kernel here follows the fixed reduction order (native/codegen/numerics.h: 64 logical lanes, halves,
// one chunk), keeps mul and add apart, divides by n, takes 1 / sqrt as two operations, and evaluates a row
// that fails the trust predicate again in FP64. So its output equals that of generated code bit for bit, and
// a difference in time is a difference in instructions and memory accesses alone.
//
// C, because intrinsics are the whole content; the C++ side includes it too.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The ABI of native/runtime/launch_record.h in C; bench/native/candidate.cpp asserts that the two agree.
typedef struct HandArgument {
  union {
    void *data;
    float value;
  };
  int64_t rowStride;
} HandArgument;

typedef struct HandRecord {
  uint64_t begin;
  uint64_t end;
  void *workspace;
  uint32_t phase;
  uint32_t row;
  HandArgument arguments[]; // in the order of the tile program's parameters: inputs, eps, y
} HandRecord;

typedef void (*HandEntry)(HandRecord *);

enum { handRmsX, handRmsWeight, handRmsEps, handRmsY };
enum { handLayerX, handLayerWeight, handLayerBias, handLayerEps, handLayerY };

enum { handSoftmaxX, handSoftmaxY };
enum { handRopeX, handRopeCos, handRopeSin, handRopeY };

typedef struct HandKernel {
  const char *op;   // name of the tile program
  unsigned columns; // the only column count it is written for, or 0 for all
  const char *isa;  // psABI level that it needs: x86-64-v3 or x86-64-v4
  const char *form; // what it does with a row
  HandEntry entry;
} HandKernel;

/// Tables by operator and instruction set; empty on other architectures.
const HandKernel *handRmsNormAvx512(size_t *count);
const HandKernel *handRmsNormAvx2(size_t *count);
const HandKernel *handLayerNormAvx512(size_t *count);
const HandKernel *handLayerNormAvx2(size_t *count);
const HandKernel *handSoftmaxAvx512(size_t *count);
const HandKernel *handActivationsAvx512(size_t *count);
const HandKernel *handRopeAvx512(size_t *count);
/// The same code with fused multiply-adds: other bits.
const HandKernel *handRmsNormFusedAvx512(size_t *count);
const HandKernel *handLayerNormFusedAvx512(size_t *count);
const HandKernel *handRopeFusedAvx512(size_t *count);

/// One row in FP64 from its stored inputs, outputs rounded once. Cold.
void handRescueRmsNorm(const HandRecord *record, uint64_t row, unsigned columns);
void handRescueLayerNorm(const HandRecord *record, uint64_t row, unsigned columns);

/// Reads a (and b, unless it is null) and writes y, n elements each; the second past the cache. Both need
/// x86-64-v4 on x86.
void handStream(const float *a, const float *b, float *y, size_t n);
void handStreamPastCache(const float *a, const float *b, float *y, size_t n);

/// So many rounds of independent multiply-adds; floating-point operations that they were. 0 on other
/// architectures.
uint64_t handPeakAvx2(uint64_t iterations);
uint64_t handPeakAvx512(uint64_t iterations);

#ifdef __cplusplus
}
#endif
