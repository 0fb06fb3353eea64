// loadKernel(): a kernel from the bytes that kernel.save() returned.
import { describe, invalidType, invalidValue, TileSimdError } from '../errors.js';
import { arrayTag } from '../ir/dtype.js';
import type { NativeBinding } from '../native/binding.js';
import { fromNative } from '../native/errors.js';
import { native } from '../native/load.js';
import { compileNow, finishCompilation, prepareCompilation } from './compile.js';
import { parseDescription } from './kernel-description.js';
import type { Kernel } from './kernel.js';

export interface LoadKernelOptions {
  /**
   * Whether the machine code in the bytes is run. Only for bytes that nobody else could change: a digest finds damage, not
   * malice. By default the program that they carry is compiled again. Code that another version of this package or of
   * LLVM made is compiled again in any case.
   */
  readonly trustCode?: boolean | undefined;
}

/**
 * A kernel from the bytes of `kernel.save()`, with its program, shape and plan.
 *
 * @throws ERR_KERNEL_IMAGE for bytes that are no saved kernel or damaged; ERR_TARGET if the kernel was made for features
 * that this CPU lacks, whether its code is trusted or not; ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_NATIVE_LOAD,
 * and what compile() throws.
 */
export function loadKernel(bytes: Uint8Array, options: LoadKernelOptions = {}): Kernel {
  if (arrayTag(bytes) !== 'Uint8Array') throw invalidType('bytes', 'a Uint8Array', bytes);
  const trustCode = readOptions(options);
  const binding = native();
  const { features, description } = readImage(binding, bytes);
  const { program, shape, flat, options: plan } = description;
  expectFeatures(binding, features);
  const compilation = prepareCompilation(program, shape, plan, flat);
  const handle = trustCode ? fromNative(() => binding.linkImage(bytes, compilation.request)) : undefined;
  return handle === undefined ? compileNow(compilation) : finishCompilation(compilation, handle);
}

function readImage(binding: NativeBinding, bytes: Uint8Array) {
  try {
    const { description, features } = binding.readImage(bytes);
    return { features, description: parseDescription(description) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^bytes: /, '') : String(cause);
    throw new TileSimdError('ERR_KERNEL_IMAGE', `bytes: not a saved kernel: ${reason}`, {
      argument: 'bytes',
      given: describe(bytes),
      expected: 'what kernel.save() returned',
      cause,
    });
  }
}

function readOptions(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'an object', options);
  for (const key of Object.keys(options)) {
    if (key !== 'trustCode')
      throw invalidValue(`options.${key}`, 'only trustCode', (options as Record<string, unknown>)[key]);
  }
  const { trustCode = false } = options as { trustCode?: unknown };
  if (typeof trustCode !== 'boolean') throw invalidType('options.trustCode', 'a boolean', trustCode);
  return trustCode;
}

function expectFeatures(binding: NativeBinding, features: readonly string[]): void {
  const host = fromNative(() => binding.cpu());
  const missing = features.filter((feature) => !host.features.includes(feature));
  if (missing.length === 0) return;
  const expected = 'a kernel made for features that this CPU has';
  throw new TileSimdError(
    'ERR_TARGET',
    `bytes: the kernel was made for another CPU, this one lacks ${missing.join(', ')}; expected ${expected}`,
    { argument: 'bytes', given: missing, expected },
  );
}
