import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { buildHosted } from '@quorate/ui/testing/hosted';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../lib/browser-storage.ts';
import { signInAs } from '../../testing/builders.ts';
import { overview, unavailable } from '../../testing/dashboard.tsx';
import { type Call, fieldRefusal, noteBeside, refusal, serve } from '../../testing/handlers.ts';
import { hostedAnswer } from '../../testing/hosted.ts';
import { renderApp } from '../../testing/render-app.tsx';

const LIST = 'GET /api/user/hosted-accounts';
const CREATE = 'POST /api/user/hosted-accounts';
const ONE = buildHosted();
const ACCOUNT = `/api/user/hosted-accounts/${ONE.hosted_id}`;
const COMMANDS = `POST /api/user/bots/${ONE.bot_id}/commands`;

type Handlers = Parameters<typeof serve>[0];

beforeEach(() => void signInAs());

/** A service that has these accounts, and lists what was created. */
async function open(
  accounts: HostedAccount[],
  handlers: Handlers = {},
  part: Parameters<typeof hostedAnswer>[1] = {},
  path = '/dashboard',
) {
  const listed = [...accounts];
  const all: Handlers = { ...overview, [LIST]: () => hostedAnswer(listed, part), ...handlers };
  const calls = serve(all);
  const router = await renderApp(path);
  const place = () => screen.queryByRole('status', { name: 'Loading your paper accounts' });
  await screen.findByRole('region', { name: 'Paper trading' });
  await expect.poll(place, { timeout: 10_000 }).toBeNull();
  const panel = () => within(screen.getByRole('region', { name: 'Paper trading' }));
  const sent = (method: string) =>
    calls.filter((call) => call.method === method && !call.path.endsWith('/checklist'));
  return { all, listed, panel, sent, router };
}

const created =
  (listed: () => HostedAccount[], settings = {}) =>
  (call: Call) => {
    const { hosted_id: id } = call.body as { hosted_id: string };
    const account = buildHosted({ hosted_id: id, closed_trades: 0, balance: 10_000 }, settings);
    listed().push(account);
    return { body: { success: true, account } };
  };

describe('without an account', () => {
  test('one press begins one with the defaults', async () => {
    const begun = await open([], {});
    begun.all[CREATE] = created(() => begun.listed);
    begun.panel().getByText(/You see each decision, refusal and trade within minutes/);
    await userEvent.click(begun.panel().getByRole('button', { name: 'Start paper trading' }));
    await begun.panel().findByRole('article', { name: 'Paper account Practice' });
    begun.panel().getByText('Paper trading has started.');
    expect(begun.sent('POST').map(({ body }) => body)).toEqual([
      {
        hosted_id: expect.stringMatching(/^[\da-f-]{36}$/),
        source: 'practice',
        pace: 'accelerated',
        currency: 'USD',
        balance: 10_000,
        settings: expect.objectContaining({
          symbols: ['EURUSD.practice'],
          risk_profile: 'standard',
        }),
      },
    ]);
  });

  test('pressed again after a failure, it asks for the same account', async () => {
    const { panel, sent } = await open([], { [CREATE]: unavailable });
    const start = () => panel().getByRole('button', { name: 'Start paper trading' });
    await userEvent.dblClick(start());
    await panel().findByText('Paper trading did not start');
    await waitFor(() => expect(start()).toHaveProperty('disabled', false));
    await userEvent.click(start());
    await waitFor(() => expect(sent('POST').length).toBeGreaterThan(1));
    const ids = sent('POST').map(({ body }) => (body as { hosted_id: string }).hosted_id);
    expect(new Set(ids).size).toBe(1);
  });

  test.each([
    ['hosted_accounts_full', 403, 'The Free plan allows 1 paper accounts here; you have 1.'],
  ])('a refusal for %s is told, with the way to the plans', async (code, status, sentence) => {
    const { panel } = await open([], { [CREATE]: refusal(status, code, sentence) });
    await userEvent.click(panel().getByRole('button', { name: 'Start paper trading' }));
    await panel().findByText(sentence);
    const link = panel().getByRole('link', { name: 'Compare the plans' });
    expect(link.getAttribute('href')).toBe('/pricing');
  });

  test('where the plan allows none there is no button that could only fail', async () => {
    const { panel } = await open([], {}, { limit: 0 });
    panel().getByText(/Your plan allows 0 paper accounts/);
    expect(panel().queryByRole('button', { name: 'Start paper trading' })).toBeNull();
  });

  test('where nothing is offered there is no panel, and no place for it the next time', async () => {
    serve(overview);
    await renderApp('/dashboard');
    await screen.findByRole('progressbar');
    await waitFor(() => expect(readStored('hosted-shown')).toBe('none'));
    expect(screen.queryByRole('region', { name: 'Paper trading' })).toBeNull();
  });

  test('a list that cannot be loaded can be tried again', async () => {
    const { all, panel } = await open([], { [LIST]: unavailable });
    await panel().findByText('Failed to load your paper accounts');
    all[LIST] = hostedAnswer([]);
    await userEvent.click(panel().getByRole('button', { name: 'Retry' }));
    await panel().findByRole('button', { name: 'Start paper trading' });
  });
});

