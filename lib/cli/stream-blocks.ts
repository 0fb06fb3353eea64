// Blocks of rows from files through a computation into files. Three sets of buffers go round: while one is computed on,
// the next is being read and the former is being written, so the disk does not wait for the kernel and memory does not
// grow with the files.

/** One set of buffers, and what happens to a block in it. */
export interface BlockSet {
  read(block: number): Promise<unknown>;
  compute(block: number): void;
  write(block: number): Promise<unknown>;
}

/** Sets that keep reading, computing and writing busy at the same time. */
export const setsInFlight = 3;

/**
 * Runs blocks 0 to `blocks` - 1 in order; block b is in set b mod `sets.length`.
 * @throws the first error; no read or write is in flight any more by then.
 */
export async function streamBlocks(
  blocks: number,
  sets: readonly BlockSet[],
  onBlock: (done: number) => void,
): Promise<void> {
  const reads: Promise<unknown>[] = [];
  const writes: Promise<unknown>[] = [];
  /** An error is met where the promise is awaited, and not before. */
  const quiet = (promise: Promise<unknown>) => {
    promise.catch(() => undefined);
    return promise;
  };
  const setOf = (block: number) => sets[block % sets.length];
  try {
    if (blocks > 0) reads[0] = quiet(setOf(0).read(0));
    for (let block = 0; block < blocks; ++block) {
      const next = block + 1;
      if (next < blocks) {
        const former = next - sets.length; // had the next block's buffers
        if (former >= 0) await writes[former];
        reads[next] = quiet(setOf(next).read(next));
      }
      await reads[block];
      setOf(block).compute(block);
      writes[block] = quiet(setOf(block).write(block));
      onBlock(next);
    }
    await Promise.all(writes);
  } finally {
    await Promise.allSettled([...reads, ...writes]);
  }
}
