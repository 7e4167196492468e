import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';
import { totpCode } from './support/totp.ts';

const WIDTHS = { widths: [360, 1_440] } as const;

test('axe finds nothing in the states of the security page, in both themes', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await page.goto('/dashboard/security', { waitUntil: 'networkidle' });
  await expectNoFaults(page, 'as it opens', WIDTHS);
  for (const name of [
    'Change password',
    'Change email',
    'Add a passkey',
    'Delete account',
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFaults(page, name, { ...WIDTHS, within: 'dialog' });
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Make a one-time code' }).click();
  await expect(page.getByRole('region', { name: 'One-time code' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('img', { name: 'QR code that holds the key' })).toBeVisible();
  await expectNoFaults(page, 'setting up the app, with a one-time code', WIDTHS);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  const secret = await section.locator('.select-all').innerText();
  await section.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await expectNoFaults(page, 'recovery codes', WIDTHS);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'New codes' }).click();
  await expectNoFaults(page, 'a question', { ...WIDTHS, within: 'dialog' });
});

test('axe finds nothing in the page while it cannot be loaded', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/503/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await page.route(/\/api\/user\/(security|sessions)/, (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, code: 'service_unavailable', message: 'Later.', error: 'Later.' },
    }),
  );
  await page.goto('/dashboard/security');
  await expect(page.getByText('Failed to load your security settings')).toBeVisible();
  await expectNoFaults(page, 'not loaded', WIDTHS);
});

test('axe finds nothing in the second step of a sign-in and where it asks for a proof', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/403 \(Forbidden\)/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await signedUp(service.url);
  await page.route('**/login', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: {
            success: false,
            code: 'second_factor_needed',
            message: 'Enter the code.',
            error: 'Enter the code.',
            details: { challenge: 'c' },
          },
        })
      : route.continue(),
  );
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expectNoFaults(page, 'the second step', WIDTHS);

  await page.unroute('**/login');
  await signIn(page, person);
  await page.route('**/api/user/device-codes', (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, code: 'confirmation_needed', message: 'Please.', error: 'Please.' },
    }),
  );
  await page.goto('/dashboard/security');
  await page.getByRole('button', { name: 'Make a one-time code' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  await expectNoFaults(page, 'the proof', { ...WIDTHS, within: 'dialog' });
});

test('with the keyboard alone: the app is set up, a question is left, a code is made and closed', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  // The page that opens takes focus to its heading: a Tab pressed before that would be undone by it.
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Security' }));
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Security' });
  await expect(heading).toBeFocused();
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await tabTo(page, section.getByRole('button', { name: 'Turn on' }));
  await page.keyboard.press('Enter');
  await expect(section.getByText('Set up your authenticator app')).toBeFocused();
  const secret = await section.locator('.select-all').innerText();
  await tabTo(page, section.getByRole('textbox', { name: 'Code' }));
  await page.keyboard.type(totpCode(secret));
  await page.keyboard.press('Enter');
  await expect(section.getByText('Keep these recovery codes')).toBeFocused();
  await tabTo(page, section.getByRole('button', { name: 'I have kept them' }));
  await page.keyboard.press('Enter');
  await expect(section.getByText(/not shown again/)).toBeVisible();
  const turnOff = section.getByRole('button', { name: 'Turn off' });
  await tabTo(page, turnOff);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Turn off' }));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(turnOff).toBeFocused();
  await expectVisibleFocus(page);
  const make = page.getByRole('button', { name: 'Make a one-time code' });
  await tabTo(page, make);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'One-time code' });
  await expect(card).toBeFocused();
  await tabTo(page, card.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  await expect(make).toBeFocused();
});
