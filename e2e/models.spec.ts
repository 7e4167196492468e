import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { instantFromIso } from '@quorate/values/instant';
import { writeMarketFile } from '../tools/demo/market-file.ts';
import { runPaperBot } from '../tools/demo/run-paper-bot.ts';
import type { RunningService } from '../tools/service.ts';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { buyPlan } from './support/buy-plan.ts';
import { decide } from './support/decide.ts';
import { type FakeModels, startFakeModels } from './support/fake-models.ts';
import { tabTo } from './support/keyboard.ts';
import { runCommand } from './support/run-command.ts';
import { test as base, expect, withEmptyService } from './support/test.ts';

/** A service whose models are on this machine. */
const test = base.extend<object, { models: FakeModels; service: RunningService }>({
  models: [
    async ({ browserName: _ }, use) => {
      const models = await startFakeModels();
      await use(models);
      await models.stop();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ models }, use) => withEmptyService(use, { MODELS: models.setting }),
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const LIST = '/dashboard?tab=history&view=decisions';
const storyOf = (page: Page) => page.getByRole('article');
const part = (place: Page | Locator, name: string | RegExp) => place.getByRole('region', { name });

test('the plan decides how many models vote, and the panel says so before and after an upgrade', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  const panel = part(page, 'Who votes');
  await expect(
    panel.getByText('The analysis of your plan is basic: 3 voters, 1 round.'),
  ).toBeVisible();
  await expect(panel.getByText(/Premium asks 5 in 2 rounds\./)).toBeVisible();
  await expect(panel.getByText('bull-1, OpenAI-compatible')).toBeVisible();
  await expect(panel.getByText('Rules, no language model')).toHaveCount(2);
  await expectNoFaults(page, 'who votes');
  const { votes } = await decide(service.url, person);
  expect(votes.map(({ analyst }) => analyst)).toEqual(['bull', 'swayed', 'trend']);

  await buyPlan(page, 'Pro');
  await expect(
    panel.getByText('The analysis of your plan is premium: 5 voters, 2 rounds.'),
  ).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Compare the plans' })).toHaveCount(0);
});

// @spec 1.2
test('a premium user reads both rounds of the models, what failed, what it cost, and tries what would have changed', async ({
  page,
  service,
  models,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await buyPlan(page, 'Pro');
  const decision = await decide(service.url, person);
  await page.goto(`/dashboard/decisions/${decision.decision_id}`);
  const story = storyOf(page);
  const votes = part(story, /Votes/);
  const voteOf = (name: string) =>
    votes.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
  await expect(voteOf('swayed')).toContainText('Changed from HOLD 50% after reading the others.');
  await expect(voteOf('bull')).toContainText('Kept its vote after reading the others.');
  await expect(voteOf('bull')).toContainText('RSI 1464.8');
  await expect(voteOf('bull')).toContainText('2,560 tokens, $0.00092');
  await expect(voteOf('garbled')).toContainText('Its answer was no vote');
  await expect(voteOf('Trend analyst')).toContainText('Rules, no language model');
  await expect(votes.getByText(/^Weight in the verdict/)).not.toHaveCount(0);
  await expect(story.getByText(/^Premium analysis: /)).toBeVisible();
  await expectNoFaults(page, 'votes of models', { widths: [360, 1440] });

  const trial = part(story, /What if/);
  await tabTo(page, trial.getByRole('button', { name: 'Try it' }));
  await page.keyboard.press('Enter');
  await expect(trial.getByText(/^Free: the stored votes stand/)).toBeVisible();
  const before = models.asked();
  await trial.getByLabel('Risk-reward ratio').fill('9');
  await page.keyboard.press('Enter');
  const result = part(trial, 'What would have changed');
  await expect(result).toBeFocused();
  await expect(result.getByText('It used no tokens.')).toBeVisible();
  expect(models.asked(), 'risk settings ask no model').toBe(before);

  for (const name of [/^bull/, /^Trend analyst/, /^Breakout analyst/])
    await trial.getByRole('checkbox', { name }).check();
  await expect(trial.getByText(/^Asks 3 voters now/)).toBeVisible();
  await trial.getByRole('button', { name: 'Decide again' }).click();
  await expect(result.getByText(/^It used [\d,]+ tokens\./)).toBeVisible();
  expect(models.asked(), 'a voter of another choice is asked').toBeGreaterThan(before);
  await expect(part(result, 'As it would have been').getByRole('listitem')).toHaveCount(3);
  await expectNoFaults(page, 'what if', { widths: [360, 1440] });
});

test('nothing is known of the voters at first, and the statistics say when it will be', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await part(page, 'Who votes').getByRole('link', { name: 'Statistics' }).click();
  const section = part(page, 'Who votes, and how well');
  await expect(section.getByText('No outcome is known yet')).toBeVisible();
  await expect(section.getByText(/never later than 100\./)).toBeVisible();
  await expect(section.getByRole('heading')).toBeInViewport();
  await expectNoFaults(page, 'nothing known of the voters', { widths: [360, 1440] });
});

test('after a run of the bot the statistics show each voter’s record with its intervals and its curve', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  // Twenty requests a minute, as on Free, would take minutes.
  await buyPlan(page, 'Pro');
  const folder = mkdtempSync(join(tmpdir(), 'quorate-record-'));
  try {
    const candles = join(folder, 'EURUSD_H1.csv.gz');
    const end = instantFromIso('2026-03-06T20:00:00Z');
    writeMarketFile(candles, {
      symbol: 'EURUSD',
      timeframe: 'H1',
      digits: 5,
      bars: 400,
      seed: 11,
      end,
    });
    const run = { serviceUrl: service.url, person, candles, symbol: 'EURUSD', folder };
    await runPaperBot({ ...run, options: ['--zone', 'utc'] });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  await page.goto('/dashboard?tab=statistics#calibration');
  const section = part(page, 'Who votes, and how well');
  const trend = section.getByRole('row', { name: /^Trend analyst/ });
  await expect(trend).toContainText(/\d+% to \d+%/);
  await expect(trend).toContainText(/(better than|worse than|not yet told from) a coin/);
  // What a model says of bars that are long past proves nothing: it may have read how they went on.
  await expect(section.getByRole('row', { name: /^bull/ })).toContainText('Nothing is known of it');
  const table = section.getByRole('button', { name: 'Trend analyst: show as table' });
  await tabTo(page, table);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('table', { name: 'Reliability of Trend analyst' })).toBeVisible();
  await section.getByLabel('Symbol').selectOption('EURUSD');
  await expect(trend).toContainText(/\d+% to \d+%/);
  const record = part(page, 'The record of your panel');
  await expect(
    record.getByText(/^We are measuring: \d+ of 300 outcomes are known on EURUSD H1\.$/),
  ).toBeVisible();
  await expect(record.getByRole('row', { name: /^Trend analyst/ })).toContainText(/\d+ of \d+/);
  const rules = record.getByRole('table', { name: 'The verdict beside five plain rules' });
  await expect(rules.getByRole('row')).toHaveCount(7);
  // The bars that stay in sight cover what has been scrolled below them.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoFaults(page, 'records of the voters', { widths: [360, 768, 1440] });
});

test('the record is downloaded, and verified without the service; an edit in it is found', async ({
  page,
  context,
  service,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await decide(service.url, person);
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Record' });
  const accounts = dialog.getByRole('table', { name: 'Your accounts' });
  await expect(accounts.getByRole('row')).toHaveCount(2);
  await expectNoFaults(page, 'the record', { widths: [360, 768, 1440], within: 'dialog' });
  const folder = mkdtempSync(join(tmpdir(), 'quorate-record-'));
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy key' }).click();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    const arriving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download the record' }).click();
    const download = await arriving;
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    expect(basename(file)).toMatch(/^record-\d{4}-\d\d-\d\d\.jsonl$/);
    const command = `npm run verify-ledger -- ${basename(file)} --key ${key}`;
    await expect(dialog.getByText(command)).toBeVisible();
    const verified = await runCommand('tools/verify-ledger.ts', [file, '--key', key]);
    expect(verified.output).toMatch(/^VERIFIED/m);
    expect(verified.code).toBe(0);

    writeFileSync(file, readFileSync(file, 'utf8').replace('bull', 'bear'));
    const edited = await runCommand('tools/verify-ledger.ts', [file, '--key', key]);
    expect(edited.code, edited.output).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
