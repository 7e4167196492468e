import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Read where a stack is written and at no other time: Node's own way keeps 40 MB of maps in memory. */
const maps = new Map<string, SourceMap | null>();

/** A stack that names sources where it named lines of the built service; from sources it stays as it is. */
export function sourceStack(stack: string): string {
  return stack.replace(
    /(file:\/\/\S+\.js):(\d+):(\d+)/g,
    (place, url: string, line: string, column: string) => {
      const entry = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return place;
      const file = fileURLToPath(new URL(entry.originalSource, url));
      const root = fileURLToPath(new URL('../..', url));
      return `${relative(root, file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );
}

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const map = readMap(url);
  maps.set(url, map);
  return map;
}

function readMap(url: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    // A file that was not built, or whose map was left behind.
    return null;
  }
}
