// The ONNX vectors of test/data/onnx: nodes with their attributes and tensors, each tensor proven to be that of ONNX.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  /** f32, or the integers of an i64. */
  readonly data: Float32Array | Int32Array;
}

/** `Attribute`: what the family's attributes are. */
export interface OnnxVector<Attribute = number> {
  /** The folder's name in the ONNX repository. */
  readonly name: string;
  readonly op: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** By name, in the node's order. */
  readonly inputs: ReadonlyMap<string, OnnxTensor>;
  readonly outputs: ReadonlyMap<string, OnnxTensor>;
}

/** A tensor as the files hold it; f32 where no dtype is named. */
interface TensorJson {
  readonly name: string;
  readonly dims: readonly number[];
  readonly dtype?: 'f32' | 'i64';
  readonly data: readonly (number | string)[];
  readonly sha256_16: string;
}

interface CaseJson<Attribute> {
  readonly id: string;
  readonly op: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly inputs: readonly TensorJson[];
  readonly outputs: readonly TensorJson[];
}

const folder = resolve(__dirname, '..', 'data', 'onnx');

/** All vectors of a family, of which there are `count`. */
export function readOnnx<Attribute = number>(family: string, count: number): OnnxVector<Attribute>[] {
  const { cases } = JSON.parse(readFileSync(join(folder, `${family}.json`), 'utf8')) as {
    cases: readonly CaseJson<Attribute>[];
  };
  expect(cases.length).toBe(count);
  const tensors = (list: readonly TensorJson[]) => new Map(list.map((json) => [json.name, toTensor(json)]));
  return cases.map(({ id, op, attributes, inputs, outputs }) => ({
    name: id.split('/')[2].replace(/^test_/, ''),
    op,
    attributes,
    inputs: tensors(inputs),
    outputs: tensors(outputs),
  }));
}

function toTensor(json: TensorJson): OnnxTensor {
  const { name, dims, dtype, data, sha256_16: sha256 } = json;
  // The vectors made by PyTorch carry no name.
  const digests = [true, false].map((withName) =>
    createHash('sha256').update(tensorProto(json, withName)).digest('hex').slice(0, 16),
  );
  if (!digests.includes(sha256)) throw new Error(`tensor ${name} is not that of ONNX`);
  const values = data.map(Number);
  return { name, dims, data: dtype === 'i64' ? Int32Array.from(values) : Float32Array.from(values) };
}

/** The file that ONNX has of a tensor: a TensorProto of dims, data type, name and raw data. */
function tensorProto({ name, dims, dtype, data }: TensorJson, withName: boolean): Buffer {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [128 + (value % 128), ...varint(Math.floor(value / 128))];
  const bytes = (field: number, content: Uint8Array) => [
    ...[8 * field + 2, ...varint(content.length)],
    ...content,
  ];
  const isInteger = dtype === 'i64';
  const raw = isInteger
    ? BigInt64Array.from(data, (value) => BigInt(value))
    : Float32Array.from(data, Number);
  return Buffer.from([
    ...dims.flatMap((dim) => [8 * 1, ...varint(dim)]),
    ...[8 * 2, isInteger ? 7 : 1],
    ...(withName ? bytes(8, Buffer.from(name)) : []),
    ...bytes(9, new Uint8Array(raw.buffer)),
  ]);
}

/** A tensor that must be there. */
export function tensor(tensors: ReadonlyMap<string, OnnxTensor>, name: string): OnnxTensor {
  const found = tensors.get(name);
  if (found === undefined) throw new Error(`no tensor ${name}`);
  return found;
}
