import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
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

const healthy = (checks = [check('Jobs', 'fine')], verdict = 'fine') => ({
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
    jobs: [],
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
  expect(await screen.findByText('Something that is promised does not happen.')).toBeTruthy();
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
