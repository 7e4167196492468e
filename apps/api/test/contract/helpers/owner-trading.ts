import { createHash } from 'node:crypto';
import { emptyRecord, learn, voterKey } from '@quorate/trading/ensemble/learned-record';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { v7 } from 'uuid';
import type { Db } from '../../../src/db/tables.ts';
import { keepEquity } from '../../../src/features/live/keep-equity.ts';
import { appendEvents } from '../../../src/features/records/append-events.ts';
import type { Clock } from '../../../src/process/clock.ts';
import { fillLedger } from '../../helpers/fill-ledger.ts';
import { addRuleSet } from '../../helpers/fill-rule-sets.ts';
import { addBars } from '../../helpers/fill-trading.ts';
import { snapshotDocument } from '../../helpers/snapshot-document.ts';
import type { MarkMaker } from './marks.ts';

/** A trading account with a decision, its vote, a trade, and what they used of the plan. */
export async function addTrading(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  mark: MarkMaker,
) {
  const now = new Date(clock.now());
  const ids = {
    account: v7(),
    decision: v7(),
    bot: v7(),
    command: v7(),
    import: v7(),
    picture: v7(),
    ticket: mark('ticket'),
  };
  const owner = { user_id: userId };
  await db
    .insertInto('trading_accounts')
    .values({
      ...owner,
      id: ids.account,
      server: mark('server'),
      login: mark('login'),
      account_type: 'demo',
      currency: 'USD',
      created_at: now,
    })
    .execute();
  await addBot(db, { userId, accountId: ids.account, now }, ids, mark);
  const floors = { userId, accountId: ids.account, now, note: mark('ruleSet') };
  await addRuleSet(db, { ...floors, runId: mark('floorsRun') });
  await addImport(db, { userId, now }, ids.import, mark);
  const snapshot = canonicalJson(snapshotDocument({ symbol: mark('symbol') }));
  await db
    .insertInto('decisions')
    .values({
      ...owner,
      id: ids.decision,
      account_id: ids.account,
      symbol: mark.all.symbol ?? '',
      timeframe: 'H1',
      as_of: now,
      snapshot_hash: createHash('sha256').update(snapshot).digest('hex'),
      snapshot,
      action: 'BUY',
      p_up: 0.7,
      sl_atr: 1,
      tp_atr: 2,
      reason: mark('decisionReason'),
      agreeing: 3,
      quorum: 2,
      voters: 3,
      rules: JSON.stringify([{ name: mark('rule'), value: 1, limit: 2, pass: true }]),
      tokens: 417,
      decided_at: now,
    })
    .execute();
  await db
    .insertInto('decision_outcomes')
    .values({
      user_id: userId,
      decision_id: ids.decision,
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
    .insertInto('votes')
    .values({
      ...owner,
      decision_id: ids.decision,
      position: 0,
      analyst: mark('analyst'),
      model: mark('model'),
      provider: mark('provider'),
      family: mark('family'),
      action: 'BUY',
      p_up: 0.7,
      sl_atr: 1,
      tp_atr: 2,
      reason: mark('voteReason'),
      evidence: JSON.stringify([{ field: mark('evidence'), value: 1 }]),
      abstained: false,
      tokens: 417,
    })
    .execute();
  const { analyst = '', model = '', symbol = '' } = mark.all;
  await db
    .insertInto('calibration_cells')
    .values({ ...owner, analyst, model, symbol, hundredth: 70, ups: 1 })
    .execute();
  await db
    .insertInto('decision_cells')
    .values({
      ...owner,
      account_id: ids.account,
      day: '2026-02-02',
      kind: 'vetoed',
      rule: mark('rule'),
      decisions: 1,
      ended: 1,
      won: 1,
      r_milli: 417,
    })
    .execute();
  const onBoard = {
    ...owner,
    account_id: ids.account,
    symbol,
    timeframe: 'H1',
    analyst,
    model,
    provider: 'offline',
  };
  await db
    .insertInto('board_cells')
    .values({ ...onBoard, hundredth: 70, ups: 1, downs: 0, cost_micro_usd: 417 })
    .execute();
  await db
    .insertInto('board_latencies')
    .values({ ...onBoard, bound_ms: 501, votes: 1 })
    .execute();
  await db
    .insertInto('board_waiting')
    .values({ ...owner, decision_id: ids.decision })
    .execute();
  const record = emptyRecord();
  const votes = [{ key: voterKey(analyst, model, '1'), side: 'BUY' as const }];
  learn(record, { touch: 'up', bar: 1, votes, pool: 1 });
  await db
    .insertInto('learned_markets')
    .values({
      ...owner,
      symbol,
      timeframe: 'H1',
      record: JSON.stringify(record),
      updated_at: now,
    })
    .execute();
  await addBars(db, owner.user_id, { accountId: ids.account, symbol });
  await db
    .insertInto('trades')
    .values({
      ...owner,
      account_id: ids.account,
      position_ticket: ids.ticket,
      symbol: mark.all.symbol ?? '',
      trade_type: 'BUY',
      volume: 0.1,
      digits: 5,
      open_price: 1.08214,
      close_price: 1.08643,
      opened_at: now,
      closed_at: now,
      status: 'CLOSED',
      // A figure that is nobody else's by chance.
      gross_profit: 77_123_456,
      commission: 0,
      swap: 0,
      fee: 0,
      profit: 77_123_456,
      initial_risk: null,
      currency: 'USD',
      account_type: 'demo',
      decision_id: ids.decision,
      revision: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  mark.all.profit = '771234.56';
  await addJournal(db, { userId, now }, ids, mark);
  const body = canonicalJson({ reason: mark('ledgerReason') });
  await fillLedger(db, userId, { body, signature: mark('headSignature'), now });
  const told = { reason: mark('recordReason') };
  const place = { userId, subjectId: ids.account };
  await appendEvents(db, [{ ...place, kind: 'closed', at: now, body: told }]);
  await addKeptSums(db, { userId, accountId: ids.account, now });
  await db
    .insertInto('user_spend_days')
    .values({ ...owner, day: '2026-02-01', decisions: 1, tokens: 7, cost_micro_usd: 9 })
    .execute();
  await db
    .insertInto('symbol_usage')
    .values({ ...owner, day: now.toISOString().slice(0, 10), symbol: mark.all.symbol ?? '' })
    .execute();
  await db
    .insertInto('token_usage')
    .values({
      ...owner,
      period_start: now,
      period_end: new Date(now.getTime() + 30 * 86_400_000),
      tokens_used: 278_431,
    })
    .execute();
  return ids;
}

/** What its owner wrote about the trade and a day, a picture of the trade, and a review that was sent. */
async function addJournal(
  db: Db,
  { userId, now }: { userId: string; now: Date },
  ids: { account: string; ticket: string; picture: string },
  mark: MarkMaker,
): Promise<void> {
  const owner = { user_id: userId };
  const place = { account_id: ids.account, position_ticket: ids.ticket };
  await db
    .insertInto('trade_notes')
    .values({
      ...owner,
      ...place,
      note: mark('tradeNote'),
      tags: [mark('tag')],
      setup: mark('setup'),
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('day_notes')
    .values({ ...owner, day: '2026-02-01', note: mark('dayNote'), tags: [], updated_at: now })
    .execute();
  await db
    .insertInto('journal_pictures')
    .values({
      ...owner,
      ...place,
      id: ids.picture,
      day: null,
      width: 2,
      height: 1,
      // A mark that stands elsewhere as text: tables show bytes in another form.
      picture: Buffer.from(mark.all.tradeNote ?? ''),
      thumb: Buffer.from(mark.all.tradeNote ?? ''),
      created_at: now,
    })
    .execute();
  await db
    .insertInto('weekly_mails')
    .values({ ...owner, week: '2026-02-23', queued_at: now })
    .execute();
}

/** A bot on the account that has carried a command out. */
async function addBot(
  db: Db,
  { userId, accountId, now }: { userId: string; accountId: string; now: Date },
  ids: { bot: string; command: string },
  mark: MarkMaker,
): Promise<void> {
  const owner = { user_id: userId };
  await db
    .insertInto('bots')
    .values({
      ...owner,
      id: ids.bot,
      account_id: accountId,
      run_id: mark('run'),
      sequence: 1,
      state: 'halted',
      equity: 1_000_000,
      balance: 1_000_000,
      open_positions: 0,
      version: mark('botVersion'),
      last_heartbeat_at: now,
      created_at: now,
    })
    .execute();
  await keepEquity(db, { userId, accountId, equity: 1_000_000, balance: 1_000_000 }, now);
  const closed = [
    {
      ticket: mark('closedTicket'),
      symbol: 'EURUSD',
      price: 1.1,
      digits: 5,
      at: now.toISOString(),
    },
  ];
  await db
    .insertInto('bot_commands')
    .values({
      ...owner,
      id: ids.command,
      bot_id: ids.bot,
      kind: 'close_all',
      asked_at: now,
      done_at: now,
      result: JSON.stringify({ closed, entries_off: true, at: now.toISOString() }),
    })
    .execute();
}

/** A report that was read in. */
async function addImport(
  db: Db,
  { userId, now }: { userId: string; now: Date },
  id: string,
  mark: MarkMaker,
): Promise<void> {
  await db
    .insertInto('trade_imports')
    .values({
      user_id: userId,
      id,
      file_name: mark('reportFile'),
      server: mark.all.server ?? '',
      login: mark.all.login ?? '',
      created: 1,
      imported_at: now,
    })
    .execute();
}

/** What is counted of the record: sums that are not in use yet, and its changes. */
async function addKeptSums(
  db: Db,
  { userId, accountId, now }: { userId: string; accountId: string; now: Date },
): Promise<void> {
  const owner = { user_id: userId };
  await db
    .insertInto('rolled_up_users')
    .values({ ...owner, ready: false, created_at: now })
    .execute();
  await db
    .insertInto('trade_cells')
    .values({ ...owner, month: false, day: 20_000, account_id: accountId })
    .execute();
  await db
    .insertInto('trade_cuts')
    .values({ ...owner, cut: 1_440, month: 20_000, account_id: accountId, days: [] })
    .execute();
  await db
    .insertInto('live_counts')
    .values({ ...owner, topic: 'trades', count: 1 })
    .execute();
}
