// A native binding without native code, to test what stands above it: it "compiles" by keeping the request, and its
// launchers check like the addon's and then run the FP64 reference.
import { isArrayOf } from '../../../lib/ir/dtype.js';
import { parseProgram } from '../../../lib/ir/parse.js';
import { TileProgram } from '../../../lib/ir/program.js';
import type { Param, Op } from '../../../lib/ir/types.js';
import {
  LaunchStatus,
  type NativeBinding,
  type NativeCpu,
  type NativeLauncher,
  type NativeRepeater,
  type NativeSplit,
} from '../../../lib/native/binding.js';
import { reference } from '../../../lib/reference/reference.js';

export interface FakeRequest {
  ir: { name: string; dims: Record<string, number>; params: Param[]; ops: Op[] };
  plan: Record<string, unknown>;
  target: { features: string };
}

interface FakePool {
  readonly workers: number;
}

interface FakeKernel {
  readonly request: FakeRequest;
  readonly program: TileProgram;
  disposed: boolean;
}

export class FakeNative {
  cpu: NativeCpu = {
    name: 'fake',
    features: ['avx2'],
    levels: ['x86-64-v2', 'x86-64-v3'],
    maxWidth: 8,
  };
  /** Requests in the order of their compilation. */
  readonly requests: FakeRequest[] = [];
  readonly kernels: FakeKernel[] = [];
  /** Row strides of the launchers made. */
  readonly launchers: (readonly number[])[] = [];
  /** Splits and pools of these. */
  readonly places: { readonly split: NativeSplit; readonly pool: unknown }[] = [];
  /** Arguments of the last launches. */
  readonly launches: unknown[][] = [];
  /** Thrown by compile() when set. */
  failure: Error | undefined;
  /** Answer of the launchers when set. */
  status: number | undefined;
  /** What kernelInfo says of the specialization. */
  specialization: Record<string, unknown> = {
    applied: true,
    clones: 1,
    clonedInstructions: 42,
    fullCallSites: 2,
    tailCallSites: 1,
  };

  reset(): void {
    Object.assign(this, new FakeNative());
  }

  get binding(): NativeBinding {
    const binding = {
      version: () => ({ llvm: '21.1.8', library: 'fake' }),
      cpu: () => this.cpu,
      compile: (json: string) => this.#compile(json),
      compileAsync: async (json: string) => {
        await new Promise(setImmediate);
        return this.#compile(json);
      },
      kernelInfo: (kernel: FakeKernel) => this.#info(kernel),
      kernelSource: () => 'compiled',
      kernelArtifact: (kernel: FakeKernel, what: string) =>
        what === 'object' ? Buffer.from('object') : `${what} of ${kernel.program.name}`,
      kernelDispose: (kernel: FakeKernel) => void (kernel.disposed = true),
      createLauncher: (kernel: FakeKernel, strides: readonly number[], split: NativeSplit, pool: unknown) =>
        this.#launcher(kernel, strides, split, pool),
      createRepeater: (launcher: NativeLauncher) => repeaterOf(launcher),
      createPool: (workers: number) => ({ workers }),
      defaultPool: (workers: number) => ({ workers }),
      poolStats: ({ workers }: FakePool) => ({
        workers,
        launches: 0,
        wakeUps: 0,
        idleMicroseconds: 0,
        blocks: [],
      }),
      cpuBudget: () => ({ cores: 2, quota: 0, workers: 2 }),
      misalignment: () => 16,
    };
    return binding as unknown as NativeBinding;
  }

  #compile(json: string): FakeKernel {
    if (this.failure !== undefined) throw this.failure;
    // Numbers that JSON has not are strings in a request.
    const request = JSON.parse(json, (key, value: unknown) =>
      key === 'value' ? Number(value) : value,
    ) as FakeRequest;
    this.requests.push(request);
    const kernel = { request, program: new TileProgram(request.ir), disposed: false };
    this.kernels.push(kernel);
    return kernel;
  }

  #info(kernel: FakeKernel): string {
    const { name } = kernel.program;
    const specialization = kernel.request.plan.fullPacket
      ? this.specialization
      : {
          applied: false,
          reason: 'plan',
          clones: 0,
          clonedInstructions: 0,
          fullCallSites: 0,
          tailCallSites: 0,
        };
    return JSON.stringify({ specialization, entry: name, packet: `${name}.packet`, workspaceBytes: 0 });
  }

  #launcher(
    kernel: FakeKernel,
    strides: readonly number[],
    split: NativeSplit,
    pool: unknown,
  ): NativeLauncher {
    this.launchers.push(strides);
    this.places.push({ split, pool });
    return (rows, begin, end, ...values) => {
      this.launches.push([rows, begin, end, ...values]);
      if (kernel.disposed) return LaunchStatus.disposed;
      return this.status ?? run(kernel, strides, rows, begin, end, values);
    };
  }
}

function repeaterOf(launcher: NativeLauncher): NativeRepeater {
  let bound: Parameters<NativeLauncher> | undefined;
  return (...args: Parameters<NativeLauncher> | []) => {
    if (args.length > 0) bound = args as Parameters<NativeLauncher>;
    return bound === undefined ? LaunchStatus.notBound : launcher(...bound);
  };
}

function run(
  { program, request }: FakeKernel,
  strides: readonly number[],
  rows: number,
  begin: number,
  end: number,
  values: readonly unknown[],
): number {
  const extent = (param: Param) =>
    param.kind === 'scalar' || param.dim === 'one' ? 1 : request.ir.dims[param.dim];
  for (const [i, param] of program.params.entries()) {
    const value = values[i];
    if (param.kind === 'scalar') {
      if (typeof value !== 'number') return LaunchStatus.notNumber + 256 * i;
      continue;
    }
    if (!isArrayOf(value, param.dtype)) return LaunchStatus.wrongArray + 256 * i;
    const needed =
      param.access === 'column' ? extent(param) : rows === 0 ? 0 : (rows - 1) * strides[i] + extent(param);
    if (value.length < needed) return LaunchStatus.tooShort + 256 * i;
  }
  const args = Object.fromEntries(
    program.params.map((param, i) => {
      const strided = param.kind === 'input' && param.access === 'row';
      return [param.name, strided ? { data: values[i], rowStride: strides[i] } : values[i]];
    }),
  );
  for (const param of program.params) if (param.kind === 'output') delete args[param.name];
  const outputs = reference(program, request.ir.dims, args as never);
  program.params.forEach((param, i) => {
    if (param.kind !== 'output') return;
    const size = extent(param);
    for (let row = begin; row < end; ++row) {
      const from = outputs[param.name].subarray(row * size, (row + 1) * size);
      (values[i] as Float32Array).set(from, row * strides[i]);
    }
  });
  return LaunchStatus.done;
}

/** A small program for runtime tests: y = x * scale + shift[column]. */
export const affine: TileProgram = parseProgram(`
  program affine(cols) {
    input x: row f32[cols]
    input shift: column f32[cols]
    scalar scale: f32
    output y: row f32[cols]

    %0 = load x
    %1 = load shift
    %2 = scalar scale
    %3 = mul %0, %2
    %4 = add %3, %1
    store y, %4
  }`);
