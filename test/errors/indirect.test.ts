// Buffers whose rows depend on the values of the launch: one launcher, and what it needed last must not bind the next.
import { describe, expect, it } from 'vitest';
import { compile, program } from '../../lib/index.js';
import { expectRefusal } from '../support/refuse.js';

const f32 = (...values: number[]) => Float32Array.from(values);

describe('a record with other values', () => {
  it('needs the groups of these rows and of no launch before', () => {
    const grouped = program('grouped', (b) => {
      const x = b.input('x');
      const by = b.scalar('rowsPerGroup', { dtype: 'i32' });
      b.output('y').store(x.add(b.input('bias', { access: 'group', by })));
    });
    const kernel = compile(grouped, { cols: 1 });
    const y = new Float32Array(6);
    const record = kernel.record({ x: f32(1, 2, 3, 4, 5, 6), rowsPerGroup: 2, bias: f32(10, 20, 30), y });
    kernel.launch(record);
    expect([...y]).toEqual([11, 12, 23, 24, 35, 36]);
    record.set({ rowsPerGroup: 6, bias: f32(40) });
    kernel.launch(record);
    expect([...y]).toEqual([41, 42, 43, 44, 45, 46]);
    const [buffer] = [new (ArrayBuffer as any)(12, { maxByteLength: 12 }) as any];
    const bias = new Float32Array(buffer as ArrayBuffer).fill(50);
    record.set({ rowsPerGroup: 2, bias });
    kernel.launch(record);
    buffer.resize(8);
    expectRefusal(() => kernel.launch(record), { code: 'ERR_BUFFER_LENGTH', argument: 'bias', arrays: [y] });
    record.set({ rowsPerGroup: 3 });
    kernel.launch(record);
    buffer.resize(0);
    expectRefusal(() => kernel.launch(record), { code: 'ERR_BUFFER_LENGTH', argument: 'bias', arrays: [y] });
    kernel.dispose();
  });

  it('gathers from a shorter table than before, and not from beyond its end', () => {
    const gathered = program('gathered', (b) => {
      const by = b.input('rows', { dtype: 'i32', dim: 'one' });
      b.output('y').store(b.input('table', { access: 'gather', by }));
    });
    const kernel = compile(gathered, { cols: 1 });
    const y = new Float32Array(2);
    const record = kernel.record({ rows: Int32Array.of(3, 0), table: f32(1, 2, 3, 4), y });
    kernel.launch(record);
    expect([...y]).toEqual([4, 1]);
    record.set({ rows: Int32Array.of(1, 1), table: f32(5, 6) });
    kernel.launch(record);
    expect([...y]).toEqual([6, 6]);
    record.set({ rows: Int32Array.of(1, 2) });
    expect(() => {
      kernel.launch(record);
    }).toThrow(/rows/);
    expect([...y]).toEqual([6, 6]);
    kernel.dispose();
  });
});
