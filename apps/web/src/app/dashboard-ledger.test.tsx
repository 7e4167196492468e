import { formatTime } from '@quorate/ui/time-format';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/builders.ts';
import { overview, timeZone, unavailable } from '../testing/dashboard.tsx';
import { catchDownloads } from '../testing/downloads.ts';
import { type Answer, refusal, serve, silence } from '../testing/handlers.ts';
import { buildLedger } from '../testing/models.ts';
import { renderApp } from '../testing/render-app.tsx';

const FILE = 'GET /api/user/ledger/file';

async function openLedger(handlers: Record<string, Answer | (() => Answer | Promise<Answer>)>) {
  signInAs();
  const pagination = { page: 1, per_page: 50, total: 0, total_pages: 0 };
  serve({
    ...overview,
    'GET /api/user/decisions': { body: { success: true, decisions: [], pagination } },
    'GET /api/user/ledger': { body: buildLedger() },
    ...handlers,
  });
  await renderApp('/dashboard?tab=history&view=decisions');
  await userEvent.click(await screen.findByRole('button', { name: 'Ledger' }));
  return within(await screen.findByRole('dialog', { name: 'Decision ledger' }));
}

describe('the ledger', () => {
  test('shows its heads, the key, and the way to verify it', async () => {
    const { head } = buildLedger();
    const kept = { ...head, records: 1_180, signed_at: '2026-11-19T00:00:00.000Z' };
    const dialog = await openLedger({ 'GET /api/user/ledger': { body: buildLedger({ kept }) } });
    const now = within(await dialog.findByRole('region', { name: 'Head, signed now' }));
    expect(now.getByText('1,204')).toBeTruthy();
    expect(now.getByText(head.hash)).toBeTruthy();
    expect(now.getByText(formatTime(head.signed_at, timeZone))).toBeTruthy();
    const last = within(dialog.getByRole('region', { name: 'Head kept last' }));
    expect(last.getByText('1,180')).toBeTruthy();
    expect(dialog.getByText('npm run verify-ledger -- FILE --key ledger-key.json')).toBeTruthy();
    const key = dialog.getByRole('link', { name: 'public key' });
    expect(key.getAttribute('href')).toBe('/api/ledger/key');
    expect(key.getAttribute('download')).toBe('ledger-key.json');
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await act(async () => now.getByRole('button', { name: 'Copy hash' }).click());
    expect(writeText).toHaveBeenCalledExactlyOnceWith(head.hash);
    expect(now.getByText('Copied')).toBeTruthy();
  });

  test('that is empty says so', async () => {
    const head = { ...buildLedger().head, records: 0, hash: '0'.repeat(64) };
    const dialog = await openLedger({ 'GET /api/user/ledger': { body: buildLedger({ head }) } });
    expect(await dialog.findByText(/^No decision is on record yet/)).toBeTruthy();
    expect(dialog.getByText(/None is kept so far/)).toBeTruthy();
  });

  test('is saved under the service’s name, byte for byte, and its command names the file', async () => {
    const downloads = catchDownloads();
    const text = '{"kind":"ledger"}\n{"kind":"head"}\n';
    const dialog = await openLedger({
      [FILE]: {
        body: text,
        headers: {
          'content-disposition': 'attachment; filename="decision-ledger-2026-11-20.jsonl"',
        },
      },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Download the ledger' }));
    expect(
      await dialog.findByText('decision-ledger-2026-11-20.jsonl (34 bytes) is in your downloads.'),
    ).toBeTruthy();
    expect(downloads.map(({ name }) => name)).toEqual(['decision-ledger-2026-11-20.jsonl']);
    expect(await downloads[0]?.content.text()).toBe(text);
    expect(
      dialog.getByText(
        'npm run verify-ledger -- decision-ledger-2026-11-20.jsonl --key ledger-key.json',
      ),
    ).toBeTruthy();
  });

  test('can be let go of while it arrives', async () => {
    const downloads = catchDownloads();
    const dialog = await openLedger({ [FILE]: () => silence() });
    await userEvent.click(dialog.getByRole('button', { name: 'Download the ledger' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await dialog.findByText('The download is cancelled. Nothing was saved.')).toBeTruthy();
    expect(downloads).toEqual([]);
  });

  test('that is refused says why, and its head can be asked for again', async () => {
    const dialog = await openLedger({
      'GET /api/user/ledger': unavailable,
      [FILE]: refusal(429, 'rate_limited', 'Too many requests. Try again in a minute.'),
    });
    expect(await dialog.findByText('Failed to load the ledger')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Retry' })).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Download the ledger' }));
    await waitFor(() =>
      expect(dialog.getByText('Too many requests. Try again in a minute.')).toBeTruthy(),
    );
  });
});
