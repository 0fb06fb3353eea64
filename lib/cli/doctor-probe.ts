// The part of `tile-simd doctor` that touches the binary. It runs in a child process and tells what it finds step by
// step, a line each, so that the parent knows how far it came should the binary kill it.
import { createRequire } from 'node:module';
import { codeCache, compile, cpu, TileSimdError, verify, type Cpu } from '../index.js';
import { operators } from '../kernels/operators.js';
import { native } from '../native/load.js';
import { sampleArguments, sampleShape } from '../runtime/sample-arguments.js';

/** What the child tells its parent. */
export type ProbeMessage =
  | { readonly step: 'loaded'; readonly path: string; readonly llvm: string; readonly library: string }
  | { readonly step: 'not-loaded'; readonly message: string; readonly tried: readonly Tried[] }
  | { readonly step: 'cpu'; readonly cpu: Cpu }
  | ({ readonly step: 'cache' } & CacheState)
  | { readonly step: 'testing'; readonly operator: string }
  | ({ readonly step: 'tested' } & SelfTest)
  | { readonly step: 'end' };

/** Where compiled code is kept on disk, and why it is not although there is a place. */
export interface CacheState {
  readonly directory?: string | undefined;
  readonly problem?: string | undefined;
}

/** A binary that was tried. */
export interface Tried {
  readonly candidate: string;
  readonly error: string;
}

/** An operator compiled, launched and compared with the oracle. */
export interface SelfTest {
  readonly operator: string;
  readonly passed: boolean;
  /** Elements compared, and how many were wrong. */
  readonly elements: number;
  readonly mismatches: number;
  readonly largestError: number;
  readonly milliseconds: number;
  /** Why it could not be run. */
  readonly error?: string;
  readonly code?: string;
}

function tell(message: ProbeMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Loads the binary, asks it for the CPU, and tests every operator. */
export function probe(): void {
  try {
    const { llvm, library } = native().version();
    const path = Object.keys(createRequire(__filename).cache).find((file) => file.endsWith('.node')) ?? '';
    tell({ step: 'loaded', path, llvm, library });
  } catch (error) {
    const { message, given } = error as { message: string; given?: unknown };
    tell({ step: 'not-loaded', message, tried: Array.isArray(given) ? (given as Tried[]) : [] });
    return;
  }
  tell({ step: 'cpu', cpu: cpu() });
  const { directory, problem } = codeCache();
  tell({ step: 'cache', directory, problem });
  for (const operator of Object.keys(operators)) {
    tell({ step: 'testing', operator });
    tell({ step: 'tested', ...selfTest(operator) });
  }
  tell({ step: 'end' });
}

/** Full packets and a tail of every width, whole vectors and ragged ends. */
const shapes = [
  { rows: 17, cols: 66 },
  { rows: 4, cols: 1024 },
];

function selfTest(operator: string): SelfTest {
  const start = performance.now();
  let elements = 0;
  let mismatches = 0;
  let largestError = 0;
  let failure: { readonly error: string; readonly code?: string } | undefined;
  try {
    const program = operators[operator].program();
    for (const { rows, cols } of shapes) {
      const kernel = compile(program, sampleShape(program, cols));
      const report = verify(kernel, kernel.record(sampleArguments(program, kernel.shape, rows)));
      kernel.dispose();
      mismatches += report.mismatches;
      for (const output of Object.values(report.outputs)) {
        elements += output.elements;
        largestError = Math.max(largestError, output.largestError);
      }
    }
  } catch (error) {
    const code = error instanceof TileSimdError ? { code: error.code } : {};
    failure = { error: error instanceof Error ? error.message : String(error), ...code };
  }
  return {
    operator,
    passed: failure === undefined && mismatches === 0 && elements > 0,
    elements,
    mismatches,
    largestError: Number.isFinite(largestError) ? largestError : Number.MAX_VALUE, // JSON has no infinity
    milliseconds: performance.now() - start,
    ...failure,
  };
}
