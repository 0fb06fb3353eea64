// The folder that a study leaves: documents as JSON, each checked against its schema on the way in and out, and store/
// with whole files under their own digests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type * as z from 'zod';
import { TileSimdError } from '../index.js';
import * as schema from './schema.js';

const documents = {
  experiment: schema.experiment,
  provenance: schema.provenance,
  captures: schema.captures,
  native: schema.native,
  matrix: schema.matrix,
  profile: schema.profile,
  limits: schema.limits,
  calls: schema.calls,
  summary: schema.summary,
} as const;

export type DocumentName = keyof typeof documents;
export type DocumentOf<Name extends DocumentName> = z.infer<(typeof documents)[Name]>;

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Texts are stored compressed; what is random bits or read by other programs is not. */
const isCompressed = (kind: schema.BlobKind): boolean => kind !== 'f32' && kind !== 'o';

export class Evidence {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, 'store'), { recursive: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Whether a stage has left its document. */
  has(name: DocumentName): boolean {
    return existsSync(this.path(`${name}.json`));
  }

  /** @throws ERR_FILE_ACCESS where the stage that writes it has not run, ERR_FILE_FORMAT where it is not as it should be. */
  read<Name extends DocumentName>(name: Name): DocumentOf<Name> {
    const path = this.path(`${name}.json`);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      throw new TileSimdError(
        'ERR_FILE_ACCESS',
        `${path}: there is none; which 'tile-simd study' stage is missing?`,
        {
          cause,
        },
      );
    }
    const result = documents[name].safeParse(JSON.parse(text));
    if (result.success) return result.data as DocumentOf<Name>;
    const [{ path: where, message }] = result.error.issues;
    throw new TileSimdError('ERR_FILE_FORMAT', `${path}: ${where.join('.')}: ${message}`, {
      argument: where.join('.'),
    });
  }

  write<Name extends DocumentName>(name: Name, document: DocumentOf<Name>): void {
    const checked = documents[name].parse(document);
    this.writeText(`${name}.json`, `${JSON.stringify(checked)}\n`);
  }

  /** Whole or not at all. */
  writeText(name: string, text: string): void {
    const path = this.path(name);
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }

  /** Keeps bytes under their digest. */
  put(kind: schema.BlobKind, content: Uint8Array | string): schema.Blob {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const blob = { sha256: sha256(bytes), bytes: bytes.byteLength, kind };
    const path = this.blobPath(blob);
    if (!existsSync(path)) {
      writeFileSync(`${path}.new`, isCompressed(kind) ? gzipSync(bytes) : bytes);
      renameSync(`${path}.new`, path);
    }
    return blob;
  }

  blobPath({ sha256: name, kind }: Pick<schema.Blob, 'sha256' | 'kind'>): string {
    return join(this.folder, 'store', `${name}.${kind}${isCompressed(kind) ? '.gz' : ''}`);
  }

  get(blob: schema.Blob): Buffer {
    const stored = readFileSync(this.blobPath(blob));
    return isCompressed(blob.kind) ? gunzipSync(stored) : stored;
  }

  /** Digests of all documents, in a document of its own; its own digest is the seal of the run. */
  seal(): string {
    const files: Record<string, string> = {};
    for (const name of Object.keys(documents) as DocumentName[])
      if (this.has(name)) files[`${name}.json`] = sha256(readFileSync(this.path(`${name}.json`)));
    const text = `${JSON.stringify({ format: schema.formatOf.manifest, files }, null, 1)}\n`;
    this.writeText('manifest.json', text);
    return sha256(text);
  }
}

/** Bytes of an array of numbers. */
export function bytesOf(array: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
