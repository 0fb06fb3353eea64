// A Redis of our own, for as long as the example runs: Debian's redis-server on a socket in a folder of its own, so that no
// port is taken and none that is there already is used. With REDIS_URL set, that one is used instead.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** What BullMQ wants to know of a connection. `where`: a URL, or the path of a socket. */
export function connectionTo(where) {
  const options = { maxRetriesPerRequest: null }; // a worker waits for as long as there is nothing to do
  return where.includes('://') ? new Redis(where, options) : new Redis({ path: where, ...options });
}

/** @returns {Promise<{ where: string, stop: () => Promise<void> }>} */
export async function startRedis() {
  if (process.env.REDIS_URL) return { where: process.env.REDIS_URL, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'tile-simd-redis-'));
  const socket = join(folder, 'redis.sock');
  const args = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve, reject) => {
    server.once('exit', resolve);
    server.once('error', (cause) =>
      reject(new Error('redis-server does not start (Debian: apt-get install redis-server)', { cause })),
    );
  });
  const isUp = async () => {
    const client = new Redis({ path: socket, lazyConnect: true, retryStrategy: null });
    client.on('error', () => {}); // not yet
    try {
      await client.connect();
      return (await client.ping()) === 'PONG';
    } catch {
      return false;
    } finally {
      client.disconnect();
    }
  };
  const waitUntilUp = async () => {
    for (let tries = 0; !(await isUp()); ++tries) {
      if (tries === 100) throw new Error('redis-server does not answer');
      await sleep(50);
    }
  };
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await Promise.race([
    waitUntilUp(),
    ended.then((status) => {
      throw new Error(`redis-server ended with status ${status}`);
    }),
  ]);
  return { where: socket, stop };
}
