// `tile-simd run`: an operator over the rows of files that may be larger than memory.
import {
  allocAligned,
  compile,
  verify,
  type Kernel,
  type LaunchRecord,
  type PlanOptions,
  type VerifyReport,
} from '../index.js';
import { invalidValue } from '../errors.js';
import { dtypes, type StorageArray } from '../ir/dtype.js';
import type { DType } from '../ir/types.js';
import { readAssignments } from './assignments.js';
import type { ArrayFile } from './formats/open-array.js';
import { writeNpyHeader } from './formats/npy.js';
import { PartialFile } from './partial-file.js';
import { planRun, type RunPlan, type RunRequest } from './run-plan.js';
import { streamBlocks, type BlockSet } from './stream-blocks.js';
import { Output } from './terminal.js';

export interface RunOptions {
  readonly input: string;
  readonly out: string;
  readonly weight?: string;
  readonly bias?: string;
  readonly param?: readonly string[];
  readonly set?: readonly string[];
  readonly save?: readonly string[];
  readonly dim?: readonly string[];
  readonly plan?: readonly string[];
  readonly option?: readonly string[];
  readonly dtype?: string;
  readonly blockMib: string;
  readonly verify?: true;
  /** For the benchmark: the rows are written as they were read, to an output of their size. */
  readonly copy?: true;
  readonly json?: true;
}

/** Rows that --verify checks in all. */
const verifiedRows = 512;

/** Blocks in flight: as many as libuv has threads for the reading and writing of files. */
const setsInFlight = 4;

/** Runs an operator over files. @returns false if --verify finds a mismatch; then nothing is written. */
export async function run(op: string, options: RunOptions): Promise<boolean> {
  const output = new Output(options.json ? process.stderr : process.stdout);
  const paths = outputPaths(options);
  const opened: ArrayFile[] = [];
  const written: PartialFile[] = [];
  try {
    const plan = await planRun(requestOf(op, options, paths), opened);
    const targets = plan.outputs.map(({ name }, index) => (index === 0 ? options.out : paths.get(name)));
    const streams = new Map<string, OutputStream>();
    for (const [index, { name, dtype, shape }] of plan.outputs.entries()) {
      const path = targets[index];
      if (path === undefined) continue;
      const file = await PartialFile.create(path);
      written.push(file);
      const header = writeNpyHeader(dtype, shape);
      await file.write(header, 0);
      streams.set(name, { file, begin: header.length });
    }
    const start = performance.now();
    const work = new Work(plan, streams, options);
    await work.begin();
    const progress = progressLine(output, plan, start);
    await streamBlocks(plan.blocks, work.sets, progress);
    output.progress('');
    const { report } = work;
    if (report === undefined || report.mismatches === 0) for (const file of written) await file.commit();
    const seconds = (performance.now() - start) / 1000;
    tell(output, options, plan, work, seconds);
    return report === undefined || report.mismatches === 0;
  } finally {
    output.progress('');
    await Promise.all(written.map((file) => file.discard()));
    await Promise.all(opened.map((file) => file.close()));
  }
}

function outputPaths({ save, out }: RunOptions): Map<string, string> {
  const paths = new Map<string, string>();
  for (const [name, path] of Object.entries(readAssignments(save, '--save'))) paths.set(name, String(path));
  for (const path of [out, ...paths.values()]) {
    if (!path.endsWith('.npy'))
      throw invalidValue('--out', 'a path that ends in .npy, the format that is written', path);
  }
  const all = [out, ...paths.values()];
  if (new Set(all).size !== all.length)
    throw invalidValue('--save', 'a file of its own for each output', all.join(', '));
  return paths;
}

function requestOf(op: string, options: RunOptions, paths: ReadonlyMap<string, string>): RunRequest {
  const { weight, bias, dtype } = options;
  if (dtype !== undefined && dtype !== 'f16' && dtype !== 'bf16')
    throw invalidValue('--dtype', 'f16 or bf16', dtype);
  const files = Object.fromEntries(
    Object.entries(readAssignments(options.param, '--param')).map(([name, path]) => [name, String(path)]),
  );
  const blockMib = Number(options.blockMib);
  if (!(blockMib > 0 && blockMib <= 1024))
    throw invalidValue('--block-mib', 'a size from above 0 to 1024', options.blockMib);
  return {
    op,
    input: options.input,
    files: { ...files, ...(weight === undefined ? {} : { weight }), ...(bias === undefined ? {} : { bias }) },
    scalars: readAssignments(options.set, '--set'),
    dims: readAssignments(options.dim, '--dim'),
    options: readAssignments(options.option, '--option'),
    outputs: [...paths.keys()],
    dtype: dtype,
    blockBytes: blockMib * 2 ** 20,
  };
}

