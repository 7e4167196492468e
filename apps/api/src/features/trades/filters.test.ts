import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { exportTrades } from '@quorate/contract/trade-export';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import {
  getTradeStatistics,
  type ListedTrade,
  SORT_KEYS,
  type SortKey,
} from '@quorate/contract/trades';
import { sql } from 'kysely';
import {
  accountInput,
  signedInUser,
  type TestUser,
  tradeInput,
} from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { beginRollUp } from './rollups/book.ts';

type Query = Readonly<Record<string, string | number | undefined>>;
type Written = { note?: string; tags?: string[]; setup?: string };

function history(service: TestService, user: TestUser, query: Query = {}) {
  return service.call(
    getTradeStatistics,
    { params: { user_id: user.user.id }, query } as never,
    user.token,
  );
}

async function ticketsOf(service: TestService, user: TestUser, query: Query): Promise<string[]> {
  const { recent_trades, pagination } = await history(service, user, { ...query, per_page: 500 });
  assert.equal(pagination.total, recent_trades.length);
  return recent_trades.map(({ position_ticket }) => position_ticket).sort();
}

/** As a trader's journal writes them. */
async function write(
  service: TestService,
  user: TestUser,
  notes: Readonly<Record<string, Written>>,
): Promise<void> {
  for (const [ticket, { note = '', tags = [], setup = null }] of Object.entries(notes))
    await sql`
      insert into trade_notes (user_id, account_id, position_ticket, note, tags, setup, updated_at)
      select user_id, account_id, position_ticket, ${note}, ${tags}::text[], ${setup}, now()
      from trades where user_id = ${user.user.id} and position_ticket = ${ticket}
    `.execute(service.db);
}

const trade = (ticket: string, net: number, part: Partial<TradeInput> = {}) =>
  tradeInput({
    position_ticket: ticket,
    gross_profit: net,
    commission: 0,
    profit: net,
    initial_risk: 10,
    opened_at: '2026-03-01T08:00:00.000Z',
    closed_at: '2026-03-01T10:00:00.000Z',
    ...part,
  });

const OPEN = { status: 'OPEN', closed_at: null, close_price: null } as const;

const TRADES = [
  trade('won-1', 20, { symbol: 'EURUSD', trade_type: 'BUY', exit_reason: 'target' }),
  trade('lost-1', -10, { symbol: 'EURUSD', trade_type: 'SELL', exit_reason: 'stop' }),
  trade('even-1', 0, { symbol: 'XAUUSD', trade_type: 'SELL', exit_reason: 'managed' }),
  trade('won-2', 5, {
    symbol: 'XAUUSD',
    trade_type: 'BUY',
    gross_profit: 8,
    commission: -2,
    swap: -1,
    initial_risk: null,
    exit_reason: null,
  }),
  trade('open-1', 3, { symbol: 'GBPUSD', trade_type: 'BUY', exit_reason: null, ...OPEN }),
];

const NOTES: Readonly<Record<string, Written>> = {
  'won-1': { note: 'Waited for 100% of the ATR', tags: ['patient', 'news'], setup: 'Pullback' },
  'lost-1': { note: 'chased_it \\ again 😀', tags: ['fomo'], setup: 'Breakout' },
  'even-1': { tags: ['news'] },
};

/** The same trades of somebody with few, and of one whose sums are kept. */
async function bothWays(
  t: TestContext,
  check: (service: TestService, user: TestUser) => Promise<void>,
) {
  for (const isLarge of [false, true]) {
    const service = await startTestService(t);
    service.clock.set('2026-03-02T10:00:00Z');
    const user = await signedInUser(service);
    const body = { account: accountInput(), trades: TRADES };
    await service.call(syncTrades, { body }, user.token);
    await write(service, user, NOTES);
    if (isLarge) await beginRollUp(service, user.user.id);
    await check(service, user);
  }
}

