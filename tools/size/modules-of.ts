import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

const ADDRESS = /"(\/assets\/[^"]+\.js)"/g;

/**
 * Every module that a page loads without its reader doing anything: those that its own scripts and links
 * name, and what these import in turn.
 *
 * @param read the text of a module at its address
 * @returns addresses, each once, in the order in which they were found
 */
export function modulesOf(html: string, read: (address: string) => string): string[] {
  const found = new Set([...html.matchAll(ADDRESS)].map(([, address = '']) => address));
  // A set grows while it is walked: what a module imports is looked at in its turn.
  for (const address of found) {
    for (const imported of importsOf(address, read(address))) found.add(imported);
  }
  return [...found];
}

function importsOf(address: string, code: string): string[] {
  const { module, errors } = parseSync(address, code);
  const [error] = errors;
  if (error) throw new Error(`${address} cannot be read: ${error.message}`);
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  );
  const imports = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  return [...imports, ...reexports].map((specifier) =>
    posix.resolve(posix.dirname(address), specifier),
  );
}
