import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildAuditEntry, pageOf } from '../../../testing/admin.ts';
import { stubAuthenticator } from '../../../testing/authenticator.ts';
import { signInAs } from '../../../testing/builders.ts';
import { refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildPasskey, buildAccount as buildSecurity } from '../../../testing/security.ts';

const REASON = 'asked for by mail, ticket 12';

async function open(
  account = buildAccount(),
  more: Parameters<typeof serve>[0] = {},
  operator: Parameters<typeof signInAs>[0] = {},
) {
  signInAs({ role: 'admin', ...operator });
  const base = `/api/admin/users/${account.user_id}`;
  const empty = (name: string) => ({ body: { success: true, [name]: [], pagination: pageOf(0) } });
  const handlers: Parameters<typeof serve>[0] = {
    [`GET ${base}`]: { body: { success: true, account } },
    'GET /api/admin/audit': {
      body: {
        success: true,
        entries: [buildAuditEntry({ subject_id: account.user_id })],
        pagination: pageOf(1),
      },
    },
    ...more,
  };
  for (const name of ['subscriptions', 'payments', 'bots', 'events'])
    handlers[`GET ${base}/${name}`] ??= empty(name);
  const calls = serve(handlers);
  await renderApp(`/admin/users/${account.user_id}`);
  await screen.findByRole('heading', { name: account.username, level: 1 });
  return { base, calls, handlers, account, user: userEvent.setup() };
}

const factOf = (name: string) => {
  const [term] = screen.getAllByText(name, { selector: 'dt' });
  return term?.parentElement?.querySelector('dd')?.textContent;
};

describe('the page of an account', () => {
  test('has who it is, what it may do and why, and its money', async () => {
    await open();
    expect(factOf('Sign-in methods')).toBe(
      'password, 2 passkeys, github, authenticator app as second step',
    );
    expect(factOf('Source')).toBe('nothing paid or given');
    expect(factOf('Symbols today')).toBe('1 of 2');
    expect(screen.getByText('24 decisions, $0.0635')).toBeTruthy();
    const log = await screen.findByRole('list', { name: /What operators did/ });
    expect(log.textContent).toContain('olga looked at mira');
  });

  test('offers no act that would do nothing', async () => {
    await open(buildAccount({ sessions: { browsers: 0, devices: 0 } }));
    expect(screen.queryByRole('button', { name: /Take the given plan back/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /verification/ })).toBeNull();
    const button = screen.getByRole('button', { name: 'Sign out everywhere' });
    expect(button).toHaveProperty('disabled', true);
  });

  test('gives a plan until the end of a day, with a reason that is long enough', async () => {
    const { base, calls, handlers, account, user } = await open();
    handlers[`POST ${base}/plan`] = {
      body: { success: true, message: 'mira is given Elite.', standing: account.standing },
    };
    await user.click(screen.getByRole('button', { name: 'Give a plan' }));
    const dialog = screen.getByRole('dialog', { name: 'Give mira a plan' });
    await user.selectOptions(within(dialog).getByLabelText('Plan'), 'Elite');
    await user.type(within(dialog).getByLabelText('Last day (UTC)'), '2026-12-31');
    await user.type(within(dialog).getByLabelText('Reason'), 'short');
    await user.click(within(dialog).getByRole('button', { name: 'Give the plan' }));
    expect(within(dialog).getByText('Write at least 10 characters.')).toBeTruthy();
    await user.clear(within(dialog).getByLabelText('Reason'));
    await user.type(within(dialog).getByLabelText('Reason'), REASON);
    await user.click(within(dialog).getByRole('button', { name: 'Give the plan' }));
    expect(await screen.findByText('mira is given Elite.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([
      { plan_name: 'Elite', until: '2026-12-31T23:59:59.999Z', reason: REASON },
    ]);
    const reads = calls.filter(({ path, method }) => path === base && method === 'GET');
    expect(reads.length).toBeGreaterThan(1);
  });

  test('asks who sits there when the service wants it confirmed', async () => {
    const { base, handlers, user } = await open();
    handlers[`POST ${base}/end-sessions`] = refusal(
      403,
      'confirmation_needed',
      'Please confirm that it is you.',
    );
    handlers['GET /api/user/security'] = refusal(503, 'busy', 'Later, please.');
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const dialog = screen.getByRole('dialog', { name: 'Sign mira out everywhere?' });
    expect(dialog.textContent).toContain('3 sessions end at once');
    await user.type(within(dialog).getByLabelText('Reason'), REASON);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeTruthy();
  });

  test('leads an operator without a second factor to the security page', async () => {
    const { base, handlers, user } = await open();
    handlers[`POST ${base}/end-sessions`] = refusal(
      403,
      'second_factor_missing',
      'Operators need a second factor for this.',
    );
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const dialog = screen.getByRole('dialog', { name: 'Sign mira out everywhere?' });
    await user.type(within(dialog).getByLabelText('Reason'), REASON);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    const setUp = await screen.findByRole('dialog', { name: 'Set up a second factor' });
    const link = within(setUp).getByRole('link', { name: 'Open the security page' });
    expect(link.getAttribute('href')).toBe('/dashboard/security');
    await user.click(within(setUp).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('dialog', { name: 'Set up a second factor' })).toBeNull();
    expect(within(dialog).getByRole('alert').textContent).toContain('need a second factor');
  });

  test('asks an operator who has passkeys alone for one, and not for the password', async () => {
    const { base, handlers, user } = await open();
    stubAuthenticator();
    handlers[`POST ${base}/end-sessions`] = refusal(403, 'confirmation_needed', 'Please confirm.');
    const security = buildSecurity({ passkeys: [buildPasskey()] });
    handlers['GET /api/user/security'] = { body: { success: true, security } };
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await user.type(screen.getByLabelText('Reason'), REASON);
    const dialog = within(screen.getByRole('dialog', { name: 'Sign mira out everywhere?' }));
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    const asked = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    expect(await within(asked).findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
    expect(within(asked).queryByLabelText('Password')).toBeNull();
  });

  test('of the operator who looks at it offers no act', async () => {
    const account = buildAccount();
    await open(account, {}, { id: account.user_id });
    expect(screen.getByText(/Another operator changes it/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Give a plan' })).toBeNull();
  });

  test('keeps the dialog and says why when an act fails', async () => {
    const account = buildAccount({ verified_at: null });
    const { base, handlers, user } = await open(account);
    handlers[`POST ${base}/resend-verification`] = refusal(
      409,
      'already_verified',
      'This email is already verified.',
    );
    await user.click(screen.getByRole('button', { name: 'Send the verification mail again' }));
    await user.type(screen.getByLabelText('Reason'), REASON);
    await user.click(screen.getByRole('button', { name: 'Send the mail' }));
    expect(await screen.findByText('This email is already verified.')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
