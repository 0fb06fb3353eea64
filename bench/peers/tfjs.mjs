// TensorFlow.js with its WebAssembly backend (XNNPACK): the operators of its core, inputs as tensors that are there
// already. Two candidates: the result left in WebAssembly's memory, and read back.
import { dirname, join, sep } from 'node:path';
import { requirePeer, resolvePeer } from './installed.mjs';
import { eps } from './data.mjs';

const graphs = {
  rms_norm: (tf, { x, weight }) =>
    tf.mul(tf.mul(x, tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), eps))), weight),
  layer_norm: (tf, { x, weight, bias }) => {
    const centred = tf.sub(x, tf.mean(x, -1, true));
    const factor = tf.rsqrt(tf.add(tf.mean(tf.square(centred), -1, true), eps));
    return tf.add(tf.mul(tf.mul(centred, factor), weight), bias);
  },
  softmax: (tf, { x }) => tf.softmax(x, -1),
  swiglu: (tf, { gate, up }) => tf.mul(tf.mul(gate, tf.sigmoid(gate)), up),
  gelu_residual: (tf, { x, residual }) =>
    tf.add(tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1)), residual),
  rope: (tf, { x, cos, sin }) => {
    const [a, b] = tf.split(x, 2, 1);
    return tf.concat([tf.sub(tf.mul(a, cos), tf.mul(b, sin)), tf.add(tf.mul(a, sin), tf.mul(b, cos))], 1);
  },
};

export async function tfjs({ cell: { op, rows, columns }, inputs }) {
  const tf = requirePeer('@tensorflow/tfjs-core');
  const backend = requirePeer('@tensorflow/tfjs-backend-wasm');
  const folder = dirname(resolvePeer('@tensorflow/tfjs-backend-wasm/package.json'));
  backend.setWasmPaths(join(folder, 'wasm-out') + sep);
  if (!(await tf.setBackend('wasm'))) throw new Error("TensorFlow.js: the backend 'wasm' does not start");
  await tf.ready();
  const shapeOf = ({ length }) => (length === columns && rows > 1 ? [columns] : [rows, length / rows]);
  const tensors = Object.fromEntries(
    Object.entries(inputs).map(([name, array]) => [name, tf.tensor(array, shapeOf(array))]),
  );
  const graph = graphs[op];
  let y = new Float32Array(0);
  const hasSimd = await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT');
  const common = {
    kind: 'peer',
    detail: `${tf.version_core}, ${hasSimd ? 'SIMD' : 'no SIMD'}`,
    output: () => y,
    clear: () => (y = new Float32Array(0)),
  };
  const compute = () => tf.tidy(() => graph(tf, tensors));
  return [
    {
      ...common,
      label: 'tfjs',
      run: () => compute().dispose(),
      // What the runs left is gone: once more, and read.
      output: () => {
        const result = compute();
        const read = result.dataSync().slice();
        result.dispose();
        return read;
      },
    },
    {
      ...common,
      label: 'tfjs read back',
      run: () => {
        const result = compute();
        y = result.dataSync();
        result.dispose();
      },
    },
  ];
}
