import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '../../../testing/builders.ts';
import { refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const CALL = 'GET /api/admin/record';
const KEY = 'quorate.example/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const OTHER = 'quorate.example/log+1a2b3c4d+AQQyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

beforeEach(() => void signInAs({ role: 'admin' }));

const answer = (part: object = {}) => ({
  body: {
    success: true,
    at: '2026-11-20T09:30:00.000Z',
    verdict: 'fine',
    checks: [
      { key: 'log_key', label: 'Key of the log', verdict: 'fine', says: 'It signs.', todo: null },
    ],
    log: {
      name: 'quorate.example/log',
      entries: 12_345,
      waiting: 0,
      waiting_since: null,
      checkpoint: { size: 12_345, signed_at: '2026-11-20T09:29:55.000Z' },
    },
    key: {
      text: KEY,
      id: '530d903a',
      may_sign: true,
      other: null,
      changes: [{ since: '2026-11-01T09:00:00.000Z', key: KEY, vouched: null }],
    },
    witnesses: [],
    stamp: null,
    ...part,
  },
});

test('says how the log does, and names its whole key', async () => {
  serve({ [CALL]: answer() });
  await renderApp('/admin/record');
  expect(await screen.findByText(/^Every entry is in the log in time/)).toBeTruthy();
  expect(screen.getByText(KEY)).toBeTruthy();
  expect(screen.getByText('The service signs with it')).toBeTruthy();
  expect(screen.getByText(/^None is configured\. Ask another operator/)).toBeTruthy();
  expect(screen.getByText(/^No time authority is configured/)).toBeTruthy();
  const keys = screen.getByRole('table', { name: 'Keys so far' });
  expect(within(keys).getByText('quorate.example/log+530d903a')).toBeTruthy();
  expect(within(keys).getByText('the first key')).toBeTruthy();
});

test('says what is wrong, first, and what to do', async () => {
  const witness = (name: string, verdict: string, failure: string | null, todo: string | null) => ({
    name,
    address: `https://${name}`,
    verdict,
    size: failure === null ? 12_345 : null,
    cosigned_at: failure === null ? '2026-11-20T09:29:58.000Z' : null,
    failed_at: failure === null ? null : '2026-11-20T09:29:58.000Z',
    failure,
    todo,
  });
  serve({
    [CALL]: answer({
      verdict: 'broken',
      key: {
        text: KEY,
        id: '530d903a',
        may_sign: false,
        other: OTHER,
        changes: [
          { since: '2026-11-03T09:00:00.000Z', key: OTHER, vouched: true },
          { since: '2026-11-02T09:00:00.000Z', key: KEY, vouched: false },
        ],
      },
      witnesses: [
        witness('one.example', 'fine', null, null),
        witness('two.example', 'broken', 'it was cut', 'Go on under another name.'),
      ],
      stamp: { stamped_at: null, size: null, failed_at: null, failure: 'it answered 500' },
    }),
  });
  await renderApp('/admin/record');
  expect(await screen.findByText('The log does not do what we promise.')).toBeTruthy();
  expect(screen.getByText('The service may not sign')).toBeTruthy();
  expect(screen.getByText(OTHER)).toBeTruthy();
  expect(screen.getByText('by the key before')).toBeTruthy();
  expect(screen.getByText('by nobody: the key before was lost')).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Witnesses' })).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/two\.example.*Failed: it was cut.*Go on under/);
  expect(rows[2]?.textContent).toMatch(/one\.example.*12,345/);
  expect(screen.getByText('it answered 500')).toBeTruthy();
});

test('is read again every ten seconds, and loads at Retry after a failure', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let reply: ReturnType<typeof refusal> = refusal(403, 'operator_only', 'Only operators may.');
    const calls = serve({ [CALL]: () => reply });
    await renderApp('/admin/record');
    expect(await screen.findByText('Only operators may.')).toBeTruthy();
    reply = answer();
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Every entry is in the log in time/)).toBeTruthy();
    const before = calls.length;
    await vi.advanceTimersByTimeAsync(10_100);
    await vi.waitFor(() => expect(calls.length).toBe(before + 1));
  } finally {
    vi.useRealTimers();
  }
});
