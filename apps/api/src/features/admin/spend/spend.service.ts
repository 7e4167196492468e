import type {
  getSpend as getSpendCall,
  IncomeSum,
  listUserSpend as listUserSpendCall,
  ModelSpend,
  SpendPeriod,
  UserSpend,
} from '@quorate/contract/admin-spend';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import { idOf, type UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { currencyOf, money, moneyFromNumber, moneyToNumber } from '@quorate/values/money';
import type { Limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/tables.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import type { ReadEntitlements } from '../../billing/entitlements/entitlements.ts';
import {
  countUserSpend,
  type DayTokens,
  findDayTokens,
  findIncome,
  findIncomeOf,
  findModelSpend,
  findUserSpend,
  type IncomeRow,
  type ModelRow,
  type SpendSpan,
} from './spend.queries.ts';
import { findSummedUntil } from './sum-up.ts';

export type SpendDeps = Readonly<{
  db: Db;
  clock: Clock;
  limits: Pick<Limits, 'freeTokensPerDay'>;
  readEntitlements: ReadEntitlements;
}>;

type Days = Readonly<{ from: string; to: string }>;

const MODELS_MAX = 100;

/** What is asked of kept sums, with the decisions that none of them holds. */
function spanOf({ from, to }: Days, summedUntil: Date | null): SpendSpan {
  const start = Date.parse(from);
  return {
    from,
    to,
    live: {
      from: new Date(Math.max(start, summedUntil?.getTime() ?? start)),
      to: new Date(Date.parse(to) + DAY_MS),
    },
  };
}

/** All of it as of one moment: sums that are added meanwhile count neither twice nor not at all. */
function asOfNow<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}

/** Every period of the span that has any figure, newest first, and their models, dearest first. */
export function readSpend(
  { db }: Pick<SpendDeps, 'db'>,
  days: Days,
  by: 'day' | 'month',
): Promise<{ periods: SpendPeriod[]; models: ModelSpend[]; summedUntil: Date | null }> {
  const letters = by === 'day' ? 10 : 7;
  return asOfNow(db, async (tx) => {
    const summedUntil = await findSummedUntil(tx);
    const span = spanOf(days, summedUntil);
    const models = await findModelSpend(tx, span, letters);
    const income = await findIncome(tx, span, letters);
    const assistant = await findDayTokens(tx, 'assistant_spending', span);
    const free = await findDayTokens(tx, 'free_spending', span);
    return {
      periods: periodsOf({ models, income, assistant, free }, letters),
      models: modelsOf(models),
      summedUntil,
    };
  });
}

export async function getSpend(
  deps: SpendDeps,
  { page, per_page, from, to, by }: HandlerInput<typeof getSpendCall>['query'],
): Promise<Omit<Reply<typeof getSpendCall>, 'success'>> {
  const { periods, models, summedUntil } = await readSpend(deps, { from, to }, by);
  const paging = { page, per_page };
  const start = offsetOf(paging);
  return {
    periods: periods.slice(start, start + per_page),
    totals: totalsOf(periods),
    free_today: await freeToday(deps),
    models: models.slice(0, MODELS_MAX),
    summed_until: summedUntil?.toISOString() ?? null,
    pagination: paginate(paging, periods.length),
  };
}

async function freeToday({ db, clock, limits }: SpendDeps) {
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const [row] = await findDayTokens(db, 'free_spending', { from: today, to: today });
  return { tokens: row?.tokens ?? 0, limit: limits.freeTokensPerDay };
}

export async function listUserSpend(
  { db, clock, readEntitlements }: SpendDeps,
  { page, per_page, from, to }: HandlerInput<typeof listUserSpendCall>['query'],
): Promise<Omit<Reply<typeof listUserSpendCall>, 'success'>> {
  const paging = { page, per_page };
  const { rows, income, total } = await asOfNow(db, async (tx) => {
    const span = spanOf({ from, to }, await findSummedUntil(tx));
    const found = await findUserSpend(tx, span, { limit: per_page, offset: offsetOf(paging) });
    const ids = found.map(({ user_id }) => user_id);
    return {
      rows: found,
      income: await findIncomeOf(tx, span, ids),
      // Beyond the last page there is no row to say how many there are.
      total: found[0]?.total ?? (page === 1 ? 0 : await countUserSpend(tx, span)),
    };
  });
  const incomes = Map.groupBy(income, ({ user_id }) => user_id);
  const users: UserSpend[] = [];
  for (const { total: _total, cost_micro_usd, ...row } of rows) {
    const { plan } = await readEntitlements({ db, clock }, idOf<UserId>(row.user_id));
    const spent = spentOf(incomes.get(row.user_id) ?? [], cost_micro_usd);
    users.push({ ...row, plan_name: plan.name, ...spent });
  }
  return { users, pagination: paginate(paging, total) };
}

const VOTED = ['votes', 'input_tokens', 'output_tokens'] as const;

function modelsOf(rows: readonly ModelRow[]): ModelSpend[] {
  const byModel = Map.groupBy(rows, ({ provider, model }) => JSON.stringify([provider, model]));
  return [...byModel.values()]
    .map((votes) => {
      const { provider = '', model = '' } = votes[0] ?? {};
      return { provider, model, ...sumsOf(votes, VOTED), cost_usd: microOf(votes) / 1e6 };
    })
    .sort((a, b) => b.cost_usd - a.cost_usd || b.votes - a.votes);
}

type Found = Readonly<{
  models: readonly ModelRow[];
  income: readonly IncomeRow[];
  assistant: readonly DayTokens[];
  free: readonly DayTokens[];
}>;

/**
 * Puts together what is known of each period; one without any figure is left out.
 *
 * @param letters of a period's name: 10 of a day, 7 of a month
 * @returns newest first
 */
function periodsOf({ models, income, assistant, free }: Found, letters: 7 | 10): SpendPeriod[] {
  const byPeriod = (days: readonly DayTokens[]) =>
    Map.groupBy(days, ({ day }) => day.slice(0, letters));
  const votes = Map.groupBy(models, ({ period }) => period);
  const paid = Map.groupBy(income, ({ period }) => period);
  const ofAssistant = byPeriod(assistant);
  const ofFree = byPeriod(free);
  const names = new Set([votes, paid, ofAssistant, ofFree].flatMap((found) => [...found.keys()]));
  return [...names]
    .sort((a, b) => (a < b ? 1 : -1))
    .map((period) => {
      const voted = votes.get(period) ?? [];
      return {
        period,
        ...sumsOf(voted, VOTED),
        assistant_tokens: sumsOf(ofAssistant.get(period) ?? [], ['tokens']).tokens,
        free_tokens: sumsOf(ofFree.get(period) ?? [], ['tokens']).tokens,
        ...spentOf(paid.get(period) ?? [], microOf(voted)),
      };
    });
}

/** All periods together. */
function totalsOf(periods: readonly SpendPeriod[]): Omit<SpendPeriod, 'period'> {
  const income = periods.flatMap((each) =>
    each.income.map(({ currency, amount }) => ({
      currency,
      minor: moneyFromNumber(amount, currencyOf(currency)).minor,
    })),
  );
  const micro = periods.reduce((sum, { cost_usd }) => sum + Math.round(cost_usd * 1e6), 0);
  return {
    ...sumsOf(periods, [...VOTED, 'assistant_tokens', 'free_tokens']),
    ...spentOf(income, micro),
  };
}

type Paid = Readonly<{ currency: string; minor: number }>;

/** What was spent, and what came in by currency; the margin is of the income in US dollars alone. */
function spentOf(paid: readonly Paid[], costMicroUsd: number) {
  const income = incomeOf(paid);
  const dollars = income.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  return {
    cost_usd: costMicroUsd / 1e6,
    income,
    margin_usd: (Math.round(dollars * 1e6) - costMicroUsd) / 1e6,
  };
}

/** Sums by currency, each in major units, by name of the currency. */
function incomeOf(rows: readonly Paid[]): IncomeSum[] {
  const sums = new Map<string, number>();
  for (const { currency, minor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({
      currency,
      amount: moneyToNumber(money(minor, currencyOf(currency))),
    }));
}

function microOf(rows: readonly ModelRow[]): number {
  return sumsOf(rows, ['cost_micro_usd']).cost_micro_usd;
}

/** @example sumsOf([{ votes: 1 }, { votes: 2 }], ['votes']) // { votes: 3 } */
function sumsOf<Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
): Record<Name, number> {
  const sums = names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]);
  return Object.fromEntries(sums) as Record<Name, number>;
}
