// The audit passes on a real run, and on evidence that was tampered with, however consistently, it does not.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { summarize } from '../../lib/study/summary.js';

const { folder: original, status: runStatus, stderr: runStderr } = inject('study');
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const sealOf = (folder: string): string => sha256(readFileSync(join(folder, 'manifest.json')));

/** A copy of the evidence that may be changed. */
class Evidence {
  readonly folder = mkdtempSync(join(tmpdir(), 'tile-simd-audit-'));

  constructor() {
    copies.push(this.folder);
    cpSync(original, this.folder, { recursive: true });
  }

  edit(name: string, change: (document: any) => void): this {
    const path = join(this.folder, `${name}.json`);
    const document = JSON.parse(readFileSync(path, 'utf8'));
    change(document);
    writeFileSync(path, `${JSON.stringify(document)}\n`);
    return this;
  }

  /** The summary that belongs to the data as it is now. */
  summarize(): this {
    const read = (name: string) => JSON.parse(readFileSync(join(this.folder, `${name}.json`), 'utf8'));
    const objects = new Map<string, string>(
      read('captures').captures.map((one: any) => [one.id, one.artifacts.object.sha256]),
    );
    writeFileSync(
      join(this.folder, 'summary.json'),
      JSON.stringify(summarize(read('native'), read('matrix'), objects)),
    );
    return this;
  }

  /** The digests that belong to the documents as they are now. */
  reseal(): this {
    return this.edit('manifest', (manifest) => {
      for (const name of Object.keys(manifest.files))
        manifest.files[name] = sha256(readFileSync(join(this.folder, name)));
    });
  }

  stored(digest: string, kind: string): string {
    return join(this.folder, 'store', `${digest}.${kind}`);
  }
}

function audit(folder: string, ...args: readonly string[]) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join('dist', 'audit', 'index.js'), folder, '--raw', ...args],
    { encoding: 'utf8' },
  );
  const report = JSON.parse(readFileSync(join(folder, 'audit.json'), 'utf8'));
  const found: string[] = report.failures.map(({ where, what }: any) => `${where}: ${what}`);
  return { status, stdout, report, found };
}

const measured = (contest: any) => contest.visits.filter(({ phase }: any) => phase === 'measured');

describe('a run of two shapes', () => {
  it('passes, and says what is missing and that it is a part', () => {
    expect(runStatus, runStderr).toBe(0);
    expect(runStderr).toContain('TorchInductor and oneDNN are missing');
    const { status, stdout, report } = audit(new Evidence().folder, '--seal', sealOf(original));
    expect(report.failures).toEqual([]);
    expect(status).toBe(0);
    expect(stdout).toContain('PARTIAL');
    expect(report.checks).toBeGreaterThan(3000);
    expect(report.outputs).toBeGreaterThan(2);
    expect(report.notes.map(({ where }: any) => where)).toContain(
      'published/rms_norm-64x256/packet-local/F0/native: inductor',
    );
  });

  it('is no whole study: without the mark of a part it fails', () => {
    const evidence = new Evidence().edit('experiment', (document) => delete document.only).reseal();
    const { status, found } = audit(evidence.folder);
    expect(status).toBe(1);
    expect(found).toContain('visits of the matrix: is 32, should be 240');
  });
});

