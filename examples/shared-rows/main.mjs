// npm run shared-rows [-- --rows 20000] [--cols 768] [--workers 2]
//
// Worker threads that share rows: the memory is one SharedArrayBuffer, nothing is copied or sent. Who is free takes the
// next rows from a shared counter. Each thread launches on its own thread alone (pool: null), for here the threads are the
// parallelism; compiled code is shared by the whole process.
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { allocAligned, compile, l2Normalize } from 'tile-simd';

const rowsAtOnce = 256;

/** Takes rows as long as there are any. @returns how many it took. */
function takeRows({ x, y, next, rows, cols }) {
  const kernel = compile(l2Normalize.program(), { cols });
  const record = kernel.record({ x, eps: 1e-12, y });
  let taken = 0;
  for (;;) {
    const begin = Atomics.add(next, 0, rowsAtOnce);
    if (begin >= rows) break;
    const end = Math.min(rows, begin + rowsAtOnce);
    kernel.launch(record, { programs: [begin, end], pool: null });
    taken += end - begin;
  }
  kernel.dispose();
  return taken;
}

async function main() {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '20000' },
      cols: { type: 'string', default: '768' },
      workers: { type: 'string', default: '2' },
    },
  });
  const [rows, cols, count] = ['rows', 'cols', 'workers'].map((name) => Number(values[name]));
  const x = allocAligned(rows * cols); // over a SharedArrayBuffer
  const y = allocAligned(rows * cols);
  for (let i = 0; i < x.length; ++i) x[i] = Math.sin(i);
  const next = new Int32Array(new SharedArrayBuffer(4));

  const work = { x, y, next, rows, cols };
  const taken = await Promise.all(
    Array.from({ length: count }, () => {
      const worker = new Worker(new URL(import.meta.url), { workerData: work });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );

  const alone = l2Normalize(x, { cols, pool: null });
  const differing = y.findIndex((value, i) => !Object.is(value, alone[i]));
  console.log(JSON.stringify({ rows, taken, total: taken.reduce((a, b) => a + b), sameBits: differing < 0 }));
  if (differing >= 0) process.exitCode = 1;
}

if (isMainThread) await main();
else parentPort.postMessage(takeRows(workerData));
