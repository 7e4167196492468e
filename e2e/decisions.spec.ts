import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { login } from '@quorate/contract/account';
import { type Explanation, explainDecision } from '@quorate/contract/decision-outcomes';
import { listDecisions } from '@quorate/contract/decisions';
import { instantFromIso } from '@quorate/values/instant';
import { writeMarketFile } from '../tools/demo/market-file.ts';
import { runPaperBot } from '../tools/demo/run-paper-bot.ts';
import { type Person, signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

const LIST = '/dashboard?tab=history&view=decisions';
/** High enough for the desk to refuse some ideas of this market, and not all. */
const REWARD_OVER_RISK = '1.93';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-decisions-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** An account whose bot has traded some of its decisions, and had others vetoed. */
async function decided(serviceUrl: string): Promise<Person> {
  const person = await signedUp(serviceUrl);
  const candles = join(folder, 'EURUSD_H1.csv.gz');
  const end = instantFromIso('2026-03-06T20:00:00Z');
  writeMarketFile(candles, {
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 800,
    seed: 11,
    end,
  });
  const options = ['--zone', 'utc', '--min-risk-reward', REWARD_OVER_RISK];
  await runPaperBot({ serviceUrl, person, candles, symbol: 'EURUSD', folder, options });
  return person;
}

/** What the service itself says of the newest decision of a kind. */
async function newest(
  serviceUrl: string,
  { username: username_or_email, password }: Person,
  outcome: string,
): Promise<Explanation> {
  const body = JSON.stringify({ username_or_email, password });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(serviceUrl + login.path, { method: 'POST', headers, body });
  const { access_token: token } = login.reply.parse(await signedIn.json());
  const get = async (path: string) => {
    const answer = await fetch(serviceUrl + path, {
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.json();
  };
  const { decisions } = listDecisions.reply.parse(
    await get(`${listDecisions.path}?outcome=${outcome}`),
  );
  const id = decisions[0]?.decision_id ?? '';
  return explainDecision.reply.parse(await get(explainDecision.path.replace(':decision_id', id)));
}

const storyOf = (page: Page) => page.getByRole('article');
const openers = (page: Page) => page.getByRole('link', { name: /explain the decision/ });

test('a trade is explained from what was seen to what it earned, by keyboard, and its story has an address', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await decided(service.url);
  const { decision, outcome, trade } = await newest(service.url, person, 'traded');
  await signIn(page, person);
  await page.goto(LIST);
  await expect(openers(page).first()).toBeVisible();
  await expectNoFaults(page, 'the list of decisions', { widths: [360, 1440] });
  await page.getByLabel('Outcome').selectOption('traded');
  await expect(page).toHaveURL(/outcome=traded/);
  await expect(page.getByRole('row', { name: /Vetoed|Held/ })).toHaveCount(0);

  await tabTo(page, openers(page).first());
  await page.keyboard.press('Enter');
  const story = storyOf(page);
  await expect(story.getByRole('heading', { name: 'Votes' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`decisions/${decision.decision_id}`));
  const section = (name: string) => story.getByRole('region', { name: new RegExp(name) });
  for (const { reason } of decision.votes)
    await expect(section('Votes').getByText(reason)).toBeVisible();
  await expect(section('Votes').getByText(/^Weight in the verdict/)).toHaveCount(3);
  await expect(section('Verdict').getByText(decision.reason)).toBeVisible();
  const checks = section('Risk desk').getByRole('row');
  await expect(checks).toHaveCount((outcome?.checks.length ?? 0) + 1);
  await expect(section('Risk desk').getByRole('img', { name: 'refused' })).toHaveCount(0);
  await expect(section('Order and fill').getByText(outcome?.fill?.ticket ?? '')).toBeVisible();
  const profit = Math.abs(trade?.profit ?? Number.NaN).toFixed(2);
  await expect(section('Result').getByText(`$${profit}`).first()).toBeVisible();
  await expect(story.getByText('Hypothetical', { exact: true })).toHaveCount(0);

  // What it came to, its candles and its reason are on the first screen of any device.
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const top = await section('Result').boundingBox();
    expect((top?.y ?? 0) + (top?.height ?? 999), `the result at ${width} px`).toBeLessThan(700);
  }

  // The bars are read by keyboard.
  const candles = section('Result').getByRole('slider');
  await candles.focus();
  await page.keyboard.press('End');
  await expect(candles).toHaveAttribute('aria-valuetext', /: open [\d.]+, high [\d.]+/);

  // A picture for others has no amounts unless they are wanted.
  await story.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share this story' });
  await expect(share.getByRole('img', { name: / R$/ })).toBeVisible();
  await share.getByLabel('Show amounts of money').check();
  await expect(share.getByRole('img', { name: /\$/ })).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    share.getByRole('button', { name: 'Save picture' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^quorate-eurusd-(buy|sell)\.png$/);
  await page.keyboard.press('Escape');
  await expectNoFaults(page, 'the story of a trade');

  // To the trade before it by keyboard, and back to the list as it was.
  await tabTo(page, story.getByRole('link', { name: 'Previous' }));
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(decision.decision_id));
  await expect(section('Result').getByRole('slider')).toBeVisible();
  await story.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(new RegExp(decision.decision_id));
  await story.getByRole('link', { name: 'Trade History' }).click();
  await expect(page).toHaveURL(/outcome=traded/);
  await expect(openers(page).first()).toBeVisible();
  await page.goBack();
  await expect(section('Result')).toBeVisible();

  await page.goto('/dashboard?tab=history');
  await page
    .getByRole('link', { name: /the story of/ })
    .first()
    .click();
  await expect(story.getByRole('heading', { name: 'Votes' })).toBeVisible();
});

test('a veto names its rule with limit and value, and tells what would have happened as hypothetical', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await decided(service.url);
  const { outcome } = await newest(service.url, person, 'vetoed');
  const sentence = outcome?.refusal?.sentence ?? '';
  expect(sentence).toContain(`at least ${REWARD_OVER_RISK} is required`);
  await signIn(page, person);
  await page.goto(`${LIST}&outcome=vetoed`);
  const row = page.getByRole('row', { name: /Vetoed: reward over risk/ }).first();
  await expect(row).toContainText('hypothetical');
  await openers(page).first().click();
  const story = storyOf(page);
  const section = (name: string) => story.getByRole('region', { name: new RegExp(name) });
  await expect(section('Risk desk').getByText(sentence)).toBeVisible();
  const refused = section('Risk desk').getByRole('row', { name: /refused/ });
  await expect(refused).toHaveCount(1);
  await expect(refused).toContainText(`≥ ${REWARD_OVER_RISK}`);
  await expect(section('Order and fill').getByText(/it was refused/)).toBeVisible();
  await expect(section('Result').getByText('Hypothetical')).toBeVisible();
  await expect(story.getByText(/no statistic counts it/)).toBeVisible();
  await expectNoFaults(page, 'the story of a veto', { widths: [360, 1440] });
});

test('a story that is not one’s own, or no story at all, is not found', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/status of 40[04]/);
  await signIn(page, await signedUp(service.url));
  for (const id of ['0197a0c0-0000-7000-8000-000000000001', 'no-id']) {
    await page.goto(`/dashboard/decisions/${id}`);
    await expect(page.getByText('Failed to load the decision')).toBeVisible();
    await page.getByRole('link', { name: 'Open Trade History' }).click();
    await expect(page.getByText('No trades yet')).toBeVisible();
  }
});

