// Hand-written WebAssembly SIMD, in AssemblyScript: 128-bit vectors, pointers into the module's memory. Built by
// wasm.mjs, with fused multiply-adds where the engine has relaxed SIMD. No part of the TypeScript of the project.

const eps: f32 = 1e-5;
const vectorBytes: usize = 16;

/** Where memory is free. */
export const free: usize = __heap_base;

// @ts-ignore: decorator
@inline function load(address: usize): v128 {
  return v128.load(address);
}

// @ts-ignore: decorator
@inline function splat(value: f32): v128 {
  return f32x4.splat(value);
}

/** a * b + c */
// @ts-ignore: decorator
@inline function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

// @ts-ignore: decorator
@inline function sumOf(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3))
  );
}

// @ts-ignore: decorator
@inline function maxOf(v: v128): f32 {
  return max<f32>(
    max<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

/** 2^n * (1 + r + r^2/2 + ...), |r| <= ln(2) / 2; arguments beyond the floats are held at their ends. */
// @ts-ignore: decorator
@inline function exp(x: v128): v128 {
  const held = f32x4.pmin(f32x4.pmax(x, splat(-87.3)), splat(88.3));
  const n = f32x4.nearest(f32x4.mul(held, splat(1.4426950408889634)));
  let r = multiplyAdd(n, splat(-0.693145751953125), held);
  r = multiplyAdd(n, splat(-1.4286068203094172e-6), r);
  let p = splat(1.0 / 720);
  p = multiplyAdd(p, r, splat(1.0 / 120));
  p = multiplyAdd(p, r, splat(1.0 / 24));
  p = multiplyAdd(p, r, splat(1.0 / 6));
  p = multiplyAdd(p, r, splat(0.5));
  p = multiplyAdd(p, r, splat(1));
  p = multiplyAdd(p, r, splat(1));
  const scale = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(p, scale);
}

/** Elements that are left of a row, in the first lanes; 0 in the others. */
// @ts-ignore: decorator
@inline function loadSome(address: usize, count: usize): v128 {
  let v = v128.load32_zero(address);
  if (count > 1) v = v128.load32_lane(address, v, 1, 4);
  if (count > 2) v = v128.load32_lane(address, v, 2, 8);
  return v;
}

// @ts-ignore: decorator
@inline function storeSome(address: usize, v: v128, count: usize): void {
  v128.store32_lane(address, v, 0);
  if (count > 1) v128.store32_lane(address, v, 1, 4);
  if (count > 2) v128.store32_lane(address, v, 2, 8);
}

/** Sum of (x - shift)^2 over the first `whole` bytes of a row, whose rest is added lane by lane. */
// @ts-ignore: decorator
@inline function squares(x: usize, bytes: usize, shift: f32): f32 {
  const s = splat(shift);
  let a = splat(0);
  let b = a;
  let c = a;
  let d = a;
  let i: usize = 0;
  for (; i + 4 * vectorBytes <= bytes; i += 4 * vectorBytes) {
    const p = f32x4.sub(v128.load(x + i), s);
    const q = f32x4.sub(v128.load(x + i, 16), s);
    const r = f32x4.sub(v128.load(x + i, 32), s);
    const t = f32x4.sub(v128.load(x + i, 48), s);
    a = multiplyAdd(p, p, a);
    b = multiplyAdd(q, q, b);
    c = multiplyAdd(r, r, c);
    d = multiplyAdd(t, t, d);
  }
  for (; i + vectorBytes <= bytes; i += vectorBytes) {
    const p = f32x4.sub(load(x + i), s);
    a = multiplyAdd(p, p, a);
  }
  let sum = sumOf(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
  for (; i < bytes; i += 4) sum += (f32.load(x + i) - shift) * (f32.load(x + i) - shift);
  return sum;
}

export function rms_norm(x: usize, weight: usize, y: usize, rows: i32, columns: i32): void {
  const bytes = <usize>columns << 2;
  for (; rows > 0; --rows, x += bytes, y += bytes) {
    const factor: f32 = 1 / sqrt<f32>(squares(x, bytes, 0) / <f32>columns + eps);
    const factors = splat(factor);
    let i: usize = 0;
    for (; i + vectorBytes <= bytes; i += vectorBytes)
      v128.store(y + i, f32x4.mul(f32x4.mul(load(x + i), factors), load(weight + i)));
    for (; i < bytes; i += 4) f32.store(y + i, f32.load(x + i) * factor * f32.load(weight + i));
  }
}

export function layer_norm(x: usize, weight: usize, bias: usize, y: usize, rows: i32, columns: i32): void {
  const bytes = <usize>columns << 2;
  for (; rows > 0; --rows, x += bytes, y += bytes) {
    let a = splat(0);
    let b = a;
    let i: usize = 0;
    for (; i + 2 * vectorBytes <= bytes; i += 2 * vectorBytes) {
      a = f32x4.add(a, v128.load(x + i));
      b = f32x4.add(b, v128.load(x + i, 16));
    }
    let sum = sumOf(f32x4.add(a, b));
    for (; i < bytes; i += 4) sum += f32.load(x + i);
    const mean = sum / <f32>columns;
    const factor: f32 = 1 / sqrt<f32>(squares(x, bytes, mean) / <f32>columns + eps);
    const means = splat(mean);
    const factors = splat(factor);
    i = 0;
    for (; i + vectorBytes <= bytes; i += vectorBytes) {
      const scaled = f32x4.mul(f32x4.sub(load(x + i), means), factors);
      v128.store(y + i, multiplyAdd(scaled, load(weight + i), load(bias + i)));
    }
    for (; i < bytes; i += 4)
      f32.store(y + i, (f32.load(x + i) - mean) * factor * f32.load(weight + i) + f32.load(bias + i));
  }
}

export function softmax(x: usize, y: usize, rows: i32, columns: i32): void {
  const bytes = <usize>columns << 2;
  for (; rows > 0; --rows, x += bytes, y += bytes) {
    let a = splat(-Infinity);
    let b = a;
    let i: usize = 0;
    for (; i + 2 * vectorBytes <= bytes; i += 2 * vectorBytes) {
      a = f32x4.pmax(a, v128.load(x + i));
      b = f32x4.pmax(b, v128.load(x + i, 16));
    }
    let largest = maxOf(f32x4.pmax(a, b));
    for (; i < bytes; i += 4) largest = max<f32>(largest, f32.load(x + i));
    const shift = splat(largest);
    a = splat(0);
    b = a;
    i = 0;
    for (; i + 2 * vectorBytes <= bytes; i += 2 * vectorBytes) {
      const p = exp(f32x4.sub(v128.load(x + i), shift));
      const q = exp(f32x4.sub(v128.load(x + i, 16), shift));
      v128.store(y + i, p);
      v128.store(y + i, q, 16);
      a = f32x4.add(a, p);
      b = f32x4.add(b, q);
    }
    let sum = sumOf(f32x4.add(a, b));
    for (; i < bytes; i += 4) {
      const one = f32x4.extract_lane(exp(f32x4.sub(splat(f32.load(x + i)), shift)), 0);
      f32.store(y + i, one);
      sum += one;
    }
    const factor: f32 = 1 / sum;
    const factors = splat(factor);
    i = 0;
    for (; i + vectorBytes <= bytes; i += vectorBytes) v128.store(y + i, f32x4.mul(load(y + i), factors));
    for (; i < bytes; i += 4) f32.store(y + i, f32.load(y + i) * factor);
  }
}

// @ts-ignore: decorator
@inline function swigluOf(gate: v128, up: v128): v128 {
  return f32x4.mul(f32x4.div(gate, f32x4.add(splat(1), exp(f32x4.neg(gate)))), up);
}

/** erf by Abramowitz and Stegun, 7.1.26. */
// @ts-ignore: decorator
@inline function geluResidualOf(x: v128, residual: v128): v128 {
  const z = f32x4.mul(x, splat(0.7071067811865476));
  const magnitude = f32x4.abs(z);
  const t = f32x4.div(splat(1), multiplyAdd(magnitude, splat(0.3275911), splat(1)));
  let p = splat(1.061405429);
  p = multiplyAdd(p, t, splat(-1.453152027));
  p = multiplyAdd(p, t, splat(1.421413741));
  p = multiplyAdd(p, t, splat(-0.284496736));
  p = multiplyAdd(p, t, splat(0.254829592));
  const tail = f32x4.mul(f32x4.mul(p, t), exp(f32x4.neg(f32x4.mul(magnitude, magnitude))));
  const sign = v128.and(z, i32x4.splat(0x80000000));
  const erf = v128.or(f32x4.sub(splat(1), tail), sign);
  return multiplyAdd(f32x4.mul(x, splat(0.5)), f32x4.add(splat(1), erf), residual);
}

export function swiglu(gate: usize, up: usize, y: usize, rows: i32, columns: i32): void {
  const bytes = (<usize>rows * <usize>columns) << 2;
  let i: usize = 0;
  for (; i + vectorBytes <= bytes; i += vectorBytes) v128.store(y + i, swigluOf(load(gate + i), load(up + i)));
  const left = (bytes - i) >> 2;
  if (left > 0) storeSome(y + i, swigluOf(loadSome(gate + i, left), loadSome(up + i, left)), left);
}

export function gelu_residual(x: usize, residual: usize, y: usize, rows: i32, columns: i32): void {
  const bytes = (<usize>rows * <usize>columns) << 2;
  let i: usize = 0;
  for (; i + vectorBytes <= bytes; i += vectorBytes)
    v128.store(y + i, geluResidualOf(load(x + i), load(residual + i)));
  const left = (bytes - i) >> 2;
  if (left > 0) storeSome(y + i, geluResidualOf(loadSome(x + i, left), loadSome(residual + i, left)), left);
}

export function rope(x: usize, cos: usize, sin: usize, y: usize, rows: i32, columns: i32): void {
  const half = (<usize>columns >> 1) << 2;
  for (; rows > 0; --rows, x += 2 * half, y += 2 * half, cos += half, sin += half) {
    let i: usize = 0;
    for (; i + vectorBytes <= half; i += vectorBytes) {
      const a = load(x + i);
      const b = load(x + half + i);
      const c = load(cos + i);
      const s = load(sin + i);
      v128.store(y + i, multiplyAdd(a, c, f32x4.neg(f32x4.mul(b, s))));
      v128.store(y + half + i, multiplyAdd(b, c, f32x4.mul(a, s)));
    }
    for (; i < half; i += 4) {
      const a = f32.load(x + i);
      const b = f32.load(x + half + i);
      f32.store(y + i, a * f32.load(cos + i) - b * f32.load(sin + i));
      f32.store(y + half + i, b * f32.load(cos + i) + a * f32.load(sin + i));
    }
  }
}
