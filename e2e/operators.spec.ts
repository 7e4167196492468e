import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { signedUp } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { runCommand } from './support/run-command.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ timeout: 120_000 });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('operators see the models over all users; for everybody else the page is not there', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-operator-'));
  const dataDir = join(folder, 'data');
  const start = async () => startService({ port: await freePort(), dataDir });
  let service = await start();
  try {
    const person = await signedUp(service.url);
    await signInAt(page, service.url, person);
    await expect(page.getByRole('link', { name: 'Operators' })).toHaveCount(0);
    await page.goto(`${service.url}/admin`);
    await expect(page).toHaveURL(`${service.url}/`);
    await service.stop();
    const granted = await runCommand('tools/operator.ts', ['grant', person.username], {
      DATA_DIR: dataDir,
    });
    expect(granted.code, granted.output).toBe(0);
    service = await start();
    await signInAt(page, service.url, person);
    await page.getByRole('link', { name: 'Operators' }).click();
    await expect(page.getByRole('heading', { name: 'The models' })).toBeVisible();
    await expect(page.getByText('No outcome is known yet')).toBeVisible();
    await expectNoFaults(page, 'the operators’ page', { widths: [360, 768, 1440] });
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});

/** Signs in at a service that is not the journey's own. */
async function signInAt(
  page: Page,
  url: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel(/username or email/i).fill(username);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
}
