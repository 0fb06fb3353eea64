// What the table needs of the library: its public API, and the request behind a kernel. bench/table/plans.mjs bundles it.
export * from '../../lib/index.js';
export { requestOf } from '../../lib/runtime/compile.js';
