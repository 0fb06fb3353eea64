// The ONNX vectors of test/data/onnx as they are: one node, its attributes, its inputs and outputs in order.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { toTensor, type OnnxTensor, type TensorJson } from '../../lib/cli/onnx-vectors.js';

export interface OnnxNode {
  readonly name: string;
  readonly op: string;
  readonly attributes: Readonly<Record<string, number | string>>;
  readonly inputs: readonly OnnxTensor[];
  readonly outputs: readonly OnnxTensor[];
}

interface NodeJson {
  readonly id: string;
  readonly op: string;
  readonly attributes: OnnxNode['attributes'];
  readonly inputs: readonly TensorJson[];
  readonly outputs: readonly TensorJson[];
}

const folder = resolve(__dirname, '..', 'data', 'onnx');

/** All vectors of a file. */
export function readOnnxNodes(family: string): OnnxNode[] {
  const file = JSON.parse(readFileSync(join(folder, `${family}.json`), 'utf8')) as {
    count: number;
    cases: NodeJson[];
  };
  if (file.cases.length !== file.count) throw new Error(`${family}.json does not hold ${file.count} cases`);
  return file.cases.map(({ id, op, attributes, inputs, outputs }) => ({
    name: id.split('/')[2].replace(/^test_/, ''),
    op,
    attributes,
    inputs: inputs.map(toTensor),
    outputs: outputs.map(toTensor),
  }));
}

/** The file that ONNX has of a tensor: a TensorProto of dims, data type FLOAT, name and raw data. */
function tensorProto({ name, dims, data }: OnnxTensor, withName: boolean): Buffer {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [128 + (value % 128), ...varint(Math.floor(value / 128))];
  const bytes = (field: number, content: Uint8Array) => [
    ...[8 * field + 2, ...varint(content.length)],
    ...content,
  ];
  return Buffer.from([
    ...dims.flatMap((dim) => [8 * 1, ...varint(dim)]),
    ...[8 * 2, 1],
    ...(withName ? bytes(8, Buffer.from(name)) : []),
    ...bytes(9, new Uint8Array(data.buffer)),
  ]);
}

/** Expects a tensor to be byte for byte that of ONNX; the vectors made by PyTorch carry no name. */
export function expectOriginal(tensor: OnnxTensor): void {
  const digests = [true, false].map((withName) =>
    createHash('sha256').update(tensorProto(tensor, withName)).digest('hex').slice(0, 16),
  );
  expect(digests, tensor.name).toContain(tensor.sha256);
}
