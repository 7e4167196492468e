import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

const LIST = join(import.meta.dirname, '../../../../docs/reference/buyer-questions.md');

const asked = readFileSync(LIST, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [question, page, place] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return question && page?.startsWith('/') && place ? [{ question, page, place }] : [];
  });

/** Shows a page whole. @returns its headings and questions, and the pages that it links to */
async function read(path: string): Promise<{ places: string[]; links: string[] }> {
  serve({ 'GET /api/reviews': silence, 'GET /api/saas/plans': silence });
  await renderApp(path);
  if (path === '/' || path === '/pricing')
    await screen.findByRole('heading', { name: 'Questions' });
  const places = [...document.querySelectorAll('h1, h2, h3, h4, summary, ol > li *')].map(
    (element) => {
      const copy = element.cloneNode(true) as Element;
      // The number of a section is drawn beside its title, and not a part of it.
      for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
      return copy.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
    },
  );
  const links = [...document.querySelectorAll('a[href^="/"]')].map(
    (link) => new URL(link.getAttribute('href') ?? '', 'http://site').pathname,
  );
  cleanup();
  return { places, links };
}

test('the list names forty questions, each once', () => {
  expect(asked).toHaveLength(40);
  expect(new Set(asked.map(({ question }) => question)).size).toBe(40);
});

test('each question has its answer where the list says, at most two clicks from home', async () => {
  const home = await read('/');
  const first = new Set(['/', ...home.links]);
  const pages = new Map([['/', home]]);
  for (const { page } of asked) if (!pages.has(page)) pages.set(page, await read(page));
  const missing = asked.filter(({ page, place }) => !pages.get(page)?.places.includes(place));
  expect(missing).toEqual([]);
  const unreachable = [...pages.keys()].filter((page) => !first.has(page));
  expect(unreachable).toEqual([]);
});
