// An HTTP service that normalizes embeddings to length 1.
//
//   POST /normalize?cols=768   a body of f32 rows (application/octet-stream); the answer is the rows, normalized
//   GET  /health               200, or 503 once the service is on its way out
//   GET  /stats                what the pool has done
//
// Back-pressure: the pool holds a bounded number of launches; what comes on top is answered with 503 and Retry-After at
// once, instead of growing a queue that nobody waits for any more. A client that hangs up has its launch stopped.
import Fastify from 'fastify';
import { l2Normalize, TileSimdError, WorkerPool } from 'tile-simd';

/**
 * @param {object} [options]
 * @param {boolean} [options.usePool] whether launches leave the event loop (default), or block it
 * @param {number} [options.workers] threads of a launch; by default what the process may use
 * @param {number} [options.maxQueued] launches in flight
 * @param {number} [options.maxBodyBytes]
 */
export function createService({ usePool = true, workers, maxQueued = 64, maxBodyBytes = 64 << 20 } = {}) {
  const pool = usePool ? new WorkerPool({ workers, maxQueued }) : undefined;
  let isLeaving = false;

  const app = Fastify({
    bodyLimit: maxBodyBytes,
    return503OnClosing: false, // who got in is served; the health check has sent the others elsewhere by then
    forceCloseConnections: 'idle',
  });

  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  // On the way out, each answer asks its client to connect anew: to another instance.
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close');
  });

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof TileSimdError)) return reply.send(error);
    const { code, message } = error;
    if (code === 'ERR_QUEUE_FULL') return reply.code(503).header('retry-after', '1').send({ code, message });
    const isClients = code.startsWith('ERR_INVALID_ARG') || code === 'ERR_BUFFER_LENGTH';
    return reply.code(isClients ? 400 : 500).send({ code, message });
  });

  app.post('/normalize', async (request, reply) => {
    const cols = Number(request.query.cols);
    const rows = rowsOf(request.body);
    const y = pool
      ? await l2Normalize.async(rows, { cols, pool, out: rows, signal: hangUp(reply) })
      : l2Normalize(rows, { cols, out: rows, pool: null });
    return reply.type('application/octet-stream').send(Buffer.from(y.buffer, y.byteOffset, y.byteLength));
  });

  app.get('/health', async (_request, reply) =>
    reply.code(isLeaving ? 503 : 200).send({ leaving: isLeaving }),
  );
  app.get('/stats', async () => pool?.stats() ?? {});

  app.addHook('onClose', () => pool?.close()); // after the last request

  return {
    app,
    /** Lets everybody know, serves who still comes for `grace` milliseconds, and ends when the last one is served. */
    async leave(grace = 200) {
      isLeaving = true;
      await new Promise((resolve) => setTimeout(resolve, grace));
      await app.close();
    },
  };
}

/** The body's floats. They lie wherever the parser put them; only where no Float32Array can lie are they copied. */
function rowsOf(body) {
  if (!Buffer.isBuffer(body) || body.length % 4 !== 0 || body.length === 0) {
    const error = new Error('expected a body of f32 rows, application/octet-stream');
    throw Object.assign(error, { statusCode: 400 });
  }
  const aligned = body.byteOffset % 4 === 0 ? body : Buffer.from(new Uint8Array(body).buffer);
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

/** Aborts when the connection ends before the answer does. (The request itself ends with its body.) */
function hangUp({ raw }) {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
