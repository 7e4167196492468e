import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatBytes } from '../../lib/format-bytes.ts';
import { getSession } from '../../lib/session/session.ts';
import { signInAs } from '../../testing/builders.ts';
import { catchDownloads } from '../../testing/downloads.ts';
import { refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { confirmationNeeded, securityPage, untilConfirmed } from '../../testing/security.ts';

beforeEach(() => void signInAs());

const EXPORT = 'GET /api/user/export';
const DELETE = 'POST /api/user/delete';

async function open(handlers: Parameters<typeof serve>[0]) {
  const calls = serve({ ...securityPage(), 'GET /api/reviews': silence, ...handlers });
  const router = await renderApp('/dashboard/security');
  await screen.findByText('amina@example.com');
  return { calls, router };
}

describe('the export', () => {
  const content = { account: [{ username: 'amina' }], trades: [] };

  test('is saved under the name the service gives, and says how large it is', async () => {
    const downloads = catchDownloads();
    await open({
      [EXPORT]: {
        body: content,
        headers: { 'content-disposition': 'attachment; filename="quorate-amina-2026-11-21.json"' },
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Export my data' }));
    expect(
      await screen.findByText('quorate-amina-2026-11-21.json (46 bytes) is in your downloads.'),
    ).toBeTruthy();
    expect(downloads[0]?.name).toBe('quorate-amina-2026-11-21.json');
    expect(JSON.parse((await downloads[0]?.content.text()) ?? '')).toEqual(content);
  });

  test.each([undefined, 'attachment', 'attachment; filename="../../etc/passwd"'])(
    'has a name of its own where the service gives none that fits (%s)',
    async (disposition) => {
      const downloads = catchDownloads();
      await open({
        [EXPORT]: {
          body: content,
          ...(disposition ? { headers: { 'content-disposition': disposition } } : {}),
        },
      });
      await userEvent.click(screen.getByRole('button', { name: 'Export my data' }));
      await waitFor(() => expect(downloads[0]?.name).toBe('account-data.json'));
    },
  );

  test('that breaks off is not passed for the whole of it', async () => {
    const downloads = catchDownloads();
    await open({ [EXPORT]: { body: '{"account":[{"username":"ami' } });
    await userEvent.click(screen.getByRole('button', { name: 'Export my data' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to export your data');
    expect(downloads).toEqual([]);
  });

  test('asks for a proof first and goes on automatically', async () => {
    const downloads = catchDownloads();
    const { act, ...proof } = untilConfirmed('POST /api/user/confirm-identity', { body: content });
    await open({ [EXPORT]: act, ...proof });
    await userEvent.click(screen.getByRole('button', { name: 'Export my data' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await userEvent.type(within(dialog).getByLabelText('Password'), 'words{Enter}');
    await waitFor(() => expect(downloads).toHaveLength(1));
  });

  test('can be cancelled while it runs', async () => {
    const downloads = catchDownloads();
    await open({ [EXPORT]: silence });
    await userEvent.click(screen.getByRole('button', { name: 'Export my data' }));
    expect(await screen.findByRole('progressbar', { name: 'Export' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The export is cancelled. Nothing was saved.')).toBeTruthy();
    expect(downloads).toEqual([]);
  });
});

describe('deleting the account', () => {
  async function ask() {
    await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    return within(screen.getByRole('dialog', { name: 'Delete the account?' }));
  }

  test('waits for the username, asks for a proof, and ends on the home page with a farewell', async () => {
    const { act, ...proof } = untilConfirmed('POST /api/user/confirm-identity', {
      body: { success: true, message: 'gone' },
    });
    const { calls, router } = await open({ [DELETE]: act, ...proof });
    const dialog = await ask();
    const button = dialog.getByRole('button', { name: 'Delete account' });
    expect(button).toHaveProperty('disabled', true);
    await userEvent.type(dialog.getByLabelText(/^Type amina to go on/), 'aminb');
    expect(button).toHaveProperty('disabled', true);
    await userEvent.clear(dialog.getByLabelText(/^Type amina to go on/));
    await userEvent.type(dialog.getByLabelText(/^Type amina to go on/), 'amina');
    await userEvent.click(button);
    const confirm = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await userEvent.type(within(confirm).getByLabelText('Password'), 'words{Enter}');
    expect(await screen.findByText('Your account is deleted.')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/');
    // The session ends right after these words stand there.
    await waitFor(() =>
      expect(getSession()).toMatchObject({ token: null, user: null, expired: false }),
    );
    expect(localStorage.getItem('authToken')).toBeNull();
    expect(calls.filter(({ path }) => path === '/api/user/delete').at(-1)?.body).toEqual({
      username: 'amina',
    });
  });

  test('that is not confirmed leaves everything', async () => {
    const { router } = await open({ [DELETE]: confirmationNeeded });
    const dialog = await ask();
    await userEvent.type(dialog.getByLabelText(/^Type amina to go on/), 'amina{Enter}');
    const confirm = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await userEvent.click(within(confirm).getByRole('button', { name: 'Close' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Keep the account' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/dashboard/security');
    expect(getSession().token).toBe('token');
  });

  test('that fails says why', async () => {
    await open({ [DELETE]: refusal(400, 'username_mismatch', 'Type your username amina.') });
    const dialog = await ask();
    await userEvent.type(dialog.getByLabelText(/^Type amina to go on/), 'amina{Enter}');
    expect((await dialog.findByRole('alert')).textContent).toContain('Type your username amina.');
  });
});

test('the home page bids nobody else farewell', async () => {
  serve({ 'GET /api/reviews': silence });
  await renderApp('/');
  expect(screen.queryByText('Your account is deleted.')).toBeNull();
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [1_234_567, '1.2 MB'],
  [5_000_000_000_000, '5000.0 GB'],
])('%i bytes are written %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
