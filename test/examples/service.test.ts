// The HTTP service: answers, refusals, back-pressure, clients that hang up, and an end without an error for anybody.
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { l2Normalize } from '../../lib/index.js';
import { examples, run, start, type Running } from './support/run.js';

let service: Running | undefined;
afterEach(async () => {
  service?.child.kill('SIGKILL');
  await service?.end;
  service = undefined;
});

async function listen(...args: string[]): Promise<string> {
  service = start('service/main.mjs', '--port', '0', ...args);
  return ((await service.first()) as { address: string }).address;
}

/** What is used of fastify, whose types are the examples' own. */
interface FastifyLike {
  inject: (request: object) => Promise<{
    statusCode: number;
    headers: Record<string, string>;
    payload: string;
    rawPayload: Buffer;
  }>;
  close: () => Promise<void>;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function post(url: string, body: Uint8Array, agent?: Agent, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length };
    const sent = request(url, { method: 'POST', headers, agent, signal }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const rowsOf = (rows: number, cols: number) =>
  Float32Array.from({ length: rows * cols }, (_, i) => Math.sin(i));
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
const errorOf = ({ status, body }: Answer) => ({
  status,
  ...(JSON.parse(body.toString()) as { code: string }),
});

describe.each(['with the pool', 'without'])('%s', (how) => {
  it('normalizes rows, and says what is wrong with those that are none', async () => {
    const address = await listen(...(how === 'without' ? ['--no-pool'] : []));
    for (const rows of [1, 3, 700]) {
      const x = rowsOf(rows, 96);
      const { status, body } = await post(`${address}/normalize?cols=96`, bytesOf(x));
      expect(status).toBe(200);
      expect(body.equals(bytesOf(l2Normalize(x, { cols: 96 })))).toBe(true);
    }
    const url = `${address}/normalize`;
    expect(errorOf(await post(`${url}?cols=7`, bytesOf(rowsOf(1, 96))))).toMatchObject({
      status: 400,
      code: 'ERR_BUFFER_LENGTH',
    });
    expect((await post(`${url}?cols=nonsense`, bytesOf(rowsOf(1, 96)))).status).toBe(400);
    expect((await post(`${url}?cols=1`, Buffer.from('abc'))).status).toBe(400);
    expect((await (await fetch(`${address}/health`)).json()) as object).toEqual({ leaving: false });
  });
});

describe('under pressure', () => {
  it('answers 503 at once to what it cannot hold, and serves the rest', async () => {
    const { createService } = (await import(pathToFileURL(join(examples, 'service', 'server.mjs')).href)) as {
      createService: (options: object) => { app: FastifyLike };
    };
    const { app } = createService({ maxQueued: 1 });
    const x = rowsOf(2048, 1024);
    const request = {
      method: 'POST',
      url: '/normalize?cols=1024',
      headers: { 'content-type': 'application/octet-stream' },
      payload: bytesOf(x),
    };
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.inject(request)));
    await app.close();
    const served = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(served.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    expect(served.length + refused.length).toBe(12);
    const expected = bytesOf(l2Normalize(x, { cols: 1024 }));
    for (const { rawPayload } of served) expect(rawPayload.equals(expected)).toBe(true);
    for (const { headers, payload } of refused) {
      expect(JSON.parse(payload)).toMatchObject({ code: 'ERR_QUEUE_FULL' });
      expect(headers['retry-after']).toBe('1');
    }
  });

  it('goes on when clients hang up', async () => {
    const address = await listen();
    const body = bytesOf(rowsOf(4096, 1024));
    const gone = Array.from({ length: 6 }, (_, i) =>
      post(`${address}/normalize?cols=1024`, body, undefined, AbortSignal.timeout(5 + 5 * i)).catch(
        () => undefined,
      ),
    );
    await Promise.all(gone);
    expect((await post(`${address}/normalize?cols=4`, bytesOf(rowsOf(2, 4)))).status).toBe(200);
  });
});

describe('on its way out', () => {
  it('serves everybody who got in, and ends without an error', async () => {
    const address = await listen();
    const x = rowsOf(256, 768);
    const expected = bytesOf(l2Normalize(x, { cols: 768 }));
    let answered = 0;
    /** One client on one connection, until it is asked to go. */
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const { status, headers, body } = await post(`${address}/normalize?cols=768`, bytesOf(x), agent);
        expect(status).toBe(200);
        expect(body.equals(expected)).toBe(true);
        ++answered;
        if (headers.connection === 'close') break;
      }
      agent.destroy();
    };
    const clients = Promise.all(Array.from({ length: 6 }, client));
    await sleep(300);
    const before = answered;
    service!.child.kill('SIGTERM');
    await clients;
    expect(before).toBeGreaterThan(0);
    expect(answered).toBeGreaterThanOrEqual(before + 6 - 1);
    const { status, stderr } = await service!.end;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

it('is measured under load by a command that ends by itself, with no error', async () => {
  const { results } = (await run('service/load.mjs', '--seconds', '1', '--rows', '64', '--json')) as {
    results: Record<string, number>[];
  };
  expect(results).toHaveLength(2);
  for (const result of results) {
    expect(result).toMatchObject({ errors: 0, status: 0 });
    expect(result.requestsPerSecond).toBeGreaterThan(0);
    expect(result.p99).toBeGreaterThanOrEqual(result.p50);
  }
});
