// The 38 ONNX vectors of LayerNormalization and RMSNormalization, with the defaults. A row is everything from the
// axis on, so that every axis is a matter of rows and columns and nothing is transposed.
import { describe, expect, it } from 'vitest';
import { readOnnxVectors, type OnnxCase, type OnnxTensor } from '../../lib/cli/onnx-vectors.js';
import { layerNorm, rmsNorm } from '../../lib/index.js';
import { expectClose } from '../support/compare.js';
import { Guarded } from '../support/memory.js';
import { readOnnx } from '../support/onnx.js';

const layerNormCases = readOnnxVectors('layer_normalization');
const rmsNormCases = readOnnxVectors('rms_normalization');

function data(tensors: ReadonlyMap<string, OnnxTensor>, name: string): Float32Array {
  const tensor = tensors.get(name);
  expect(tensor, name).toBeDefined();
  return (tensor as OnnxTensor).data;
}

it('there are 38 vectors, byte for byte those of ONNX', () => {
  expect([layerNormCases.length, rmsNormCases.length]).toEqual([19, 19]);
  const proven = [...readOnnx('layer_normalization', 19), ...readOnnx('rms_normalization', 19)];
  [...layerNormCases, ...rmsNormCases].forEach(({ inputs, outputs }, i) => {
    for (const [name, tensor] of [...inputs, ...outputs]) {
      const original = proven[i].inputs.get(name) ?? proven[i].outputs.get(name);
      expect(tensor.dims).toEqual(original?.dims);
      expect(tensor.data).toEqual(original?.data);
    }
  });
});

describe('LayerNormalization', () => {
  it.each(layerNormCases.map((vector): [string, OnnxCase] => [vector.name, vector]))('%s', (_, vector) => {
    const { inputs, outputs, rows, epsilon: eps } = vector;
    const [x, weight, bias] = ['X', 'W', 'B'].map((name) => data(inputs, name));
    const expected = ['Y', 'Mean', 'InvStdDev'].map((name) => data(outputs, name));
    expectClose(layerNorm(x, weight, bias, { eps }), expected[0], 'Y');

    const out = new Guarded(x.length);
    const mean = new Guarded(rows);
    const invStdDev = new Guarded(rows);
    layerNorm(x, weight, bias, { eps, out: out.array, mean: mean.array, invStdDev: invStdDev.array });
    [out, mean, invStdDev].forEach((got, i) => {
      const what = ['Y', 'Mean', 'InvStdDev'][i];
      expectClose(got.array, expected[i], what);
      got.expectUntouchedAround(what);
    });
  });
});

describe('RMSNormalization', () => {
  it.each(rmsNormCases.map((vector): [string, OnnxCase] => [vector.name, vector]))('%s', (_, vector) => {
    const { inputs, outputs, epsilon: eps } = vector;
    const [x, weight] = ['X', 'W'].map((name) => data(inputs, name));
    const expected = data(outputs, 'Y');
    expectClose(rmsNorm(x, weight, { eps }), expected, 'Y');
    const out = new Guarded(x.length);
    rmsNorm(x, weight, { eps, out: out.array });
    expectClose(out.array, expected, 'Y');
    out.expectUntouchedAround('Y');
  });
});
