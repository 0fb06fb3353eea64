// Programs that verify and yet cannot be compiled or launched like that: an error, never a crash or a wrong result.
import { describe, expect, it } from 'vitest';
import { compile, program, type PlanOptions } from '../../lib/index.js';
import { expectRefusal } from '../support/refuse.js';

describe('in place', () => {
  const copies = program('copies', (b) => {
    b.output('w', { dim: 'a' }).store(b.input('x', { dim: 'a' }));
    b.output('y', { dim: 'b' }).store(b.input('z', { dim: 'b' }));
  });

  it('is along one dim: another is swept later, when the input is gone', () => {
    const kernel = compile(copies, { a: 11, b: 11 });
    const arrays = {
      x: new Float32Array(22).fill(1),
      z: new Float32Array(22).fill(2),
      w: new Float32Array(22),
    };
    const record = kernel.record({ ...arrays, y: arrays.x });
    expectRefusal(() => kernel.launch(record), {
      code: 'ERR_BUFFER_OVERLAP',
      argument: 'y',
      says: ['x', 'dim'],
      arrays: Object.values(arrays),
    });
    record.set({ y: arrays.z });
    kernel.launch(record);
    expect(arrays.w).toEqual(arrays.x);
    kernel.dispose();
  });
});

it('the name llvm is LLVM’s own', () => {
  const named = program('llvm', (b) => b.output('y').store(b.input('x').add(1)));
  expectRefusal(() => compile(named, { cols: 4 }), { code: 'ERR_INVALID_IR', argument: 'ir.name' });
});

describe('a program that comes to too much code', () => {
  const chain = (length: number) =>
    program('chain', (b) => {
      let x = b.input('x');
      for (let i = 0; i < length; ++i) x = x.sub(x.sum());
      b.output('y').store(x);
    });
  const tooMuch = /vector operations under this plan, more than 100000/;

  it.each<PlanOptions>([{ width: 16 }, { mapping: 'whole-program', width: 4 }])(
    'is refused before any is generated under %j',
    (plan) => {
      const attempt = () => compile(chain(1000), { cols: 256 }, { ...plan, materialize: 'reload' });
      expect(attempt).toThrow(expect.objectContaining({ code: 'ERR_INVALID_PLAN', argument: 'plan' }));
      expect(attempt).toThrow(tooMuch);
    },
  );

  it('is compiled where values are kept instead', () => {
    const compileWith = (materialize: 'reload' | 'snapshot') =>
      compile(chain(100), { cols: 256 }, { width: 4, materialize });
    expect(() => compileWith('reload')).toThrow(tooMuch);
    const kernel = compileWith('snapshot');
    expect(kernel.info.bodyInstructions).toBeGreaterThan(100);
    kernel.dispose();
  });
});
