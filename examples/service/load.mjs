// npm run bench:service [-- --seconds 5] [--rows 64] [--cols 768] [--connections 8] [--json]
//
// Load on the service, bounded in time and on the loopback address alone: throughput and latencies with the pool and
// without it, and how long the health check waits meanwhile, which is what a blocked event loop is felt by.
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '64' },
    cols: { type: 'string', default: '768' },
    connections: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
const [seconds, rows, cols, connections] = ['seconds', 'rows', 'cols', 'connections'].map((name) =>
  Number(values[name]),
);
const body = Buffer.from(Float32Array.from({ length: rows * cols }, (_, i) => Math.sin(i)).buffer);

async function startService(...args) {
  const main = fileURLToPath(new URL('main.mjs', import.meta.url));
  const child = spawn(process.execPath, [main, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, address: JSON.parse(line).address };
}

/** Milliseconds that the health check takes, again and again until `signal`. */
async function watchHealth(address, signal) {
  const times = [];
  while (!signal.aborted) {
    const start = performance.now();
    await (await fetch(`${address}/health`)).arrayBuffer();
    times.push(performance.now() - start);
    await sleep(5);
  }
  return times.sort((a, b) => a - b);
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];

async function measure(name, ...args) {
  const { child, address } = await startService(...args);
  const request = {
    url: `${address}/normalize?cols=${cols}`,
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    connections,
  };
  await autocannon({ ...request, duration: 1 }); // warm
  const over = new AbortController();
  const health = watchHealth(address, over.signal);
  const { requests, latency, errors, non2xx } = await autocannon({ ...request, duration: seconds });
  over.abort();
  const waits = await health;
  child.kill('SIGTERM');
  const [status] = await once(child, 'exit');
  return {
    name,
    requestsPerSecond: requests.average,
    embeddingsPerSecond: requests.average * rows,
    p50: latency.p50,
    p99: latency.p99,
    healthP50: quantile(waits, 0.5),
    healthP99: quantile(waits, 0.99),
    errors: errors + non2xx,
    status,
  };
}

const results = [await measure('with the pool'), await measure('without', '--no-pool')];
if (values.json) console.log(JSON.stringify({ rows, cols, connections, seconds, results }, undefined, 1));
else {
  console.log(
    `POST /normalize, ${rows} x ${cols} f32 a request, ${connections} connections, ${seconds} s each`,
  );
  for (const result of results) {
    console.log(
      `${result.name.padEnd(14)} ${result.requestsPerSecond.toFixed(0).padStart(6)} requests/s  ` +
        `p50 ${result.p50} ms  p99 ${result.p99} ms  ` +
        `health p50 ${result.healthP50.toFixed(1)} ms  p99 ${result.healthP99.toFixed(1)} ms  ` +
        `${result.errors} errors  exit status ${result.status}`,
    );
  }
}
if (results.some(({ errors, status }) => errors > 0 || status !== 0)) process.exitCode = 1;