describe('a filter of the trade history', () => {
  it('selects by symbol, side, result, exit reason, tag and text, alone and together', async (t) => {
    await bothWays(t, async (service, user) => {
      const cases: [Query, string[]][] = [
        [{ symbol: 'EURUSD' }, ['lost-1', 'won-1']],
        [{ symbol: 'EURUSD.a' }, []],
        [{ trade_type: 'SELL' }, ['even-1', 'lost-1']],
        [{ result: 'win' }, ['won-1', 'won-2']],
        [{ result: 'loss' }, ['lost-1']],
        [{ result: 'break_even' }, ['even-1']],
        [{ exit_reason: 'stop' }, ['lost-1']],
        [{ exit_reason: 'stop_out' }, []],
        [{ tag: 'news' }, ['even-1', 'won-1']],
        [{ tag: 'new' }, []],
        [{ text: 'PULLBACK' }, ['won-1']],
        [{ text: 'lost-' }, ['lost-1']],
        [{ text: 'gbp' }, ['open-1']],
        [{ text: 'waited' }, ['won-1']],
        [{ tag: 'news', result: 'win' }, ['won-1']],
        [{ symbol: 'XAUUSD', trade_type: 'BUY', result: 'loss' }, []],
        [{ text: 'waited', period: 'daily' }, []],
        [{ text: 'waited', account_type: 'real' }, []],
      ];
      for (const [query, expected] of cases)
        assert.deepEqual(await ticketsOf(service, user, query), expected, JSON.stringify(query));
    });
  });

  it('takes every text as it is written, however hostile', async (t) => {
    await bothWays(t, async (service, user) => {
      const cases: [string, string[]][] = [
        ['%', ['won-1']],
        ['_', ['lost-1']],
        ['\\', ['lost-1']],
        ['😀', ['lost-1']],
        ["'; drop table trades; --", []],
        ['.*', []],
        ['a'.repeat(1_000), []],
      ];
      for (const [text, expected] of cases)
        assert.deepEqual(await ticketsOf(service, user, { text }), expected, text.slice(0, 20));
      for (const query of [
        { text: 'a'.repeat(1_001) },
        { text: 'a\u0000b' },
        { text: '' },
        { tag: 'a'.repeat(41) },
        { symbol: '%' },
        { trade_type: 'HOLD' },
        { result: 'draw' },
        { exit_reason: 'luck' },
      ]) {
        const failure = await service.fail(
          getTradeStatistics,
          { params: { user_id: user.user.id }, query } as never,
          user.token,
        );
        assert.equal(failure.status, 400, JSON.stringify(query).slice(0, 40));
        assert.deepEqual(Object.keys(failure.fields ?? {}), Object.keys(query));
      }
    });
  });

  it('gives totals of everything it selects: net, costs and mean R', async (t) => {
    await bothWays(t, async (service, user) => {
      const all = (await history(service, user, { per_page: 1 })).statistics;
      assert.deepEqual(
        [all.total_trades, all.net_profit, all.total_costs, all.average_r, all.trades_with_r],
        [4, 15, -3, 0.3333, 3],
      );
      const gold = (await history(service, user, { symbol: 'XAUUSD' })).statistics;
      assert.deepEqual(
        [gold.total_trades, gold.win_rate, gold.net_profit, gold.total_costs, gold.average_r],
        [2, 50, 5, -3, 0],
      );
      const without = (await history(service, user, { text: 'won-2' })).statistics;
      assert.deepEqual([without.average_r, without.trades_with_r], [null, 0]);
    });
  });

  it('shows what the owner wrote with each row, and to whom the account belongs', async (t) => {
    await bothWays(t, async (service, user) => {
      const { recent_trades } = await history(service, user, { symbol: 'EURUSD' });
      const shown = Object.fromEntries(
        recent_trades.map(({ position_ticket, has_note, tags, setup, account }) => [
          position_ticket,
          { has_note, tags, setup, account },
        ]),
      );
      const { server, login } = accountInput();
      assert.deepEqual(shown['won-1'], {
        has_note: true,
        tags: ['patient', 'news'],
        setup: 'Pullback',
        account: { server, login },
      });
      const [gold] = (await history(service, user, { text: 'even-1' })).recent_trades;
      assert.deepEqual([gold?.has_note, gold?.setup], [false, null]);
    });
  });

  it('sees nothing of what others wrote or traded', async (t) => {
    const service = await startTestService(t);
    const [one, other] = [await signedInUser(service), await signedInUser(service)];
    const body = { account: accountInput(), trades: [trade('same', 1)] };
    for (const user of [one, other]) await service.call(syncTrades, { body }, user.token);
    await write(service, other, { same: { note: 'secret', tags: ['mine'], setup: 'Hidden' } });
    for (const query of [{ text: 'secret' }, { tag: 'mine' }, { text: 'hidden' }])
      assert.deepEqual(await ticketsOf(service, one, query), []);
    assert.deepEqual(await ticketsOf(service, other, { tag: 'mine' }), ['same']);
    const failure = await service.fail(
      getTradeStatistics,
      { params: { user_id: other.user.id }, query: { tag: 'mine' } } as never,
      one.token,
    );
    assert.equal(failure.status, 404);
  });

  it('is obeyed by the exports in every format, and named in the file', async (t) => {
    await bothWays(t, async (service, user) => {
      const get = (query: Record<string, string>) =>
        service.app.inject({
          url: `${exportTrades.path}?${new URLSearchParams(query)}`,
          headers: { authorization: `Bearer ${user.token}` },
        });
      const csv = await get({ format: 'csv', tag: 'news' });
      assert.deepEqual(
        csv.body
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(',')[0] ?? '')
          .sort((a, b) => (a < b ? -1 : 1)),
        ['even-1', 'won-1'],
      );
      assert.match(String(csv.headers['content-disposition']), /-selected\.csv/);
      const json = (await get({ format: 'json', result: 'loss' })).json<{
        result: string;
        text: null;
        trades: { position_ticket: string }[];
      }>();
      assert.deepEqual(
        [json.result, json.text, json.trades.map((each) => each.position_ticket)],
        ['loss', null, ['lost-1']],
      );
      const xlsx = await get({ format: 'xlsx', text: '%', sort_by: 'r' });
      assert.equal(xlsx.statusCode, 200);
      const sorted = (await get({ format: 'json', sort_by: 'setup', sort_order: 'asc' })).json<{
        trades: { position_ticket: string }[];
      }>();
      assert.deepEqual(
        sorted.trades.slice(0, 2).map((each) => each.position_ticket),
        ['lost-1', 'won-1'],
      );
    });
  });
});

