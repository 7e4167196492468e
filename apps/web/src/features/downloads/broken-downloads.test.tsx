import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { catchDownloads, type Download } from '../../testing/downloads.ts';
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

describe('a download', () => {
  test('says that the connection broke, with all that had come', async () => {
    const { service } = await open();
    service.answers = [{ kind: 'file', breaksAt: 1_200_000 }, { kind: 'no answer' }];
    await press(/^Download/);
    expect(await screen.findByText('The connection broke. Trying again …')).toBeTruthy();
    const bar = screen.getByRole('progressbar', { name: 'Download' });
    expect(bar.getAttribute('aria-valuetext')).toBe('50%, 1.2 MB of 2.4 MB');
  });

  test('that breaks is gone on with automatically, from where it broke off, to the same SHA-256', async () => {
    const { service } = await open();
    service.answers = [{ kind: 'file', breaksAt: 1_000_001 }, { kind: 'file' }];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    await later(1_000);
    await waitFor(() => expect(screen.getByText('Checksum verified')).toBeTruthy());
    const etag = `"${await sha256Hex(CONTENT)}"`;
    expect(service.asked.map(({ range, ifRange }) => [range, ifRange])).toEqual([
      [null, null],
      ['bytes=1000001-', etag],
    ]);
    expect(await savedHash()).toBe(await sha256Hex(CONTENT));
  });

  // @spec 4.27, 8.33
  test('that breaks again and again stops with a sentence, keeps what has come, and goes on at the button', async () => {
    const { service } = await open();
    service.answers = [{ kind: 'file', breaksAt: 600_000 }, { kind: 'no answer' }];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    await later(1_000);
    await later(3_000);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Network error during download');
    expect(service.asked).toHaveLength(3);
    expect(dialog()?.textContent).toContain('25%0.6 MB of 2.4 MB');
    expect(dialog()?.textContent).not.toContain('MB/s');
    service.answers = [{ kind: 'file' }];
    await press('Go on');
    await waitFor(() => expect(screen.getByText('Checksum verified')).toBeTruthy());
    expect(service.asked.at(-1)?.range).toBe('bytes=600000-');
    expect(await savedHash()).toBe(await sha256Hex(CONTENT));
  });

  test('begins again where another file is offered by now, and tells of that one', async () => {
    const { service } = await open();
    service.answers = [{ kind: 'file', breaksAt: 1_000_000 }, { kind: 'file' }];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    await screen.findByText('The connection broke. Trying again …');
    const other = CONTENT.slice(0, 900_000);
    service.content = other;
    await later(1_000);
    await waitFor(() => expect(screen.getByText('Checksum verified')).toBeTruthy());
    expect(await savedHash()).toBe(await sha256Hex(other));
    await waitFor(async () => expect((await panel()).textContent).toContain('0.9 MB'));
  });

  test('that goes silent counts as broken after half a minute', async () => {
    const { service } = await open();
    service.answers = [{ kind: 'file', breaksAt: 1_000_000, hangs: true }, { kind: 'file' }];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    await later(29_000);
    expect(service.asked).toHaveLength(1);
    await later(3_000);
    await waitFor(() => expect(screen.getByText('Checksum verified')).toBeTruthy());
    expect(service.asked[1]?.range).toBe('bytes=1000000-');
  });

  test('that ends short of its length is no whole file', async () => {
    const { service } = await open();
    service.headers = { 'content-length': '2400001' };
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    await screen.findByText('The connection broke. Trying again …');
    expect(downloads).toEqual([]);
  });

  // @spec 8.34
  test('of other bytes than those that were published saves nothing, and begins again at the button', async () => {
    const { service } = await open();
    const { headers } = service;
    service.headers = { ...headers, 'repr-digest': `sha-256=:${btoa('x'.repeat(32))}:` };
    await press(/^Download/);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'Download failed: what arrived is not the file that was published. Please try again.',
    );
    expect(downloads).toEqual([]);
    service.headers = headers;
    await press('Try again');
    expect(await screen.findByText('Checksum verified')).toBeTruthy();
    expect(service.asked.map(({ range }) => range)).toEqual([null, null]);
  });

  // @spec 8.32
  test.each([
    [503, 'service_unavailable', 'The service cannot answer right now.'],
    [404, 'no_desktop_release', 'The Windows app is not released yet.'],
    [416, 'range_not_satisfiable', 'The file has 5 bytes.'],
  ])('that is refused tells the status %i and the reason', async (status, code, message) => {
    const { service } = await open();
    service.answers = [
      { kind: 'refusal', status, body: { success: false, code, message, error: message } },
    ];
    await press(/^Download/);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`Download failed with status ${status}`);
    expect(alert.textContent).toContain(message);
    expect(service.asked).toHaveLength(1);
    const asks = () => service.calls.filter(({ path }) => path.endsWith('desktop-release')).length;
    const before = asks();
    await press('Close');
    expect(dialog()).toBeNull();
    await waitFor(() => expect(asks()).toBe(before + 1));
  });

  test('that cannot be gone on with lets go of what has come', async () => {
    const { service } = await open();
    service.answers = [
      { kind: 'file', breaksAt: 1_000_000 },
      { kind: 'refusal', status: 416 },
    ];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press(/^Download/);
    await later(1_000);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Download failed with status 416',
    );
    service.answers = [{ kind: 'file' }];
    await press('Try again');
    await waitFor(() => expect(screen.getByText('Checksum verified')).toBeTruthy());
    expect(service.asked.at(-1)?.range).toBeNull();
  });
});
