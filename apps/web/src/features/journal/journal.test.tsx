import type { TradeEntry } from '@quorate/contract/journal';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { DemoContext } from '../../lib/demo.ts';
import { signInAs } from '../../testing/builders.ts';
import { overview } from '../../testing/dashboard.tsx';
import { type Answer, type Call, refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { notificationsAnswer } from '../../testing/security.ts';
import { TradeExcursions } from './trade-excursions.tsx';
import { TradeJournal } from './trade-journal.tsx';

const ACCOUNT = '01890000-0000-7000-8000-00000000000a';
const PATH = `/api/user/journal/trades/${ACCOUNT}/7`;
const NOTHING: TradeEntry = { note: '', tags: [], setup: null, updated_at: null };
const AT = '2026-11-20T12:00:00.000Z';

const TAGS: Answer = {
  body: {
    success: true,
    tags: [
      { name: 'News', count: 3 },
      { name: 'New high', count: 1 },
    ],
    setups: [],
  },
};

/** A service that keeps one entry. */
function keeper(entry = NOTHING) {
  let current = entry;
  let saves = 0;
  const save = ({ body }: Call): Answer => {
    const { seen, ...words } = body as { seen: string | null } & TradeEntry;
    if (current.updated_at !== seen)
      return refusal(409, 'journal_conflict', 'This entry was changed elsewhere.', {
        current: JSON.stringify(current),
      });
    saves += 1;
    current = { ...words, updated_at: new Date(Date.parse(AT) + saves).toISOString() };
    return { body: { success: true, entry: current } };
  };
  return {
    read: (): Answer => ({ body: { success: true, entry: current, pictures: [] } }),
    save,
    change: (next: TradeEntry) => {
      current = next;
    },
    current: () => current,
  };
}

async function openEntry(
  service = keeper(),
  more: Record<string, Answer | ((call: Call) => Answer)> = {},
) {
  const user = signInAs();
  const calls = serve({
    [`GET ${PATH}`]: service.read,
    [`POST ${PATH}`]: service.save,
    'GET /api/user/journal/tags': TAGS,
    ...more,
  });
  const shown = () =>
    render(<TradeJournal userId={user.id} accountId={ACCOUNT} positionTicket="7" timeZone="UTC" />);
  const view = shown();
  const note = await screen.findByLabelText('Note');
  return { service, calls, note, view, shown, user };
}

describe('the notes of a trade', () => {
  test('are saved when the field is left, and say so', async () => {
    const { service, note } = await openEntry();
    await userEvent.type(note, 'Waited for the retest.');
    expect(screen.getByText('Not saved yet')).toBeTruthy();
    await userEvent.tab();
    await screen.findByText('Saved');
    expect(service.current().note).toBe('Waited for the retest.');
  });

  test('are saved after a pause, without leaving the field', async () => {
    const { service, note } = await openEntry();
    await userEvent.type(note, 'Late.');
    await screen.findByText('Saved');
    expect(service.current().note).toBe('Late.');
  });

  test('are kept in the browser while they cannot be saved, and saved when they can', async () => {
    const service = keeper();
    let works = false;
    const unreachable = new TypeError('no network');
    const { note, view, shown } = await openEntry(service, {
      [`POST ${PATH}`]: (call) => (works ? service.save(call) : unreachable),
    });
    await userEvent.type(note, 'Typed on a train.');
    await userEvent.tab();
    await screen.findByText(/^Not saved: your text is kept in this browser/);
    view.unmount();
    works = true;
    shown();
    await waitFor(() => expect(service.current().note).toBe('Typed on a train.'));
    await screen.findByText('Saved');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('journalDraft:'))).toEqual([]);
  });

  test('that the service has already, though its answer was not heard, leave no draft behind', async () => {
    const words = { note: 'Saved before', tags: [], setup: null };
    const { user, view, shown } = await openEntry(keeper({ ...words, updated_at: AT }));
    view.unmount();
    const key = `journalDraft:${user.id}:trade ${ACCOUNT} 7`;
    localStorage.setItem(key, JSON.stringify({ words, seen: null }));
    shown();
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
    expect(await screen.findByDisplayValue('Saved before')).toBeTruthy();
  });

  test('are sent once more by the button', async () => {
    const service = keeper();
    let works = false;
    const { note } = await openEntry(service, {
      [`POST ${PATH}`]: (call) =>
        works ? service.save(call) : refusal(503, 'service_unavailable', 'Not now.'),
    });
    await userEvent.type(note, 'Again');
    await userEvent.tab();
    const again = await screen.findByRole('button', { name: 'Try again' });
    works = true;
    await userEvent.click(again);
    await screen.findByText('Saved');
    expect(service.current().note).toBe('Again');
  });

  test('that were changed elsewhere are shown beside one’s own, and nothing is overwritten unasked', async () => {
    const { service, note } = await openEntry();
    const theirs = { note: 'From the phone', tags: ['News'], setup: null, updated_at: AT };
    service.change(theirs);
    await userEvent.type(note, 'From here');
    await userEvent.tab();
    await screen.findByText('This entry was changed in another window or on another device');
    expect(screen.getByText('From the phone')).toBeTruthy();
    expect(service.current()).toEqual(theirs);
    await userEvent.click(screen.getByRole('button', { name: 'Keep both texts' }));
    await screen.findByText('Saved');
    expect(service.current().note).toBe('From the phone\n\nFrom here');
    expect(service.current().tags).toEqual(['News']);
  });

  test('are nowhere in the demo', () => {
    const user = signInAs();
    const calls = serve({});
    const { container } = render(
      <DemoContext value={true}>
        <TradeJournal userId={user.id} accountId={ACCOUNT} positionTicket="7" timeZone="UTC" />
      </DemoContext>,
    );
    expect(container.textContent).toBe('');
    expect(calls).toEqual([]);
  });
});

