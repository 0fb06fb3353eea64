// node sharded/worker.mjs WHERE [PAUSE]
//
// A worker process: takes shards from the queue until it is told to stop. PAUSE: milliseconds that it dwells on each, so
// that there is time to kill it in the midst of one.
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { connectionTo } from './redis.mjs';
import { lockMilliseconds, normalizeShard, queueName } from './shards.mjs';

const [where, pause = '0'] = process.argv.slice(2);

const worker = new Worker(
  queueName,
  async (job) => {
    process.send?.({ began: job.id });
    await normalizeShard(job.data, () => sleep(Number(pause)));
    return process.pid;
  },
  {
    connection: connectionTo(where),
    lockDuration: lockMilliseconds,
    stalledInterval: lockMilliseconds,
    maxStalledCount: 5,
  },
);
worker.on('error', (error) => console.error(error));
process.on('SIGTERM', () => void worker.close().then(() => process.exit(0))); // after the shard in work
