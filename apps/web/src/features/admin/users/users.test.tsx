import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildUserLine, pageOf } from '../../../testing/admin.ts';
import { setMedia } from '../../../testing/browser.ts';
import { signInAs } from '../../../testing/builders.ts';
import { refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const CALL = 'GET /api/admin/users';
const answer = (...users: ReturnType<typeof buildUserLine>[]) => ({
  body: { success: true, users, pagination: pageOf(users.length) },
});

const GIVEN = {
  plan_name: 'Pro',
  source: 'given',
  given_until: '2026-12-05T10:00:00.000Z',
  grace_until: null,
} as const;

describe('the list of accounts', () => {
  test('says which plan holds and why, and leads to each account', async () => {
    signInAs({ role: 'admin' });
    const late = { ...GIVEN, source: 'subscription', grace_until: GIVEN.given_until } as const;
    const mira = buildUserLine({ standing: GIVEN, running_bots: 2 });
    serve({
      [CALL]: answer(mira, buildUserLine({ username: 'otto', standing: late, verified: false })),
    });
    await renderApp('/admin/users');
    const table = await screen.findByRole('table', { name: 'Accounts' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toContain('Progiven until 5 Dec 2026');
    expect(second?.textContent).toContain('renewal not paid, holds until 5 Dec 2026');
    expect(second?.textContent).toContain('not verified');
    const link = within(table).getByRole('link', { name: 'mira' });
    expect(link.getAttribute('href')).toBe(`/admin/users/${mira.user_id}`);
  });

  test('keeps search and filters in the address and asks the service for them', async () => {
    signInAs({ role: 'admin' });
    const calls = serve({ [CALL]: answer() });
    const router = await renderApp('/admin/users?page=3&plan=nonsense');
    const user = userEvent.setup();
    await user.type(screen.getByRole('searchbox'), ' mira {Enter}');
    await user.selectOptions(screen.getByLabelText('Plan'), 'Pro');
    await user.selectOptions(screen.getByLabelText('Renewal'), 'yes');
    expect(router.state.location.search).toBe('?plan=Pro&search=mira&past_due=yes');
    expect(calls[0]?.query).toEqual({ page: '3', per_page: '25', sort: 'newest' });
    expect(calls.at(-1)?.query).toMatchObject({
      search: 'mira',
      plan: 'Pro',
      past_due: 'yes',
      page: '1',
    });
    expect(await screen.findByText(/No account matches/)).toBeTruthy();
  });

  test('is cards on a phone', async () => {
    signInAs({ role: 'admin' });
    serve({ [CALL]: answer(buildUserLine()) });
    setMedia('(min-width: 48rem)', false);
    await renderApp('/admin/users');
    const list = await screen.findByRole('list', { name: 'Accounts' });
    expect(
      within(list)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Plan', 'Tokens used', 'Bots running', 'Email', 'Signed up']);
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('says why it failed, and is there after another try', async () => {
    signInAs({ role: 'admin' });
    const handlers: Parameters<typeof serve>[0] = {
      [CALL]: refusal(403, 'operator_only', 'Only operators of the service may do that.'),
    };
    serve(handlers);
    await renderApp('/admin/users');
    expect(await screen.findByText('Only operators of the service may do that.')).toBeTruthy();
    handlers[CALL] = answer(buildUserLine());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'mira' })).toBeTruthy();
  });
});
