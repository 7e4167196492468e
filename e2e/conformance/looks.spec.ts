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

// @spec 1.16, 1.17, 1.18, 1.19, 1.20, 1.21, 1.22, 1.23, 1.24, 1.27, 1.29, 2.23, 2.25
// @spec 2.26, 2.28, 2.85, 2.87, 2.88, 2.93, 3.26, 3.28, 4.34, 5.22, 5.23, 5.24, 5.25
// @spec 5.26, 9.31, 9.32, 9.34, 9.42, 9.44, 9.45, 9.46, 9.47, 9.48, 9.49, 9.50, 9.51
// @spec 10.9, 10.14, 10.18, 10.23
test('a page whose scripts have run', async ({ page, holds, allowConsole }) => {
  allowConsole(/400/);
  await lookAt(page, holds, undefined);
});

test('the pages of a user', async ({ page, service, holds }) => {
  await signIn(page, await signedUp(service.url));
  await lookAt(page, holds, 'free');
});