interface OutputStream {
  readonly file: PartialFile;
  /** Where the elements begin. */
  readonly begin: number;
}

const bytesIn = (array: StorageArray, elements: number, dtype: DType): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, elements * dtypes[dtype].bytes);

/** The kernel and the sets of buffers that blocks go through. */
class Work {
  readonly sets: BlockSet[] = [];
  readonly #plan: RunPlan;
  readonly #streams: ReadonlyMap<string, OutputStream>;
  readonly #options: PlanOptions;
  readonly #verifies: boolean;
  readonly #copies: boolean;
  #kernel: Kernel | undefined;
  #report: VerifyReport | undefined;

  constructor(plan: RunPlan, streams: ReadonlyMap<string, OutputStream>, options: RunOptions) {
    this.#plan = plan;
    this.#streams = streams;
    this.#options = readAssignments(options.plan, '--plan');
    this.#verifies = options.verify === true;
    this.#copies = options.copy === true;
  }

  get kernel(): Kernel {
    return this.#kernel as Kernel;
  }

  /** What --verify found in all blocks together. */
  get report(): VerifyReport | undefined {
    return this.#report;
  }

  /** Compiles, reads what all rows share, and makes the buffers. */
  async begin(): Promise<void> {
    const { program, shape, whole, blocks } = this.#plan;
    this.#kernel = compile(program, shape, this.#options);
    const shared: Record<string, StorageArray> = {};
    for (const { name, file, length } of whole) {
      shared[name] = allocAligned(length, file.dtype);
      await file.read(bytesIn(shared[name], length, file.dtype), 0);
    }
    for (let i = 0; i < Math.min(setsInFlight, blocks); ++i) this.sets.push(this.#makeSet(shared));
  }

  #makeSet(shared: Readonly<Record<string, StorageArray>>): BlockSet {
    const { blockRows, streamed, outputs, scalars, rows } = this.#plan;
    const rowsOfBlock = (block: number) => Math.min(blockRows, rows - block * blockRows);
    const full = Math.min(blockRows, rows);
    const buffers = new Map<string, StorageArray>();
    for (const { name, file, extent, rowsPerRow } of streamed)
      buffers.set(name, allocAligned(Math.ceil(full / rowsPerRow) * extent, file.dtype));
    for (const { name, dtype, extent } of outputs) buffers.set(name, allocAligned(full * extent, dtype));
    const recordFor = (count: number): LaunchRecord => {
      const parts = [...buffers].map(([name, array]) => {
        const input = streamed.find((other) => other.name === name);
        const extent = (input ?? outputs.find((other) => other.name === name))?.extent as number;
        const length = Math.ceil(count / (input?.rowsPerRow ?? 1)) * extent;
        return [name, (array as Float32Array).subarray(0, length)] as const;
      });
      return this.kernel.record({ ...shared, ...scalars, ...Object.fromEntries(parts) });
    };
    let record: LaunchRecord | undefined;

    return {
      read: (block) => {
        const begin = block * blockRows;
        return Promise.all(
          streamed.map(({ name, file, extent, rowsPerRow }) => {
            const bytes = extent * dtypes[file.dtype].bytes;
            const count = Math.ceil(rowsOfBlock(block) / rowsPerRow);
            const target = bytesIn(buffers.get(name) as StorageArray, count * extent, file.dtype);
            return file.read(target, (begin / rowsPerRow) * bytes);
          }),
        );
      },
      compute: async (block) => {
        const count = rowsOfBlock(block);
        if (record?.rows !== count) record = recordFor(count);
        if (this.#copies) return;
        if (this.#verifies) this.#check(record);
        else await this.kernel.launchAsync(record);
      },
      write: (block) =>
        Promise.all(
          outputs.map(async ({ name, dtype, extent }) => {
            const stream = this.#streams.get(name);
            if (stream === undefined) return;
            // A copy writes what was read: zeros would be written faster than anything else.
            const source = this.#copies ? streamed[0].name : name;
            const bytes = bytesIn(buffers.get(source) as StorageArray, rowsOfBlock(block) * extent, dtype);
            const position = block * blockRows * extent * dtypes[dtype].bytes;
            await stream.file.write(bytes, stream.begin + position);
          }),
        ),
    };
  }

  /** Launches and compares a share of the rows; the reports of all blocks make one. */
  #check(record: LaunchRecord): void {
    const { blocks, rows } = this.#plan;
    const found = verify(this.kernel, record, { sample: Math.max(1, Math.ceil(verifiedRows / blocks)) });
    const before = this.#report;
    if (before === undefined) {
      this.#report = { ...found, rows };
      return;
    }
    const outputs = Object.entries(found.outputs).map(([name, now]) => {
      const then = before.outputs[name];
      const largestError = Math.max(then.largestError, now.largestError);
      const sum = { elements: then.elements + now.elements, mismatches: then.mismatches + now.mismatches };
      return [name, { ...sum, largestError }] as const;
    });
    this.#report = {
      ...found,
      rows,
      passed: before.passed && found.passed,
      checkedRows: before.checkedRows + found.checkedRows,
      mismatches: before.mismatches + found.mismatches,
      outputs: Object.fromEntries(outputs),
      first: [...before.first, ...found.first].slice(0, 10),
    };
  }
}

