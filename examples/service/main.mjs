// npm run service [-- --port 8080] [--host 127.0.0.1] [--no-pool] [--max-queued 64]
//
// Ends on SIGTERM and SIGINT when the last request is answered. Prints one line of JSON when it listens.
import { parseArgs } from 'node:util';
import { createService } from './server.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    host: { type: 'string', default: '127.0.0.1' },
    'no-pool': { type: 'boolean', default: false },
    'max-queued': { type: 'string', default: '64' },
  },
});

const { app, leave } = createService({
  usePool: !values['no-pool'],
  maxQueued: Number(values['max-queued']),
});
const address = await app.listen({ port: Number(values.port), host: values.host });
console.log(JSON.stringify({ address }));

let leaving;
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (leaving ??= leave()));
