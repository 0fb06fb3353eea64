// Reads LLVM IR text as LLVM prints it, as far as the golden tests need: one text per function.

/** The functions that a module defines, by name, in order. */
export function functionsOf(module: string): Map<string, string> {
  const functions = new Map<string, string>();
  for (const match of module.matchAll(/^define [^@]*@([\w.]+)\([^]*?^}$/gm)) functions.set(match[1], match[0]);
  return functions;
}

/** Without what differs between machines (attribute group contents) or only numbers metadata. */
export function withoutMetadataNumbers(text: string): string {
  return text.replace(/, !(noalias|alias\.scope|invariant\.load|prof) ![0-9]+/g, '');
}
