// Interference probes: a fixed amount of independent operations that only a disturbed core takes longer for.
// Scalar adds suffer most from a busy hyper-thread sibling, multiply-adds from one that computes. About 0.1
// ms each. They need AVX2 and FMA on x86-64.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

void probeScalar(void);
void probeFma(void);

#ifdef __cplusplus
}
#endif
