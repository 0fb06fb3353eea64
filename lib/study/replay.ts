// Requests for the runner, and its answers. The format is native/replay/contest.h's.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { TileSimdError } from '../index.js';
import type { CellPaths } from './cell-files.js';
import { runnerPath, type InductorDescription, type Rivals } from './checkout.js';
import type { Capture, Timing } from './schema.js';

/** Bits of a number as f32. */
function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}

/** Lines of a request. */
export class ReplayRequest {
  readonly #lines: string[] = ['format tile-simd/replay@1', 'core -1'];

  timing(timing: Timing, preflight: Timing): void {
    const fields = ({ warmMs, samples, sampleMs }: Timing) => `${warmMs} ${samples} ${sampleMs}`;
    this.#add(`timing ${fields(timing)}`, `preflight ${fields(preflight)}`);
  }

  buffers({ inputs, expected }: CellPaths, elements: number, outputs: string): void {
    for (const { name, elements: count, path } of inputs) this.#add(`input ${name} ${count} ${path}`);
    this.#add(`output y ${elements} ${expected}`, `outputs ${outputs}`);
  }

  /** A captured object; `programs` fewer than the capture's for a part of it. */
  captured(label: string, capture: Capture, path: string, programs = capture.programs): void {
    this.#add(`captured ${label} ${programs} ${capture.workspaceBytes} ${capture.entry} ${path}`);
    this.#slots(capture);
  }

  /** Hand-written code takes the arguments that a capture of the same operator has, row by row. */
  hand(label: string, { operator, rows, columns, form }: HandForm, like: Capture): void {
    this.#add(`hand ${label} ${operator} ${columns} ${rows} ${form}`);
    this.#slots(like);
  }

  inductor(label: string, { needs, scratch, kernels, folder }: InductorDescription): void {
    this.#add(`pointers ${label}`);
    for (const need of needs) this.#add(`at need ${need}`);
    for (const bytes of scratch) this.#add(`at allocate ${bytes}`);
    for (const { library, arguments: given } of kernels) {
      this.#add(`at call ${folder}/${library}`);
      for (const { buffer, scratch: number, offset } of given)
        this.#add(buffer === undefined ? `at scratch ${number} ${offset}` : `at buffer ${buffer} ${offset}`);
    }
  }

  oneDnn(
    label: string,
    operator: string,
    { rows, columns, slots }: Capture,
    library: string,
    eps: number,
  ): void {
    this.#add(`onednn ${label} ${operator} ${rows} ${columns} ${bitsOf(eps)} ${library}`);
    for (const slot of slots) if (slot.kind === 'buffer') this.#add(`buffer ${slot.name} 0`);
  }

  round(phase: 'preflight' | 'measured', labels: readonly string[]): void {
    this.#add(`round ${phase} ${labels.join(' ')}`);
  }

  trace(label: string): void {
    this.#add(`trace ${label}`);
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #slots({ slots }: Capture): void {
    for (const slot of slots)
      this.#add(
        slot.kind === 'buffer' ? `buffer ${slot.name} ${slot.rowStride}` : `scalar ${bitsOf(slot.value)}`,
      );
  }

  #add(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }
}

/** A form of bench/hand's code for an operator and a shape. */
export interface HandForm {
  readonly operator: string;
  readonly rows: number;
  readonly columns: number;
  readonly form: string;
}

const events = z.discriminatedUnion('event', [
  z.object({ event: z.literal('machine'), core: z.int(), libraries: z.array(z.string()) }),
  z.object({ event: z.literal('contender'), label: z.string(), imports: z.array(z.string()) }),
  z.object({ event: z.literal('missing'), label: z.string(), reason: z.string() }),
  z.object({ event: z.literal('output'), number: z.int(), file: z.string() }),
  z.object({
    event: z.literal('visit'),
    phase: z.enum(['preflight', 'measured']),
    round: z.int(),
    position: z.int(),
    label: z.string(),
    startNs: z.int(),
    warmCalls: z.int(),
    calls: z.int(),
    samples: z.array(z.object({ threadNs: z.int(), wallNs: z.int() })),
    before: z.object({ scalar: z.number(), fma: z.number() }),
    after: z.object({ scalar: z.number(), fma: z.number() }),
    output: z.int(),
    wrong: z.int(),
    largestError: z.number(),
    guardsIntact: z.boolean(),
    inputsIntact: z.boolean(),
  }),
  z.object({
    event: z.literal('trace'),
    label: z.string(),
    outside: z.int(),
    buffers: z.array(z.object({ name: z.string(), start: z.string(), bytes: z.int() })),
    workspace: z.string(),
    /** Section, offset, count, and the general registers before the first execution. */
    places: z.array(z.tuple([z.string(), z.int(), z.int(), z.array(z.string())])),
  }),
]);

export type ReplayEvent = z.infer<typeof events>;
export type ReplayVisit = Extract<ReplayEvent, { event: 'visit' }>;
export type ReplayTrace = Extract<ReplayEvent, { event: 'trace' }>;

export interface ReplayAnswer {
  readonly events: readonly ReplayEvent[];
  /** The lines as they came. */
  readonly journal: string;
}

/**
 * Runs the runner: on this machine, or in the rivals' root, whose libraries are newer than the host's. `folder` is where
 * everything lies that the request names.
 */
export async function runReplay(
  request: ReplayRequest,
  folder: string,
  rivals: Rivals | undefined,
  onVisit: (visit: ReplayVisit) => void = () => undefined,
): Promise<ReplayAnswer> {
  const [command, ...args] = rivals?.command('study_runner', folder) ?? [runnerPath];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      resolve(status ?? signal);
    });
  });
  ended.catch(() => undefined); // awaited below; a missing program must not count as unhandled before that
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2000)));
  child.stdin.on('error', () => undefined); // it says itself why it did not read to the end
  child.stdin.end(String(request));
  const found: ReplayEvent[] = [];
  let journal = '';
  for await (const line of createInterface({ input: child.stdout })) {
    journal += `${line}\n`;
    const event = events.parse(JSON.parse(line));
    if (event.event === 'visit') onVisit(event);
    found.push(event);
  }
  const status = await ended;
  if (status === 0) return { events: found, journal };
  throw new TileSimdError('ERR_INTERNAL', `study_runner ended with ${status}: ${stderr.trim()}`);
}
