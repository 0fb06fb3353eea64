// AArch64 objects as they are: for the right machine, calling nothing outside of themselves, and read by the same
// inspection as this machine's.
import { describe, expect, it } from 'vitest';
import { rmsNorm, rope, softmax, type PlanOptions } from '../../lib/index.js';
import { findingsOf, type LintFacts } from '../../lib/inspect/lint.js';
import { realizeAll } from '../../lib/inspect/realization.js';
import { symbolsOf } from '../../lib/inspect/elf.js';
import { emitOnArm, expectSelfContained, runOnArm, type Emitted, type Job } from './support/cross.js';
import { operatorProgram, operators } from '../support/operators.js';
import { shapeFor } from '../support/subjects.js';

const machineAArch64 = 183; // EM_AARCH64

const jobOf = (program: Job['program'], columns: number, plan: PlanOptions = {}): Job => ({
  program,
  shape: shapeFor(program, columns),
  plan,
  launches: [],
});

/** Findings without those about masks and gathers, which depend on the plan. */
function findings({ info, assembly }: Emitted, facts: Partial<LintFacts> = {}) {
  return findingsOf(assembly, {
    architecture: 'aarch64',
    frames: info.frames,
    packet: `${info.entry}.packet`,
    entry: info.entry,
    specialized: true,
    hasTail: false,
    gathersAllowed: true,
    privateGathers: false,
    masksAllowed: true,
    ...facts,
  });
}

it('objects of every operator are self-contained', async () => {
  const jobs = operators.flatMap((name) =>
    (['packet-local', 'whole-program'] as const).map((mapping, i) =>
      jobOf(operatorProgram(name, i, 'f16'), 66, { mapping }),
    ),
  );
  (await emitOnArm(jobs)).forEach((emitted, i) => {
    const what = `${jobs[i].program.name} ${JSON.stringify(jobs[i].plan)}`;
    expect(emitted.object.readUInt16LE(18), what).toBe(machineAArch64);
    expect(emitted.info.architecture, what).toBe('aarch64');
    expect(symbolsOf(emitted.object).defined, what).toContain(emitted.info.entry);
    expectSelfContained(emitted.object);
    expect(emitted.assembly, what).not.toContain('.byte');
    expect(
      findings(emitted).filter(({ kind }) => kind === 'call'),
      what,
    ).toEqual([]);
  });
});

describe('instructions', () => {
  /** The path of full packets: the clone, or the entry that it was inlined into. */
  const fullPath = ({ info, assembly }: Emitted) => {
    const functions = realizeAll(assembly, 'aarch64', info.frames);
    const clone = functions.find(({ name }) => name.endsWith('.full_packet'));
    return clone ?? functions.find(({ name }) => name === info.entry)!;
  };

  it('whole rows are moved by whole registers, ragged ones but for their end', async () => {
    const norm = rmsNorm.program();
    const jobs = [jobOf(norm, 256), jobOf(norm, 67), jobOf(softmax.program(), 256)];
    const [whole, ragged, soft] = await emitOnArm(jobs);
    for (const emitted of [whole, soft]) {
      const { vectorLoads, vectorStores, widestAccess } = fullPath(emitted);
      expect(widestAccess).toBe(32); // a pair of registers
      expect(vectorLoads).toMatchObject({ masked: 0, gathered: 0, streamed: 0 });
      expect(vectorStores).toMatchObject({ masked: 0, gathered: 0, streamed: 0 });
      expect(vectorLoads.contiguous).toBeGreaterThan(0);
      expect(vectorStores.contiguous).toBeGreaterThan(0);
    }
    expect(findings(whole, { gathersAllowed: false, masksAllowed: false })).toEqual([]);
    const { vectorLoads } = fullPath(ragged);
    expect(vectorLoads.gathered).toBeGreaterThan(0); // the last three, one by one
    expect(vectorLoads.gathered).toBeLessThan(vectorLoads.contiguous);
  });

  it('interleaved pairs are taken apart by the accesses themselves', async () => {
    const [{ assembly }] = await emitOnArm([jobOf(rope.program({ layout: 'interleaved' }), 64)]);
    expect(/\tld2\t\{ v\d+\.4s, v\d+\.4s \}/.test(assembly)).toBe(true);
    expect(/\tst2\t\{ v\d+\.[24]s, v\d+\.[24]s \}/.test(assembly)).toBe(true);
  });

  it('halves are converted by instructions', async () => {
    const [{ assembly }] = await emitOnArm([jobOf(rmsNorm.program({ dtype: 'f16' }), 256)]);
    expect(/\tfcvtl2?\t/.test(assembly)).toBe(true);
    expect(/\tfcvtn2?\t/.test(assembly)).toBe(true);
  });
});

describe('the driver', () => {
  const x = new Float32Array(64).map((_, i) => i);
  const launch = () => ({ x, weight: new Float32Array(32).fill(1), eps: 0, y: new Float32Array(64) });
  const job = { ...jobOf(rmsNorm.program(), 32), launches: [launch(), launch()] };

  it('runs what the arguments hold', async () => {
    await runOnArm([job]);
    const [first, second] = job.launches;
    expect(first.y[1]).toBeCloseTo(1 / Math.sqrt((31 * 63) / 6), 6);
    expect(second.y).toEqual(first.y);
  });

  it('sees an access behind a buffer', async () => {
    await expect(runOnArm([{ ...job, programs: 3 }])).rejects.toThrow(/signal 11/);
  });
});
