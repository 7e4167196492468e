import type { AccountRuleSet } from '@quorate/contract/rule-sets';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { overview, unavailable } from '../../testing/dashboard.tsx';
import { type Answer, noteBeside, refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  buildAccount,
  buildFloors,
  buildPreset,
  buildRules,
  presetsAnswer,
  ruleSetsAnswer,
  triedAnswer,
} from '../../testing/rule-sets.ts';

const RULE_SETS = 'GET /api/user/rule-sets';
const PRESETS = 'GET /api/user/rule-set-presets';
const CHOOSE = 'POST /api/user/rule-set';

beforeEach(() => void signInAs());

async function openPanel(
  accounts: readonly AccountRuleSet[],
  handlers: Parameters<typeof serve>[0] = {},
) {
  const presets = presetsAnswer([
    buildPreset({ programme: '2-step' }),
    buildPreset({
      id: 'topstep-50k',
      firm: 'Topstep',
      programme: 'Combine 50K',
      automated_trading: 'not_allowed',
      checked_on: '2026-01-02',
    }),
  ]);
  const path = `/api/user/rule-sets/${buildAccount().account_id}/what-if`;
  const tried = { [`GET ${path}`]: triedAnswer() };
  const all = { ...overview, ...tried, [RULE_SETS]: ruleSetsAnswer(accounts), [PRESETS]: presets };
  const calls = serve({ ...all, ...handlers });
  await renderApp('/dashboard');
  await screen.findByRole('region', { name: 'Limits' });
  // The panel takes the place of what is shown while it loads.
  const place = () => screen.queryByRole('status', { name: 'Loading your limits' });
  await expect.poll(place, { timeout: 10_000 }).toBeNull();
  return { calls, panel: screen.getByRole('region', { name: 'Limits' }) };
}

async function openDialog(account: AccountRuleSet, handlers: Parameters<typeof serve>[0] = {}) {
  const { calls, panel } = await openPanel([account], handlers);
  const opener = await within(panel).findByRole('button', {
    name: 'Change rules of account 100200',
  });
  await userEvent.click(opener);
  return { calls, opener, dialog: await screen.findByRole('dialog') };
}

const changed = (account: AccountRuleSet): Answer => ({
  body: { success: true, message: 'ok', account },
});

describe('the limits of an account', () => {
  test('are told in one sentence, as a bar and in figures', async () => {
    const { panel } = await openPanel([buildAccount()]);
    const account = await within(panel).findByRole('article', {
      name: 'Limits of account 100200',
    });
    expect(account.textContent).toContain(
      'If everything is stopped out now, you will have $9,640.00: $140.00 above your limit.',
    );
    for (const words of ['20% lost', '52% at risk', '28% left', '$140.00 (1.40%)'])
      expect(within(account).getByText(words)).toBeTruthy();
    expect(within(account).getByText('Floor: daily limit')).toBeTruthy();
    expect(within(account).getByText('My own rules')).toBeTruthy();
    expect(account.textContent).toContain('00:00 in Prague');
  });

  test('name the next events that the rules keep trades away from', async () => {
    const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const event = { currency: 'USD', known_at: soon(-60) };
    const events = [
      { ...event, at: soon(60), importance: 'high', title: 'CPI' },
      { ...event, at: soon(90), importance: 'low', title: 'Survey' },
      { ...event, at: soon(-90), importance: 'high', title: 'Old' },
    ];
    const news = { minutes_before: 5, minutes_after: 5, importance: 'high', bars: 'all' } as const;
    const floors = buildFloors({ rule_set: buildRules({ news }) });
    // The page goes by the service's clock.
    const { body } = ruleSetsAnswer([buildAccount({ floors })]) as { body: object };
    const { panel } = await openPanel([], {
      [RULE_SETS]: { body: { ...body, now: soon(0) } },
      'GET /api/bot/calendar': {
        body: {
          success: true,
          events,
          covers: { from: soon(-90), until: soon(90) },
          read_at: null,
        },
      },
    });
    const next = await within(panel).findByRole('region', { name: 'Next events' });
    expect(next.textContent).toMatch(/USD CPIno trading \d\d:\d\d to \d\d:\d\d$/);
    expect(within(next).getAllByRole('listitem')).toHaveLength(1);
  });

  test('show on demand what is reached and what is missing', async () => {
    const { panel } = await openPanel([buildAccount()]);
    await userEvent.click(within(panel).getByText('Progress'));
    expect(await within(panel).findByText('3.50% of 10%')).toBeTruthy();
    expect(within(panel).getByText('2 more trading days.')).toBeTruthy();
  });

  test('that are not known are said to be so', async () => {
    const unknown = { equity: null, open_risk: null, headroom: null, if_stopped: null };
    const { panel } = await openPanel([buildAccount({ floors: buildFloors(unknown) })]);
    expect(
      await within(panel).findByText(
        'What you will have if everything is stopped out now is not known.',
      ),
    ).toBeTruthy();
    expect(within(panel).getAllByText('not known')).toHaveLength(3);
  });

  test('are announced where there is no account yet', async () => {
    const { panel } = await openPanel([]);
    expect(panel.textContent).toContain('No account yet.');
  });

  test('are announced before a first report', async () => {
    const waiting = buildAccount({ floors: null, rule_set: null, revision: 0 });
    const { panel } = await openPanel([waiting]);
    expect(within(panel).getByText(/^Not known yet\./)).toBeTruthy();
    expect(within(panel).getByText("Your bot's own limits")).toBeTruthy();
  });

  test('that failed to load can be loaded again', async () => {
    let answer: Answer = unavailable;
    const { panel } = await openPanel([], { [RULE_SETS]: () => answer });
    const retry = await within(panel).findByRole('button', { name: 'Retry' });
    answer = ruleSetsAnswer([buildAccount()]);
    await userEvent.click(retry);
    expect(await within(panel).findByText('Floor: daily limit')).toBeTruthy();
  });

  test('say that the bot has not seen new rules yet', async () => {
    const { panel } = await openPanel([buildAccount({ revision: 2 })]);
    expect(
      await within(panel).findByText(/^Your bot follows the new rules from its next report/),
    ).toBeTruthy();
  });
});

