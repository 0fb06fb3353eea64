// One ONNX model per cell, with weights as graph inputs: what a call on arrays of the caller's needs.
import { requirePeer } from './installed.mjs';
import { eps } from './data.mjs';

/** The part of ONNX's format that these models use, with its field numbers. */
const format = `
  syntax = "proto2";
  message OperatorSetId { optional string domain = 1; optional int64 version = 2; }
  message Dimension { optional int64 dim_value = 1; }
  message Shape { repeated Dimension dim = 1; }
  message TensorType { optional int32 elem_type = 1; optional Shape shape = 2; }
  message Type { optional TensorType tensor_type = 1; }
  message ValueInfo { optional string name = 1; optional Type type = 2; }
  message Attribute {
    optional string name = 1; optional float f = 2; optional int64 i = 3; optional bytes s = 4; optional int32 type = 20;
  }
  message Node {
    repeated string input = 1; repeated string output = 2; optional string op_type = 4; repeated Attribute attribute = 5;
  }
  message Graph {
    repeated Node node = 1; optional string name = 2; repeated ValueInfo input = 11; repeated ValueInfo output = 12;
  }
  message Model {
    optional int64 ir_version = 1; optional Graph graph = 7; repeated OperatorSetId opset_import = 8;
  }`;
const float32 = 1;
const irVersion = 10;

const isFloat = (name, value) => ({ name, f: value, type: 1 });
const isInteger = (name, value) => ({ name, i: value, type: 2 });
const isText = (name, value) => ({ name, s: Buffer.from(value), type: 3 });
const node = (type, input, output, ...attribute) => ({ opType: type, input, output: [output], attribute });

/** By operator: the opset that has it, and its nodes. */
const graphs = {
  rms_norm: {
    opset: 23,
    nodes: [node('RMSNormalization', ['x', 'weight'], 'y', isInteger('axis', -1), isFloat('epsilon', eps))],
  },
  layer_norm: {
    opset: 17,
    nodes: [
      node(
        'LayerNormalization',
        ['x', 'weight', 'bias'],
        'y',
        isInteger('axis', -1),
        isFloat('epsilon', eps),
      ),
    ],
  },
  softmax: { opset: 13, nodes: [node('Softmax', ['x'], 'y', isInteger('axis', -1))] },
  swiglu: {
    opset: 13,
    nodes: [
      node('Sigmoid', ['gate'], 'sigmoid'),
      node('Mul', ['gate', 'sigmoid'], 'silu'),
      node('Mul', ['silu', 'up'], 'y'),
    ],
  },
  gelu_residual: {
    opset: 20,
    nodes: [
      node('Gelu', ['x'], 'gelu', isText('approximate', 'none')),
      node('Add', ['gelu', 'residual'], 'y'),
    ],
  },
  rope: {
    opset: 23,
    nodes: [node('RotaryEmbedding', ['x', 'cos', 'sin'], 'y', isInteger('interleaved', 0))],
    // [batch, heads, positions, columns], and a table for each batch.
    shapes: (rows, columns) => ({ x: [1, 1, rows, columns], table: [1, rows, columns / 2] }),
  },
};

/** @returns the model's bytes, and the shape of each of its inputs and of y. */
export function modelOf({ cell: { op, rows, columns }, inputs }) {
  const { opset, nodes, shapes } = graphs[op];
  const matrix = shapes?.(rows, columns).x ?? [rows, columns];
  const table = shapes?.(rows, columns).table;
  const shapeOf = (name) => {
    if (name === 'weight' || name === 'bias') return [columns];
    return name === 'cos' || name === 'sin' ? table : matrix;
  };
  const described = (name) => ({
    name,
    type: {
      tensorType: { elemType: float32, shape: { dim: shapeOf(name).map((dimValue) => ({ dimValue })) } },
    },
  });
  const names = Object.keys(inputs);
  const { parse } = requirePeer('protobufjs');
  const Model = parse(format).root.lookupType('Model');
  const model = Model.fromObject({
    irVersion,
    opsetImport: [{ domain: '', version: opset }],
    graph: { name: op, node: nodes, input: names.map(described), output: [described('y')] },
  });
  return {
    bytes: Model.encode(model).finish(),
    shapes: Object.fromEntries([...names, 'y'].map((name) => [name, shapeOf(name)])),
  };
}
