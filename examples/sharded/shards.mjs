// What a shard is: rows [begin, end) of an input file of f32, normalized into the same rows of an output file.
//
// Doing a shard twice gives the same bytes at the same place. That is all that the job engine's promise, at least once,
// asks of it, and why a worker may be killed at any moment.
import { open } from 'node:fs/promises';
import { l2Normalize } from 'tile-simd';

export const queueName = 'normalize';
/** A job without a sign of life for so long is given to another worker. */
export const lockMilliseconds = 1000;

/** @param {{ input: string, output: string, cols: number, begin: number, end: number }} shard */
export async function normalizeShard({ input, output, cols, begin, end }, pause = async () => {}) {
  const rows = new Float32Array((end - begin) * cols);
  const bytes = new Uint8Array(rows.buffer);
  const position = begin * cols * 4;
  await withFile(input, 'r', (file) => transfer(file, 'read', bytes, position));
  await l2Normalize.async(rows, { cols, out: rows });
  await pause();
  await withFile(output, 'r+', (file) => transfer(file, 'write', bytes, position));
}

async function withFile(path, flags, action) {
  const file = await open(path, flags);
  try {
    await action(file);
  } finally {
    await file.close();
  }
}

/** Reads or writes all of `bytes`; the system may do it in parts. */
async function transfer(file, how, bytes, position) {
  for (let done = 0; done < bytes.length;) {
    const result = await file[how](bytes, done, bytes.length - done, position + done);
    const count = how === 'read' ? result.bytesRead : result.bytesWritten;
    if (count === 0) throw new Error('the file is shorter than its rows');
    done += count;
  }
}
