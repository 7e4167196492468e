import type { AnyAccountType } from '@quorate/contract/fields';
import { tagKey } from '@quorate/contract/journal';
import type { ExitReason } from '@quorate/contract/trades';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { Week } from './week.ts';

/** Trades of some accounts in a span; money in minor units. */
export type Sums = Readonly<{
  trades: number;
  wins: number;
  losses: number;
  net: number;
  gross: number;
  costs: number;
}>;

export type NamedTrade = Readonly<{
  account_id: string;
  position_ticket: string;
  decision_id: string | null;
  symbol: string;
  trade_type: 'BUY' | 'SELL';
  profit: number;
  exit_reason: ExitReason | null;
}>;

/** Accounts whose results may be added up: of one currency, and of one kind of money. */
export type Group = Readonly<{
  currency: string;
  kind: 'real' | 'unknown' | 'demo' | 'paper' | 'practice';
  /** Those with trades or decisions in the week. */
  accounts: readonly string[];
  week: Sums;
  before: Sums;
  decisions: Readonly<{ all: number; traded: number; vetoed: number }>;
}>;

/** What more is known of the accounts of one group. */
export type GroupDetails = Readonly<{
  best: NamedTrade | null;
  worst: NamedTrade | null;
  /** Closed by hand, or by rules of exits, while a target was set; of those whose best result is known. */
  early: Readonly<{ trades: number; byHand: number; gross: number; best: number }>;
  /** The tag whose trades lost most. */
  tag: Readonly<{ name: string; trades: number; net: number }> | null;
  /** Orders that the risk desk refused, and what those would have made whose end is known. */
  refused: Readonly<{
    all: number;
    known: number;
    r: number;
    rule: string | null;
    decisionId: string | null;
  }>;
  /** The day on which equity fell most of what the day's limit allows. */
  worstDay: Readonly<{ at: Date; fall: number; allowed: number }> | null;
  written: number;
}>;

const NO_SUMS: Sums = { trades: 0, wins: 0, losses: 0, net: 0, gross: 0, costs: 0 };
const KINDS = ['real', 'unknown', 'demo', 'paper', 'practice'] as const;

type AccountRow = Readonly<{
  id: string;
  currency: string;
  account_type: AnyAccountType;
  paper: boolean;
}>;

/** The user's accounts with anything in the week, most telling money first. */
export async function readGroups(db: Db, userId: UserId, week: Week): Promise<Group[]> {
  const [accounts, sums, decisions] = await Promise.all([
    db
      .selectFrom('trading_accounts')
      .select(['id', 'currency', 'account_type', 'paper'])
      .where('user_id', '=', userId)
      .execute(),
    sumTrades(db, userId, week),
    countDecisions(db, userId, week),
  ]);
  const active = accounts.filter(
    ({ id }) => sums.some((row) => row.account_id === id) || decisions.has(id),
  );
  const groups = [...Map.groupBy(active, (row) => `${kindOf(row)} ${row.currency}`).values()].map(
    (own): Group => {
      const ids = own.map(({ id }) => id);
      const of = (isNow: boolean) =>
        sums.filter((row) => ids.includes(row.account_id) && row.is_now === isNow);
      const counts = ids.flatMap((id) => decisions.get(id) ?? []);
      const [first] = own;
      if (!first) throw new Error('a group of accounts is empty');
      return {
        currency: first.currency,
        kind: kindOf(first),
        accounts: ids,
        week: added(of(true)),
        before: added(of(false)),
        decisions: {
          all: counts.reduce((sum, each) => sum + each.all, 0),
          traded: counts.reduce((sum, each) => sum + each.traded, 0),
          vetoed: counts.reduce((sum, each) => sum + each.vetoed, 0),
        },
      };
    },
  );
  const rank = ({ kind, week: sum }: Group) => (sum.trades > 0 ? 0 : 10) + KINDS.indexOf(kind);
  return groups
    .filter(({ week: sum, decisions: own }) => sum.trades > 0 || own.all > 0)
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        b.week.trades - a.week.trades ||
        b.decisions.all - a.decisions.all ||
        (a.currency < b.currency ? -1 : 1),
    );
}

