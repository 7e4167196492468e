import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getSession } from '../../lib/session/session.ts';
import { signInAs } from '../../testing/builders.ts';
import { overview, unavailable } from '../../testing/dashboard.tsx';
import { catchDownloads, type Download } from '../../testing/downloads.ts';
import { type Answer, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { CONTENT, dialog, later, open, panel, press } from './testing/download-page.ts';
import { sha256Hex } from './testing/installer-service.ts';

let downloads: Download[] = [];

beforeEach(() => {
  signInAs();
  downloads = catchDownloads();
});

afterEach(() => void vi.useRealTimers());

async function savedHash(): Promise<string | undefined> {
  const bytes = await downloads[0]?.content.arrayBuffer();
  return bytes && sha256Hex(new Uint8Array(bytes));
}

describe('the panel', () => {
  test('tells version, day, size, needs and SHA-256 of the release, and copies the latter', async () => {
    const user = userEvent.setup();
    await open();
    const { textContent } = await panel();
    const hash = await sha256Hex(CONTENT);
    for (const words of [
      '1.2.3, 20 Nov 2026',
      '2.4 MB',
      'Windows 10 or 11 (64-bit), 4 GB of memory (8 GB recommended)',
      hash,
      'Download (2.4 MB)',
    ])
      expect(textContent).toContain(words);
    await user.click(screen.getByRole('button', { name: 'Copy SHA-256' }));
    expect(await navigator.clipboard.readText()).toBe(hash);
  });

  test('fails alone, with a sentence of its own, and loads at Retry', async () => {
    let answer: Answer = unavailable;
    serve({ ...overview, 'GET /api/download/desktop-release': () => answer });
    await renderApp('/dashboard');
    expect(await screen.findByText('Failed to load the desktop app')).toBeTruthy();
    answer = { body: { success: true, release: null } };
    await userEvent.click(within(await panel()).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The Windows app is not released yet.')).toBeTruthy();
    expect(screen.queryByText('Failed to load the desktop app')).toBeNull();
  });
});

describe('a download', () => {
  // @spec 2.73, 4.27, 7.29, 9.23
  test('shows its progress, verifies the SHA-256, saves the file under its name, and closes a second later', async () => {
    const { service } = await open();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    await waitFor(() => expect(screen.getByText('Checksum verified')).toBeTruthy());
    const bar = screen.getByRole('progressbar', { name: 'Download' });
    expect(bar.getAttribute('aria-valuetext')).toBe('100%, 2.4 MB of 2.4 MB');
    expect(service.asked).toEqual([{ range: null, ifRange: null, token: 'Bearer token' }]);
    expect(downloads[0]?.name).toBe('quorate-desktop-setup-1.2.3.exe');
    expect(await savedHash()).toBe(await sha256Hex(CONTENT));
    expect(dialog()).toBeTruthy();
    await later(1_000);
    expect(dialog()).toBeNull();
    expect((await panel()).textContent).toContain(
      'quorate-desktop-setup-1.2.3.exe is in your downloads. Checksum verified',
    );
  });

  test('says how much has come, how fast, and how long it may take, also when nothing comes any more', async () => {
    const { service } = await open();
    service.answers = [{ kind: 'file', breaksAt: 1_200_000, hangs: true }];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    const bar = await screen.findByRole('progressbar', { name: 'Download' });
    await later(250);
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    expect(bar.getAttribute('aria-valuetext')).toBe('50%, 1.2 MB of 2.4 MB');
    await later(750);
    expect(dialog()?.textContent).toMatch(/50%1\.2 MB of 2\.4 MB\d\.\d MB\/s, about [1-9] s left/);
    await later(20_000);
    expect(dialog()?.textContent).toContain('0.0 MB/s');
  });

  // @spec 7.29
  test.each([
    undefined,
    'attachment',
    'attachment; filename="../../evil.exe"',
    'attachment; filename="readme.txt"',
  ])(
    'is saved under a setup name of its own where the service gives none that fits (%s)',
    async (name) => {
      const { service } = await open();
      service.headers = name === undefined ? {} : { 'content-disposition': name };
      await press(/^Download/);
      await waitFor(() => expect(downloads[0]?.name).toBe('desktop-setup.exe'));
    },
  );

  test('that nobody can verify here is saved, and says so', async () => {
    const { service } = await open();
    service.headers = { ...service.headers, 'repr-digest': '' };
    await press(/^Download/);
    expect(
      await screen.findByText(/^The checksum could not be verified in this browser/),
    ).toBeTruthy();
    expect(downloads).toHaveLength(1);
  });

  test('of a session that is over goes to the sign-in page', async () => {
    const { service, router } = await open();
    service.answers = [{ kind: 'refusal', status: 401 }];
    await press(/^Download/);
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(getSession().token).toBeNull();
  });

  // @spec 4.27, 8.35
  test('ends at Cancel, says so, saves nothing, and begins again at the next click', async () => {
    const { service } = await open();
    service.answers = [{ kind: 'file', breaksAt: 1_000_000, hangs: true }];
    await press(/^Download/);
    await screen.findByText(/of 2.4 MB$/);
    await press('Cancel');
    expect(dialog()).toBeNull();
    expect(within(await panel()).getByText('Download cancelled')).toBeTruthy();
    expect(downloads).toEqual([]);
    service.answers = [{ kind: 'file' }];
    await press(/^Download/);
    expect(await screen.findByText('Checksum verified')).toBeTruthy();
    expect(service.asked.map(({ range }) => range)).toEqual([null, null]);
    expect(screen.queryByText('Download cancelled')).toBeNull();
  });

  test('ends with the page, which asks before it is left by accident', async () => {
    const { service, router } = await open();
    service.answers = [{ kind: 'file', breaksAt: 1_000_000, hangs: true }];
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await press(/^Download/);
    await screen.findByText(/of 2.4 MB$/);
    expect(leave()).toBe(true);
    await act(() => router.navigate('/guide'));
    expect(leave()).toBe(false);
    expect(downloads).toEqual([]);
  });
});
