// What the operating system says of this machine: caches, and how much of it this process may use. Read from Linux's
// files; elsewhere nothing is known. Every path is taken under `root`, so that tests can give another machine.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface CpuCache {
  readonly level: number;
  readonly type: 'data' | 'instruction' | 'unified';
  readonly bytes: number;
  /** Logical processors that share it, at least 1. */
  readonly sharedBy: number;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Numbers in a list like `0-3,8`. */
function countList(text: string): number {
  return text.split(',').reduce((sum, part) => {
    const [first, last = first] = part.split('-').map(Number);
    return sum + (last - first + 1);
  }, 0);
}

/** Caches of the first processor, by level; empty where the system does not say. */
export function cpuCaches(root = ''): CpuCache[] {
  const folder = join(root || '/', 'sys/devices/system/cpu/cpu0/cache');
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^index\d+$/.test(name));
  } catch {
    return [];
  }
  const caches: CpuCache[] = [];
  for (const name of names) {
    const field = (file: string) => read(join(folder, name, file)) ?? '';
    const size = /^(\d+)([KMG]?)$/.exec(field('size'));
    const type = field('type').toLowerCase();
    const level = Number(field('level'));
    if (size === null || !(level > 0) || !['data', 'instruction', 'unified'].includes(type)) continue;
    const unit = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }[size[2]] ?? 1;
    const sharedBy = countList(field('shared_cpu_list') || '0');
    caches.push({ level, type: type as CpuCache['type'], bytes: Number(size[1]) * unit, sharedBy });
  }
  return caches.sort((a, b) => a.level - b.level || a.type.localeCompare(b.type));
}

/**
 * Cores' worth of time that the control groups of this process allow, the smallest of its own group and those above it;
 * undefined where there is no limit. Versions 1 and 2.
 */
export function cpuQuota(root = ''): number | undefined {
  const mount = join(root || '/', 'sys/fs/cgroup');
  const quotas: number[] = [];
  for (const line of (read(join(root || '/', 'proc/self/cgroup')) ?? '').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (path === undefined) continue;
    if (controllers === '') {
      for (const group of groupsUpFrom(path)) {
        const [quota, period] = (read(join(mount, group, 'cpu.max')) ?? '').split(' ').map(Number);
        if (quota > 0 && period > 0) quotas.push(quota / period);
      }
    } else if (controllers.split(',').includes('cpu')) {
      for (const group of groupsUpFrom(path)) {
        // In a container the group may be mounted as the root of the hierarchy.
        const folder = join(mount, 'cpu', group);
        const [quota, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((file) =>
          Number(read(join(folder, file))),
        );
        if (quota > 0 && period > 0) quotas.push(quota / period);
      }
    }
  }
  return quotas.length === 0 ? undefined : Math.min(...quotas);
}

function groupsUpFrom(path: string): string[] {
  const groups = [path];
  for (let group = path; group !== '/' && dirname(group) !== group; group = dirname(group))
    groups.push(dirname(group));
  return groups;
}
