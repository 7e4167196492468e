import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { type Call, refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildSession, securityPage, sessionsAnswer } from '../../testing/security.ts';

const here = buildSession({ name: 'Chrome on Linux', current: true });
const phone = buildSession({ name: 'Safari on iPhone', address: null });
const bot = buildSession({ name: 'trading-pc', kind: 'bot' });
const ok = { body: { success: true, message: 'ok' } };
const SESSIONS = 'GET /api/user/sessions';

beforeEach(() => void signInAs());

test('every session says what it is, when and from where it was used, and when it ends', async () => {
  serve({ ...securityPage(), [SESSIONS]: sessionsAnswer([here, phone, bot]) });
  await renderApp('/dashboard/security');
  const list = await screen.findByRole('list', { name: 'Sessions and devices' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows[0]?.textContent).toContain('Chrome on LinuxThis browser');
  expect(within(rows[0] ?? list).queryByRole('button')).toBeNull();
  expect(rows[1]?.textContent).not.toContain('from');
  expect(rows[2]?.textContent).toContain('trading-pcBot');
  expect(rows[2]?.textContent).toContain('203.0.113.7');
  expect([...(rows[2]?.querySelectorAll('time') ?? [])].map((time) => time.dateTime)).toEqual([
    bot.last_used_at,
    bot.created_at,
    bot.expires_at,
  ]);
});

test('a device is signed out after a question that says what happens to its positions', async () => {
  const handlers: Parameters<typeof serve>[0] = {
    ...securityPage(),
    [SESSIONS]: sessionsAnswer([here, bot]),
    [`DELETE /api/user/sessions/${bot.session_id}`]: () => {
      handlers[SESSIONS] = sessionsAnswer([here]);
      return ok;
    },
  };
  serve(handlers);
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out: trading-pc' }));
  const dialog = screen.getByRole('dialog', { name: 'Sign the bot trading-pc out?' });
  expect(dialog.textContent).toContain('Positions that are open stay open');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('trading-pc is signed out.')).toBeTruthy();
  expect(screen.queryByText('trading-pc')).toBeNull();
});

test('a failure names the session, which stays', async () => {
  serve({
    ...securityPage(),
    [SESSIONS]: sessionsAnswer([here, phone]),
    [`DELETE /api/user/sessions/${phone.session_id}`]: new TypeError('down'),
  });
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out: Safari on iPhone' }));
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }),
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to sign Safari on iPhone out');
  expect(alert.textContent).toContain('could not be reached');
});

test.each([
  [false, '1 session signed out.'],
  [true, '2 sessions signed out.'],
])('all others are signed out, devices: %s', async (devices, words) => {
  const calls = serve({
    ...securityPage(),
    [SESSIONS]: sessionsAnswer([here, phone, bot]),
    'POST /api/user/sessions/end-others': ({ body }: Call) => ({
      body: {
        success: true,
        message: 'ok',
        sessions_ended: JSON.stringify(body).includes('true') ? 2 : 1,
      },
    }),
  });
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  const dialog = screen.getByRole('dialog', { name: 'Sign out all others?' });
  if (devices) await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(calls.find(({ path }) => path.endsWith('end-others'))?.body).toEqual({ devices });
});

test('alone, there are no others to sign out', async () => {
  serve(securityPage());
  await renderApp('/dashboard/security');
  await screen.findByText('This browser');
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
});

test('a page that is no longer there leads back to the last one', async () => {
  const many = Array.from({ length: 11 }, (_, at) => buildSession({ name: `session ${at + 1}` }));
  const last = many[10] ?? here;
  const handlers: Parameters<typeof serve>[0] = {
    ...securityPage(),
    [SESSIONS]: sessionsAnswer(many),
    [`DELETE /api/user/sessions/${last.session_id}`]: () => {
      handlers[SESSIONS] = sessionsAnswer(many.slice(0, 10));
      return ok;
    },
  };
  serve(handlers);
  await renderApp('/dashboard/security');
  await screen.findByText('session 1');
  const region = within(screen.getByRole('region', { name: 'Sessions and devices' }));
  await userEvent.click(region.getByRole('button', { name: 'Next' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out: session 11' }));
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }),
  );
  expect(await screen.findByText('session 1')).toBeTruthy();
  await waitFor(() => expect(region.queryByText(/Page/)).toBeNull());
});

describe('a one-time code', () => {
  const made = {
    body: { success: true, code: 'F7KQ-2MXD', expires_at: '2026-11-21T10:10:00.000Z' },
  };
  const MAKE = 'POST /api/user/device-codes';

  test('is shown with what to type where, and looks for the new device', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const handlers: Parameters<typeof serve>[0] = { ...securityPage(), [MAKE]: made };
    serve(handlers);
    await renderApp('/dashboard/security');
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Make a one-time code' }));
    const card = within(await screen.findByRole('region', { name: 'One-time code' }));
    expect(card.getByText('F7KQ-2MXD')).toBeTruthy();
    expect(card.getByText('--code F7KQ-2MXD')).toBeTruthy();
    expect(card.getByRole('timer').textContent).toBe('10:00');
    handlers[SESSIONS] = sessionsAnswer([here, bot]);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(await screen.findByText('trading-pc')).toBeTruthy();
    expect(card.getByRole('timer').textContent).toMatch(/^9:5\d$/);
  });

  test('says when it has expired, to the second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    serve({ ...securityPage(), [MAKE]: made });
    await renderApp('/dashboard/security');
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Make a one-time code' }));
    await screen.findByText('F7KQ-2MXD');
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000 - 2_000));
    expect(screen.getByText('F7KQ-2MXD')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(screen.queryByText('F7KQ-2MXD')).toBeNull();
    expect(screen.getByText('The code has expired. Make another one.')).toBeTruthy();
  });

  test('that cannot be made says why', async () => {
    serve({ ...securityPage(), [MAKE]: refusal(429, 'rate_limited', 'Try again in 60 s.') });
    await renderApp('/dashboard/security');
    await userEvent.click(await screen.findByRole('button', { name: 'Make a one-time code' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to make a code');
    expect(alert.textContent).toContain('Try again in 60 s.');
  });

  test('goes with its card', async () => {
    serve({ ...securityPage(), [MAKE]: made });
    await renderApp('/dashboard/security');
    await userEvent.click(await screen.findByRole('button', { name: 'Make a one-time code' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('F7KQ-2MXD')).toBeNull());
  });
});
