// What benchmarks need of the library: its public API, the request behind a kernel, and how a launch is split. library.mjs bundles it.
export * from '../../lib/index.js';
export { splitOf } from '../../lib/planner/dispatch.js';
export { hostCaches } from '../../lib/runtime/planning.js';
export { requestOf } from '../../lib/runtime/compile.js';