/** When the user's first trade or decision was; null without any. */
export async function findFirstMoment(db: Db, userId: UserId): Promise<Date | null> {
  const [trade, decision] = await Promise.all([
    db
      .selectFrom('trades')
      .select('trade_time as at')
      .where('user_id', '=', userId)
      .orderBy('trade_time')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('decisions')
      .select('decided_at as at')
      .where('user_id', '=', userId)
      .orderBy('decided_at')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const moments = [trade, decision].flatMap((row) => (row ? row.at.getTime() : []));
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

export async function readDetails(
  db: Db,
  userId: UserId,
  { accounts }: Group,
  week: Week,
): Promise<GroupDetails> {
  const [best, worst, early, tag, refused, worstDay, written] = await Promise.all([
    findEnd(db, userId, { accounts, week, order: 'desc' }),
    findEnd(db, userId, { accounts, week, order: 'asc' }),
    sumEarlyExits(db, userId, { accounts, week }),
    findLosingTag(db, userId, { accounts, week }),
    sumRefused(db, userId, { accounts, week }),
    findWorstDay(db, userId, { accounts, week }),
    countWritten(db, userId, { accounts, week }),
  ]);
  return { best, worst, early, tag, refused, worstDay, written };
}

type Of = Readonly<{ accounts: readonly string[]; week: Week }>;

function kindOf({ account_type, paper }: AccountRow): Group['kind'] {
  if (account_type === 'practice') return 'practice';
  return paper ? 'paper' : account_type;
}

type SumRow = Sums & Readonly<{ account_id: string; is_now: boolean }>;

async function sumTrades(db: Db, userId: UserId, week: Week): Promise<readonly SumRow[]> {
  const { rows } = await sql<SumRow>`
    select account_id, trade_time >= ${week.from} as is_now,
      count(*)::integer as trades,
      (count(*) filter (where profit > 0))::integer as wins,
      (count(*) filter (where profit < 0))::integer as losses,
      sum(profit)::bigint as net, sum(gross_profit)::bigint as gross,
      sum(commission + swap + fee)::bigint as costs
    from trades
    where user_id = ${userId}::uuid and status = 'CLOSED'
      and trade_time >= ${week.before} and trade_time < ${week.to}
    group by account_id, is_now
  `.execute(db);
  return rows;
}

function added(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, row) => ({
      trades: sum.trades + row.trades,
      wins: sum.wins + row.wins,
      losses: sum.losses + row.losses,
      net: sum.net + row.net,
      gross: sum.gross + row.gross,
      costs: sum.costs + row.costs,
    }),
    NO_SUMS,
  );
}

type DecisionCounts = Readonly<{ account_id: string; all: number; traded: number; vetoed: number }>;

async function countDecisions(
  db: Db,
  userId: UserId,
  { from, to }: Week,
): Promise<ReadonlyMap<string, DecisionCounts>> {
  const { rows } = await sql<DecisionCounts>`
    select account_id, count(*)::integer as all,
      (count(*) filter (where outcome = 'traded'))::integer as traded,
      (count(*) filter (where outcome = 'vetoed'))::integer as vetoed
    from decisions
    where user_id = ${userId}::uuid and decided_at >= ${from} and decided_at < ${to}
    group by account_id
  `.execute(db);
  return new Map(rows.map((row) => [row.account_id, row]));
}

function closedTrades(db: Db, userId: UserId, { accounts, week }: Of) {
  return db
    .selectFrom('trades')
    .where('trades.user_id', '=', userId)
    .where('trades.status', '=', 'CLOSED')
    .where('trades.trade_time', '>=', week.from)
    .where('trades.trade_time', '<', week.to)
    .where('trades.account_id', 'in', accounts);
}

async function findEnd(
  db: Db,
  userId: UserId,
  { order, ...of }: Of & Readonly<{ order: 'asc' | 'desc' }>,
): Promise<NamedTrade | null> {
  const found = await closedTrades(db, userId, of)
    .select(['account_id', 'position_ticket', 'decision_id', 'symbol', 'trade_type'])
    .select(['profit', 'exit_reason'])
    .orderBy('profit', order)
    .orderBy('trade_time')
    .orderBy('position_ticket')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

async function sumEarlyExits(db: Db, userId: UserId, of: Of): Promise<GroupDetails['early']> {
  return closedTrades(db, userId, of)
    .select([
      sql<number>`count(*)::integer`.as('trades'),
      sql<number>`(count(*) filter (where exit_reason = 'manual'))::integer`.as('byHand'),
      sql<number>`coalesce(sum(gross_profit), 0)::bigint`.as('gross'),
      sql<number>`coalesce(sum(best_excursion), 0)::bigint`.as('best'),
    ])
    .where('exit_reason', 'in', ['manual', 'managed'])
    .where('take_profit', 'is not', null)
    .where('best_excursion', '>', 0)
    .executeTakeFirstOrThrow();
}

const TAGS_READ = 200;

async function findLosingTag(db: Db, userId: UserId, of: Of): Promise<GroupDetails['tag']> {
  const { rows } = await sql<{ name: string; trades: number; net: number }>`
    select tag as name, count(*)::integer as trades, sum(trades.profit)::bigint as net
    from trade_notes as words
    join trades on trades.user_id = ${userId}::uuid and trades.account_id = words.account_id
      and trades.position_ticket = words.position_ticket
    cross join unnest(words.tags) as tag
    where words.user_id = ${userId}::uuid and trades.status = 'CLOSED'
      and trades.trade_time >= ${of.week.from} and trades.trade_time < ${of.week.to}
      and trades.account_id in (${sql.join(of.accounts.map((id) => sql`${id}::uuid`))})
    group by tag order by net, tag collate "C" limit ${TAGS_READ}
  `.execute(db);
  const sums = [...Map.groupBy(rows, ({ name }) => tagKey(name)).values()].map((spelled) => ({
    name: spelled[0]?.name ?? '',
    trades: spelled.reduce((sum, row) => sum + row.trades, 0),
    net: spelled.reduce((sum, row) => sum + row.net, 0),
  }));
  const [worst] = sums.filter(({ net }) => net < 0).sort((a, b) => a.net - b.net);
  return worst ?? null;
}

async function sumRefused(db: Db, userId: UserId, of: Of): Promise<GroupDetails['refused']> {
  const { rows } = await sql<{
    rule: string | null;
    all: number;
    known: number;
    r: number;
    decision_id: string;
    largest: number | null;
  }>`
    select told.refusal ->> 'rule' as rule, count(*)::integer as all,
      count(told.shadow ->> 'r')::integer as known,
      coalesce(sum((told.shadow ->> 'r')::double precision), 0) as r,
      (array_agg(decisions.id order by abs((told.shadow ->> 'r')::double precision) desc nulls last, decisions.id))[1] as decision_id,
      max(abs((told.shadow ->> 'r')::double precision)) as largest
    from decisions
    join decision_outcomes as told on told.user_id = ${userId}::uuid and told.decision_id = decisions.id
    where decisions.user_id = ${userId}::uuid and decisions.outcome = 'vetoed'
      and decisions.decided_at >= ${of.week.from} and decisions.decided_at < ${of.week.to}
      and decisions.account_id in (${sql.join(of.accounts.map((id) => sql`${id}::uuid`))})
    group by rule order by 2 desc, 1
  `.execute(db);
  const [telling] = rows.toSorted((a, b) => (b.largest ?? -1) - (a.largest ?? -1));
  return {
    all: rows.reduce((sum, row) => sum + row.all, 0),
    known: rows.reduce((sum, row) => sum + row.known, 0),
    r: rows.reduce((sum, row) => sum + row.r, 0),
    rule: rows[0]?.rule ?? null,
    decisionId: telling?.decision_id ?? null,
  };
}

/** Of days whose account had the same rules before the week began. */
async function findWorstDay(db: Db, userId: UserId, of: Of): Promise<GroupDetails['worstDay']> {
  const reports = await db
    .selectFrom('floor_reports')
    .leftJoin('rule_sets', (join) =>
      join
        .onRef('rule_sets.account_id', '=', 'floor_reports.account_id')
        .on('rule_sets.user_id', '=', userId),
    )
    .select(['floor_reports.account_id', 'floor_reports.rule_set', 'floor_reports.state'])
    .where('floor_reports.user_id', '=', userId)
    .where('floor_reports.account_id', 'in', of.accounts)
    .where((eb) =>
      eb.or([eb('rule_sets.set_at', 'is', null), eb('rule_sets.set_at', '<=', of.week.from)]),
    )
    .execute();
  const allowances = reports.flatMap(({ account_id, rule_set, state }) => {
    const amounts = rule_set.lines.flatMap(({ kind, amount }) => {
      if (kind !== 'day') return [];
      if ('money_minor' in amount) return amount.money_minor;
      // Of a basis that is another one each day nothing is known afterwards.
      if ('percent_of_basis' in amount) return [];
      return (state.initial_minor * amount.percent_of_initial) / 100;
    });
    const allowed = Math.min(...amounts);
    return Number.isFinite(allowed) && allowed > 0 ? [{ account_id, allowed }] : [];
  });
  if (allowances.length === 0) return null;
  const days = await db
    .selectFrom('equity_steps')
    .select(['account_id', 'at', 'first_equity', 'lowest'])
    .where('user_id', '=', userId)
    .where('step', '=', 'day')
    .where('at', '>=', of.week.from)
    .where('at', '<', of.week.to)
    .where(
      'account_id',
      'in',
      allowances.map((each) => each.account_id),
    )
    .orderBy('at')
    .execute();
  const [worst] = days
    .flatMap(({ account_id, at, first_equity, lowest }) => {
      const allowed = allowances.find((each) => each.account_id === account_id)?.allowed;
      return allowed === undefined ? [] : [{ at, fall: first_equity - lowest, allowed }];
    })
    .sort((a, b) => b.fall / b.allowed - a.fall / a.allowed);
  return worst ?? null;
}

async function countWritten(db: Db, userId: UserId, of: Of): Promise<number> {
  const { written } = await closedTrades(db, userId, of)
    .innerJoin('trade_notes', (join) =>
      join
        .on('trade_notes.user_id', '=', userId)
        .onRef('trade_notes.account_id', '=', 'trades.account_id')
        .onRef('trade_notes.position_ticket', '=', 'trades.position_ticket'),
    )
    .select(({ fn }) => fn.countAll<number>().as('written'))
    .executeTakeFirstOrThrow();
  return written;
}
