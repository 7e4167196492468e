import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fromRoot } from '../tools/root.ts';
import { type RunResult, run } from '../tools/run.ts';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { type Line, startLine } from './support/line.ts';
import { test as base, expect, withEmptyService } from './support/test.ts';

const CONTENT = randomBytes(40_000_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const SAVED = 'quorate-desktop-setup-1.4.0.exe is in your downloads. Checksum verified';

/** What a browser writes down of a connection that breaks. */
const BROKEN = /net::ERR_/;

type Releases = {
  serviceUrl: string;
  line: Line;
  /** As an operator does, while the service runs. */
  publish: (version: string) => Promise<RunResult>;
};

/** A service with a folder of releases, reached through a line that can be made a bad one. */
const test = base.extend<{ releases: Releases }>({
  releases: async ({ browserName: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-releases-'));
    const file = join(folder, 'setup.exe');
    writeFileSync(file, CONTENT);
    const tool = fromRoot('tools/publish-desktop.ts');
    const publish = (version: string) =>
      run(process.execPath, [tool, file, '--version', version, '--data-dir', folder, '--yes'], {
        output: 'keep',
      });
    try {
      await withEmptyService(
        async ({ url: serviceUrl }) => {
          const line = await startLine(serviceUrl);
          await use({ serviceUrl, line, publish });
          line.close();
        },
        { RELEASES_DIR: join(folder, 'releases') },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  baseURL: async ({ releases }, use) => use(releases.line.url),
});

/** Two of them look at the page in six sizes and themes on a service of their own. */
const panelOf = (page: Page) => page.getByRole('region', { name: 'Desktop app' });
const windowOf = (page: Page) => page.getByRole('alertdialog');
const startDownload = (page: Page) =>
  panelOf(page).getByRole('button', { name: 'Download' }).click();

/** The dashboard of somebody new, with a release on it. */
async function openPublished(page: Page, { serviceUrl, publish }: Releases): Promise<void> {
  const { code, output } = await publish('1.4.0');
  expect(code, output).toBe(0);
  await signIn(page, await signedUp(serviceUrl));
  await expect(panelOf(page).getByText(SHA256)).toBeVisible();
}

async function savedHash(page: Page, act: () => Promise<void>): Promise<string> {
  const downloading = page.waitForEvent('download', { timeout: 30_000 });
  await act();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('quorate-desktop-setup-1.4.0.exe');
  return createHash('sha256')
    .update(readFileSync(await download.path()))
    .digest('hex');
}

// @spec 2.73, 6.13
test('a release is published while the service runs, then downloaded, verified and saved', async ({
  page,
  releases,
}) => {
  await signIn(page, await signedUp(releases.serviceUrl));
  const panel = panelOf(page);
  await expect(panel.getByText('The Windows app is not released yet.')).toBeVisible();
  await expect(panel.getByRole('button')).toHaveCount(0);

  const published = await releases.publish('1.4.0');
  expect(published.output).toContain(SHA256);
  expect(published.code).toBe(0);
  const again = await releases.publish('1.4.0');
  expect(again.code).toBe(1);
  expect(again.output).toContain('1.4.0 is not newer. Add --replace');

  await page.reload();
  await expect(panel.getByText('1.4.0', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Download (40.0 MB)' })).toBeVisible();
  expect(await savedHash(page, () => startDownload(page))).toBe(SHA256);
  await expect(windowOf(page)).toBeHidden();
  await expect(panel.getByText(SAVED)).toBeVisible();
});

test('a download that breaks off again and again goes on automatically, and its SHA-256 is the same', async ({
  page,
  releases,
  allowConsole,
}) => {
  allowConsole(BROKEN);
  await openPublished(page, releases);
  const { line } = releases;
  line.fault(15_000_000, 'break');
  expect(await savedHash(page, () => startDownload(page))).toBe(SHA256);
  // Twice for its bytes alone; what a connection carried before them counts as well.
  expect(line.breaks()).toBeGreaterThanOrEqual(2);
  await expect(panelOf(page).getByText(SAVED)).toBeVisible();
});

// @spec 8.33
test('a line that stays dead is told of, what came is kept, and the rest comes at the button', async ({
  page,
  releases,
  allowConsole,
}) => {
  allowConsole(BROKEN);
  await openPublished(page, releases);
  const { line } = releases;
  line.fault(20_000_000, 'break');
  await startDownload(page);
  await expect.poll(line.breaks).toBe(1);
  line.fault(0, 'break');
  const dialog = windowOf(page);
  await expect(dialog.getByRole('alert')).toContainText('Network error during download');
  await expect(dialog.getByText(/^[1-4]\d%$/)).toBeVisible();
  await expectNoFaults(page, 'a download that failed', { within: 'dialog' });
  line.mend();
  const goOn = () => dialog.getByRole('button', { name: 'Go on' }).click();
  expect(await savedHash(page, goOn)).toBe(SHA256);
  await expect(dialog).toBeHidden();
  await expect(panelOf(page).getByText(SAVED)).toBeVisible();
});

// @spec 4.27, 8.35
test('a download is watched, and cancelled from the keyboard', async ({ page, releases }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPublished(page, releases);
  await expectNoFaults(page, 'a release that is offered', { within: 'main' });
  releases.line.fault(10_000_000, 'silence');
  await panelOf(page).getByRole('button', { name: 'Download' }).press('Enter');
  const dialog = windowOf(page);
  const bar = dialog.getByRole('progressbar', { name: 'Download' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^2\d$/);
  await expectNoFaults(page, 'a download that runs', { within: 'dialog' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(panelOf(page).getByText('Download cancelled')).toBeVisible();
  await expect(panelOf(page).getByRole('button', { name: 'Download' })).toBeFocused();
});