test('other exits are tried on one trade and on the whole history', async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await decided(service.url);
  await signIn(page, person);
  await page.goto(`${LIST}&outcome=traded`);
  await openers(page).first().click();
  const story = storyOf(page);
  await expect(story.getByText('Best while open')).toBeVisible();
  const one = story.getByRole('region', { name: /Other exits/ });
  await one.getByLabel('Time stop, bars').fill('1');
  await one.getByRole('button', { name: 'Try these exits' }).click();
  await expect(one.getByText(/^With these exits: .+ R instead of .+ R\./)).toBeVisible();
  await expectNoFaults(page, 'other exits on a trade', { widths: [360, 1440] });

  await page.goto('/dashboard?tab=statistics&section=simulation');
  const all = page.getByRole('region', { name: 'What if your exits had been different?' });
  await all.getByRole('button', { name: 'Try these exits' }).click();
  await expect(all.getByText('Enter a figure for at least one exit.')).toBeVisible();
  await all.getByLabel('Break-even after, R').fill('0.5');
  await all.getByRole('button', { name: 'Try these exits' }).click();
  await expect(all.getByText(/^Known for \d+ of \d+ trades/)).toBeVisible();
  await expect(all.getByRole('row').nth(1)).toBeVisible();
  await expectNoFaults(page, 'other exits on the history', { widths: [360, 1440] });
});
