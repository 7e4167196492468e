import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser, signInAs } from '../../testing/builders.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { accountAnswer, buildAccount, RECOVERY, securityPage } from '../../testing/security.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const secret = {
  body: { success: true, secret: SECRET, uri: `otpauth://totp/Quorate:amina?secret=${SECRET}` },
};
const codes = { body: { success: true, message: 'on', recovery_codes: RECOVERY } };
const protectedAccount = buildAccount({ totp: true, recovery_codes_left: 10 });

beforeEach(() => void signInAs());

function region() {
  return screen.findByRole('region', { name: 'Two-step sign-in' });
}

async function beginSetup(more: Parameters<typeof serve>[0] = {}) {
  const handlers = { ...securityPage(), 'POST /api/user/totp/start': secret, ...more };
  const calls = serve(handlers);
  await renderApp('/dashboard/security');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Turn on' }));
  await screen.findByText('Set up your authenticator app');
  return { user, calls, handlers };
}

describe('turning the authenticator app on', () => {
  test('shows the key as a code to scan and as text to copy', async () => {
    const { user } = await beginSetup();
    const code = await screen.findByRole('img', { name: 'QR code that holds the key' });
    expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h7v1H4z/);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy the key' }));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    expect(await screen.findByText('Copied')).toBeTruthy();
  });

  test('takes the first code, then shows the recovery codes once', async () => {
    const { user, calls, handlers } = await beginSetup({ 'POST /api/user/totp/enable': codes });
    Object.assign(handlers, { 'GET /api/user/security': accountAnswer(protectedAccount) });
    const field = screen.getByLabelText('Code');
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    await user.type(field, ' 123456 {Enter}');
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(RECOVERY);
    expect(document.activeElement?.textContent).toBe('Keep these recovery codes');
    expect(calls.find(({ path }) => path === '/api/user/totp/enable')?.body).toEqual({
      code: '123456',
    });
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(screen.queryByText(RECOVERY[0] ?? '')).toBeNull();
    expect(within(await region()).getByText('10 of 10 left')).toBeTruthy();
    expect(within(await region()).getByText('On')).toBeTruthy();
  });

  test('a wrong first code is said, and another one can be typed', async () => {
    const { user } = await beginSetup({
      'POST /api/user/totp/enable': refusal(403, 'wrong_code', 'The code is not right.'),
    });
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The code is not right.');
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  });

  test('can be given up', async () => {
    const { user } = await beginSetup();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Set up your authenticator app')).toBeNull();
    expect(screen.getByRole('button', { name: 'Turn on' })).toBeTruthy();
  });
});

describe('the recovery codes', () => {
  async function showCodes() {
    serve({ ...securityPage(protectedAccount), 'POST /api/user/recovery-codes': codes });
    await renderApp('/dashboard/security');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'New codes' }));
    const dialog = screen.getByRole('dialog', { name: 'Make new recovery codes?' });
    expect(dialog.textContent).toContain('The old ones, used or not, no longer work.');
    await user.click(within(dialog).getByRole('button', { name: 'Make new codes' }));
    await screen.findByText('Keep these recovery codes');
    return user;
  }

  test('are copied one below the other', async () => {
    const user = await showCodes();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(RECOVERY.join('\n'));
  });

  test('that the browser does not let be copied say so', async () => {
    const user = await showCodes();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText(/select the text instead/)).toBeTruthy();
  });

  test('are downloaded as a text file that says what they are', async () => {
    const downloads = catchDownloads();
    const user = await showCodes();
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(downloads[0]?.name).toBe('quorate-recovery-codes.txt');
    const text = (await downloads[0]?.content.text()) ?? '';
    expect(text).toContain('Recovery codes of amina at Quorate');
    for (const code of RECOVERY) expect(text).toContain(code);
  });

  test('are printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const user = await showCodes();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  test('are gone when another user signs in in another tab', async () => {
    await showCodes();
    const other = buildUser({ username: 'bilal' });
    await act(async () => {
      localStorage.setItem('user', JSON.stringify(other));
      localStorage.setItem('authToken', 'another');
      window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
    });
    expect(await screen.findByText('10 of 10 left')).toBeTruthy();
    expect(screen.queryByText(RECOVERY[0] ?? '')).toBeNull();
  });

  test.each([
    [4, 'Each signs you in once when the app is not at hand.'],
    [3, 'Few are left. Make new ones before the last is used.'],
    [0, 'Few are left. Make new ones before the last is used.'],
  ])('of which %i are left say: %s', async (left, words) => {
    serve(securityPage(buildAccount({ totp: true, recovery_codes_left: left })));
    await renderApp('/dashboard/security');
    expect(await screen.findByText(`${left} of 10 left`)).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  });
});

test('turning the app off is asked first, and says what it means', async () => {
  const handlers: Parameters<typeof serve>[0] = {
    ...securityPage(protectedAccount),
    'POST /api/user/totp/disable': () => {
      Object.assign(handlers, securityPage());
      return { body: { success: true, message: 'off' } };
    },
  };
  const calls = serve(handlers);
  await renderApp('/dashboard/security');
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = screen.getByRole('dialog', { name: 'Turn the authenticator app off?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.some(({ path }) => path === '/api/user/totp/disable')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }),
  );
  await waitFor(async () => expect(within(await region()).getByText('Off')).toBeTruthy());
  expect(screen.queryByText('Recovery codes')).toBeNull();
});