describe('a locked total limit', () => {
  test('begins again only for the account’s number', async () => {
    const floors = buildFloors();
    const lock = { line: 1, since: '2026-11-20T10:00:00.000Z', until: null, equity_minor: 900_100 };
    const account = buildAccount({ floors: { ...floors, state: { ...floors.state, lock } } });
    const { calls, panel } = await openPanel([account], {
      'POST /api/user/rule-set/rebase': { body: { success: true, message: 'ok' } },
    });
    await userEvent.click(await within(panel).findByRole('button', { name: 'Begin again' }));
    const dialog = screen.getByRole('dialog');
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Begin again' });
    expect(button.disabled).toBe(true);
    await userEvent.type(within(dialog).getByLabelText('Account number'), '100200');
    await userEvent.click(button);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    const sent = calls.find(({ path }) => path === '/api/user/rule-set/rebase');
    expect(sent?.body).toMatchObject({ account_id: account.account_id, confirmation: '100200' });
  });
});

describe('the rules of an account', () => {
  test('are chosen among programmes, by search, with what must be known of one', async () => {
    const account = buildAccount();
    const { calls, dialog } = await openDialog(account, {
      [CHOOSE]: changed(account),
    });
    await userEvent.click(within(dialog).getByRole('radio', { name: "A firm's programme" }));
    await userEvent.type(await within(dialog).findByLabelText('Search'), 'topstep');
    expect(within(dialog).queryByText('FTMO')).toBeNull();
    await userEvent.click(within(dialog).getByRole('radio', { name: /^Topstep Combine 50K/ }));
    const facts = within(dialog).getByRole('region', { name: 'Topstep Combine 50K' });
    expect(facts.textContent).toContain('Topstep does not allow automated trading here');
    expect(facts.textContent).toContain('Rules change: check with your firm.');
    expect(facts.textContent).toContain('They may be out of date.');
    expect(facts.textContent).toContain('You may lose at most $500 (5% of $10,000) a day');
    expect(
      await within(facts).findByText('Failed on 3 Nov 2026 by the daily limit, after 12 trades.'),
    ).toBeTruthy();
    expect(facts.textContent).toContain(
      'Chance to pass: 33% (95% interval 23% to 43%), drawn from 40 trades on 20 days.',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use these rules' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(calls.find(({ path }) => path === '/api/user/rule-set')?.body).toMatchObject({
      account_id: account.account_id,
      choice: { kind: 'preset', preset_id: 'topstep-50k' },
      confirmation: '',
    });
  });

  test('of one’s own are checked in the form, fault by fault', async () => {
    const account = buildAccount();
    const { calls, dialog } = await openDialog(account, { [CHOOSE]: changed(account) });
    const target = within(dialog).getByLabelText('Profit target, %');
    await userEvent.type(target, 'ten');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use these rules' }));
    expect(noteBeside(target)).toBe('The profit target is a percentage from 0.1 to 1000.');
    expect(calls.some(({ path }) => path === '/api/user/rule-set')).toBe(false);
    await userEvent.clear(target);
    await userEvent.type(target, '8');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use these rules' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(calls.find(({ path }) => path === '/api/user/rule-set')?.body).toMatchObject({
      choice: { kind: 'own', rule_set: { ...buildRules(), profit_target_percent: 8 } },
    });
  });

  test('of one’s own keep what is under "More rules", which opens where there is something', async () => {
    const news = { minutes_before: 2, minutes_after: 5, importance: 'low', bars: 'all' } as const;
    const account = buildAccount({ rule_set: buildRules({ news, most_lots: 2 }) });
    const { calls, dialog } = await openDialog(account, { [CHOOSE]: changed(account) });
    const lots = within(dialog).getByLabelText<HTMLInputElement>('Most lots');
    const flat = within(dialog).getByLabelText('All closed by');
    expect(flat.closest('details')?.open).toBe(true);
    await userEvent.clear(lots);
    await userEvent.type(lots, '3');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use these rules' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(calls.find(({ path }) => path === '/api/user/rule-set')?.body).toMatchObject({
      choice: { kind: 'own', rule_set: buildRules({ news, most_lots: 3 }) },
    });
  });

  test('change with open positions only for the account’s number', async () => {
    const account = buildAccount({ confirmation: 'positions_open' });
    const { calls, dialog } = await openDialog(account, { [CHOOSE]: changed(account) });
    const button = within(dialog).getByRole<HTMLButtonElement>('button', {
      name: 'Use these rules',
    });
    expect(button.disabled).toBe(true);
    await userEvent.type(within(dialog).getByLabelText('Account number'), '100200');
    await userEvent.click(button);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(calls.find(({ path }) => path === '/api/user/rule-set')?.body).toMatchObject({
      confirmation: '100200',
    });
  });

  test('that are refused stay in the dialog with the reason; Escape gives focus back', async () => {
    const { dialog, opener } = await openDialog(buildAccount(), {
      [CHOOSE]: refusal(429, 'rate_limited', 'Too many requests.'),
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use these rules' }));
    expect(await within(dialog).findByText('The rules were not changed')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(opener.isConnected).toBe(true);
  });
});
