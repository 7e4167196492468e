import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * The JavaScript file behind a dependency's command, to be run with our own Node: the links in
 * node_modules/.bin are shell scripts on Windows, and their first line picks whichever Node comes first.
 *
 * @param from folder of the workspace that depends on the package
 * @throws Error when the package is not installed
 * @example packageBin('vitest', 'vitest', fromRoot('apps/web'))
 */
export function packageBin(name: string, command: string, from = ROOT): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', name);
    if (existsSync(join(home, 'package.json'))) {
      const manifest: { bin?: string | Record<string, string> } = JSON.parse(
        readFileSync(join(home, 'package.json'), 'utf8'),
      );
      const path = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin?.[command];
      if (path !== undefined) return join(home, path);
    }
    if (folder === dirname(folder)) break;
  }
  throw new Error(`${name} is not installed; run "npm ci"`);
}
