import type { IncomeSum, SpendPeriod } from '@quorate/contract/admin-spend';
import { currencyOf, money, moneyFromNumber, moneyToNumber } from '@quorate/values/money';
import type { DayTokens, IncomeRow, ModelRow } from './spend.queries.ts';

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
export function periodsOf(
  { models, income, assistant, free }: Found,
  letters: 7 | 10,
): SpendPeriod[] {
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
export function totalsOf(periods: readonly SpendPeriod[]): Omit<SpendPeriod, 'period'> {
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
export function incomeOf(rows: readonly Omit<IncomeRow, 'period'>[]): IncomeSum[] {
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
export function marginOf(income: readonly IncomeSum[], costMicroUsd: number): number {
  const dollars = income.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  return (Math.round(dollars * 1e6) - costMicroUsd) / 1e6;
}

function minorOf(amount: number, currency: string): number {
  return moneyFromNumber(amount, currencyOf(currency)).minor;
}

function sumOf<T>(rows: readonly T[], figure: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}
