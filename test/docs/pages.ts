// The documents, and the code blocks in them.
//
// A block of JavaScript or TypeScript is a whole program, as a reader would copy it. An HTML comment before it, which no
// reader sees, may say otherwise: `<!-- docs: continues -->`, it goes on where the block before ended.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import MarkdownIt from 'markdown-it';

export const root = resolve(__dirname, '..', '..');

export interface Block {
  /** Path of the page, from the root. */
  readonly page: string;
  /** Of the opening fence. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly continues: boolean;
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** Every page that users and contributors read, but the changelog and others' texts. */
export const pages = [
  ...pagesIn('.').filter((page) => page !== 'CHANGELOG.md'),
  ...pagesIn('docs'),
  ...pagesIn('examples'),
  'bench/README.md',
  'prebuilds/README.md',
].sort();

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let continues = false;
  for (const { type, info, content, map } of new MarkdownIt({ html: true }).parse(textOf(page), {})) {
    if (type === 'html_block' && content.includes('docs: continues')) continues = true;
    if (type !== 'fence') continue;
    blocks.push({ page, line: (map?.[0] ?? 0) + 1, language: info.trim(), code: content, continues });
    continues = false;
  }
  return blocks;
}

/** Programs: a block with those that go on from it. */
export function programsOf(blocks: readonly Block[]): Block[] {
  const programs: Block[] = [];
  for (const block of blocks) {
    const last = programs.at(-1);
    if (block.continues && last?.language === block.language)
      programs[programs.length - 1] = { ...last, code: `${last.code}\n${block.code}` };
    else programs.push(block);
  }
  return programs;
}

/** What the program's comments say that it prints: `// prints: ...`, line by line. */
export function printedBy(code: string): string[] {
  return [...code.matchAll(/\/\/ prints: (.*)$/gm)].map(([, text]) => text.trim());
}
