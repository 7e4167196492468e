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
import { findSummedUntil } from './sum-up.queries.ts';

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
    const sums = incomeOf(incomes.get(row.user_id) ?? []);
    const { plan } = await readEntitlements({ db, clock }, idOf<UserId>(row.user_id));
    users.push({
      ...row,
      plan_name: plan.name,
      cost_usd: cost_micro_usd / 1e6,
      income: sums,
      margin_usd: marginOf(sums, cost_micro_usd),
    });
  }
  return { users, pagination: paginate(paging, total) };
}

function modelsOf(rows: readonly ModelRow[]): ModelSpend[] {
  const sums = new Map<string, ModelSpend & { micro: number }>();
  for (const { provider, model, ...row } of rows) {
    const key = JSON.stringify([provider, model]);
    const sum = sums.get(key);
    sums.set(key, {
      provider,
      model,
      votes: (sum?.votes ?? 0) + row.votes,
      input_tokens: (sum?.input_tokens ?? 0) + row.input_tokens,
      output_tokens: (sum?.output_tokens ?? 0) + row.output_tokens,
      micro: (sum?.micro ?? 0) + row.cost_micro_usd,
      cost_usd: 0,
    });
  }
  return [...sums.values()]
    .sort((a, b) => b.micro - a.micro || b.votes - a.votes)
    .map(({ micro, ...sum }) => ({ ...sum, cost_usd: micro / 1e6 }));
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
    days.map(({ day, tokens }) => ({ period: day.slice(0, letters), tokens }));
  const [ofAssistant, ofFree] = [byPeriod(assistant), byPeriod(free)];
  const names = new Set(
    [...models, ...income, ...ofAssistant, ...ofFree].map(({ period }) => period),
  );
  return [...names]
    .sort((a, b) => (a < b ? 1 : -1))
    .map((period) => {
      const votes = models.filter((row) => row.period === period);
      const paid = incomeOf(income.filter((row) => row.period === period));
      const micro = sumOf(votes, ({ cost_micro_usd }) => cost_micro_usd);
      return {
        period,
        votes: sumOf(votes, (row) => row.votes),
        input_tokens: sumOf(votes, (row) => row.input_tokens),
        output_tokens: sumOf(votes, (row) => row.output_tokens),
        assistant_tokens: tokensOf(period, ofAssistant),
        free_tokens: tokensOf(period, ofFree),
        cost_usd: micro / 1e6,
        income: paid,
        margin_usd: marginOf(paid, micro),
      };
    });
}

function tokensOf(
  period: string,
  rows: readonly Readonly<{ period: string; tokens: number }>[],
): number {
  return sumOf(
    rows.filter((row) => row.period === period),
    ({ tokens }) => tokens,
  );
}

/** All periods together. */
function totalsOf(periods: readonly SpendPeriod[]): Omit<SpendPeriod, 'period'> {
  const micro = sumOf(periods, ({ cost_usd }) => Math.round(cost_usd * 1e6));
  const income = incomeOf(
    periods.flatMap((each) =>
      each.income.map(({ currency, amount }) => ({ currency, minor: minorOf(amount, currency) })),
    ),
  );
  return {
    votes: sumOf(periods, ({ votes }) => votes),
    input_tokens: sumOf(periods, ({ input_tokens }) => input_tokens),
    output_tokens: sumOf(periods, ({ output_tokens }) => output_tokens),
    assistant_tokens: sumOf(periods, ({ assistant_tokens }) => assistant_tokens),
    free_tokens: sumOf(periods, ({ free_tokens }) => free_tokens),
    cost_usd: micro / 1e6,
    income,
    margin_usd: marginOf(income, micro),
  };
}

/** Sums by currency, each in major units, by name of the currency. */
function incomeOf(rows: readonly Omit<IncomeRow, 'period'>[]): IncomeSum[] {
  const sums = new Map<string, number>();
  for (const { currency, minor } of rows) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({
      currency,
      amount: moneyToNumber(money(minor, currencyOf(currency))),
    }));
}

/** In US dollars, of the income in US dollars alone. */
function marginOf(income: readonly IncomeSum[], costMicroUsd: number): number {
  const dollars = income.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  return (Math.round(dollars * 1e6) - costMicroUsd) / 1e6;
}

function minorOf(amount: number, currency: string): number {
  return moneyFromNumber(amount, currencyOf(currency)).minor;
}

function sumOf<T>(rows: readonly T[], figure: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}
