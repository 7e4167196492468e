import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { storyPath } from '../../lib/story-path.ts';
import { setMedia } from '../../testing/browser.ts';
import { buildHistory, buildStatistics, buildTrade, signInAs } from '../../testing/builders.ts';
import { openRecord, overview } from '../../testing/dashboard.tsx';
import { serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const DECISION = '0198c0de-0000-7000-8000-00000000dec1';
const ACCOUNT = '0198c0de-0000-7000-8000-00000000acc1';

const trades = [
  buildTrade({
    account_id: ACCOUNT,
    position_ticket: '71',
    symbol: 'EURUSD',
    decision_id: DECISION,
    commission: -1.5,
    swap: -0.5,
    tags: ['news', 'patient'],
    setup: 'Pullback',
    has_note: true,
  }),
  buildTrade({
    account_id: ACCOUNT,
    position_ticket: '72',
    symbol: 'XAUUSD',
    initial_risk: null,
    best_excursion: null,
    exit_reason: null,
  }),
];

beforeEach(() => localStorage.clear());

const open = (search = '', part: Partial<Parameters<typeof buildHistory>[0]> = {}) =>
  openRecord(`tab=history${search}`, { body: buildHistory({ trades, ...part }) });

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

const EIGHT = ['Time', 'Symbol', 'Type', 'Volume', 'Price', 'P&L', 'Account type', 'Status'];

describe('the columns of the trade history', () => {
  test('stay open for choosing when the window becomes narrow', async () => {
    const user = signInAs();
    const path = `GET /api/bot/trade-statistics/${user.id}`;
    serve({ ...overview, [path]: { body: buildHistory({ trades }) } });
    await renderApp('/dashboard?tab=history');
    await screen.findByText('XAUUSD');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = await screen.findByRole('dialog', { name: 'Columns' });
    setMedia('(min-width: 48rem)', false);
    setMedia('(min-width: 60rem)', false);
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Duration' }));
    expect(screen.queryByRole('table')).toBeNull();
    expect(await screen.findByRole('dialog', { name: 'Columns' })).toBe(dialog);
  });

  test('are chosen in a window, kept for the user, and reset', async () => {
    const user = signInAs();
    const path = `GET /api/bot/trade-statistics/${user.id}`;
    serve({ ...overview, [path]: { body: buildHistory({ trades }) } });
    await renderApp('/dashboard?tab=history');
    await screen.findByText('XAUUSD');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
    expect(dialog.getAllByRole('checkbox')).toHaveLength(20);
    for (const name of ['Price', 'Duration', 'R', 'Exit reason', 'Tags', 'Set-up', 'Costs'])
      await userEvent.click(dialog.getByRole('checkbox', { name }));
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    const chosen = [...EIGHT.filter((name) => name !== 'Price'), 'Duration', 'R'];
    expect(headers()).toEqual([...chosen, 'Exit reason', 'Tags', 'Set-up', 'Costs']);
    const cells = (row: number) =>
      within(screen.getAllByRole('row')[row] as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(7);
    expect(cells(1)).toEqual([
      '2 h 5 min',
      '+0.86 R',
      'Target',
      'news, patient',
      'Pullback',
      '-$2.00',
    ]);
    expect(cells(2)).toEqual(['2 h 5 min', '–', '–', '–', '–', '$0.00']);
    expect(localStorage.getItem(`tradeColumns ${user.id}`)).toContain('setup');

    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('button', { name: 'Reset columns' }));
    expect(headers()).toEqual(EIGHT);
    expect(screen.getByRole('button', { name: 'These are the defaults' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  test('that were kept are there again, and one is always left', async () => {
    const user = signInAs();
    localStorage.setItem(`tradeColumns ${user.id}`, 'account gone');
    serve({
      ...overview,
      [`GET /api/bot/trade-statistics/${user.id}`]: { body: buildHistory({ trades }) },
    });
    await renderApp('/dashboard?tab=history');
    expect(await screen.findAllByText('5012345')).toHaveLength(2);
    expect(headers()).toEqual(['Account']);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    expect(screen.getByRole('checkbox', { name: 'Account' })).toHaveProperty('disabled', true);
  });

  test.each([
    ['Type', 'trade_type', 'asc'],
    ['Price', 'price', 'desc'],
    ['Account type', 'account_type', 'asc'],
    ['Status', 'status', 'asc'],
  ])('sort by %s from where one looks first', async (name, key, order) => {
    const { queries } = await open();
    await screen.findByText('XAUUSD');
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() =>
      expect(queries().at(-1)).toMatchObject({ sort_by: key, sort_order: order }),
    );
  });

  test('are two lines a trade on a phone, with the same facts', async () => {
    setMedia('(min-width: 60rem)', false);
    await open();
    const [first, second] = within(
      await screen.findByRole('list', { name: /^Trade history/ }),
    ).getAllByRole('listitem');
    expect(first?.textContent).toContain('EURUSDBUY0.10');
    expect(first?.textContent).toContain('1.08420 · Demo · alone · CLOSED');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    for (const name of ['Exit price', 'Duration', 'R', 'Exit reason'])
      await userEvent.click(screen.getByRole('checkbox', { name }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(first?.textContent).toContain(
      '1.08420 · Demo · alone · CLOSED · exit 1.08610 · held 2 h 5 min · +0.86 R · by Target',
    );
    expect(second?.textContent).toContain('held 2 h 5 min · – · by –');
    const sorts = screen.getByRole('combobox', { name: 'Sort by' }).querySelectorAll('option');
    expect(sorts).toHaveLength(20);
  });
});

describe('the filters of the trade history', () => {
  test('come from the address into the call, the fields and the stories', async () => {
    const { queries } = await open(
      '&symbol=EURUSD&side=BUY&result=win&exit=target&tag=news&text=100%25&sort=r',
    );
    await screen.findByText('XAUUSD');
    expect(queries()[0]).toMatchObject({
      symbol: 'EURUSD',
      trade_type: 'BUY',
      result: 'win',
      exit_reason: 'target',
      tag: 'news',
      text: '100%',
      sort_by: 'r',
    });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '100%');
    expect(screen.getByRole('combobox', { name: 'Result' })).toHaveProperty('value', 'win');
    const [first, second] = screen.getAllByRole('link', { name: /the story of/ });
    const query = '?symbol=EURUSD&side=BUY&result=win&exit=target&tag=news&text=100%25&sort=r';
    expect(first?.getAttribute('href')).toBe(`/dashboard/decisions/${DECISION}${query}`);
    expect(second?.getAttribute('href')).toBe(`/dashboard/trades/${ACCOUNT}/72${query}`);
  });

  test('are typed and chosen, and cleared together', async () => {
    const { queries, router } = await open('&page=2');
    await screen.findByText('XAUUSD');
    await userEvent.type(screen.getByRole('searchbox'), 'waited ');
    await waitFor(() => expect(queries().at(-1)?.text).toBe('waited'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Side' }), 'Sell');
    await userEvent.type(screen.getByRole('combobox', { name: 'Tag' }), 'news{Enter}');
    await waitFor(() =>
      expect(queries().at(-1)).toMatchObject({
        text: 'waited',
        trade_type: 'SELL',
        tag: 'news',
        page: '1',
      }),
    );
    await userEvent.type(screen.getByRole('combobox', { name: 'Symbol' }), '%%');
    expect(screen.getByRole('alert').textContent).toBe('Type a name such as EURUSD.');
    await userEvent.clear(screen.getByRole('combobox', { name: 'Symbol' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=history'));
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  test('that let nothing through say so', async () => {
    const { router } = await open('&result=win', { trades: [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all trades' }));
    expect(router.state.location.search).toBe('?tab=history');
  });
});

describe('the totals of the trade history', () => {
  const totals = () => screen.findByRole('region', { name: 'Totals of all selected trades' });

  test('are of everything selected, in one currency, and lead to the others', async () => {
    const { queries } = await open('', {
      total: 940,
      statistics: buildStatistics({ total_trades: 936, win_rate: 54.06, trades_with_r: 900 }),
      currencies: [
        { currency: 'USD', total_trades: 936 },
        { currency: 'JPY', total_trades: 1 },
      ],
    });
    const { textContent: text } = await totals();
    expect(text).toMatch(
      /^Closed trades936Win rate54\.06%Net, USD\+\$12\.50Costs-\$3\.50Average R\+0\.21 R of 900 trades/,
    );
    expect(text).toMatch(/These totals are in USD only\.Show 1 trade in JPY$/);
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 trade in JPY' }));
    await waitFor(() => expect(queries().at(-1)?.currency).toBe('JPY'));
  });

  test('show a dash for what is not known', async () => {
    await open('', {
      statistics: buildStatistics({ total_trades: 0, average_r: null, trades_with_r: 0 }),
    });
    expect((await totals()).textContent).toBe('Closed trades0Win rate–Net, USD–Costs–Average R–');
  });
});

describe('the keys of the trade history', () => {
  const focused = () =>
    document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? '');

  test('walk through the rows, go to the text, and leave', async () => {
    await open();
    await screen.findByText('XAUUSD');
    await userEvent.keyboard('k');
    expect(focused()).toContain('the story of EURUSD');
    await userEvent.keyboard('j');
    expect(focused()).toContain('the story of XAUUSD');
    await userEvent.keyboard('j');
    expect(focused()).toContain('the story of XAUUSD');
    await userEvent.keyboard('k');
    expect(focused()).toContain('the story of EURUSD');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await userEvent.keyboard('jk?');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'jk?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(document.body);
  });

  test('open the story of a row with Enter, and of a row that is pressed anywhere', async () => {
    const { router } = await open('&result=win');
    await screen.findByText('XAUUSD');
    const visited: string[] = [];
    router.subscribe(({ location }) => visited.push(location.pathname + location.search));
    await userEvent.keyboard('j{Enter}');
    expect(visited[0]).toBe(`/dashboard/decisions/${DECISION}?result=win`);
  });

  test('do nothing with other keys, in a window, and where they are turned off', async () => {
    await open();
    await screen.findByText('XAUUSD');
    await userEvent.keyboard('{Control>}j{/Control}{Alt>}j{/Alt}x');
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(focused()).not.toContain('the story of');
    await userEvent.click(
      within(dialog).getByRole('checkbox', { name: 'Use single keys in the trade history' }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(localStorage.getItem('singleKeysOff')).toBe('off');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('j/?');
    expect(document.activeElement).toBe(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
    // The window is still reached by its button, and turns them on again.
    await userEvent.click(screen.getByRole('button', { name: 'Shortcuts' }));
    await userEvent.click(screen.getByRole('checkbox'));
    expect(localStorage.getItem('singleKeysOff')).toBeNull();
  });

  test('go to the story on a press anywhere in the row but on its controls', async () => {
    const { router } = await open();
    await userEvent.click(await screen.findByText('XAUUSD'));
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/dashboard'));
  });
});

test('the address of a story holds no more than its ids, whatever they are', () => {
  const trade = { account_id: 'a/b', position_ticket: '#7?', decision_id: null };
  expect(storyPath('/demo', trade)).toBe('/demo/trades/a%2Fb/%237%3F');
  expect(storyPath('/demo', { ...trade, decision_id: 'd' })).toBe('/demo/decisions/d');
});
