import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from './root.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const find = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: (path) => /node_modules|\/build\b/.test(path) });

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = page.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, words = '']) =>
    words
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isThere(path: string, anchor: string): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === '' || !path.endsWith('.md') || anchorsOf(read(path)).includes(anchor);
}

describe('what leads into the docs', () => {
  it('arrives: every link of a page, with its heading', () => {
    const pages = find('*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/bot/mt5/README.md');
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => {
          const [path = '', anchor = ''] = link.split('#');
          return !isThere(path ? normalize(join(dirname(page), path)) : page, anchor);
        })
        .map((link) => `${page}: ${link}`),
    );
    // An example of a link, not one.
    assert.deepEqual(dead, ['docs/decisions/0008-content-as-data.md: /path']);
  });

  it('arrives: every page that code, settings and alerts name', () => {
    const files = find(
      '{apps,packages,tools,bench,e2e}/**/*.{ts,tsx,nsi,mqh,cpp}',
      'deploy/**/*.{yml,yaml,example}',
      '.env.example',
      '*.md',
      'docs/decisions/*.md',
    );
    const dead = files.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/[a-z/-]+\.md(?:#([a-z-]+))?/g)]
        .filter(([named, anchor = '']) => !isThere(named.split('#')[0] ?? '', anchor))
        .map(([named]) => `${file}: ${named}`),
    );
    assert.deepEqual(dead, []);
  });
});
