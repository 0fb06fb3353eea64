// What benchmarks need of the library: its public API, and the request behind a kernel. library.mjs bundles it.
export * from '../../lib/index.js';
export { requestOf } from '../../lib/runtime/compile.js';
