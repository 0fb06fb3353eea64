// What is installed of bench/peers/package.json: none of it is among the project's own dependencies.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Something to measure that is not there: said in red, and the run goes on. */
export class MissingPeer extends Error {
  constructor(name, remedy = 'npm run bench:peers:setup') {
    super(`${name} is not there: ${remedy}`);
  }
}

function orMissing(name, error) {
  const isMissing = error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND';
  return isMissing && error.message.includes(name.split('/')[0]) ? new MissingPeer(name) : error;
}

/** The path of one of a package's files. */
export function resolvePeer(name) {
  try {
    return require.resolve(name);
  } catch (error) {
    throw orMissing(name, error);
  }
}

export function requirePeer(name) {
  return require(resolvePeer(name));
}

/** For a package that is an ES module. */
export async function importPeer(name) {
  try {
    return await import(name);
  } catch (error) {
    throw orMissing(name, error);
  }
}
