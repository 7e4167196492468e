import { emptyRecord } from '@quorate/trading/ensemble/learned-record';
import { packRawBars } from '@quorate/trading/market/raw-bars';
import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import { addRuleSet } from './fill-rule-sets.ts';

const DECISION = '01890000-0000-7000-8000-00000000000b';

/** Gives a user a trading account, and a row in every table about trading on it. */
export async function fillTrading(db: Db, userId: string, accountId: string): Promise<void> {
  const now = new Date('2026-03-01T00:00:00Z');
  const id = () => crypto.randomUUID();
  const whose = { user_id: userId };
  await db
    .insertInto('trading_accounts')
    .values({
      ...whose,
      id: accountId,
      server: 'Demo',
      login: '1',
      account_type: 'demo',
      currency: 'USD',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('decisions')
    .values({
      ...whose,
      id: DECISION,
      account_id: accountId,
      symbol: 'EURUSD',
      timeframe: 'H1',
      as_of: now,
      snapshot_hash: 'a'.repeat(64),
      snapshot: '{"bars":[]}',
      action: 'HOLD',
      p_up: 0.5,
      sl_atr: null,
      tp_atr: null,
      reason: 'quiet “market”',
      agreeing: 1,
      quorum: 2,
      voters: 3,
      rules: '[]',
      tokens: 10,
      decided_at: now,
    })
    .execute();
  await db
    .insertInto('decision_outcomes')
    .values({
      ...whose,
      decision_id: DECISION,
      revision: 1,
      verdict: 'held',
      checks: '[]',
      asked: null,
      fill: null,
      refusal: null,
      shadow: null,
      digits: 5,
      bars: '[]',
      first_touch: 'up',
      reported_at: now,
    })
    .execute();
  await db
    .insertInto('calibration_cells')
    .values({
      ...whose,
      analyst: 'trend',
      model: 'none',
      symbol: 'EURUSD',
      hundredth: 50,
      ups: 1,
    })
    .execute();
  await db
    .insertInto('decision_cells')
    .values({
      ...whose,
      account_id: accountId,
      day: '2026-03-01',
      kind: 'held',
      rule: 'agreement',
      decisions: 1,
      ended: 0,
      won: 0,
      r_milli: 0,
    })
    .execute();
  const onBoard = {
    ...whose,
    account_id: accountId,
    symbol: 'EURUSD',
    timeframe: 'H1',
    analyst: 'trend',
    model: 'none',
    provider: 'offline',
  };
  await db
    .insertInto('board_cells')
    .values({ ...onBoard, hundredth: 50, ups: 1, downs: 0, cost_micro_usd: 0 })
    .execute();
  await db
    .insertInto('board_latencies')
    .values({ ...onBoard, bound_ms: 1, votes: 1 })
    .execute();
  await db
    .insertInto('board_waiting')
    .values({ ...whose, decision_id: DECISION })
    .execute();
  await db
    .insertInto('learned_markets')
    .values({
      ...whose,
      symbol: 'EURUSD',
      timeframe: 'H1',
      record: JSON.stringify(emptyRecord()),
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('votes')
    .values({
      ...whose,
      decision_id: DECISION,
      position: 0,
      analyst: 'trend',
      model: 'none',
      action: 'HOLD',
      p_up: 0.5,
      sl_atr: null,
      tp_atr: null,
      reason: 'r',
      evidence: '[{"field":"atr","value":1}]',
      abstained: false,
      tokens: 5,
    })
    .execute();
  await addBars(db, userId, { accountId, symbol: 'EURUSD' });
  await addTrades(db, userId, { accountId, count: 3 });
  const bot = id();
  await db
    .insertInto('bots')
    .values({
      ...whose,
      id: bot,
      account_id: accountId,
      run_id: 'run',
      sequence: 1,
      state: 'active',
      equity: 1_000_000,
      balance: 1_000_000,
      open_positions: 0,
      version: '0.1.0',
      last_heartbeat_at: now,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('bot_commands')
    .values({ ...whose, id: id(), bot_id: bot, kind: 'entries_off', asked_at: now })
    .execute();
  const step = { step: 'hour' as const, at: now, fall: 0, fall_from: 1_000_000 };
  const equity = { first_equity: 1_000_000, lowest: 1_000_000, highest: 1_000_000 };
  await db
    .insertInto('equity_steps')
    .values({
      ...whose,
      account_id: accountId,
      ...step,
      ...equity,
      last_equity: 1_000_000,
      first_balance: 1_000_000,
      last_balance: 1_000_000,
    })
    .execute();
  await db
    .insertInto('trade_notes')
    .values({
      ...whose,
      account_id: accountId,
      position_ticket: '1',
      note: 'quiet “market”',
      tags: ['late', 'news'],
      setup: 'Breakout',
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('day_notes')
    .values({ ...whose, day: '2026-03-01', note: 'a quiet day', tags: ['late'], updated_at: now })
    .execute();
  await db
    .insertInto('journal_pictures')
    .values({
      ...whose,
      id: crypto.randomUUID(),
      account_id: accountId,
      position_ticket: '1',
      day: null,
      width: 2,
      height: 1,
      picture: Buffer.from([0, 1, 254, 255]),
      thumb: Buffer.from([7]),
      created_at: now,
    })
    .execute();
  await db
    .insertInto('weekly_mails')
    .values({ ...whose, week: '2026-02-23', queued_at: now })
    .execute();
  await addRuleSet(db, { userId, accountId, now, note: 'Own limits' });
  // A sync may have counted already.
  await db
    .insertInto('live_counts')
    .values({ ...whose, topic: 'bots', count: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('trade_imports')
    .values({
      ...whose,
      id: id(),
      file_name: 'ReportHistory.html',
      server: 'Demo',
      login: '1',
      created: 1,
      imported_at: now,
    })
    .execute();
  await db
    .insertInto('rolled_up_users')
    .values({ ...whose, ready: false, created_at: now })
    .execute();
  await db
    .insertInto('trade_cells')
    .values({ ...whose, month: false, day: 20_000, account_id: accountId })
    .execute();
  await db
    .insertInto('trade_cuts')
    .values({ ...whose, cut: 60, month: 20_000, account_id: accountId, days: [] })
    .execute();
}

/** A series of one bar in a chunk, which others can compare theirs with. */
export async function addBars(
  db: Db,
  userId: string,
  { accountId, symbol }: { accountId: string; symbol: string },
): Promise<void> {
  const opened = new Date('2026-03-01T00:00:00Z');
  const first = opened.getTime() / 1_000;
  const prices = { open: 108_200, high: 108_260, low: 108_150, close: 108_220, spread: 8 };
  const bar = [first, prices.open, prices.high, prices.low, prices.close, prices.spread] as const;
  const market = { symbol, timeframe: 'H1' };
  const series = { user_id: userId, account_id: accountId, ...market };
  await db
    .insertInto('bar_series')
    .values({
      ...series,
      digits: 5,
      newest: first,
      tail_from: null,
      tail: new Uint8Array(),
      used_at: opened,
    })
    .execute();
  await db
    .insertInto('bar_chunks')
    .values({ ...series, first_at: first, bars: packRawBars([bar]) })
    .execute();
  const told = { ...market, ...prices, opened_at: opened, user_id: userId, digits: 5 };
  await db
    .insertInto('market_bars')
    .values({ ...told, terminal: 'terminal' })
    .execute();
}

/** Many closed trades in one statement. */
export async function addTrades(
  db: Db,
  userId: string,
  { accountId, count }: { accountId: string; count: number },
): Promise<void> {
  await sql`
    insert into trades (user_id, account_id, position_ticket, symbol, trade_type, volume, digits, open_price,
      close_price, opened_at, closed_at, status, gross_profit, commission, swap, fee, profit, currency,
      account_type, revision, created_at, updated_at)
    select ${userId}::uuid, ${accountId}::uuid, n::text, 'EURUSD', 'BUY', 0.1, 5, 1.08214, 1.08643, moment,
      moment + interval '1 hour', 'CLOSED', 4288, -70, 0, 0, 4218, 'USD', 'demo', 2, moment, moment
    from generate_series(1, ${count}::int) as n,
      lateral (select timestamptz '2026-01-01Z' + n * interval '1 second' as moment) as at
  `.execute(db);
}
