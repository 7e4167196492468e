import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { setMedia } from '../../../testing/browser.ts';
import { newId, signInAs } from '../../../testing/builders.ts';
import { refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const CALL = 'GET /api/admin/health';

beforeEach(() => void signInAs({ role: 'admin' }));

const check = (key: string, verdict: string, todo: string | null = null) => ({
  key,
  label: key,
  verdict,
  says: `${key} says so`,
  todo,
});

const job = (name: string, verdict: string) => ({
  name,
  verdict,
  outcome: verdict === 'fine' ? 'ok' : 'failed',
  last_error: null,
  started_at: null,
  finished_at: null,
  next_at: '2026-11-20T09:30:05.000Z',
  runs: 12,
  failures: 0,
  held_by: null,
});

const healthy = (
  checks = [check('Jobs', 'fine')],
  verdict = 'fine',
  jobs: readonly ReturnType<typeof job>[] = [],
) => ({
  body: {
    success: true,
    at: '2026-11-20T09:30:00.000Z',
    verdict,
    checks,
    copies: [
      {
        id: newId(),
        host: 'one',
        pid: 12,
        version: '1.0.0',
        started_at: '2026-11-20T08:30:00.000Z',
        seen_at: '2026-11-20T09:29:58.000Z',
        verdict: 'fine',
        figures: {
          uptime_s: 3_600,
          rss_mb: 210,
          heap_mb: 90,
          loop_lag_ms: 2,
          requests: 12_345,
          errors: 0,
          schema: '0018',
        },
      },
    ],
    jobs,
    growing: [
      {
        user_id: '0197a0c0-0000-7000-8000-000000000001',
        username: 'amina',
        entries_day: 43_210,
        entries: 90_000,
      },
    ],
    database: {
      kind: 'postgresql',
      version: '17.2',
      size_bytes: 120_000_000,
      schema: '0018-silence-watch',
      tables: [{ name: 'trades', size_bytes: 90_000_000, rows: null }],
    },
  },
});

test('what is broken stands first, with what to do about it', async () => {
  serve({
    [CALL]: healthy(
      [check('Jobs', 'fine'), check('Clock', 'look'), check('Mail', 'broken', 'Check SMTP_URL.')],
      'broken',
    ),
  });
  await renderApp('/admin');
  expect(await screen.findByText('Something that we promise does not happen.')).toBeTruthy();
  const list = screen.getByRole('list', { name: 'Checks' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent?.slice(0, 4))).toEqual([
    'Mail',
    'Cloc',
    'Jobs',
  ]);
  expect(within(list).getByText('Check SMTP_URL.')).toBeTruthy();
  expect(screen.getByText('12,345')).toBeTruthy();
});

test('names who grows fastest, and leads to them', async () => {
  serve({ [CALL]: healthy() });
  await renderApp('/admin');
  const table = within(await screen.findByRole('table', { name: 'Who grows fastest' }));
  expect(table.getByText('43,210')).toBeTruthy();
  const link = table.getByRole('link', { name: 'amina' });
  expect(link.getAttribute('href')).toBe('/admin/users/0197a0c0-0000-7000-8000-000000000001');
});

test('is read again every ten seconds, and keeps what it shows when that fails', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let answer: ReturnType<typeof refusal> = healthy();
    const calls = serve({ [CALL]: () => answer });
    await renderApp('/admin');
    expect(await screen.findByText('Everything works.')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(10_100);
    await vi.waitFor(() => expect(calls.length).toBe(2));
    answer = refusal(403, 'operator_only', 'Only operators of the service may do that.');
    await vi.advanceTimersByTimeAsync(10_100);
    expect(await screen.findByText('Failed to load how the service is doing')).toBeTruthy();
    expect(screen.getByText('Everything works.')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('says that it failed, and loads at Retry', async () => {
  let answer: ReturnType<typeof refusal> = refusal(403, 'operator_only', 'Only operators may.');
  serve({ [CALL]: () => answer });
  await renderApp('/admin');
  expect(await screen.findByText('Only operators may.')).toBeTruthy();
  answer = healthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Everything works.')).toBeTruthy();
});

test('on a phone what is in order stands behind one line, and what is not stands open', async () => {
  setMedia('(min-width: 48rem)', false);
  serve({
    [CALL]: healthy(
      [check('Jobs', 'fine'), check('Mail', 'look'), check('Clock', 'fine')],
      'look',
      [job('deliver-mail', 'look'), job('sum-up-spend', 'fine')],
    ),
  });
  await renderApp('/admin');
  const open = await screen.findByRole('list', { name: 'Checks' });
  expect(within(open).getAllByRole('listitem')).toHaveLength(1);
  expect(within(screen.getByRole('list', { name: 'Jobs' })).getByText('deliver-mail')).toBeTruthy();
  for (const summary of ['2 checks are fine', '1 job in time', 'Its 1 largest table']) {
    const closed = screen.getByText(summary).closest('details');
    expect(closed?.open, summary).toBe(false);
  }
  const folded = screen.getByText('2 checks are fine').closest('details') as HTMLElement;
  expect(within(folded).getByText('Clock says so')).toBeTruthy();
  await userEvent.click(screen.getByText('2 checks are fine'));
  expect((folded as HTMLDetailsElement).open).toBe(true);
});
