// Where the figures come from must be said, completely.
import type { Findings } from './findings.js';
import type { Folder } from './folder.js';
import { array, digest, flag, integer, object, text } from './json.js';

export function checkProvenance(folder: Folder, findings: Findings): void {
  const given = folder.document('provenance');
  const cpu = object(given.cpu, 'provenance.cpu');
  for (const key of ['name', 'model', 'governor']) text(cpu[key], `provenance.cpu.${key}`);
  findings.expect(
    array(cpu.features, 'provenance.cpu.features').length > 0,
    'provenance.cpu',
    'names no feature',
  );
  flag(cpu.hypervisor, 'provenance.cpu.hypervisor');
  const versions = object(given.versions, 'provenance.versions');
  for (const key of ['library', 'llvm', 'node', 'compiler'])
    text(versions[key], `provenance.versions.${key}`);
  const source = object(given.source, 'provenance.source');
  digest(source.sha256, 'provenance.source.sha256');
  integer(source.files, 'provenance.source.files', 1);
  const binaries = array(given.binaries, 'provenance.binaries').map((one) =>
    object(one, 'provenance.binaries'),
  );
  for (const name of ['tile_simd.node', 'study_runner'])
    findings.expect(
      binaries.some((one) => one.name === name),
      'provenance.binaries',
      `lacks ${name}`,
    );
  for (const one of binaries) digest(one.sha256, `provenance.binaries: ${String(one.name)}`);
  findings.expect(
    array(given.commandLine, 'provenance.commandLine').length > 0,
    'provenance',
    'has no command line',
  );
  const [started, finished] = [given.started, given.finished].map((time) =>
    Date.parse(text(time, 'provenance')),
  );
  findings.expect(finished >= started, 'provenance', 'ended before it began');
}
