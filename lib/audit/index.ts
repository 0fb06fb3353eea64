// The audit of a study: a program of its own, which shares no code with the study (a test sees to that) and trusts nothing
// of what it reads.
//
//   node dist/audit/index.js FOLDER [--raw] [--seal SHA256]
//
// It demands the visits that the experiment consists of, follows every digest, computes every figure again from the
// samples, and with --raw reads every output and the runner's journals. What it finds goes to audit.json; exit status 1 if
// that is anything.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkCaptures } from './captures.js';
import { checkFigures } from './figures.js';
import { Findings } from './findings.js';
import { Folder } from './folder.js';
import { array, BadShape, text } from './json.js';
import { checkMatrix } from './matrix.js';
import { checkNative } from './native.js';
import { checkOutputs } from './outputs.js';
import { checkProfile } from './profile.js';
import { checkProvenance } from './provenance.js';
import { timings } from './experiment.js';

interface Options {
  readonly raw: boolean;
  readonly seal: string | undefined;
}

/** Outputs that were read. */
function auditFolder(path: string, { raw, seal }: Options, findings: Findings): number {
  const folder = new Folder(path, findings);
  folder.checkManifest(seal);
  const experiment = folder.document('experiment');
  const mode = text(experiment.mode, 'experiment.mode');
  const seed = text(experiment.seed, 'experiment.seed');
  const levels = array(experiment.levels, 'experiment.levels').map((level) =>
    text(level, 'experiment.levels'),
  );
  findings.expect(mode === 'quick' || mode === 'full', 'experiment.mode', `is ${mode}`);
  const expected = JSON.stringify({ published: 144, later: 432, matrix: 240 });
  findings.equal(JSON.stringify(experiment.expected), expected, 'experiment.expected');
  const timing = { native: timings[mode], matrix: timings[mode], preflight: timings.preflight };
  findings.equal(JSON.stringify(experiment.timing), JSON.stringify(timing), 'experiment.timing');
  findings.expect(levels.includes('native'), 'experiment.levels', "lacks 'native'");
  checkProvenance(folder, findings);
  const only =
    experiment.only === undefined
      ? undefined
      : new Set(array(experiment.only, 'experiment.only').map((shape) => text(shape, 'experiment.only')));
  const part = { levels, only };
  if (only !== undefined) findings.note('experiment', `partial: ${[...only].join(', ')} alone`);
  const captures = checkCaptures(folder, seed, part, raw, findings);
  const contests = checkNative(folder, captures, mode, part, raw, findings);
  const matrix = checkMatrix(folder, captures, mode, part, findings);
  checkFigures(folder, contests, matrix, captures, findings);
  checkProfile(folder, captures, raw, findings);
  return raw ? checkOutputs(folder, seed, captures, contests, matrix, findings) : 0;
}

function main(): number {
  const { values, positionals } = parseArgs({
    options: { raw: { type: 'boolean', default: false }, seal: { type: 'string' } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (positionals.length !== 1) {
    console.error('usage: audit FOLDER [--raw] [--seal SHA256]');
    return 1;
  }
  const findings = new Findings();
  let outputs = 0;
  try {
    outputs = auditFolder(path, { raw: values.raw, seal: values.seal }, findings);
  } catch (error) {
    const where = error instanceof BadShape ? error.where : 'the evidence';
    findings.fail(where, error instanceof Error ? error.message : String(error));
  }
  const { failures, notes, checks } = findings;
  const failed = failures.length;
  const passed = failed === 0;
  const report = {
    format: 'tile-simd/study-audit@1',
    passed,
    raw: values.raw,
    checks,
    outputs,
    failed,
    failures,
    notes,
  };
  try {
    writeFileSync(join(path, 'audit.json'), `${JSON.stringify(report, null, 1)}\n`);
  } catch (error) {
    console.error(`audit: audit.json cannot be written: ${String(error)}`);
  }
  for (const { where, what } of failures.slice(0, 20)) console.error(`audit: ${where}: ${what}`);
  if (failed > 20) console.error(`audit: and ${failed - 20} more, see audit.json`);
  const partial = notes.some(({ what }) => what.startsWith('partial')) ? ' (of PARTIAL evidence)' : '';
  const looked = `${checks} checks${values.raw ? `, ${outputs} outputs read` : ''}`;
  console.log(
    `audit: ${passed ? `passed${partial}` : `FAILED: ${failed} findings`} (${looked}, ${notes.length} notes)`,
  );
  return passed ? 0 : 1;
}

process.exitCode = main();
