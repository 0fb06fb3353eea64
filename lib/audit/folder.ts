// The evidence as files: documents, their digests, and what lies in store/.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Findings } from './findings.js';
import { digest, integer, object, text, type Json } from './json.js';

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

const required = ['experiment', 'provenance', 'captures', 'native', 'matrix', 'summary'];
const optional = ['profile', 'limits', 'calls'];

export interface StoredFile {
  readonly sha256: string;
  readonly kind: string;
  readonly bytes: number;
}

export class Folder {
  readonly #path: string;
  readonly #findings: Findings;
  readonly #seen = new Map<string, Buffer | undefined>();

  constructor(path: string, findings: Findings) {
    this.#path = path;
    this.#findings = findings;
  }

  /** Every document must be there and have the digest that the manifest says; the manifest's own is the seal. */
  checkManifest(seal: string | undefined): void {
    const findings = this.#findings;
    const bytes = this.#file('manifest.json');
    if (bytes === undefined) {
      findings.fail('manifest.json', 'there is none');
      return;
    }
    if (seal !== undefined) findings.equal(sha256(bytes), seal, 'the seal of manifest.json');
    const manifest = object(JSON.parse(bytes.toString('utf8')), 'manifest.json');
    const files = object(manifest.files, 'manifest.json: files');
    for (const name of [...required, ...optional].map((one) => `${one}.json`)) {
      const found = this.#file(name);
      const isRequired = required.includes(name.replace('.json', ''));
      if (found === undefined) {
        if (isRequired) findings.fail(name, 'there is none');
        findings.equal(files[name], undefined, `manifest.json: ${name}`);
        continue;
      }
      findings.equal(files[name], sha256(found), `manifest.json: ${name}`);
    }
  }

  has(name: string): boolean {
    return existsSync(join(this.#path, `${name}.json`));
  }

  document(name: string): Json {
    const bytes = this.#file(`${name}.json`);
    if (bytes === undefined) throw new Error(`${name}.json: there is none`);
    return object(JSON.parse(bytes.toString('utf8')), name);
  }

  /** A stored file by what a document says of it, checked; undefined, and a failure, if it is not as it should be. */
  stored(value: unknown, where: string): { readonly file: StoredFile; readonly content: Buffer } | undefined {
    const given = object(value, where);
    const file = {
      sha256: digest(given.sha256, `${where}.sha256`),
      kind: text(given.kind, `${where}.kind`),
      bytes: integer(given.bytes, `${where}.bytes`),
    };
    const content = this.content(file.sha256, file.kind, where);
    if (content === undefined) return undefined;
    this.#findings.equal(file.bytes, content.length, `${where}.bytes`);
    return { file, content };
  }

  /** What lies under a digest, if it has that digest. */
  content(name: string, kind: string, where: string): Buffer | undefined {
    const key = `${name}.${kind}`;
    if (!this.#seen.has(key)) this.#seen.set(key, this.#load(name, kind, where));
    const found = this.#seen.get(key);
    // Outputs are large and looked at once or twice; texts and objects are small.
    if (kind === 'f32') this.#seen.delete(key);
    return found;
  }

  #load(name: string, kind: string, where: string): Buffer | undefined {
    const isPlain = kind === 'f32' || kind === 'o';
    const stored = this.#file(join('store', `${name}.${kind}${isPlain ? '' : '.gz'}`));
    if (!this.#findings.expect(stored !== undefined, where, `store/ has no ${name}.${kind}`))
      return undefined;
    let content = stored as Buffer;
    try {
      if (!isPlain) content = gunzipSync(content);
    } catch {
      this.#findings.fail(where, `store/${name}.${kind} is damaged`);
      return undefined;
    }
    return this.#findings.equal(sha256(content), name, `${where}: the digest of store/${name}.${kind}`)
      ? content
      : undefined;
  }

  #file(name: string): Buffer | undefined {
    const path = join(this.#path, name);
    return existsSync(path) ? readFileSync(path) : undefined;
  }
}
