// rope_avx512.c once more, compiled so that a product that is added is fused with the sum. Other bits: for
// orientation, what keeping them apart costs.
#define handRopeAvx512 handRopeFusedAvx512
#include "rope_avx512.c"