describe('the place of the panel', () => {
  test.each([
    ['none', 0],
    ['2', 1],
    ['nonsense', 1],
  ])('after "%s" was kept there are %d', async (kept, places) => {
    writeStored('hosted-shown', kept);
    serve({ ...overview, [LIST]: () => new Promise(() => undefined) });
    await renderApp('/dashboard');
    const find = () => screen.queryAllByRole('status', { name: 'Loading your paper accounts' });
    await screen.findByRole('region', { name: 'Today' });
    await expect.poll(find).toHaveLength(places);
  });

  test('a link to the panel brings it into view and the focus to it', async () => {
    const scroll = vi.fn();
    Element.prototype.scrollIntoView = scroll;
    await open([ONE], {}, {}, '/dashboard#paper-trading');
    await waitFor(() => expect(document.activeElement?.id).toBe('paper-trading'));
    expect(scroll.mock.contexts).toContain(document.activeElement);
  });
});

describe('one account', () => {
  test('shows its mark, its figures and the way to what it did', async () => {
    const { panel } = await open([ONE]);
    const card = within(panel().getByRole('article', { name: 'Paper account Practice' }));
    for (const words of ['Practice · made-up market', 'Running', '$10,150.00', '+1.50%', '12'])
      card.getByText(words);
    expect(card.getByRole('link', { name: 'trades' }).getAttribute('href')).toBe(
      '/dashboard?tab=history&account=practice',
    );
    expect(panel().queryByRole('table')).toBeNull();
    panel().getByText(/The trading day turns at 17:00 in New York/);
    panel().getByRole('button', { name: 'Add another' });
  });

  test('what is not known yet is no figure, and cannot be paused', async () => {
    const begins = buildHosted({
      bot_id: null,
      bot_state: null,
      state: 'waiting',
      waits_for: 'runner',
      balance: null,
      equity: null,
      closed_trades: 0,
    });
    const { panel } = await open([begins]);
    expect(panel().getAllByText('–')).toHaveLength(2);
    panel().getByText(/waits for a free place/);
    const pause = panel().getByRole('button', { name: 'Pause, Practice' });
    expect(pause).toHaveProperty('disabled', true);
    panel().getByText('You can pause it as soon as it has begun.');
  });

  test('at the limit of the plan it says so instead of offering another', async () => {
    const accelerated = { used_s: 2_040, limit_s: 7_200 };
    const { panel } = await open([ONE], {}, { limit: 1, accelerated });
    panel().getByText(/Your plan allows 1 paper account; you have 1/);
    expect(panel().queryByRole('button', { name: 'Add another' })).toBeNull();
    panel().getByText('2 h of fast time per day (UTC), 34 min used');
  });

  test('is paused by its bot, and says that it is on its way until it is', async () => {
    const { all, listed, panel, sent } = await open([ONE], { [COMMANDS]: unavailable });
    await userEvent.click(panel().getByRole('button', { name: 'Pause, Practice' }));
    await panel().findByText('Failed to pause');
    all[COMMANDS] = commandAnswer;
    await userEvent.click(panel().getByRole('button', { name: 'Pause, Practice' }));
    await panel().findByText('Pausing. It takes effect at the next price.');
    const [first, second] = sent('POST').map(({ body }) => body);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ kind: 'entries_off' });
    listed[0] = { ...ONE, state: 'paused', paused_by: 'owner' };
    await panel().findByText('Paused', undefined, { timeout: 8_000 });
    expect(panel().queryByText(/^Pausing/)).toBeNull();

    await userEvent.click(panel().getByRole('button', { name: 'Resume, Practice' }));
    await panel().findByText('Resuming.');
    const last = sent('POST').at(-1)?.body as { command_id: string };
    expect(last).toMatchObject({ kind: 'resume' });
    expect(last.command_id).not.toBe((first as { command_id: string }).command_id);
  }, 20_000);

  test('closes everything only after it has asked', async () => {
    const { panel, sent } = await open([ONE], { [COMMANDS]: commandAnswer });
    await userEvent.click(panel().getByRole('button', { name: 'Close all, Practice' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Close everything of Practice?' }));
    expect(sent('POST')).toEqual([]);
    dialog.getByText(/We close 1 open position/);
    await userEvent.click(dialog.getByRole('button', { name: 'Close all' }));
    await panel().findByText('Closing everything at the next price.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('POST').map(({ body }) => body)).toMatchObject([{ kind: 'close_all' }]);
  });

  test('begins again only after it has asked, once however often it is tried', async () => {
    const { all, panel, sent } = await open([ONE], { [`POST ${ACCOUNT}/reset`]: unavailable });
    await userEvent.click(panel().getByRole('button', { name: 'Start again, Practice' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Start Practice again?' }));
    dialog.getByText(/begins again with \$10,000.00.*1 open position.*stay in your history/);
    await userEvent.click(dialog.getByRole('button', { name: 'Start again' }));
    await dialog.findByText('The account did not start again');
    all[`POST ${ACCOUNT}/reset`] = { body: { success: true, account: ONE } };
    await userEvent.click(dialog.getByRole('button', { name: 'Start again' }));
    await panel().findByText('Practice begins again.');
    const [first, second, ...more] = sent('POST').map(({ body }) => body);
    expect(first).toEqual(second);
    expect(more).toEqual([]);
  });

  test('is deleted only after it has asked, and the focus goes on to the news', async () => {
    const { all, listed, panel, sent } = await open([ONE]);
    all[`DELETE ${ACCOUNT}`] = () => {
      listed.length = 0;
      return { body: { success: true, message: 'The account is deleted.' } };
    };
    const opener = panel().getByRole('button', { name: 'Delete, Practice' });
    await userEvent.click(opener);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent('DELETE')).toEqual([]);
    await userEvent.click(opener);
    const dialog = within(screen.getByRole('dialog', { name: 'Delete Practice?' }));
    dialog.getByText(/with all its trades and decisions. You cannot undo it/);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    const news = await panel().findByText('Practice was deleted.');
    await panel().findByRole('button', { name: 'Start paper trading' });
    await waitFor(() => expect(document.activeElement?.contains(news)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
  });
});

const commandAnswer = (call: Call) => {
  const { command_id, kind } = call.body as { command_id: string; kind: string };
  const at = '2026-11-20T12:00:00.000Z';
  const command = {
    command_id,
    kind,
    asked_at: at,
    received_at: null,
    done_at: null,
    result: null,
  };
  return { body: { success: true, command } };
};

describe('two accounts', () => {
  test('are compared by what they made and by what sets them apart', async () => {
    const other = buildHosted(
      { hosted_id: ONE.account_id, balance: 9_712.33, closed_trades: 31 },
      { name: 'Bold', risk_profile: 'bold' },
    );
    const { panel } = await open([ONE, other]);
    const rows = within(panel().getByRole('table', { name: 'Side by side' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      'PracticeRisk: Standard+1.50%12',
      'BoldRisk: Bold-2.88%31',
    ]);
    panel().getByText(/Your plan allows 2 paper accounts; you have 2/);
  });

  test('of the same settings say so, and an unknown balance is no figure', async () => {
    const { panel } = await open([ONE, { ...ONE, hosted_id: ONE.account_id, balance: null }]);
    const rows = within(panel().getByRole('table')).getAllByRole('row');
    expect(rows[2]?.textContent).toBe('PracticeThe same settings–12');
  });
});

describe('the settings', () => {
  async function openNew(handlers: Handlers = {}, accounts: HostedAccount[] = []) {
    const opened = await open(accounts, handlers);
    const words = accounts.length === 0 ? 'Choose settings first' : 'Add another';
    await userEvent.click(opened.panel().getByRole('button', { name: words }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New paper account' }));
    const send = () => userEvent.click(dialog.getByRole('button', { name: 'Start paper trading' }));
    return { ...opened, dialog, send };
  }

  test('begin with the defaults and a free name, and are sent as they are chosen', async () => {
    const { all, listed, dialog, send, sent } = await openNew({}, [ONE]);
    all[CREATE] = created(() => listed, { name: 'Practice 2' });
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Practice 2');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Currency' }), 'EUR');
    expect(dialog.queryByRole('checkbox', { name: 'GBPUSD' })).toBeNull();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'EURGBP' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'M15' }));
    await userEvent.click(dialog.getByRole('radio', { name: /^Bold/ }));
    await userEvent.click(dialog.getByRole('radio', { name: /^AI models/ }));
    await userEvent.click(dialog.getByRole('radio', { name: /^Real time/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Break-even after/ }), '1,5');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST').map(({ body }) => body)).toMatchObject([
      {
        pace: 'real_time',
        currency: 'EUR',
        balance: 10_000,
        settings: {
          name: 'Practice 2',
          symbols: ['EURUSD.practice', 'EURGBP.practice'],
          timeframes: ['H1'],
          risk_profile: 'bold',
          analysts: 'models',
          exits: { break_even_after_r: 1.5 },
        },
      },
    ]);
  });

  test('name each fault beside its field, go to the first, and send nothing', async () => {
    const { dialog, send, sent } = await openNew();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const balance = dialog.getByRole('textbox', { name: 'Starting balance' });
    await userEvent.clear(name);
    await userEvent.clear(balance);
    await userEvent.type(balance, '5');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'EURUSD' }));
    await send();
    expect(noteBeside(name)).toContain('Give the account a name.');
    expect(noteBeside(balance)).toContain('A whole number from 100 to 10,000,000');
    dialog.getByText('Choose at least one symbol.');
    expect(document.activeElement).toBe(name);
    expect(sent('POST')).toEqual([]);
    await userEvent.type(name, 'Mine');
    expect(noteBeside(name)).toBe('');
    await send();
    expect(document.activeElement).toBe(balance);
  });

  test('show what the service says of a field beside that field', async () => {
    const { dialog, send } = await openNew({
      [CREATE]: fieldRefusal('settings.symbols.0', 'Your plan trades 2 symbols.'),
    });
    await send();
    expect(await dialog.findAllByText('Your plan trades 2 symbols.')).not.toHaveLength(0);
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('checkbox', { name: 'EURUSD' })),
    );
  });

  test('sent again unchanged are the same account; changed they are another', async () => {
    const { dialog, send, sent } = await openNew({ [CREATE]: unavailable });
    await send();
    await dialog.findByText('Paper trading did not start');
    await send();
    await waitFor(() => expect(sent('POST')).toHaveLength(2));
    await dialog.findByText('Paper trading did not start');
    await userEvent.click(dialog.getByRole('radio', { name: /^Careful/ }));
    await send();
    await waitFor(() => expect(sent('POST')).toHaveLength(3));
    const ids = sent('POST').map(({ body }) => (body as { hosted_id: string }).hosted_id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('of an account are changed without what it keeps for good', async () => {
    const { all, panel, sent } = await open([ONE]);
    all[`PATCH ${ACCOUNT}`] = refusal(404, 'not_found', 'There is no such account any more.');
    await userEvent.click(panel().getByRole('button', { name: 'Settings, Practice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings of Practice' }));
    expect(dialog.queryByRole('textbox', { name: 'Starting balance' })).toBeNull();
    dialog.getByText(/Fast time first. Began with \$10,000.00/);
    expect(dialog.getByRole('link', { name: 'Limits' }).getAttribute('href')).toBe(
      '/dashboard#limits',
    );
    await userEvent.click(dialog.getByRole('radio', { name: /^Careful/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save settings' }));
    await dialog.findByText('There is no such account any more.');
    all[`PATCH ${ACCOUNT}`] = { body: { success: true, account: ONE } };
    await userEvent.click(dialog.getByRole('button', { name: 'Save settings' }));
    await panel().findByText(/The settings of Practice are saved/);
    expect(sent('PATCH').at(-1)?.body).toMatchObject({ settings: { risk_profile: 'careful' } });
  });
});
