// Reading instructions: each class of access, for both architectures, and a planted positive for each kind of finding.
import { describe, expect, it } from 'vitest';
import { parseAssembly } from '../../lib/inspect/assembly.js';
import { findingsOf } from '../../lib/inspect/lint.js';
import { isBranch, isCall, memoryAccess } from '../../lib/inspect/memory-access.js';
import { realizeFunction } from '../../lib/inspect/realization.js';
import type { Architecture } from '../../lib/runtime/kernel.js';

const one = (text: string) => parseAssembly(`.section .text\n\nf:\n     0:\t${text}\n`)[0].instructions[0];
const access = (text: string, architecture: Architecture) => memoryAccess(one(text), architecture);

describe('x86-64', () => {
  it.each([
    ['vmovups\tzmm4, zmmword ptr [r13 - 0x100]', 'load', 'contiguous', 64],
    ['vmulps\tymm4, ymm4, ymmword ptr [rax]', 'load', 'contiguous', 32],
    ['vmovsd\txmm0, qword ptr [rax + 8*rcx]', 'load', 'contiguous', 8],
    ['vcvtph2ps\tzmm0, ymmword ptr [rax]', 'load', 'contiguous', 32],
    ['vmovups\tzmm3 {k1} {z}, zmmword ptr [rax]', 'load', 'masked', 64],
    ['vmaskmovps\tymm0, ymm1, ymmword ptr [rdi]', 'load', 'masked', 32],
    ['vgatherdps\tzmm0 {k1}, zmmword ptr [rax + 4*zmm2]', 'load', 'gathered', 64],
    ['vinsertps\txmm0, xmm0, dword ptr [rax], 0x10', 'load', 'gathered', 4],
    ['vbroadcastss\tzmm0, dword ptr [rax]', 'load', 'broadcast', 4],
    ['vmulps\tzmm0, zmm1, dword ptr [rax]{1to16}', 'load', 'broadcast', 4],
    ['vmovss\txmm2, dword ptr [r13]', 'load', 'scalar', 4],
    ['mov\tr14, qword ptr [rdi]', 'load', 'scalar', 8],
    ['cmp\tqword ptr [rdi], rax', 'load', 'scalar', 8],
    ['vmovups\tzmmword ptr [rcx + 4*rsi], zmm4', 'store', 'contiguous', 64],
    ['vmovups\tzmmword ptr [rcx] {k1}, zmm4', 'store', 'masked', 64],
    ['vmovntps\tzmmword ptr [rcx], zmm4', 'store', 'streamed', 64],
    ['vscatterdps\tzmmword ptr [rax + 4*zmm1] {k1}, zmm0', 'store', 'gathered', 64],
    ['vextractps\tdword ptr [rax], xmm0, 0x1', 'store', 'gathered', 4],
    ['mov\tqword ptr [rdi], r14', 'store', 'scalar', 8],
  ])('%s', (text, direction, kind, bytes) => {
    expect(access(text, 'x86-64')).toMatchObject({ direction, class: kind, bytes, onStack: false });
  });

  it('knows the stack, and what touches no memory', () => {
    expect(access('vmovups\tzmmword ptr [rsp + 0x40], zmm4', 'x86-64')?.onStack).toBe(true);
    for (const text of ['lea\trax, [rcx + 4*rdx]', 'nop\tdword ptr [rax + rax]', 'vaddps\tzmm0, zmm1, zmm2'])
      expect(access(text, 'x86-64')).toBeUndefined();
    expect(access('vmovss\txmm9, dword ptr [rip]\t# .LCPI1_0', 'x86-64')).toBeUndefined();
    expect([isBranch(one('jae\t0x44f'), 'x86-64'), isCall(one('call\t0x218\t# expf'), 'x86-64')]).toEqual([
      true,
      true,
    ]);
  });
});

describe('aarch64', () => {
  it.each([
    ['ldr\tq0, [x8, #0x10]', 'load', 'contiguous', 16],
    ['ldp\tq0, q1, [x8], #0x20', 'load', 'contiguous', 32],
    ['ld1\t{ v0.4s, v1.4s }, [x8]', 'load', 'contiguous', 32],
    ['st2\t{ v0.4h, v1.4h }, [x8]', 'store', 'contiguous', 16],
    ['ld1\t{ v0.s }[1], [x8]', 'load', 'gathered', 4],
    ['st1\t{ v0.h }[3], [x8]', 'store', 'gathered', 2],
    ['ld1r\t{ v0.4s }, [x8]', 'load', 'broadcast', 4],
    ['ldr\ts0, [x8]', 'load', 'scalar', 4],
    ['str\tq0, [x8, x9]', 'store', 'contiguous', 16],
    ['stnp\tq0, q1, [x8]', 'store', 'streamed', 32],
  ])('%s', (text, direction, kind, bytes) => {
    expect(access(text, 'aarch64')).toMatchObject({ direction, class: kind, bytes, onStack: false });
  });

  it('knows the stack, branches and calls', () => {
    expect(access('str\tq0, [sp, #0x20]', 'aarch64')?.onStack).toBe(true);
    expect(one('ldr\tq0, [sp, #0x20]')).not.toHaveProperty('symbol');
    expect(one('ldr\tq0, [x9, #0x20]\t# a\t# b').symbol).toBe('a');
    expect(access('ldr\tq0, [x9]\t# .rodata.cst16', 'aarch64')).toBeUndefined(); // the module's constants
    expect(isBranch(one('b.ne\t0x10'), 'aarch64')).toBe(true);
    expect(isCall(one('bl\t0x10\t# expf'), 'aarch64')).toBe(true);
  });
});