/** What is done to the evidence, and where the audit must see it. */
const mutations: readonly (readonly [what: string, mutate: (evidence: Evidence) => void, seen: RegExp])[] = [
  [
    'a changed sample',
    (evidence) =>
      evidence.edit('native', ({ contests }) => (measured(contests[0])[4].samples[2].threadNs -= 1000)),
    /^manifest\.json: native\.json/,
  ],
  [
    'a changed sample under a new manifest',
    (evidence) =>
      evidence
        .edit('native', ({ contests }) => {
          for (const sample of measured(contests[0])[4].samples) sample.threadNs *= 3;
        })
        .reseal(),
    /^summary published.*time of/,
  ],
  [
    'changed samples with a consistent summary and manifest',
    (evidence) =>
      evidence
        .edit('native', ({ contests }) => {
          for (const sample of measured(contests[0])[4].samples) sample.threadNs -= 1000;
        })
        .summarize()
        .reseal(),
    /samples beside the journal/,
  ],
  [
    'a dropped round, consistently',
    (evidence) =>
      evidence
        .edit('native', ({ contests }) => {
          contests[1].visits = contests[1].visits.filter((visit: any) => visit.excluded || visit.round !== 3);
        })
        .summarize()
        .reseal(),
    /^published.*: round 3/,
  ],
  [
    'a slow round replaced by a copy of another',
    (evidence) =>
      evidence
        .edit('native', ({ contests }) => {
          const visits = contests[0].visits;
          for (const visit of measured(contests[0]))
            if (visit.round === 2)
              Object.assign(
                visit,
                measured(contests[0]).find((one: any) => one.round === 1 && one.label === visit.label),
                { round: 2, position: visit.position },
              );
          contests[0].visits = visits;
        })
        .summarize()
        .reseal(),
    /begins before the visit before it/,
  ],
  [
    'swapped labels',
    (evidence) =>
      evidence
        .edit('native', ({ contests }) => {
          for (const visit of measured(contests[0]))
            if (visit.round === 0) visit.label = visit.label === 'p0' ? 'p1' : 'p0';
        })
        .summarize()
        .reseal(),
    /\.label beside the journal/,
  ],
  [
    'a contender that ran another capture',
    (evidence) =>
      evidence
        .edit(
          'native',
          ({ contests }) => (contests[0].contenders[1].capture = contests[0].contenders[0].capture),
        )
        .reseal(),
    /contenders\[1\]\.capture/,
  ],
  [
    'a wrong output bit',
    (evidence) => {
      const { captures } = JSON.parse(readFileSync(join(evidence.folder, 'captures.json'), 'utf8'));
      const path = evidence.stored(captures[0].output.sha256, 'f32');
      const bytes = readFileSync(path);
      bytes[100] ^= 1;
      writeFileSync(path, bytes);
    },
    /the digest of store/,
  ],
  [
    'a wrong output under its own digest, everywhere',
    (evidence) => {
      const { captures } = JSON.parse(readFileSync(join(evidence.folder, 'captures.json'), 'utf8'));
      const old = captures[0].output.sha256;
      const bytes = readFileSync(evidence.stored(old, 'f32'));
      bytes[103] ^= 0x80; // a sign
      writeFileSync(evidence.stored(old, 'f32'), bytes);
      renameSync(evidence.stored(old, 'f32'), evidence.stored(sha256(bytes), 'f32'));
      for (const name of ['captures', 'native', 'matrix'].map((one) => join(evidence.folder, `${one}.json`)))
        writeFileSync(name, readFileSync(name, 'utf8').replaceAll(old, sha256(bytes)));
      evidence.reseal();
    },
    /elements beyond the tolerance/,
  ],
  [
    'a visit moved over from the preflight',
    (evidence) =>
      evidence
        .edit('native', ({ contests }) => {
          const visit = contests[0].visits.find(({ excluded }: any) => excluded);
          Object.assign(visit, { excluded: false, phase: 'measured' });
        })
        .summarize()
        .reseal(),
    /number of samples|preflight visits/,
  ],
  [
    'a changed digest of an artifact',
    (evidence) =>
      evidence
        .edit('captures', ({ captures }) => {
          captures[0].artifacts.object.sha256 = captures[0].artifacts.object.sha256.replace(
            /^./,
            (c: string) => (c === '0' ? '1' : '0'),
          );
        })
        .summarize()
        .reseal(),
    /store\/ has no/,
  ],
  [
    "another capture's object",
    (evidence) =>
      evidence
        .edit('captures', ({ captures }) => {
          captures[0].artifacts.object = captures.find(
            ({ artifacts }: any) => artifacts.object.sha256 !== captures[0].artifacts.object.sha256,
          ).artifacts.object;
        })
        .summarize()
        .reseal(),
    /bytes of \.text|has no function/,
  ],
  [
    'two switches toggled at once',
    (evidence) =>
      evidence
        .edit('captures', ({ captures }) => {
          const one = captures.find(({ id }: any) => id === 'rms_norm-64x256-packet-local-F0-P1-native');
          one.plan.unroll = one.plan.unroll === 1 ? 2 : 1;
        })
        .reseal(),
    /P1-native: plan\.unroll beside P0/,
  ],
  [
    'other inputs',
    (evidence) =>
      evidence.edit('captures', ({ captures }) => (captures[0].inputs[0].sha256 = '0'.repeat(64))).reseal(),
    /: inputs/,
  ],
  [
    'a visit of the matrix left out',
    (evidence) =>
      evidence
        .edit('matrix', ({ visits }) => visits.splice(7, 1))
        .summarize()
        .reseal(),
    /visits of the matrix/,
  ],
  [
    'a visit of the matrix under another switch',
    (evidence) =>
      evidence
        .edit('matrix', ({ visits }) => (visits[0].fullPacket = !visits[0].fullPacket))
        .summarize()
        .reseal(),
    /what its switches say it is/,
  ],
  [
    'fewer workers without a word',
    (evidence) =>
      evidence
        .edit('matrix', ({ visits }) => {
          visits[0].workers = 1;
          visits[0].refusals = [];
        })
        .reseal(),
    /workers among the refusals/,
  ],
  [
    'an effect claimed that is noise',
    (evidence) =>
      evidence
        .edit('summary', ({ matrix }) => (matrix.effects[0].claimed = !matrix.effects[0].claimed))
        .reseal(),
    /: claimed/,
  ],
  [
    'a smaller noise',
    (evidence) => evidence.edit('summary', ({ matrix }) => (matrix.noise.factor = 1.001)).reseal(),
    /summary\.matrix\.noise\.factor/,
  ],
  [
    'fewer lost rounds',
    (evidence) =>
      evidence
        .edit('summary', ({ native }) => (native[0].ratios[0].lost = (native[0].ratios[0].lost + 1) % 7))
        .reseal(),
    /lost rounds/,
  ],
  [
    'damaged guards',
    (evidence) =>
      evidence.edit('native', ({ contests }) => (measured(contests[0])[0].guardsIntact = false)).reseal(),
    /: guards/,
  ],
  [
    'shorter samples than the experiment has',
    (evidence) => evidence.edit('native', ({ timing }) => (timing.sampleMs = 0.1)).reseal(),
    /^native\.timing/,
  ],
  [
    'a rival that is missing without a reason',
    (evidence) =>
      evidence.edit('native', ({ contests }) => delete contests[0].contenders[2].missing).reseal(),
    /: round 0/,
  ],
  [
    'executed instructions that were not traced',
    (evidence) => evidence.edit('profile', ({ cells }) => (cells[0].classes.math -= 5)).reseal(),
    /instructions of all classes/,
  ],
  [
    'a governor that is not said',
    (evidence) => evidence.edit('provenance', ({ cpu }) => delete cpu.governor).reseal(),
    /provenance\.cpu\.governor/,
  ],
];

describe('evidence that was tampered with', () => {
  it.each(mutations)('%s is seen', (_, mutate, seen) => {
    const evidence = new Evidence();
    mutate(evidence);
    const { status, found } = audit(evidence.folder);
    expect(found.filter((finding) => seen.test(finding))).not.toEqual([]);
    expect(status).toBe(1);
  });

  it('is seen by the seal even where everything in it is consistent', () => {
    const evidence = new Evidence().edit('matrix', ({ visits }) => {
      visits[3].samples = visits[3].samples.map((sample: number) => sample - 100);
    });
    evidence.summarize().reseal();
    expect(audit(evidence.folder).found).toEqual([]);
    expect(audit(evidence.folder, '--seal', sealOf(original)).found).toHaveLength(1);
  });
});

it('the audit imports nothing but its own files and Node', () => {
  for (const file of readdirSync('lib/audit')) {
    const text = readFileSync(join('lib/audit', file), 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import\(?) '([^']+)'/g))
      expect(from).toMatch(/^(?:\.\/[\w-]+\.js|node:[\w/]+)$/);
  }
});