describe('tags', () => {
  const field = () => screen.getByRole('combobox', { name: 'Tags' });

  test('are completed from those of before by the keyboard, and keep their spelling', async () => {
    const { service } = await openEntry();
    await userEvent.click(field());
    await userEvent.type(field(), 'ne');
    const options = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'News3 entries',
      'New high1 entry',
    ]);
    await userEvent.keyboard('{ArrowDown}');
    expect(field().getAttribute('aria-activedescendant')).toBe(options[0]?.id);
    await userEvent.keyboard('{Enter}');
    await userEvent.type(field(), 'NEWS{Enter}own one,');
    await userEvent.tab();
    await screen.findByText('Saved');
    expect(service.current().tags).toEqual(['News', 'own one']);
  });

  test('are removed by their button, and the last one by Backspace', async () => {
    const entry = { note: '', tags: ['a', 'b', 'c'], setup: null, updated_at: AT };
    const { service } = await openEntry(keeper(entry));
    await userEvent.click(screen.getByRole('button', { name: 'Remove the tag a' }));
    await userEvent.keyboard('{Backspace}');
    await waitFor(() => expect(service.current().tags).toEqual(['b']));
  });

  test('close their list with Escape', async () => {
    await openEntry();
    await userEvent.click(field());
    expect(field().getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(field().getAttribute('aria-expanded')).toBe('false');
  });
});

describe('pictures', () => {
  test('that are no pictures, or too large, are refused by name before they are sent', async () => {
    const { calls } = await openEntry();
    const picker = screen.getByLabelText('Pictures to add');
    const html = new File(['<html>'], 'page.html', { type: 'text/html' });
    fireEvent.change(picker, { target: { files: [html] } });
    await screen.findByText(/page\.html is no picture that we take/);
    const large = new File(['x'], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 8 * 1024 * 1024 + 1 });
    fireEvent.change(picker, { target: { files: [large] } });
    await screen.findByText(/large\.png is larger than 8 MB/);
    expect(calls.filter(({ path }) => path.includes('pictures'))).toEqual([]);
  });
});

describe('the journal view', () => {
  const review = {
    week: '2026-11-16',
    until: '2026-11-22',
    running: true,
    about: 'Demo account in USD',
    facts: [{ kind: 'net', text: 'You made +12.00 USD.', sample: 3, links: [] }],
    question: 'What will you do again?',
    others: [],
  };
  const page = { page: 1, per_page: 25, total: 0, total_pages: 0 };
  const answers = (items: object[]) => ({
    ...overview,
    'GET /api/user/journal/tags': TAGS,
    'GET /api/user/journal/reviews': {
      body: {
        success: true,
        reviews: [review],
        pagination: { ...page, per_page: 1, total: 1, total_pages: 1 },
      },
    },
    'GET /api/user/journal': {
      body: {
        success: true,
        items,
        pagination: { ...page, total: items.length, total_pages: items.length === 0 ? 0 : 1 },
      },
    },
    'GET /api/user/notifications': notificationsAnswer(),
  });

  test('says what will be here, with one button, and shows the week', async () => {
    signInAs();
    serve(answers([]));
    await renderApp('/dashboard?tab=history&view=journal');
    await screen.findByText('Nothing written yet');
    await screen.findByText('You made +12.00 USD.');
    expect(screen.getByText('What will you do again?')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Write about today' })).toHaveLength(1);
  });

  test('shows entries by day and asks for those with a tag', async () => {
    signInAs();
    const calls = serve(
      answers([
        {
          day: '2026-11-20',
          trade: null,
          entry: { ...NOTHING, note: 'A calm day', tags: ['News'], updated_at: AT },
          pictures: [],
        },
      ]),
    );
    const router = await renderApp('/dashboard?tab=history&view=journal');
    await screen.findByText('A calm day');
    expect(screen.getByRole('heading', { name: 'Friday 20 November 2026' })).toBeTruthy();
    await userEvent.selectOptions(await screen.findByLabelText('Tag'), 'News');
    await waitFor(() =>
      expect(calls.findLast(({ path }) => path === '/api/user/journal')?.query.tag).toBe('News'),
    );
    expect(router.state.location.search).toContain('journal_tag=News');
  });
});

test('excursions are shown in money and R, and what is not known is said', async () => {
  const trade = {
    best_excursion: 40,
    worst_excursion: -10,
    gross_profit: 30,
    initial_risk: 20,
    currency: 'USD',
    status: 'CLOSED',
  };
  const { rerender } = render(<TradeExcursions trade={trade} />);
  const cells = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(cells()).toEqual([
    '+$40.00',
    '+2.00 R',
    '-$10.00',
    '-0.50 R',
    '75%',
    '+$30.00 before costs, of the best result',
  ]);
  act(() => rerender(<TradeExcursions trade={{ ...trade, status: 'OPEN', initial_risk: null }} />));
  expect(cells().slice(3)).toEqual(['No stop, so not in R', '–', 'Known once the trade is closed']);
  const unknown = { ...trade, best_excursion: null, worst_excursion: null };
  act(() => rerender(<TradeExcursions trade={unknown} />));
  expect(screen.getByText(/not known/)).toBeTruthy();
});
