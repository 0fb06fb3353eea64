// Sizes of the data caches that one core reaches, from the operating system. They decide costs and no result, so where
// the system says nothing, sizes that are common stand in.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In bytes. */
export interface Caches {
  readonly l1d: number;
  readonly l2: number;
  /** Shared by several cores; 0 where there is none. */
  readonly l3: number;
  /** Bytes of a cache line. */
  readonly line: number;
}

const usual: Caches = { l1d: 32 * 1024, l2: 1024 * 1024, l3: 16 * 1024 * 1024, line: 64 };

const units: Readonly<Record<string, number>> = { K: 1024, M: 1024 * 1024, G: 1024 * 1024 * 1024 };

/** Bytes of `48K`; undefined for anything else. */
function bytesOf(text: string): number | undefined {
  const match = /^(\d+)([KMG]?)$/.exec(text.trim());
  return match === null ? undefined : Number(match[1]) * (units[match[2]] ?? 1);
}

/** Caches as Linux describes those of a core in `folder`; what it does not say has its usual value. */
export function readCaches(folder = '/sys/devices/system/cpu/cpu0/cache'): Caches {
  const found: { -readonly [Key in keyof Caches]?: number } = {};
  try {
    for (const index of readdirSync(folder)) {
      if (!index.startsWith('index')) continue;
      const read = (file: string) => readFileSync(join(folder, index, file), 'utf8').trim();
      const size = bytesOf(read('size'));
      if (size === undefined || read('type') === 'Instruction') continue;
      found.line = bytesOf(read('coherency_line_size')) ?? usual.line;
      const level = read('level');
      if (level === '1') found.l1d = size;
      else if (level === '2') found.l2 = size;
      else if (level === '3') found.l3 = size;
    }
  } catch {
    return { ...usual, ...found };
  }
  // A core that has some caches described and no third level has none.
  return found.l1d === undefined ? { ...usual, ...found } : { ...usual, l3: 0, ...found };
}
