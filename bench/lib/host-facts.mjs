// What results say of the machine that they were measured on.
import { readFileSync } from 'node:fs';

function read(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** @param library tile-simd. */
export function hostFacts(library) {
  const { name, cores, features, levels } = library.cpu();
  return {
    cpu: name,
    cores,
    levels,
    features,
    node: process.version,
    v8: process.versions.v8,
    system: `${process.platform} ${process.arch}`,
    governor: read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
  };
}

/** Cores that this process may use; empty where the system does not say. */
export function allowedCores() {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(read('/proc/self/status') ?? '')?.[1] ?? '';
  return list.split(',').flatMap((part) => {
    if (part === '') return [];
    const [first, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
