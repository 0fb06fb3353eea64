// The generator of the numeric cases: the same numbers on every machine.

/** Numbers from low to high, 24 bits each. */
export function lcg(seed: number, low = -1, high = 1): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return low + (high - low) * (Math.floor(state / 256) / 2 ** 24);
  };
}

/** An f32 array of them. */
export function randomArray(length: number, seed: number, low = -1, high = 1): Float32Array {
  const next = lcg(seed, low, high);
  return Float32Array.from({ length }, next);
}
