// Golden files of both norms, and of a program with loops over column tiles: Tile IR, and the LLVM IR of packet body, full-packet clone and wrapper before the
// pipeline. `npx vitest run test/golden -u` rewrites them; read the difference before committing it.
import { diffLines } from 'diff';
import { afterAll, describe, expect, it } from 'vitest';

import { compile, layerNorm, rmsNorm, type Kernel, type PlanOptions } from '../../lib/index.js';
import { onlineSoftmax } from '../support/loops.js';
import { functionsOf, withoutMetadataNumbers } from './support/llvm-text.js';

const operators = {
  rms_norm: rmsNorm.program(),
  layer_norm: layerNorm.program(),
  // Tiles of 24 columns: two whole ones of 70, and a ragged one.
  online_softmax: onlineSoftmax(24),
};
type Operator = keyof typeof operators;

const kernels: Kernel[] = [];
afterAll(() => {
  for (const kernel of kernels) kernel.dispose();
});

function kernelOf(operator: Operator, cols: number, plan: PlanOptions): Kernel {
  const kernel = compile(operators[operator], { cols }, plan);
  kernels.push(kernel);
  return kernel;
}

// A fixed instruction set, so that the text is the same on every machine that can run it. 70 columns: a whole step of
// 64 logical lanes, then a ragged vector.
const fixed = {
  features: 'x86-64-v3',
  width: 4,
  materialize: 'reload',
  tail: 'peeled',
  stores: 'cached',
  prefetch: 0,
} as const;

describe.each(Object.keys(operators) as Operator[])('%s', (operator) => {
  it('has this Tile IR', async () => {
    await expect(String(operators[operator])).toMatchFileSnapshot(`files/${operator}.tile`);
  });

  it.each(['packet-local', 'whole-program'] as const)('has this LLVM IR in %s', async (mapping) => {
    const { llvm } = kernelOf(operator, 70, { ...fixed, mapping, fullPacket: 'require' }).asm;
    const functions = functionsOf(llvm);
    const shown = ['.packet', '.full_packet', '.block', ''].map((suffix) => functions.get(operator + suffix));
    expect(shown).not.toContain(undefined);
    await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot(`files/${operator}.${mapping}.ll`);
  });
});

describe('full-packet specialization', () => {
  it.each(['packet-local', 'whole-program'] as const)('in %s changes the clone and the call targets only', async (mapping) => {
    const [p0, p1] = [false, 'require' as const].map((fullPacket) =>
      functionsOf(kernelOf('rms_norm', 70, { ...fixed, mapping, fullPacket }).asm.llvm),
    );
    expect([...p1.keys()].filter((name) => !p0.has(name))).toEqual(['rms_norm.full_packet']);
    let difference = '';
    for (const [name, before] of p0) {
      const changes = diffLines(withoutMetadataNumbers(before), withoutMetadataNumbers(p1.get(name) ?? ''));
      for (const { added, removed, value } of changes) {
        if (!added && !removed) continue;
        const lines = value.trimEnd().split('\n');
        difference += lines.map((line) => `${name}: ${added ? '+' : '-'}${line}\n`).join('');
      }
    }
    await expect(difference).toMatchFileSnapshot(`files/p0-p1.${mapping}.diff`);
    const lines = difference.trimEnd().split('\n');
    const removed = lines.filter((line) => line.includes(': -'));
    // Every full call site, and nothing else: two of them, the complete packets of a partial block included.
    expect(removed).toHaveLength(2);
    for (const line of removed) expect(line).toMatch(/-.*call void @rms_norm\.packet\(.*i32 %\w+\)/);
    const added = lines.filter((line) => line.includes(': +'));
    expect(added).toHaveLength(2);
    for (const line of added) expect(line).toMatch(/\+.*call void @rms_norm\.full_packet\(ptr %record, i64 %\w+\)/);
  });

  it.each(['packet-local', 'whole-program'] as const)('makes one clone without active_lanes in %s', (mapping) => {
    const kernel = kernelOf('layer_norm', 70, { ...fixed, mapping, fullPacket: 'require' });
    const functions = functionsOf(kernel.asm.llvm);
    const clone = functions.get('layer_norm.full_packet') ?? '';
    expect(clone.split('\n')[0]).toMatch(/\(ptr [^,]*%record, i64 %program\)/);
    expect(clone).not.toContain('%active_lanes');
    // The body's promise not to write the record is the body's: neither wrapper makes it.
    expect(clone.split('\n')[0]).toContain('readonly');
    for (const wrapper of ['layer_norm', 'layer_norm.block'])
      expect(functions.get(wrapper)?.split('\n')[0]).not.toContain('readonly');

    const calls = (functions.get('layer_norm.block') ?? '').match(/call void @\S+\(.*\) #\d+/g) ?? [];
    const full = calls.filter((call) => call.includes('@layer_norm.full_packet('));
    const tail = calls.filter((call) => call.includes('@layer_norm.packet('));
    expect(full).toHaveLength(2);
    expect(tail).toHaveLength(mapping === 'whole-program' ? 1 : 0);
    expect(kernel.specialization).toMatchObject({
      applied: true,
      clones: 1,
      fullCallSites: 2,
      tailCallSites: tail.length,
    });
    expect(kernel.specialization.clonedInstructions).toBe(kernel.info.bodyInstructions);
  });

  it.each(['packet-local', 'whole-program'] as const)('is eligible for RMSNorm 1024x4096 in %s', (mapping) => {
    const { specialization } = kernelOf('rms_norm', 4096, { mapping, fullPacket: 'require' });
    expect(specialization.applied).toBe(true);
    expect(specialization.clonedInstructions).toBeLessThanOrEqual(4096);
  });

  it('leaves nothing behind where it is off', () => {
    const kernel = kernelOf('rms_norm', 70, { ...fixed, mapping: 'packet-local', fullPacket: false });
    expect(kernel.specialization).toMatchObject({ applied: false, clones: 0, clonedInstructions: 0 });
    for (const text of [kernel.asm.llvm, kernel.asm.optimized, kernel.asm.assembly])
      expect(text).not.toContain('full_packet');
  });
});
