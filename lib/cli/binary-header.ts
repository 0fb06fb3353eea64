// What machine a binary is for, by its first bytes: ELF, Mach-O or PE. Loaders say little about a file for another
// machine ("cannot open shared object file").
import { closeSync, openSync, readSync } from 'node:fs';

/** In Node's words, `linux-x64`; or in words what it is instead. */
export type BinaryPlatform = { readonly platform: string } | { readonly problem: string };

const elfMachines: Readonly<Record<number, string>> = {
  3: 'ia32',
  40: 'arm',
  62: 'x64',
  183: 'arm64',
  243: 'riscv64',
};
const machoMachines: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64' };

/** Platform and architecture that a binary was made for. */
export function binaryPlatform(path: string): BinaryPlatform {
  const head = Buffer.alloc(64);
  let size: number;
  try {
    const file = openSync(path, 'r');
    size = readSync(file, head, 0, head.length, 0);
    closeSync(file);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if (size < head.length) return { problem: `a file of ${size} bytes is no library` };
  const magic = head.readUInt32BE(0);
  if (magic === 0x7f454c46) return named('linux', elfMachines[head.readUInt16LE(18)]);
  if (magic === 0xcffaedfe) return named('darwin', machoMachines[head.readUInt32LE(4)]);
  if (head.readUInt16BE(0) === 0x4d5a) return { platform: 'win32' };
  return { problem: 'neither ELF nor Mach-O: it is no library at all' };
}

function named(platform: string, arch: string | undefined): BinaryPlatform {
  return arch === undefined
    ? { problem: `${platform}, for a machine unknown here` }
    : { platform: `${platform}-${arch}` };
}
