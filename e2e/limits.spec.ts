import { getBotRuleSet, type RuleSetJson, reportFloors } from '@quorate/contract/rule-sets';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { SHIFT_MAX, shiftOf } from './support/layout-shift.ts';
import { tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

const ACCOUNT = {
  server: 'Demo-1',
  login: '50012',
  account_type: 'demo',
  currency: 'USD',
} as const;

/** The bot's own limits: 5% a day that pauses, 10% in all that ends. */
function botRules(): RuleSetJson {
  const line = {
    trails: 'no',
    stops_trailing_at_percent: null,
    turns_at: { time: '00:00', zone: 'Europe/Prague' },
  } as const;
  const day = { kind: 'day', basis: 'day_start_equity', on_touch: 'pause_until_turn' } as const;
  const total = { kind: 'total', basis: 'start_balance', on_touch: 'end' } as const;
  return {
    id: 'own',
    name: 'Your own limits',
    lines: [
      { ...line, ...day, amount: { percent_of_initial: 5 } },
      { ...line, ...total, amount: { percent_of_initial: 10 } },
    ],
    weekly_profit_percent: null,
    profit_target_percent: null,
    fewest_trading_days: null,
    trading_day_least_percent: null,
    best_day_percent: null,
    news: null,
    weekend_holding: true,
    most_lots: null,
    most_positions: null,
    most_open_risk_percent: null,
    flat_by: null,
    automated_trading: 'allowed',
  };
}

/** What a bot reports of 9,900 of equity with 260 at risk above a floor of 9,500. */
function floorsBody(now: Date) {
  const line = { basis_minor: 1_000_000, peak_minor: 1_000_000, turn: 20_000, touched_at: null };
  return {
    account: ACCOUNT,
    run_id: 'journey',
    seq: 1,
    at: now.toISOString(),
    rule_set: botRules(),
    state: {
      v: 1 as const,
      rule_set_id: 'own',
      currency: 'USD',
      initial_minor: 1_000_000,
      lines: [
        { ...line, floor_minor: 950_000 },
        { ...line, floor_minor: 900_000 },
      ],
      lock: null,
      week: 2_900,
      week_start_minor: 1_000_000,
      weekly_profit_latch: null,
    },
    revision: 0,
    rebase_id: null,
    equity: 9_900,
    balance: 10_000,
    floor: 9_500,
    open_risk: 260,
    headroom: 140,
    if_stopped: 9_640,
    open_positions: 1,
    next_turn: new Date(now.getTime() + 5 * 3_600_000).toISOString(),
    cash_flow: 0,
  };
}

test('limits of an account: seen as they are, and its rules changed for its number', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  const token = await tokenOf(service.url, person);
  const headers = { authorization: `Bearer ${token}` };
  const data = floorsBody(new Date());
  const sent = await page.request.post(service.url + reportFloors.path, { headers, data });
  expect(reportFloors.reply.parse(await sent.json()).counted).toBe(true);

  await signIn(page, person);
  const limits = page.getByRole('article', { name: 'Limits of account 50012' });
  await expect(limits).toContainText(
    'If everything is stopped out now, you will have $9,640.00: $140.00 above your limit.',
  );
  await expect(limits).toContainText('$140.00 (1.40%)');
  await expectNoFaults(page, 'limits of an account');

  await limits.getByRole('button', { name: 'Change rules of account 50012' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search').fill('ftmo');
  await dialog.getByRole('radio', { name: /^FTMO/ }).first().check();
  await expect(dialog).toContainText('Rules change: check with your firm.');
  await expectNoFaults(page, 'limits of an account');
  const use = dialog.getByRole('button', { name: 'Use these rules' });
  await expect(use).toBeDisabled();
  await dialog.getByLabel('Account number').fill('50012');
  await use.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(limits).toContainText('Your bot follows the new rules from its next report on.');

  const query = new URLSearchParams({ server: ACCOUNT.server, login: ACCOUNT.login });
  const read = await page.request.get(`${service.url}${getBotRuleSet.path}?${query}`, { headers });
  const { rule_set, revision, floors } = getBotRuleSet.reply.parse(await read.json());
  expect(rule_set?.id).toMatch(/^ftmo/);
  expect(revision).toBe(1);
  expect(floors).toEqual(data.state);

  await limits.getByText('Changes of the rules').click();
  await expect(limits).toContainText("Your bot's own limits → FTMO");
  await expect(limits).toContainText('confirmed while 1 position was open.');
  await expectNoFaults(page, 'changes of the rules');
});

test('nothing moves while an overview with limits loads again', async ({ page, service }) => {
  const person = await signedUp(service.url);
  const headers = { authorization: `Bearer ${await tokenOf(service.url, person)}` };
  const data = floorsBody(new Date());
  await page.request.post(service.url + reportFloors.path, { headers, data });
  await signIn(page, person);
  await expect(page.getByRole('article', { name: 'Limits of account 50012' })).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await shiftOf(page, '/dashboard'), `at ${width} px`).toBeLessThan(SHIFT_MAX);
  }
});
