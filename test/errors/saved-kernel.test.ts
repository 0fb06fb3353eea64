// Bytes that are no saved kernel, or one that must not be run here.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, loadKernel, rmsNorm } from '../../lib/index.js';
import { expectRefusal } from '../support/refuse.js';

const kernel = compile(rmsNorm.program(), { cols: 5 });
const good = kernel.save();

/** Where the parts of an image begin: see native/jit/kernel_image.h. */
const [digestAt, digestedFrom, headerAt] = [24, 56, 64];

/** The image with another header, and with the digest of that: a forgery, not damage. */
function forged(change: (header: Record<string, any>) => unknown): Buffer {
  const size = Number(good.readBigUInt64LE(digestedFrom));
  const header = JSON.parse(good.toString('utf8', headerAt, headerAt + size)) as Record<string, unknown>;
  const changed = change(header);
  const text = Buffer.from(typeof changed === 'string' ? changed : JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return sealed(Buffer.concat([length, text, good.subarray(headerAt + size)]));
}

function sealed(digested: Buffer): Buffer {
  const digest = createHash('sha256').update(digested).digest();
  return Buffer.concat([good.subarray(0, digestAt), digest, digested]);
}

const description = (change: (description: Record<string, any>) => void) =>
  forged((header) => {
    const parsed = JSON.parse(header.description as string) as Record<string, unknown>;
    change(parsed);
    header.description = JSON.stringify(parsed);
  });

const isImageError = { code: 'ERR_KERNEL_IMAGE', argument: 'bytes' } as const;

describe.each([true, false])('loadKernel, with the code trusted: %s', (trustCode) => {
  const load = (bytes: unknown) => loadKernel(bytes as Uint8Array, { trustCode });

  it.each([['text'], [undefined], [null], [5], [new ArrayBuffer(8)], [new Float32Array(4)], [[1, 2]]])(
    'refuses %s, which is no Uint8Array',
    (bytes) => {
      expectRefusal(() => load(bytes), {
        code: 'ERR_INVALID_ARG_TYPE',
        argument: 'bytes',
        says: ['Uint8Array'],
      });
    },
  );

  it('refuses what is cut off or continued', () => {
    for (let size = 0; size < good.length; size += size < 80 ? 1 : 97)
      expectRefusal(() => load(good.subarray(0, size)), isImageError);
    expectRefusal(() => load(Buffer.concat([good, Buffer.of(0)])), isImageError);
  });

  it('refuses what was changed anywhere', () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const bytes = Buffer.from(good);
        bytes[at] ^= difference;
        expectRefusal(() => load(bytes), isImageError);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, begin) => {
        const image = begin ? sealed(Buffer.from(bytes)) : bytes;
        expectRefusal(() => load(image), isImageError);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, (header: Record<string, any>) => unknown]>([
    ['no JSON', () => '{'],
    ['no object', () => '[]'],
    ['null', () => 'null'],
    ['nested too deep', () => '['.repeat(100_000)],
    ['without an identity', (header) => delete header.identity],
    ['features that are no list', (header) => (header.identity.features = 'avx2')],
    ['a description that is no text', (header) => (header.description = 5)],
    ['a description that is no JSON', (header) => void (header.description = '{')],
    ['an empty description', (header) => void (header.description = '')],
    ['a description that is null', (header) => void (header.description = 'null')],
  ])('refuses a header: %s', (_, change) => {
    expectRefusal(() => load(forged(change)), isImageError);
  });

  it.each<[string, (description: Record<string, any>) => void]>([
    ['another format', (d) => (d.format = 'tile-simd/saved-kernel@2')],
    ['no program', (d) => delete d.program],
    ['a program that is none', (d) => (d.program = 'program x() {')],
    ['no shape', (d) => delete d.shape],
    ['another dim', (d) => (d.shape = { rows: 5 })],
    ['an extent of 0', (d) => (d.shape = { cols: 0 })],
    ['flat that is no boolean', (d) => (d.flat = 1)],
    ['a flat norm', (d) => (d.flat = true)],
    ['a plan that is none', (d) => (d.plan = 5)],
    ['an unknown switch', (d) => (d.plan = { speed: 'high' })],
  ])('refuses a description: %s', (_, change) => {
    const error = expectRefusal(() => load(description(change)), isImageError);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("refuses another CPU's features", () => {
    const foreign = forged((header) => void header.identity.features.push('avx10.9', 'sve2'));
    expectRefusal(() => load(foreign), {
      code: 'ERR_TARGET',
      argument: 'bytes',
      says: ['lacks avx10.9, sve2'],
    });
  });

  it('compiles again what another version made', () => {
    for (const change of [
      (header: any) => void (header.identity.library = '0.0.1+abc'),
      (header: any) => void (header.identity.llvm = '20.1.0'),
      (header: any) => void (header.identity.request += ' '),
    ]) {
      const loaded = load(forged(change));
      expect(loaded.info.source).toBe('memory');
      expect(loaded.asm.object).toEqual(kernel.asm.object);
    }
  });
});

it('code that is not trusted is not run, whatever it is', () => {
  const digested = Buffer.from(good.subarray(digestedFrom));
  digested.fill(0xcc, digested.length - kernel.info.objectBytes);
  const loaded = loadKernel(sealed(digested));
  expect(loaded.asm.object).toEqual(kernel.asm.object);
  // Trusted, it is at least found to be no object.
  expectRefusal(() => loadKernel(sealed(digested), { trustCode: true }), {
    code: 'ERR_JIT',
    argument: undefined,
  });
});

it('options are checked', () => {
  for (const options of [null, 5, 'trustCode'])
    expectRefusal(() => loadKernel(good, options as never), {
      code: 'ERR_INVALID_ARG_TYPE',
      argument: 'options',
    });
  expectRefusal(() => loadKernel(good, { trustCode: 1 as never }), {
    code: 'ERR_INVALID_ARG_TYPE',
    argument: 'options.trustCode',
  });
  expectRefusal(() => loadKernel(good, { trust: true } as never), {
    code: 'ERR_INVALID_ARG_VALUE',
    argument: 'options.trust',
  });
});

it('save() wants a kernel in use', () => {
  const disposed = compile(rmsNorm.program(), { cols: 6 });
  disposed.dispose();
  expectRefusal(() => disposed.save(), { code: 'ERR_KERNEL_DISPOSED', argument: 'kernel' });
});
