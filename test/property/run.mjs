import { runBundled } from '../support/run-bundled.mjs';

await runBundled('property');
