import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { REASON } from '../../../testing/admin.ts';
import { signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const LIST = 'GET /api/admin/releases';

beforeEach(() => void signInAs({ role: 'admin' }));

const release = (version: string, state: string) => ({
  version,
  state,
  file_name: `desktop-setup-${version}.exe`,
  size: 120_000_000,
  sha256: 'ab'.repeat(32),
  published_at: '2026-11-20T09:30:00.000Z',
  signed: true,
  updates_until: '2027-05-20T00:00:00.000Z',
});

test('the newest is withdrawn, and the one before it offered', async () => {
  let releases = [release('1.10.0', 'offered'), release('1.2.3', 'older')];
  serve({
    [LIST]: () => ({ body: { success: true, releases } }),
    'POST /api/admin/releases/1.10.0/withdraw': () => {
      releases = [release('1.10.0', 'withdrawn'), release('1.2.3', 'offered')];
      return { body: { success: true, releases } };
    },
  });
  await renderApp('/admin/releases');
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw 1.10.0' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw 1.10.0' });
  expect(within(dialog).getByText(/1\.2\.3 is offered instead/)).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Reason'), REASON);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('1.10.0 is not offered any more.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Withdraw 1.2.3' })).toBeTruthy();
});

test('before the first release the page says how one is published', async () => {
  serve({ [LIST]: { body: { success: true, releases: [] } } });
  await renderApp('/admin/releases');
  expect(await screen.findByText('Nothing is published yet')).toBeTruthy();
  expect(screen.getByText(/publish:desktop/)).toBeTruthy();
});
