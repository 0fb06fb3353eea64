// npm run sharded [-- --rows 20000] [--cols 384] [--shard 1000] [--workers 3] [--kill] [--pause 0]
//
// Rows of a file sharded over worker processes by BullMQ on Redis. On several machines the files lie on storage that all of
// them see, and each runs worker.mjs with REDIS_URL; here all of it is on one. With --kill a worker is killed while it
// works, by SIGKILL, and nothing is lost: its shard is given to another one.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Queue, QueueEvents } from 'bullmq';
import { l2Normalize } from 'tile-simd';
import { connectionTo, startRedis } from './redis.mjs';
import { queueName } from './shards.mjs';

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({
  options: {
    rows: text('20000'),
    cols: text('384'),
    shard: text('1000'),
    workers: text('3'),
    pause: text('0'),
    kill: { type: 'boolean', default: false },
  },
});
const [rows, cols, shard, count] = ['rows', 'cols', 'shard', 'workers'].map((name) => Number(values[name]));

const folder = mkdtempSync(join(tmpdir(), 'tile-simd-sharded-'));
const [input, output] = ['x.f32', 'y.f32'].map((name) => join(folder, name));
const redis = await startRedis();
const connections = [connectionTo(redis.where), connectionTo(redis.where)];
const queue = new Queue(queueName, { connection: connections[0] });
const events = new QueueEvents(queueName, { connection: connections[1] });
const workers = [];
try {
  const x = Float32Array.from({ length: rows * cols }, (_, i) => Math.sin(i));
  writeFileSync(input, new Uint8Array(x.buffer));
  writeFileSync(output, '');
  truncateSync(output, x.byteLength); // zeros, which no row of the result is

  await events.waitUntilReady();
  let stalled = 0;
  events.on('stalled', () => ++stalled);
  const shards = Array.from({ length: Math.ceil(rows / shard) }, (_, i) => ({
    name: 'shard',
    data: { input, output, cols, begin: i * shard, end: Math.min(rows, (i + 1) * shard) },
    opts: { attempts: 3 },
  }));
  const jobs = await queue.addBulk(shards);
  for (const emitter of [queue, events]) emitter.setMaxListeners(jobs.length + 10); // each job waits for its own end
  const script = fileURLToPath(new URL('worker.mjs', import.meta.url));
  for (let i = 0; i < count; ++i) workers.push(fork(script, [redis.where, values.pause]));

  let killed;
  if (values.kill) {
    let begun = 0;
    workers[0].on('message', ({ began }) => {
      if (++begun !== 2) return; // in the midst of its second shard
      killed = began;
      workers[0].kill('SIGKILL');
    });
  }

  const doneBy = await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
  const y = new Float32Array(new Uint8Array(readFileSync(output)).buffer);
  const expected = l2Normalize(x, { cols });
  const isWhole = y.length === expected.length && y.every((value, i) => Object.is(value, expected[i]));
  const shardsBy = workers.map(({ pid }) => doneBy.filter((by) => by === pid).length);
  console.log(JSON.stringify({ shards: jobs.length, shardsBy, killed, stalled, isWhole }));
  if (!isWhole) process.exitCode = 1;
} finally {
  const ends = workers.map((worker) =>
    worker.exitCode !== null || worker.signalCode !== null
      ? undefined
      : new Promise((resolve) => worker.once('exit', resolve)),
  );
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(ends);
  await events.close();
  await queue.close();
  for (const connection of connections) connection.disconnect();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}