/** What a row is sorted by, from what the row itself shows. */
const SHOWN: Record<SortKey, (row: ListedTrade) => string | number | null> = {
  trade_time: (row) => row.trade_time,
  symbol: (row) => row.symbol,
  volume: (row) => row.volume,
  profit: (row) => row.profit,
  trade_type: (row) => row.trade_type,
  price: (row) => row.price,
  account_type: (row) => row.account_type,
  status: (row) => row.status,
  opened_at: (row) => row.opened_at,
  closed_at: (row) => row.closed_at,
  close_price: (row) => row.close_price,
  duration: (row) =>
    row.closed_at === null ? null : Date.parse(row.closed_at) - Date.parse(row.opened_at),
  r: (row) => (row.initial_risk === null ? null : row.profit / row.initial_risk),
  exit_reason: (row) => row.exit_reason,
  tags: (row) => row.tags.join(', ') || null,
  setup: (row) => row.setup,
  costs: (row) => Math.round((row.commission + row.swap + row.fee) * 100),
  best_excursion: (row) => row.best_excursion,
  worst_excursion: (row) => row.worst_excursion,
  account: (row) => row.account.login,
};

describe('the trade history by any column', () => {
  it('is in order with what is not known last, and pages lose and double nothing on ties', async (t) => {
    const service = await startTestService(t);
    service.clock.set('2026-03-08T10:00:00Z');
    const user = await signedInUser(service);
    const made = Array.from({ length: 60 }, (_, index) =>
      trade(`t${index}`, (index % 4) - 1, {
        symbol: ['EURUSD', 'GBPUSD', 'XAUUSD'][index % 3] ?? 'EURUSD',
        trade_type: index % 2 ? 'BUY' : 'SELL',
        volume: ((index % 5) + 1) / 100,
        open_price: (110 + (index % 7)) / 100,
        close_price: (120 - (index % 6)) / 100,
        opened_at: `2026-02-0${(index % 8) + 1}T08:00:00.000Z`,
        closed_at: `2026-03-0${(index % 3) + 1}T10:00:00.000Z`,
        initial_risk: index % 4 === 0 ? null : 2 + (index % 3),
        best_excursion: index % 5 === 0 ? null : index % 6,
        worst_excursion: index % 5 === 0 ? null : -(index % 4),
        exit_reason: index % 3 === 0 ? null : index % 3 === 1 ? 'stop' : 'target',
        ...(index % 10 === 9 ? OPEN : {}),
      }),
    );
    for (const [which, login] of ['11', '2'].entries()) {
      const account = accountInput({ login, account_type: which === 0 ? 'demo' : 'real' });
      const trades = made.filter((_, index) => index % 2 === which);
      await service.call(syncTrades, { body: { account, trades } }, user.token);
    }
    await write(service, user, {
      t1: { tags: ['b'], setup: 'Range' },
      t2: { tags: ['a', 'b'], setup: 'Breakout' },
      t4: { tags: ['b'] },
      t5: { setup: 'Range' },
    });
    const walk = async (query: Query) => {
      const rows: ListedTrade[] = [];
      for (let page = 1; ; page += 1) {
        const reply = await history(service, user, { ...query, page, per_page: 17 });
        rows.push(...reply.recent_trades);
        if (page >= reply.pagination.total_pages) return rows;
      }
    };
    const combinations = SORT_KEYS.flatMap((sort_by) =>
      (['asc', 'desc'] as const).flatMap((sort_order) => [
        { sort_by, sort_order },
        { sort_by, sort_order, trade_type: 'BUY' },
      ]),
    );
    const few = new Map<string, string[]>();
    for (const query of combinations) {
      const name = JSON.stringify(query);
      const rows = await walk(query);
      const tickets = rows.map((row) => row.position_ticket);
      assert.equal(new Set(tickets).size, 'trade_type' in query ? 30 : 60, name);
      const keys = rows.map(SHOWN[query.sort_by]);
      const known = keys.filter((key) => key !== null);
      assert.ok(
        keys.slice(known.length).every((key) => key === null),
        `${name}: what is not known is last`,
      );
      const sign = query.sort_order === 'asc' ? 1 : -1;
      const sorted = known.toSorted((a, b) => (a < b ? -1 : Number(a > b)) * sign);
      assert.deepEqual(known, sorted, name);
      few.set(name, tickets);
    }
    await beginRollUp(service, user.user.id);
    for (const query of combinations) {
      const name = JSON.stringify(query);
      const tickets = (await walk(query)).map((row) => row.position_ticket);
      assert.deepEqual(tickets, few.get(name), `${name}: the same from columns in memory`);
    }
  });

  it('shows at once what a batch has changed, to those with very many trades as well', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const send = (trades: TradeInput[]) =>
      service.call(syncTrades, { body: { account: accountInput(), trades } }, user.token);
    await send([trade('a', 1), trade('b', 2)]);
    await beginRollUp(service, user.user.id);
    const wins = () => ticketsOf(service, user, { result: 'win', sort_by: 'r' });
    assert.deepEqual(await wins(), ['a', 'b']);
    await send([trade('b', -2, { revision: 7 }), trade('c', 4)]);
    assert.deepEqual(await wins(), ['a', 'c']);
    await sql`delete from trades where user_id = ${user.user.id} and position_ticket = 'a'`.execute(
      service.db,
    );
    assert.deepEqual(
      (await history(service, user, { result: 'win', sort_by: 'r' })).recent_trades.map(
        (row) => row.position_ticket,
      ),
      ['c'],
      'a row that went meanwhile is left out',
    );
  });
});
