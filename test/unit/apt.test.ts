// Which of the machine's package sources is a Debian archive, from both formats that apt reads.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { debianMirrors, parseDeb822, parseSourcesList } from '../../scripts/lib/apt.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tile-simd-apt-'));
  mkdirSync(join(folder, 'etc/apt/sources.list.d'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function mirrors(files: Record<string, string>): string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'etc/apt', name), text);
  return debianMirrors({ env: { PATH: '' }, platform: 'linux', arch: 'x64', fsRoot: folder });
}

describe('the one-line format', () => {
  it('is read with options, comments and several components', () => {
    const text = [
      '# deb http://commented.example/debian bookworm main',
      'deb [signed-by=/a/b.gpg arch=amd64] http://one.example/debian/ bookworm main contrib # why',
      'deb-src http://source.example/debian bookworm main',
    ].join('\n');
    expect(parseSourcesList(text)).toEqual([
      { uris: ['http://one.example/debian/'], suites: ['bookworm'], components: ['main', 'contrib'] },
    ]);
  });

  it('gives the Debian archive and never a security or third-party one', () => {
    const text = [
      'deb http://security.example/debian-security bookworm-security main',
      'deb http://security.example/debian bookworm-security main',
      'deb https://vendor.example/node_20.x nodistro main',
      'deb https://vendor.example/apt stable main',
      'deb https://vendor.example/debian ./',
      'deb http://one.example/debian/ bookworm main',
      'deb http://one.example/debian bookworm-updates main',
      'deb http://two.example/pub/debian bookworm main',
    ].join('\n');
    expect(mirrors({ 'sources.list': text })).toEqual([
      'http://one.example/debian',
      'http://two.example/pub/debian',
    ]);
  });
});

describe('the deb822 format', () => {
  const stanza = [
    'Types: deb deb-src',
    '# a comment',
    'URIs: http://one.example/debian',
    'Suites: bookworm bookworm-updates',
    'Components: main',
    ' contrib',
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
  ].join('\n');

  it('is read with continued lines and several stanzas', () => {
    const disabled = 'Types: deb\nURIs: http://off.example/debian\nSuites: x\nComponents: main\nEnabled: no';
    const sources = 'Types: deb-src\nURIs: http://source.example/debian\nSuites: x\nComponents: main';
    expect(parseDeb822(`${stanza}\n\n${disabled}\n\n${sources}\n`)).toEqual([
      {
        uris: ['http://one.example/debian'],
        suites: ['bookworm', 'bookworm-updates'],
        components: ['main', 'contrib'],
      },
    ]);
  });

  it('gives the Debian archive and never a security one', () => {
    const security = stanza
      .replace('/debian', '/debian-security')
      .replace(/Suites:.*/, 'Suites: bookworm-security');
    expect(mirrors({ 'sources.list.d/debian.sources': `${security}\n\n${stanza}\n` })).toEqual([
      'http://one.example/debian',
    ]);
  });

  it('is one file beside others, and files of other names are none of apt', () => {
    expect(
      mirrors({
        'sources.list.d/a.list': 'deb http://one.example/debian bookworm main',
        'sources.list.d/b.sources': stanza.replace('one.example', 'two.example'),
        'sources.list.d/c.list.save': 'deb http://three.example/debian bookworm main',
      }),
    ).toEqual(['http://one.example/debian', 'http://two.example/debian']);
  });
});