it('counts by function', () => {
  const [f] = parseAssembly(
    [
      '.section .text',
      '',
      'f:',
      '     0:\tvmovups\tzmm0, zmmword ptr [rax]',
      '     4:\tvdivps\tzmm0, zmm0, zmm1',
      '     8:\tvmovups\tzmmword ptr [rsp], zmm0',
      '     c:\tvmovups\tzmmword ptr [rcx] {k1}, zmm0',
      '    10:\tjne\t0x0',
      '    12:\tret',
    ].join('\n'),
  );
  expect(realizeFunction(f, 'x86-64', undefined)).toMatchObject({
    instructions: 6,
    widestAccess: 64,
    vectorLoads: { contiguous: 1 },
    vectorStores: { masked: 1, contiguous: 0 },
    stackStores: 1,
    stackStoreBytes: 64,
    branches: 1,
    divisions: 1,
    calls: 0,
  });
});

describe('findings', () => {
  const base = {
    architecture: 'x86-64' as const,
    frames: {},
    packet: 'k.packet',
    entry: 'k',
    specialized: true,
    hasTail: false,
    gathersAllowed: false,
    privateGathers: false,
    masksAllowed: false,
  };
  const text = (...lines: string[]) =>
    `.section .text\n\nk:\n${lines.map((l, i) => `  ${i}0:\t${l}`).join('\n')}\n`;
  const kinds = (assembly: string, facts = {}) =>
    findingsOf(assembly, { ...base, ...facts }).map(({ kind, count }) => [kind, count]);

  it('a scalar libm call, not a call within the object', () => {
    expect(kinds(text('call\t0x10\t# expf', 'call\t0x20\t# k', 'call\t0x20\t# .text'))).toEqual([
      ['call', 1],
    ]);
  });
  it('spilled vectors', () => {
    const frames = { k: { vectorSpills: 4, vectorSpillBytes: 256, scalarSpillBytes: 8, variableBytes: 0 } };
    const spill = 'vmovups\tzmmword ptr [rsp], zmm4';
    expect(kinds(text(spill, 'ret'), { frames })).toEqual([['spill', 4]]);
    const few = { k: { ...frames.k, vectorSpills: 3 } };
    expect(kinds(text(spill, 'ret'), { frames: few })).toEqual([]);
    // Four beside 256 instructions, and five.
    const long = [spill, ...Array.from({ length: 254 }, () => 'vmulps\tzmm0, zmm1, zmm2'), 'ret'];
    expect(kinds(text(...long), { frames })).toEqual([]);
    expect(kinds(text(...long), { frames: { k: { ...frames.k, vectorSpills: 5 } } })).toEqual([['spill', 5]]);
    // Around the call of a cold function alone.
    expect(kinds(text('jb\t0x20', 'ret', spill, 'call\t0x0\t# .text.unlikely.', 'ret'), { frames })).toEqual([
      ['call', 1],
    ]);
    expect(
      kinds(text(spill, 'ret').replace('k:', 'k.rescue:'), { frames: { 'k.rescue': frames.k } }),
    ).toEqual([]);
  });
  it('gathers where elements are neighbours', () => {
    const gather = text('vgatherdps\tzmm0 {k1}, zmmword ptr [rax + 4*zmm2]');
    expect(kinds(gather)).toEqual([['gather', 1]]);
    expect(kinds(gather, { gathersAllowed: true })).toEqual([]);
    expect(kinds(gather, { privateGathers: true })).toEqual([]);
  });
  it('masked accesses of full packets', () => {
    const masked = text('vmovups\tzmm3 {k1} {z}, zmmword ptr [rax]');
    expect(kinds(masked)).toEqual([['masked-access', 1]]);
    expect(kinds(masked, { masksAllowed: true })).toEqual([]);
    expect(kinds(masked, { specialized: false })).toEqual([]);
    expect(kinds(masked, { hasTail: true })).toEqual([]); // the tail may have been inlined beside it
    expect(kinds(masked.replace('k:', 'k.full_packet:'), { hasTail: true })).toEqual([['masked-access', 1]]);
    expect(kinds(masked.replace('k:', 'k.packet:'))).toEqual([]);
  });
});
