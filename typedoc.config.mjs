// `npm run docs`: the pages and an API reference from the docstrings, as a site in build/site.
import { readdirSync } from 'node:fs';

/** Pages of docs/ in the order in which a reader wants them; those not named here follow. */
const order = [
  'getting-started',
  'tile-programs',
  'plans',
  'numerics',
  'memory',
  'services',
  'measuring',
  'troubleshooting',
  'results',
  'design',
  'planner',
];
const rank = (name) => (order.indexOf(name) + order.length + 1) % (order.length + 1);
const pages = readdirSync(new URL('docs/', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .sort((a, b) => rank(a.slice(0, -3)) - rank(b.slice(0, -3)))
  .map((name) => `docs/${name}`);

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: 'tile-simd',
  entryPoints: ['lib/index.ts'],
  tsconfig: 'tsconfig.build.json',
  plugin: ['./scripts/typedoc-titles.mjs'],
  out: 'build/site',
  readme: 'README.md',
  projectDocuments: [
    ...pages,
    'README.zh-CN.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'THIRD-PARTY.md',
    'CHANGELOG.md',
  ],
  includeVersion: true,
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  hideGenerator: true,
  sortEntryPoints: false,
  sort: ['kind', 'documents-first', 'alphabetical-ignoring-documents'],
  kindSortOrder: ['Document', 'Function', 'Variable', 'Class', 'Interface', 'TypeAlias'],
  validation: { notExported: false, invalidLink: true, rewrittenLink: true },
  treatWarningsAsErrors: true,
};
