import type { PublishedMeasures } from '@quorate/contract/public-records';
import { publishedRecord } from '@quorate/record/measures';
import { createStanding } from '@quorate/record/standing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckRequest } from '../features/verify/check-file.ts';
import { type Answer, refusal, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

const KEY = 'quorate.example/log+1a2b3c4d+AQwKCAYEAgABAwUHCQsNDxETFRcZGx0fISMlJykrLS8=';

/** What the service would publish of so many trades, the last one imported. */
function recordOf(trades: number, owner = { accounts: 4, deleted: 1, resets: 3 }) {
  const standing = createStanding();
  const at = (day: number) => new Date(Date.UTC(2026, 2, 1 + day)).toISOString();
  const account = { account_type: 'demo', paper: false };
  const leaf = { kind: 'account', position: 1, at: at(0) } as const;
  standing.take({ leaf, body: account, private: null });
  for (let day = 1; day <= trades; day += 1) {
    const trade = {
      position_ticket: `${day}`,
      symbol: 'BTCUSD',
      trade_type: 'BUY',
      open_price: 1.1,
      close_price: 1.2,
      opened_at: at(day),
      closed_at: at(day),
      decision_id: null,
      status: 'CLOSED',
      r: day % 2 === 0 ? 1.5 : -1,
    };
    const isLast = day === trades;
    standing.take({
      leaf: { kind: isLast ? 'import' : 'closed', position: day + 1, at: at(day) },
      body: isLast ? { trades: [trade] } : trade,
      private: null,
    });
  }
  const record = publishedRecord(
    standing,
    {
      name: 'Cleo-FX',
      at: '2026-05-01T00:00:00.000Z',
      account: { type: 'demo', paper: false },
      owner,
      shows: { open: false, money: false },
    },
    null,
  );
  return record as unknown as PublishedMeasures;
}

const answer = (record: PublishedMeasures): Answer => ({ body: { success: true, record } });

/** Says what a check of the service's file has found. */
class FakeWorker extends EventTarget {
  static outcome: object | null = null;
  static asked: CheckRequest[] = [];
  terminate() {}
  postMessage(request: CheckRequest) {
    FakeWorker.asked.push(request);
    const say = (data: object) => this.dispatchEvent(new MessageEvent('message', { data }));
    queueMicrotask(() => {
      say({ kind: 'progress', read: 2_048, entries: 2 });
      if (FakeWorker.outcome) say(FakeWorker.outcome);
    });
  }
}

const verified = (published: PublishedMeasures) => ({
  kind: 'verified',
  origin: 'quorate.example/log',
  key: KEY,
  madeAt: '2026-05-01T00:00:00.000Z',
  size: 9,
  root: '',
  entries: 4,
  streams: [],
  user: null,
  kinds: {},
  erased: 0,
  withheld: 1,
  unchecked: { accounts: 1 },
  published,
  cosigned: [],
  stamp: null,
  firstAt: null,
  lastAt: null,
});

beforeEach(() => {
  FakeWorker.outcome = null;
  FakeWorker.asked = [];
  vi.stubGlobal('Worker', FakeWorker);
});

async function open(record: Answer | (() => Answer)) {
  const trade = {
    symbol: 'BTCUSD',
    trade_type: 'BUY',
    open_price: 1.1,
    close_price: 1.2,
    digits: 5,
    opened_at: '2026-03-02T00:00:00.000Z',
    closed_at: '2026-03-02T00:00:00.000Z',
    r: -1,
    evidence: 'alone',
    corrected: true,
    net_minor: null,
  };
  const pagination = { page: 1, per_page: 25, total: 1, total_pages: 1 };
  const calls = serve({
    'GET /api/records/cleo-fx': record,
    'GET /api/records/cleo-fx/trades': ({ query }) => ({
      body: { success: true, trades: query.evidence === 'alone' ? [trade] : [], pagination },
    }),
    'GET /api/records/Cleo-FX/trades': ({ query }) => ({
      body: { success: true, trades: query.evidence === 'alone' ? [trade] : [], pagination },
    }),
    'GET /.well-known/log-key': { body: `${KEY}\n` },
  });
  const router = await renderApp('/record/cleo-fx');
  return { router, calls };
}

describe('the page of a public record', () => {
  test('shows figures with their samples, and what an owner would rather leave out', async () => {
    await open(answer(recordOf(5)));
    expect(await screen.findByRole('heading', { level: 1, name: 'Cleo-FX' })).toBeTruthy();
    expect(screen.getByText('One of 4 accounts of its owner; 1 deleted; 3 resets.')).toBeTruthy();
    expect(screen.getByText('Demo account')).toBeTruthy();
    expect(screen.getAllByText('+1.00 R').length).toBeGreaterThan(0);
    expect(screen.getAllByText(/^of 4 trades, too few for an interval$/).length).toBeGreaterThan(1);
    const plain = within(screen.getByRole('region', { name: 'In plain sight' }));
    const facts = plain.getAllByRole('term').map((term) => {
      const value = term.parentElement?.querySelector('dd')?.textContent;
      return [term.firstChild?.textContent?.trim(), value];
    });
    expect(facts).toContainEqual(['Imported trades', '1']);
    expect(facts).toContainEqual(['Open trades', 'hidden']);
    expect(await screen.findByText('corrected')).toBeTruthy();
  });

  test('counts trades of each evidence on their own', async () => {
    const { calls } = await open(answer(recordOf(5)));
    const alone = await screen.findByRole('button', { name: 'Alone 4' });
    expect(alone.getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('button', { name: /^Agreed/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Imported 1' }));
    expect(screen.getByText(/^The owner uploaded these from a report/)).toBeTruthy();
    expect(screen.getAllByText('-1.00 R').length).toBeGreaterThan(0);
    await waitFor(() => expect(calls.at(-1)?.query.evidence).toBe('imported'));
  });

  test('says what is not there yet, and never 0 for it', async () => {
    await open(answer(recordOf(0)));
    expect(await screen.findByRole('heading', { level: 1, name: 'Cleo-FX' })).toBeTruthy();
    expect(screen.getAllByText('–').length).toBeGreaterThanOrEqual(6);
    expect(screen.getByText(/^The curve begins with the first closed trade/)).toBeTruthy();
    expect(screen.getByText(/^No outcome of a decision is known yet/)).toBeTruthy();
  });

  test('leads home where the name shows nothing', async () => {
    const { router } = await open(refusal(404, 'not_found', 'Nothing was found.'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('offers to try again where the service does not answer', async () => {
    let isDown = true;
    await open(() => (isDown ? new TypeError('no network') : answer(recordOf(5))));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'Cleo-FX' })).toBeTruthy();
  });
});

describe('verifying a public record', () => {
  const check = async () => {
    const button = await screen.findByRole('button', { name: 'Verify in your browser' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    await userEvent.click(button);
  };

  test('asks for its file with the key of the site, shows how far it is, and can be cancelled', async () => {
    await open(answer(recordOf(5)));
    await check();
    expect(await screen.findByText(/^2 of 6 entries/)).toBeTruthy();
    expect(FakeWorker.asked).toEqual([
      { file: expect.stringMatching(/\/api\/records\/cleo-fx\/file$/), key: KEY, authority: null },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getAllByText('Cancelled. Nothing was verified.').length).toBe(2);
  });

  test('says that the page shows what the file gives, whenever each was made', async () => {
    await open(answer(recordOf(5)));
    FakeWorker.outcome = verified({ ...recordOf(5), at: '2026-06-01T00:00:00.000Z' });
    await check();
    expect(await screen.findByText('The figures on this page are those of the file')).toBeTruthy();
  });

  test('loads the figures again where the file is newer, and then they are the same', async () => {
    let trades = 5;
    await open(() => answer(recordOf(trades)));
    await screen.findByRole('button', { name: 'Alone 4' });
    trades = 7;
    FakeWorker.outcome = verified(recordOf(7));
    await check();
    expect(await screen.findByText('The figures on this page are those of the file')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Alone 6' })).toBeTruthy();
  });

  test('never calls figures true that the file does not give', async () => {
    await open(answer(recordOf(5)));
    FakeWorker.outcome = verified(recordOf(5, { accounts: 9, deleted: 0, resets: 0 }));
    await check();
    expect(
      await screen.findByText('The figures on this page are not those of the file'),
    ).toBeTruthy();
    FakeWorker.outcome = { ...verified(recordOf(5)), published: null };
    await userEvent.click(screen.getByRole('button', { name: 'Verify again' }));
    expect(
      await screen.findByText('The figures on this page are not those of the file'),
    ).toBeTruthy();
  });

  test.each([
    ['gone', 'The record is no longer public'],
    ['limited', 'Too many downloads'],
    ['unreachable', 'The file did not arrive'],
  ])('says why there is no verdict: %s', async (kind, title) => {
    await open(answer(recordOf(5)));
    FakeWorker.outcome = { kind };
    await check();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.queryByText(/^The figures on this page/)).toBeNull();
  });
});
