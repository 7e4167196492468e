import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { listModels } from '@quorate/contract/models-board';
import { freePort } from '../tools/free-port.ts';
import { fromRoot } from '../tools/root.ts';
import { run } from '../tools/run.ts';
import { type RunningService, startService } from '../tools/service.ts';
import { cleanEnvironment } from '../tools/service-environment.ts';
import { expectNoFaults } from './support/axe.ts';
import { makeDataDir } from './support/empty-database.ts';
import { test as base, expect } from './support/test.ts';

const WIDTHS = [360, 768, 1440] as const;

/** A service whose board is filled, and published at its start. */
const test = base.extend<object, { filled: RunningService }>({
  filled: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'quorate-board-'));
      try {
        const dataDir = makeDataDir(join(folder, 'data'));
        const fill = fromRoot('tools/demo/fill-board.ts');
        const { code, output } = await run(process.execPath, [fill, dataDir], {
          env: cleanEnvironment(),
          output: 'keep',
        });
        expect(code, output).toBe(0);
        const env = { SITE_FIGURES: 'ledger' };
        const service = await startService({ port: await freePort(), dataDir, env });
        await expect(async () => {
          const reply = await fetch(service.url + listModels.path);
          const { board } = listModels.reply.parse(await reply.json());
          expect(typeof board?.log_index).toBe('number');
        }).toPass({ timeout: 150_000 });
        await use(service);
        await service.stop();
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ filled }, use) => use(filled.url),
});

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function settled(page: Page): Promise<void> {
  await page.locator('html[data-started]').waitFor();
  await expect(page.getByText(/^Published /)).toBeVisible();
}

base('says that nothing is ranked, and why, while nothing is', async ({ page }) => {
  await page.goto('/models');
  await expect(page.getByText('Nothing is ranked yet')).toBeVisible();
  await expect(page.getByText(/^A row appears once 5 paid accounts/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toContainText(
    'No trade is counted yet.',
  );
  await expectNoFaults(page, 'an empty board', { widths: WIDTHS });
});

test.describe('a filled board', () => {
  test('leads from the home page to its rows, its filters and its curves, on a desktop', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto('/');
    await page.getByRole('link', { name: /^Real accounts: \d+% .* 7 accounts\.$/ }).click();
    await expect(page).toHaveURL(/\/models#results$/);
    await settled(page);
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results.getByRole('listitem').filter({ hasText: 'paper-live' })).toContainText(
      'too few accounts',
    );

    const table = page.getByRole('table', { name: /^Models by/ });
    const rows = table.getByRole('row');
    await expect(rows.nth(1)).toContainText('atlas');
    await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1');
    await expect(table.getByRole('row').filter({ hasText: 'other symbols' })).toHaveCount(4);
    await expect(table.getByText('Too few to rank').first()).toBeVisible();
    await page.getByLabel('Model').selectOption('Trend analyst');
    await expect(page).toHaveURL(/analyst=trend/);
    await expect(rows).toHaveCount(4);
    await page.reload();
    await expect(rows).toHaveCount(4);
    await page.getByLabel('Timeframe').selectOption('H1');
    await expect(rows).toHaveCount(3);
    await page.goBack();
    await expect(rows).toHaveCount(4);

    await page.getByRole('button', { name: /^Trend analyst · EURUSD H1: show as table$/ }).click();
    await expect(page.getByRole('table', { name: /^Reliability of Trend analyst/ })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoFaults(page, `the board, ${colorScheme}`, { widths: WIDTHS });
    }
  });

  test('reads as cards on a phone, and nothing is wider than it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/models');
    await settled(page);
    const card = page.getByRole('listitem', { name: 'atlas · EURUSD H1' });
    await expect(card).toContainText(/Skill\+\d/);
    await expect(card).toContainText('7 accounts');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await page.getByLabel('Symbol', { exact: true }).selectOption('other symbols');
    await expect(page.getByRole('listitem', { name: /other symbols$/ })).toHaveCount(4);
  });

  test('is downloaded with a proof that the page for records verifies', async ({ page }) => {
    await page.goto('/models');
    await settled(page);
    const saved = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ]);
      return { name: file.suggestedFilename(), path: await file.path() };
    };
    const csv = await saved('Download CSV');
    expect(csv.name).toMatch(/^models-\d{4}-\d\d-\d\d\.csv$/);
    expect(readFileSync(csv.path, 'utf8')).toMatch(/^# day: .*\n# log_index: \d+\n/);
    const proof = await saved('Download proof');
    await page.getByRole('link', { name: 'your browser verifies' }).click();
    await expect(page.getByLabel('Key of the log')).toHaveValue(/\+[0-9a-f]{8}\+/);
    await page.getByLabel('Choose a file').setInputFiles(proof.path);
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
    const kinds = page.getByRole('table', { name: 'Entries by kind' });
    await expect(kinds.getByRole('row', { name: /^board of models 1$/i })).toBeVisible();
  });

  test('says the same in Spanish', async ({ page }) => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto('/es/models');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tabla de modelos');
    await expect(page.getByRole('table').getByText('otros símbolos').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cuentas reales' })).toBeVisible();
  });
});
