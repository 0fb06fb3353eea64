// Resident memory of this process, to tell what is lost from what has not been collected yet.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Bytes of resident memory once JavaScript's garbage, and the native memory behind it, is gone. */
export async function residentMemory() {
  for (let i = 0; i < 3; ++i) {
    collect();
    // Node-API runs finalizers after the collection, from the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage.rss();
}
