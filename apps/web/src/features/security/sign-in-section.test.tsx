import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { fieldRefusal, noteBeside, refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { buildAccount, securityPage } from '../../testing/security.ts';

beforeEach(() => void signInAs());

function changed(sessions: number) {
  return { body: { success: true, message: 'ok', sessions_ended: sessions } };
}

async function open(button: string, handlers: Parameters<typeof serve>[0]) {
  const calls = serve(handlers);
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return { calls, dialog: within(screen.getByRole('dialog', { name: button })) };
}

describe('a new password', () => {
  test('is sent with the current one, and says who was signed out', async () => {
    const { calls, dialog } = await open('Change password', {
      ...securityPage(),
      'POST /api/user/password': changed(3),
    });
    await userEvent.type(dialog.getByLabelText('Current password'), 'old words');
    await userEvent.type(dialog.getByLabelText('New password'), 'new words, longer');
    await userEvent.type(dialog.getByLabelText('Confirm new password'), 'new words, longer{Enter}');
    expect(
      await screen.findByText('The password is changed. 3 other sessions and devices signed out.'),
    ).toBeTruthy();
    expect(calls.find(({ path }) => path === '/api/user/password')?.body).toEqual({
      current_password: 'old words',
      password: 'new words, longer',
    });
  });

  test.each([
    ['Enter your current password', '', 'long enough', 'long enough', 'Current password'],
    ['Passwords do not match', 'old', 'long enough', 'long enougH', 'Confirm new password'],
    ['Password must be at least 8 characters long', 'old', '1234567', '1234567', 'New password'],
  ])('says "%s" and sends nothing', async (words, current, password, again, field) => {
    const { calls, dialog } = await open('Change password', securityPage());
    if (current) await userEvent.type(dialog.getByLabelText('Current password'), current);
    await userEvent.type(dialog.getByLabelText('New password'), password);
    await userEvent.type(dialog.getByLabelText('Confirm new password'), `${again}{Enter}`);
    expect(dialog.getByRole('alert').textContent).toContain(words);
    expect(document.activeElement).toBe(dialog.getByLabelText(field));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('is not taken with a wrong current one, which is marked', async () => {
    const { dialog } = await open('Change password', {
      ...securityPage(),
      'POST /api/user/password': refusal(403, 'wrong_password', 'The password is not right.'),
    });
    await userEvent.type(dialog.getByLabelText('Current password'), 'wrong');
    await userEvent.type(dialog.getByLabelText('New password'), 'long enough');
    await userEvent.type(dialog.getByLabelText('Confirm new password'), 'long enough{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('The password is not right.');
    expect(dialog.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  });

  test('is not taken when it is guessed first, and the field says so', async () => {
    const words = 'Digits alone, such as a date, are guessed quickly.';
    const { dialog } = await open('Change password', {
      ...securityPage(),
      'POST /api/user/password': fieldRefusal('password', words),
    });
    await userEvent.type(dialog.getByLabelText('Current password'), 'old words');
    await userEvent.type(dialog.getByLabelText('New password'), '20260302');
    await userEvent.type(dialog.getByLabelText('Confirm new password'), '20260302{Enter}');
    await dialog.findByRole('alert');
    expect(noteBeside(dialog.getByLabelText('New password'))).toContain(words);
    expect(noteBeside(dialog.getByLabelText('Confirm new password'))).not.toContain(words);
  });

  test('is the first one where there is none: no current one is asked for', async () => {
    const { calls, dialog } = await open('Set a password', {
      ...securityPage(buildAccount({ has_password: false })),
      'POST /api/user/password': changed(0),
    });
    expect(dialog.queryByLabelText('Current password')).toBeNull();
    await userEvent.type(dialog.getByLabelText('New password'), 'long enough');
    await userEvent.type(dialog.getByLabelText('Confirm new password'), 'long enough{Enter}');
    expect(await screen.findByText('The password is set. Nobody else was signed in.')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/api/user/password')?.body).toEqual({
      password: 'long enough',
    });
  });
});

describe('a new address', () => {
  const words = 'Open the link that is on its way to the new address.';

  test('waits for its link, and says so', async () => {
    const handlers: Parameters<typeof serve>[0] = {
      ...securityPage(),
      'POST /api/user/email': () => {
        Object.assign(handlers, securityPage(buildAccount({ pending_email: 'new@example.com' })));
        return { body: { success: true, message: words } };
      },
    };
    const { calls, dialog } = await open('Change email', handlers);
    await userEvent.type(dialog.getByLabelText('New email'), 'new@example.com{Enter}');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('Waits for its link')).toBeTruthy();
    expect(screen.getByText('amina@example.com')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/api/user/email')?.body).toEqual({
      email: 'new@example.com',
    });
  });

  test('that waits can be given up', async () => {
    const handlers: Parameters<typeof serve>[0] = {
      ...securityPage(buildAccount({ pending_email: 'new@example.com' })),
      'DELETE /api/user/email/pending': () => {
        Object.assign(handlers, securityPage());
        return { body: { success: true, message: 'ok' } };
      },
    };
    serve(handlers);
    await renderApp('/dashboard/security');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep the old one' }));
    expect(
      await screen.findByText(
        'The address stays amina@example.com. The link mailed to new@example.com no longer works.',
      ),
    ).toBeTruthy();
    expect(screen.queryByText('Waits for its link')).toBeNull();
  });

  test('that the service refuses says why', async () => {
    const { dialog } = await open('Change email', {
      ...securityPage(),
      'POST /api/user/email': refusal(429, 'rate_limited', 'Try again in 60 s.'),
    });
    await userEvent.type(dialog.getByLabelText('New email'), 'new@example.com{Enter}');
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('Failed to change the email');
    expect(alert.textContent).toContain('Try again in 60 s.');
  });
});
