// A custom fused kernel: what follows an int8 matrix product in a quantized network, in one pass over memory.
//
//   y = rmsNorm(residual + gelu(acc * scale + bias)) * weight, quantized to int8 again with a scale per row
//
// As separate calls that is six passes over rows of f32, most of them for intermediate results.
import { program } from 'tile-simd';

export const dequantGeluNormQuant = program('dequant_gelu_norm_quant', (b) => {
  const acc = b.input('acc', { dtype: 'i8' });
  const scale = b.input('scale', { dim: 'one' }); // of each row of acc
  const bias = b.input('bias', { access: 'column' });
  const residual = b.input('residual');
  const weight = b.input('weight', { access: 'column' });
  const eps = b.scalar('eps');

  const x = acc.mul(scale).add(bias);
  const half = x.mul(0.5);
  const gelu = half.add(half.mul(x.mul(Math.SQRT1_2).erf()));
  const sum = residual.add(gelu);
  const y = sum.mul(sum.mul(sum).mean().add(eps).rsqrt()).mul(weight);
  const step = y.abs().reduceMax().div(127);

  b.output('sum').store(sum); // the next layer's residual
  b.output('q', { dtype: 'i8' }).store(step.gt(0).select(y.div(step), 0).round());
  b.output('step').store(step);
});
