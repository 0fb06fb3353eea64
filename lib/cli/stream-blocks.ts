// Blocks of rows from files through a computation into files. A few sets of buffers go round by themselves, each with a
// block that is read, computed on and written; so reading, computing and writing go on at the same time, none waits for
// another one's turn, and memory does not grow with the files.

/** One set of buffers, and what happens to a block in it. */
export interface BlockSet {
  read(block: number): Promise<unknown>;
  compute(block: number): Promise<unknown>;
  write(block: number): Promise<unknown>;
}

/**
 * Runs blocks 0 to `blocks` - 1. They begin in order, each in the set that is free first; where their steps take
 * different times they may end in another one.
 * @param onBlock called after each block with the number of those that are done.
 * @throws the first error; nothing is in flight any more by then.
 */
export async function streamBlocks(
  blocks: number,
  sets: readonly BlockSet[],
  onBlock: (done: number) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  let failure: { readonly error: unknown } | undefined;
  const goRound = async (set: BlockSet) => {
    try {
      while (next < blocks && failure === undefined) {
        const block = next++;
        await set.read(block);
        await set.compute(block);
        await set.write(block);
        onBlock(++done);
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(sets.map(goRound));
  if (failure !== undefined) throw failure.error;
}
