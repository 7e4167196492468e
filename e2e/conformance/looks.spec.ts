import { signedUp, signIn } from '../support/account.ts';
import { test } from './holds.ts';
import { lookAt } from './look-at.ts';

test.use({ viewport: { width: 1_280, height: 900 } });

test.describe('as it is served', () => {
  test.use({ javaScriptEnabled: false });

  test('every page says what it is', async ({ page, holds }) => {
    await lookAt(page, holds, undefined, 'served');
  });
});

test('a page whose scripts do not come says what it is', async ({ page, holds, allowConsole }) => {
  allowConsole(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await lookAt(page, holds, undefined, 'blocked');
});

test('a page whose scripts have run', async ({ page, holds, allowConsole }) => {
  allowConsole(/400/);
  await lookAt(page, holds, undefined);
});

test('the pages of a user', async ({ page, service, holds }) => {
  await signIn(page, await signedUp(service.url));
  await lookAt(page, holds, 'free');
});
