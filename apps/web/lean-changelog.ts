import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readChangelog } from './src/features/site/read-changelog.ts';

const FILE = join(import.meta.dirname, '../../CHANGELOG.md');

/** Gives the page the lines that it shows: what only operators need is in no file of the site. */
export function leanChangelog(): Plugin {
  return {
    name: 'quorate:lean-changelog',
    enforce: 'pre',
    load: {
      filter: { id: /\/features\/site\/changelog\.ts$/ },
      handler() {
        this.addWatchFile(FILE);
        const releases = readChangelog(readFileSync(FILE, 'utf8'));
        return `export const CHANGELOG = ${JSON.stringify(releases)};`;
      },
    },
  };
}
