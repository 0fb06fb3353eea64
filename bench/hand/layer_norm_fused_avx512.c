// layer_norm_avx512.c once more, compiled so that a product that is added is fused with the sum. Other bits:
// for orientation, what keeping them apart costs.
#define handLayerNormAvx512 handLayerNormFusedAvx512
#include "layer_norm_avx512.c"
