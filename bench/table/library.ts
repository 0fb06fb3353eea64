// What the table needs of the library: its public API, and the request behind a kernel. bench/table/plans.mjs bundles it.
export * from '../../lib/index.js';
export { splitOf } from '../../lib/planner/dispatch.js';
export { hostCaches } from '../../lib/runtime/planning.js';
export { requestOf } from '../../lib/runtime/compile.js';
