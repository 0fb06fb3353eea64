// `tile-simd calibrate`: measures this machine.
import type { TargetFeatures } from '../planner/plan.js';
import { calibrate } from '../runtime/calibrate.js';

export interface CalibrateCommandOptions {
  readonly features?: string;
  readonly store: boolean;
  readonly json?: true;
}

/** Measures and prints. */
export async function calibrateCommand({ features, store, json }: CalibrateCommandOptions): Promise<void> {
  const started = performance.now();
  const policy = await calibrate({
    store,
    ...(features === undefined ? {} : { features: features as TargetFeatures }),
    ...(json || !process.stderr.isTTY
      ? {}
      : { onProgress: (done, of, name) => process.stderr.write(`\r\x1b[K${done}/${of} ${name}`) }),
  });
  if (!json && process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (json) {
    process.stdout.write(`${JSON.stringify(policy, null, 2)}\n`);
    return;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = Object.entries(policy.probes).map(
    ([name, value]) => `  ${name.padEnd(14)}${value.toPrecision(3).padStart(10)} ns`,
  );
  process.stdout.write(
    `${policy.name}, measured in ${seconds} s${store ? ' and kept' : ''}\n\n${lines.join('\n')}\n`,
  );
}
