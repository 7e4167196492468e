import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import { signedUp, signIn } from './support/account.ts';
import { wireBot } from './support/bot.ts';
import { startRoundRobin } from './support/round-robin.ts';
import { expect, test } from './support/test.ts';

test('a dashboard stays live while its calls go to two copies in turn, and one of them is replaced', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-copies-'));
  const postgres = await startPostgres();
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const proxyUrl = `http://localhost:${ports[2]}`;
  const start = (index: 0 | 1) =>
    startService({
      port: ports[index],
      dataDir: join(folder, `copy-${index}`),
      env: {
        DATABASE_URL: postgres.url,
        SECRET_KEY: 'c2l4dGVlbiBieXRlcyBhbmQgc2l4dGVlbiBtb3JlISE=',
        PUBLIC_URL: proxyUrl,
        SHUTDOWN_DRAIN_S: '1',
        PADDLE_ENVIRONMENT: 'off',
      },
    });
  let [one, two] = [await start(0), await start(1)];
  const proxy = await startRoundRobin(ports[2], [{ port: ports[0] }, { port: ports[1] }]);
  try {
    const person = await signedUp(proxy.url);
    await signIn(page, person, { serviceUrl: proxy.url });
    await expect(page.getByText('Up to date', { exact: true })).toBeVisible();
    await page.evaluate(() => Object.assign(window, { marked: true }));
    const bot = await wireBot(proxy.url, person);
    const positions = page
      .getByRole('region', { name: 'Bot', exact: true })
      .getByRole('term')
      .filter({ hasText: 'Open positions' })
      .locator('xpath=following-sibling::dd[1]');
    // Each number is seen whichever copy took the heartbeat, and whichever the page listens to.
    for (const open of [1, 2, 3, 4]) {
      await bot.beat({ open_positions: open });
      await expect(positions).toHaveText(String(open));
    }
    await one.stop();
    await bot.beat({ open_positions: 5 });
    await expect(positions).toHaveText('5', { timeout: 20_000 });
    one = await start(0);
    await two.stop();
    await bot.beat({ open_positions: 6 });
    await expect(positions).toHaveText('6', { timeout: 20_000 });
    two = await start(1);
    for (const open of [7, 8]) {
      await bot.beat({ open_positions: open });
      await expect(positions).toHaveText(String(open), { timeout: 20_000 });
    }
    expect(await page.evaluate(() => 'marked' in window)).toBe(true);
    expect(Math.min(...proxy.answered())).toBeGreaterThan(10);
  } finally {
    // It would complain of what ends under it now.
    await page.close();
    await proxy.stop();
    await Promise.all([one.stop(), two.stop()]);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
