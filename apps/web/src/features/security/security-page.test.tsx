import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { getSession } from '../../lib/session/session.ts';
import { signInAs } from '../../testing/builders.ts';
import { unavailable } from '../../testing/dashboard.tsx';
import { refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  accountAnswer,
  buildAccount,
  buildEvent,
  eventsAnswer,
  securityPage,
} from '../../testing/security.ts';

test('/dashboard/security leads to sign-in without a user', async () => {
  const router = await renderApp('/dashboard/security');
  expect(router.state.location.pathname).toBe('/login');
});

test('the dashboard leads to it', async () => {
  signInAs();
  serve({
    ...securityPage(),
    'GET /api/user/dashboard': silence,
    'GET /api/user/checklist': silence,
    'GET /api/user/success-rate': silence,
    'GET /api/user/trading-statistics': silence,
  });
  const router = await renderApp('/dashboard');
  await userEvent.click(screen.getByRole('link', { name: 'Security' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/security'));
  expect(await screen.findByRole('heading', { name: 'Security', level: 1 })).toBeTruthy();
});

test('it has its sections in this order, linked accounts only where there are some', async () => {
  signInAs();
  serve(securityPage());
  await renderApp('/dashboard/security');
  await screen.findByText('amina@example.com');
  const headings = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
  expect(headings.slice(0, 8)).toEqual([
    'Sign-in',
    'Two-step sign-in',
    'Passkeys',
    'Sessions and devices',
    'Recent activity',
    'Notifications',
    'On your phone',
    'Your data',
  ]);
});

test('while it loads every section says so', async () => {
  signInAs();
  serve({
    'GET /api/user/security': silence,
    'GET /api/user/sessions': silence,
    'GET /api/user/security/events': silence,
    'GET /api/user/notifications': silence,
  });
  await renderApp('/dashboard/security');
  for (const name of ['Loading the sessions', 'Loading the events']) {
    expect(screen.getByRole('status', { name })).toBeTruthy();
  }
  expect(screen.getAllByRole('status', { name: 'Loading' })).toHaveLength(3);
});

test('what cannot be loaded says so and is there after a retry', async () => {
  signInAs();
  const handlers: Parameters<typeof serve>[0] = {
    'GET /api/user/security': unavailable,
    'GET /api/user/sessions': unavailable,
    'GET /api/user/security/events': unavailable,
  };
  serve(handlers);
  await renderApp('/dashboard/security');
  expect(await screen.findByText('Failed to load your security settings')).toBeTruthy();
  expect(await screen.findByText('Failed to load the sessions')).toBeTruthy();
  expect(await screen.findByText('Failed to load the events')).toBeTruthy();
  Object.assign(handlers, securityPage());
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) {
    await userEvent.click(retry);
  }
  expect(await screen.findByText('amina@example.com')).toBeTruthy();
  expect(await screen.findByText('This browser')).toBeTruthy();
  expect(screen.queryByText(/Failed to load/)).toBeNull();
});

test('a session that ended leads to sign-in', async () => {
  signInAs();
  serve({
    ...securityPage(),
    'GET /api/user/security': refusal(401, 'unauthorized', 'Please sign in.'),
  });
  const router = await renderApp('/dashboard/security');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(getSession().token).toBeNull();
});

test('an address that was changed since this browser signed in is stored again', async () => {
  signInAs({ email: 'old@example.com' });
  serve(securityPage(buildAccount({ email: 'new@example.com' })));
  await renderApp('/dashboard/security');
  await screen.findByText('new@example.com');
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('user') ?? '').email).toBe('new@example.com'),
  );
  expect(localStorage.getItem('authToken')).toBe('token');
});

describe('recent activity', () => {
  test('says what happened, about what, from where and when', async () => {
    signInAs();
    serve({
      ...securityPage(),
      'GET /api/user/security/events': eventsAnswer([
        buildEvent({ kind: 'passkey_removed', about: 'Old phone', address: '2001:db8::7' }),
        buildEvent({ kind: 'sign_in_failed', about: '', address: null }),
      ]),
    });
    await renderApp('/dashboard/security');
    const list = await screen.findByRole('list', { name: /Recent activity/ });
    const rows = within(list).getAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('Passkey removed: Old phone');
    expect(rows[0]?.textContent).toContain('2001:db8::7');
    expect(rows[0]?.querySelector('time')?.dateTime).toBe('2026-11-20T09:30:00.000Z');
    expect(rows[1]?.textContent).toMatch(/^Sign-in failed\d/);
  });

  test('comes in pages of ten', async () => {
    signInAs();
    const events = Array.from({ length: 23 }, (_, at) => buildEvent({ about: `event ${at + 1}` }));
    serve({ ...securityPage(), 'GET /api/user/security/events': eventsAnswer(events) });
    await renderApp('/dashboard/security');
    expect(await screen.findByText(/event 10$/)).toBeTruthy();
    expect(screen.queryByText(/event 11$/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/event 11$/)).toBeTruthy();
    expect(screen.getByText('Page 2 of 3')).toBeTruthy();
  });

  test('says so when there is none', async () => {
    signInAs();
    serve({ ...securityPage(), 'GET /api/user/security/events': eventsAnswer([]) });
    await renderApp('/dashboard/security');
    expect(await screen.findByText('Nothing happened yet.')).toBeTruthy();
  });
});

describe('linked accounts', () => {
  const linked = buildAccount({
    providers: [
      { provider: 'github', email: 'amina@hub.example', linked_at: '2026-10-01T00:00:00.000Z' },
    ],
  });

  test('are unlinked after a question that names them', async () => {
    signInAs();
    const handlers: Parameters<typeof serve>[0] = {
      ...securityPage(linked),
      'DELETE /api/user/providers/github': () => {
        handlers['GET /api/user/security'] = accountAnswer(buildAccount());
        return { body: { success: true, message: 'ok' } };
      },
    };
    const calls = serve(handlers);
    await renderApp('/dashboard/security');
    expect(await screen.findByText(/amina@hub\.example, since/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Unlink GitHub' }));
    const dialog = screen.getByRole('dialog', { name: 'Unlink GitHub?' });
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unlink' }));
    await waitFor(() => expect(screen.queryByText('Linked accounts')).toBeNull());
  });

  test('stay when they are the only way in, and it says why', async () => {
    signInAs();
    serve({
      ...securityPage(linked),
      'DELETE /api/user/providers/github': refusal(409, 'last_way_in', 'Set a password first.'),
    });
    await renderApp('/dashboard/security');
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink GitHub' }));
    await userEvent.click(screen.getByRole('button', { name: 'Unlink' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to unlink GitHub');
    expect(alert.textContent).toContain('Set a password first.');
  });
});