/** Shows how far it is, and how long it will take, at most ten times a second. */
function progressLine(
  output: Output,
  { blocks, rows, blockRows }: RunPlan,
  start: number,
): (done: number) => void {
  let last = 0;
  return (done) => {
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    const part = done / blocks;
    const left = ((now - start) / part) * (1 - part);
    const width = 24;
    const bar = '#'.repeat(Math.round(part * width)).padEnd(width, '.');
    const doneRows = Math.min(rows, done * blockRows);
    output.progress(
      `[${bar}] ${(100 * part).toFixed(0)} %, ${doneRows} of ${rows} rows, ${(left / 1000).toFixed(0)} s left`,
    );
  };
}

function tell(output: Output, options: RunOptions, plan: RunPlan, work: Work, seconds: number): void {
  const { program, rows, blocks, blockRows, streamed, outputs, shape } = plan;
  const { report, kernel } = work;
  const sum = (parts: readonly number[]) => parts.reduce((total, bytes) => total + bytes, 0);
  const read = sum(
    streamed.map(
      ({ file, extent, rowsPerRow }) => Math.ceil(rows / rowsPerRow) * extent * dtypes[file.dtype].bytes,
    ),
  );
  const files = outputs.filter(
    ({ name }, index) => index === 0 || options.save?.some((text) => text.startsWith(`${name}=`)),
  );
  const wrote = sum(files.map(({ dtype, extent }) => rows * extent * dtypes[dtype].bytes));
  const passed = report === undefined || report.mismatches === 0;
  if (options.json) {
    const verified = report && {
      ...report,
      first: report.first.map((mismatch) => ({
        ...mismatch,
        got: String(mismatch.got),
        expected: String(mismatch.expected),
      })),
    };
    const document = {
      format: 'tile-simd/run@1',
      passed,
      program: program.name,
      shape,
      rows,
      blocks,
      blockRows,
      bytesRead: read,
      bytesWritten: passed ? wrote : 0,
      seconds,
      maxResidentBytes: process.resourceUsage().maxRSS * 1024,
      plan: kernel.plan,
      outputs: files.map(({ name, dtype, shape: sizes }, index) => ({
        name,
        dtype,
        shape: sizes,
        path: index === 0 ? options.out : String(readAssignments(options.save, '--save')[name]),
      })),
      verify: verified,
    };
    process.stdout.write(`${JSON.stringify(document, undefined, 1)}\n`);
    return;
  }
  const rate = (read + wrote) / seconds / 1e9;
  if (passed)
    output.line(
      `${program.name}: ${rows} rows of ${shape.cols ?? 1} in ${seconds.toFixed(2)} s (${rate.toFixed(2)} GB/s read and written)`,
    );
  if (report === undefined) return;
  const { red, green } = output.colors;
  if (passed) {
    output.line(
      green(`verified: ${report.checkedRows} of ${report.rows} rows agree with the FP64 reference`),
    );
    return;
  }
  output.line(
    red(
      `${report.mismatches} results in ${report.checkedRows} rows do not agree with the FP64 reference; nothing was written`,
    ),
  );
  for (const { output: name, row, element, got, expected } of report.first)
    output.line(`  ${name}, row ${row} of its block, element ${element}: ${got}, expected ${expected}`);
}
