import {
  downloadSpend,
  getSpend as getSpendCall,
  type IncomeSum,
  listUserSpend as listUserSpendCall,
  SPEND_FILE_ROWS_MAX,
} from '@quorate/contract/admin-spend';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { stringify } from 'csv-stringify/sync';
import type { Route } from '../../../http/endpoint.ts';
import { getSpend, listUserSpend, readSpend, type SpendDeps } from './spend.service.ts';

export function registerSpend(route: Route, deps: SpendDeps): void {
  route(getSpendCall, async ({ query }) => ({ success: true, ...(await getSpend(deps, query)) }));

  route(listUserSpendCall, async ({ query }) => ({
    success: true,
    ...(await listUserSpend(deps, query)),
  }));

  route(downloadSpend, async ({ query }, { reply }) => {
    const { name, content } = await spendFile(deps, query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(content);
  });
}

type Asked = HandlerInput<typeof downloadSpend>['query'];
type Line = Record<string, string | number>;

/** Without it Excel reads UTF-8 as the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';

/** A table of the span; each currency has a column of its own. */
export async function spendFile(
  deps: SpendDeps,
  asked: Asked,
): Promise<{ name: string; content: string }> {
  const { what, from, to } = asked;
  const lines = await linesOf(deps, asked);
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const content = stringify(lines, {
    header: true,
    columns,
    record_delimiter: 'windows',
    // A name that begins like a formula must not become one.
    escape_formulas: true,
  });
  return { name: `spend-${what}-${from}-${to}.csv`, content: BYTE_ORDER_MARK + content };
}

async function linesOf(deps: SpendDeps, { what, from, to, by }: Asked): Promise<Line[]> {
  if (what === 'users') return userLines(deps, { from, to });
  const { periods, models } = await readSpend(deps, { from, to }, by);
  if (what === 'models') return models;
  return periods.map(({ income, ...period }) => ({ ...period, ...incomeColumns(income) }));
}

/** In one query: of pages read one after another, rows that move up meanwhile would be missed. */
async function userLines(
  deps: SpendDeps,
  days: Readonly<{ from: string; to: string }>,
): Promise<Line[]> {
  const { users } = await listUserSpend(deps, { ...days, page: 1, per_page: SPEND_FILE_ROWS_MAX });
  return users.map(({ user_id, username, plan_name, income, ...figures }) => ({
    user_id,
    username,
    plan_name,
    ...figures,
    ...incomeColumns(income),
  }));
}

function incomeColumns(income: readonly IncomeSum[]): Line {
  return Object.fromEntries(
    income.map(({ currency, amount }) => [`income_${currency.toLowerCase()}`, amount]),
  );
}
