// Numbers that every machine and every language makes alike (docs/study.md): mulberry32 on the 32-bit FNV-1a hash of a
// name, 24 bits of each.

function hash(name: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; ++i) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** A sequence of multiples of 2^-24 in [0, 1). `name` is ASCII. */
export function random(name: string): () => number {
  let state = hash(name);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 8) / 2 ** 24;
  };
}
