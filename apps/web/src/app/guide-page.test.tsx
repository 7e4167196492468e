import { GUIDE } from '@quorate/content/guide';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

/** Come to from another page: its words are sent for. */
async function renderGuide(hash = '') {
  const router = await renderApp(`/guide${hash}`);
  await waitFor(() => expect(document.getElementById('best-practices')).toBeTruthy());
  return router;
}

const search = () => screen.getByRole('searchbox', { name: 'Find a step' });
const results = () => within(screen.getByRole('list', { name: 'Found in the guide' }));
const targets = () =>
  results()
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
const openSections = () =>
  [...document.querySelectorAll('details[open] h2')].map(
    (heading) => heading.lastChild?.textContent,
  );

describe('what the guide says', () => {
  test('is all in the page, and every step is an address', async () => {
    await renderGuide();
    const words = screen.getByRole('main').textContent ?? '';
    for (const { id, title, summary, blocks } of GUIDE.sections) {
      expect(document.getElementById(id)).toBeTruthy();
      expect(words).toContain(title);
      expect(words).toContain(summary);
      for (const block of blocks) {
        if (block.kind !== 'steps') continue;
        for (const step of block.steps) {
          expect(document.getElementById(step.id)?.textContent).toContain(step.title);
        }
      }
    }
    expect(words).not.toMatch(/\*\*|`/);
  });

  test('shows what is typed as code, and links within the site', async () => {
    await renderGuide();
    const step = document.getElementById('paper-bot');
    expect(step?.querySelector('code')?.textContent).toMatch(/^npm run bot -- paper /);
    const pricing = [...document.querySelectorAll('#account a')].map((a) => a.getAttribute('href'));
    expect(pricing).toContain('/pricing');
  });
});

describe('a deep link', () => {
  test.each([
    ['#bot', 'Bot configuration'],
    ['#sync-history', 'Dashboard features'],
    ['#paper-bot', 'First session'],
  ])('%s opens its section alone and shows the place', async (hash, title) => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    await renderGuide(hash);
    expect(openSections()).toEqual([title]);
    expect(shown.mock.contexts.at(-1)).toBe(document.getElementById(hash.slice(1)));
  });

  test.each(['#nowhere', '#%', '#%E0%A4', '#content', ''])('"%s" opens nothing', async (hash) => {
    await renderGuide(hash);
    expect(openSections()).toEqual([]);
  });

  test('opens its section again when it is followed again', async () => {
    const router = await renderGuide('#bot');
    const section = document.getElementById('bot')?.closest('details');
    if (section) section.open = false;
    await act(() => router.navigate('/guide#bot'));
    expect(openSections()).toEqual(['Bot configuration']);
  });

  test('opens a question of the pricing page', async () => {
    serve({ 'GET /api/saas/plans': new TypeError('down') });
    await renderApp('/pricing#money-back');
    expect(document.querySelector('details[open]')?.textContent).toContain('30-day money-back');
  });
});

describe('the search', () => {
  test('finds steps as one types, and says how many', async () => {
    await renderGuide();
    await userEvent.type(search(), 'checkl');
    // The words of the guide come when the box is first used.
    await waitFor(() => expect(targets()).toEqual(['#setup-checklist', '#dashboard']));
    expect(screen.getByRole('status').textContent).toBe('2 places.');
    await userEvent.type(search(), 'ist tick');
    await waitFor(() => expect(targets()).toEqual(['#setup-checklist']));
    expect(screen.getByRole('status').textContent).toBe('1 place.');
  });

  test('shows the first eight of many', async () => {
    await renderGuide();
    await userEvent.type(search(), 'the');
    await waitFor(() => expect(targets()).toHaveLength(8));
    expect(screen.getByRole('status').textContent).toMatch(/^\d+ places, the first 8 below\.$/);
  });

  test('says when there is nothing, and nothing before one asks', async () => {
    await renderGuide();
    expect(screen.getByRole('status').textContent).toBe('');
    await userEvent.type(search(), 'zebra');
    expect(screen.queryByRole('list', { name: 'Found in the guide' })).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Nothing found. Try a shorter word.');
  });

  test('is walked with the arrow keys and cleared with Escape', async () => {
    await renderGuide();
    const user = userEvent.setup();
    await user.type(search(), 'checklist');
    const [first, second] = results().getAllByRole('link');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(first);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(search());
    await user.keyboard('{ArrowDown}{Escape}');
    expect(document.activeElement).toBe(search());
    expect(search()).toHaveProperty('value', '');
    expect(screen.queryByRole('list', { name: 'Found in the guide' })).toBeNull();
  });

  test('Enter follows the first result', async () => {
    await renderGuide();
    const followed: (string | null)[] = [];
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link) followed.push(link.getAttribute('href'));
    };
    document.addEventListener('click', follow);
    await userEvent.type(search(), 'token bar{Enter}');
    document.removeEventListener('click', follow);
    expect(followed).toEqual(['#token-bar']);
  });
});

describe('a policy', () => {
  test.each(['/privacy', '/refund', '/terms'])('%s begins with its contents', async (path) => {
    await renderApp(path);
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
    const links = contents.getAllByRole('link');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const id = link.getAttribute('href')?.slice(1) ?? '';
      expect(document.getElementById(id)?.textContent).toBe(link.textContent);
    }
  });
});

test('the about page says what we will never do', async () => {
  await renderApp('/about');
  const section = within(screen.getByRole('region', { name: 'What we will never do' }));
  expect(section.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Promise a profit',
    'Hold your money',
    'Hide a loss',
    'Let a model have the last word',
  ]);
});
