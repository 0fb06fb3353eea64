// onnxruntime-node. Two candidates: its public call, which is asynchronous, into an output that is there already; and the
// binding under it called directly, which spares the promise: the best that the package could give.
import { dirname, join } from 'node:path';
import { requirePeer, resolvePeer } from './installed.mjs';
import { modelOf } from './onnx.mjs';

export async function onnxruntime(data, { threads }) {
  const { InferenceSession, Tensor } = requirePeer('onnxruntime-node');
  const { version } = requirePeer('onnxruntime-node/package.json');
  const { bytes, shapes } = modelOf(data);
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  };
  const session = await InferenceSession.create(bytes, options);
  const feeds = {};
  for (const [name, array] of Object.entries(data.inputs))
    feeds[name] = new Tensor('float32', array, shapes[name]);
  const { rows, columns } = data.cell;
  const y = new Float32Array(rows * columns);
  const fetches = { y: new Tensor('float32', y, shapes.y) };
  const common = { kind: 'peer', detail: version, output: () => y, clear: () => y.fill(NaN) };
  const found = [{ label: 'ONNX Runtime', isAsync: true, run: () => session.run(feeds, fetches), ...common }];
  const direct = bindingOf(bytes, options);
  if (direct !== undefined)
    found.push({ label: 'ONNX Runtime binding', run: () => direct.run(feeds, fetches, {}), ...common });
  return found;
}

/** A session of the native binding, which is no part of the package's interface: undefined if it is not as it was. */
function bindingOf(bytes, options) {
  const folder = dirname(resolvePeer('onnxruntime-node'));
  const { binding } = requirePeer(join(folder, 'binding.js'));
  if (typeof binding?.InferenceSession !== 'function') return undefined;
  const session = new binding.InferenceSession();
  session.loadModel(bytes.buffer, bytes.byteOffset, bytes.byteLength, options);
  return session;
}
