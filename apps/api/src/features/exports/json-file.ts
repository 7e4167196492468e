import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import type { Accounts } from './export-row.ts';
import type { ExportedTrade } from './exports.queries.ts';

/** What the file says of itself before its trades. */
export type FileHead = Readonly<Record<string, string | null>>;

/** One JSON document in pieces: how it was selected, then the trades, in the words of the calls. */
export async function* jsonFile(
  pages: AsyncIterable<readonly ExportedTrade[]>,
  accounts: Accounts,
  head: FileHead,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},\n"trades": [`;
  let first = true;
  for await (const rows of pages) {
    const lines = rows.map((row) => JSON.stringify(toJson(row, accounts))).join(',\n');
    yield first ? `\n${lines}` : `,\n${lines}`;
    first = false;
  }
  yield '\n]}\n';
}

function toJson(row: ExportedTrade, accounts: Accounts) {
  const currency = currencyOf(row.currency);
  const amount = (minor: number | null) =>
    minor === null ? null : moneyToNumber(money(minor, currency));
  const price = (text: string | null) => (text === null ? null : Number(text));
  const account = accounts.get(row.account_id);
  return {
    position_ticket: row.position_ticket,
    account: { server: account?.server ?? null, login: account?.login ?? null },
    account_type: row.account_type,
    symbol: row.symbol,
    trade_type: row.trade_type,
    status: row.status,
    volume: Number(row.volume),
    digits: row.digits,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    open_price: price(row.open_price),
    close_price: price(row.close_price),
    stop_loss: price(row.stop_loss),
    take_profit: price(row.take_profit),
    gross_profit: amount(row.gross_profit),
    commission: amount(row.commission),
    swap: amount(row.swap),
    fee: amount(row.fee),
    net_profit: amount(row.profit),
    initial_risk: amount(row.initial_risk),
    currency: row.currency,
    decision_id: row.decision_id,
  };
}
