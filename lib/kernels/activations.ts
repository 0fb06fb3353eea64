// The activation functions as they are written in the DSL; silu, swiglu and the GELUs share them.
//
// All are x times a gate from 0 to 1. In the limit on the left that is an infinity times 0, so where the gate is 0 the
// product is not formed, and the limit is 0 as it should be.
import type { RowScalar, Tile } from '../dsl/values.js';

/** x * gate, and 0 where the gate is 0, at an infinite x too. NaN if either is. */
function gated(x: Tile, gate: Tile): Tile {
  return gate.eq(0).select(0, x.mul(gate));
}

/**
 * x * sigmoid(alpha * x), alpha = 1 if there is none. sigmoid is accurate down to the denormals, so this is a number as
 * far left as f32 holds one.
 */
export function swish(x: Tile, alpha?: RowScalar): Tile {
  return gated(x, (alpha === undefined ? x : x.mul(alpha)).sigmoid());
}

/** How GELU is computed: by the error function, or by the usual approximation of it. They differ by up to 4.7e-4. */
export const approximations = ['none', 'tanh'] as const;

export type Approximation = (typeof approximations)[number];

/**
 * GELU (Hendrycks and Gimpel, "Gaussian error linear units", 2016), as ONNX Gelu (opset 20) defines both forms:
 *
 * - `none`: x/2 * (1 + erf(x / sqrt(2))), right to 2e-7 absolute.
 * - `tanh`: x/2 * (1 + tanh(u)), u = sqrt(2/pi) * (x + 0.044715 x^3). Since (1 + tanh(u)) / 2 = sigmoid(2u), it is written
 *   with sigmoid, which loses nothing on the left and costs less. Where x^2 overflows, u is an infinity of x's sign.
 */
export function gelu(x: Tile, approximate: Approximation): Tile {
  if (approximate === 'none') return gated(x.mul(0.5), x.mul(Math.SQRT1_2).erf().add(1));
  const slope = 2 * Math.sqrt(2 / Math.PI);
  const argument = x.mul(
    x
      .mul(x)
      .mul(slope * 0.044715)
      .add(slope),
  );
  return gated(x, argument.sigmoid());
}
