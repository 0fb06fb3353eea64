import { describe, expect, it } from 'vitest';
import { program } from '../../lib/dsl/builder.js';
import { erf } from '../../lib/reference/erf.js';
import { reference } from '../../lib/reference/reference.js';

describe('erf in FP64', () => {
  // From 200-bit arithmetic.
  const known = [
    [1e-310, 1.1283791670955e-310],
    [1e-20, 1.1283791670955125e-20],
    [0.001, 0.0011283787909692365],
    [0.25, 0.27632639016823696],
    [0.5, 0.5204998778130465],
    [0.9, 0.7969082124228322],
    [0.99999, 0.8426966418332298],
    [1, 0.8427007929497149],
    [1.5, 0.9661051464753108],
    [2, 0.9953222650189527],
    [2.5, 0.999593047982555],
    [3, 0.9999779095030014],
    [4, 0.9999999845827421],
    [5, 0.9999999999984626],
    [5.9, 0.9999999999999999],
  ];

  it.each(known)('erf(%d) is within two units of the last place', (x, want) => {
    for (const sign of [1, -1])
      expect(Math.abs(sign * erf(sign * x) - want)).toBeLessThanOrEqual(2 ** -51 * want);
  });

  it('is exact where it must be', () => {
    expect(erf(0)).toBe(0);
    expect(erf(-0)).toBe(-0);
    expect(erf(6)).toBe(1);
    expect(erf(-Infinity)).toBe(-1);
    expect(erf(NaN)).toBeNaN();
  });
});

describe('elementary functions of the interpreter', () => {
  const evaluate = (op: 'exp' | 'exp2' | 'log' | 'tanh' | 'erf' | 'sigmoid' | 'sin' | 'cos', x: number) => {
    const p = program('p', (b) => b.output('y').store(b.input('x')[op]()));
    return reference(p, { cols: 1 }, { x: Float32Array.of(x) }).y[0];
  };

  it('are what their names say', () => {
    expect(evaluate('exp', 1)).toBe(Math.E);
    expect(evaluate('exp2', -1074)).toBe(2 ** -1074);
    expect(evaluate('log', 0)).toBe(-Infinity);
    expect(evaluate('tanh', -Infinity)).toBe(-1);
    expect(evaluate('erf', 0.5)).toBeCloseTo(0.5204998778130465, 15);
    expect(evaluate('sin', 1)).toBe(Math.sin(1));
    expect(evaluate('cos', 1)).toBe(Math.cos(1));
  });

  it('sigmoid is right far out on both sides', () => {
    expect(evaluate('sigmoid', 0)).toBe(0.5);
    expect(evaluate('sigmoid', -700)).toBe(Math.exp(-700));
    expect(evaluate('sigmoid', -Infinity)).toBe(0);
    expect(evaluate('sigmoid', 700)).toBe(1);
    expect(evaluate('sigmoid', Infinity)).toBe(1);
  });
});
