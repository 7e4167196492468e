import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../tools/free-port.ts';
import { type RunningService, startService } from '../tools/service.ts';
import { newPerson, type Person, signedUp } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { makeDataDir } from './support/empty-database.ts';
import { tabTo } from './support/keyboard.ts';
import { runCommand } from './support/run-command.ts';
import { signInWithCode, withFactor } from './support/second-factor.ts';
import { expect, test } from './support/test.ts';
import { totpCode } from './support/totp.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const REASON = 'asked for by mail, ticket 12';
const TITLES = { Users: 'Users', Spend: 'Spend and margin', 'Audit log': 'Audit log' } as const;

// @spec 10.52, 10.54
test('pages for operators are there for operators alone, and show without a new sign-in', async ({
  page,
}) => {
  await withOperator(page, async ({ service, operator, grant }) => {
    await signInAt(page, service().url, operator);
    await expect(page.getByRole('link', { name: 'Operators' })).toHaveCount(0);
    await page.goto(`${service().url}/admin/users`);
    await expect(page).toHaveURL(`${service().url}/`);
    // The grant stops the service: a page that asks for anything meanwhile would miss it.
    await page.goto('about:blank');
    await grant();
    await page.goto(`${service().url}/dashboard`);
    await page.getByRole('link', { name: 'Operators' }).first().click();
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Models', level: 1 })).toBeVisible();
    await expect(page.getByText('No outcome is known yet')).toBeVisible();
    await expectNoFaults(page, 'the models', { widths: [360, 768, 1440] });
  });
});

// @spec 10.53
test('operators find an account by keyboard, give it a plan, and the audit log has it', async ({
  page,
  allowConsole,
}) => {
  // The first step of a sign-in with a code.
  allowConsole(/403 \(Forbidden\)/);
  await withOperator(page, async ({ service, operator, person, grant }) => {
    await grant();
    const { url } = service();
    await signInWithCode(page, operator, await withFactor(url, operator), url);
    await page.goto(`${service().url}/admin/users`);
    await expect(page.getByRole('link', { name: person.username })).toBeVisible();
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type(person.username);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=/);
    await expect(page.getByRole('link', { name: operator.username })).toHaveCount(0);
    await tabTo(page, page.getByRole('link', { name: person.username }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: person.username, level: 1 })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Give a plan' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    // From the other end: within a date field the focus is on parts that the browser marks by itself.
    await tabTo(page, dialog.getByLabel('Reason'), 'Shift+Tab');
    await page.keyboard.type(REASON);
    await expectNoFaults(page, 'giving a plan', { widths: [360, 1440], within: 'dialog' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText(`${person.username} is given Pro until it is changed.`),
    ).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('given until changed')).toBeVisible();
    await expectNoFaults(page, 'an account', { widths: [360, 768, 1440] });
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await expect(page.getByText(`Reason: ${REASON}`)).toBeVisible();
  });
});

test('an operator is asked for a second factor, sets it up where there is none, and the act goes on', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/403 \(Forbidden\)/);
  await withOperator(page, async ({ service, operator, person, grant }) => {
    await grant();
    const { url } = service();
    await signInAt(page, url, operator);
    const askForPlan = async () => {
      await page.goto(`${url}/admin/users?search=${person.username}`);
      await page.getByRole('link', { name: person.username }).click();
      await page.getByRole('button', { name: 'Give a plan' }).click();
      const dialog = page.getByRole('dialog', { name: `Give ${person.username} a plan` });
      await dialog.getByLabel('Reason').fill(REASON);
      await dialog.getByRole('button', { name: 'Give the plan' }).click();
    };
    await askForPlan();
    const setUp = page.getByRole('dialog', { name: 'Set up a second factor' });
    await expect(setUp).toBeVisible();
    await expectNoFaults(page, 'no second factor yet', { widths: [360, 1440], within: 'dialog' });
    await setUp.getByRole('link', { name: 'Open the security page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();

    // Set up elsewhere: this session has given no code yet.
    const secret = await withFactor(url, operator);
    await askForPlan();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password', { exact: true }).fill(operator.password);
    await question.getByLabel('Code of your authenticator app').fill(totpCode(secret, 1));
    await question.getByRole('button', { name: 'Confirm' }).click();
    const given = `${person.username} is given Pro until it is changed.`;
    await expect(page.getByText(given)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto(`${url}/admin/users?search=${operator.username}`);
    await page.getByRole('link', { name: operator.username }).first().click();
    await expect(page.getByText('Another operator changes it.')).toBeVisible();
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await expect(page.getByText(/was refused \(second_factor_missing/)).toBeVisible();
  });
});

test('every page of accounts, spend and the audit log can be read by everybody', async ({
  page,
}) => {
  await withOperator(page, async ({ service, operator, person, grant }) => {
    await grant();
    await signInAt(page, service().url, operator);
    await page.goto(`${service().url}/admin/users`);
    await page.getByRole('link', { name: person.username }).click();
    await expect(page.getByRole('heading', { name: person.username, level: 1 })).toBeVisible();
    for (const [link, title] of Object.entries(TITLES)) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.locator('[role=status][aria-label^=Loading]')).toHaveCount(0);
      await expectNoFaults(page, title, { widths: [360, 768, 1440] });
    }
  });
});

type Stage = {
  /** The one that runs now: giving the role needs the embedded database for itself. */
  service: () => RunningService;
  operator: Person;
  person: Person;
  grant: () => Promise<void>;
};

/** A service of its own with two people, of whom one is made an operator by the command line. */
async function withOperator(page: Page, work: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-operator-'));
  const dataDir = makeDataDir(join(folder, 'data'));
  const port = await freePort();
  const start = () => startService({ port, dataDir });
  let service = await start();
  try {
    const operator = await signedUp(service.url, newPerson('olga'));
    const person = await signedUp(service.url);
    const grant = async () => {
      await service.stop();
      const granted = await runCommand('tools/operator.ts', ['grant', operator.username, '--yes'], {
        DATA_DIR: dataDir,
      });
      expect(granted.code, granted.output).toBe(0);
      service = await start();
    };
    await work({ service: () => service, operator, person, grant });
    // An open page would ask the stopped service, which the journey takes for a fault.
    await page.goto('about:blank');
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

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
