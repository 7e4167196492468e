import type { FileRow, ReportAccount } from './report.ts';

const NONE: ReportAccount = { login: null, server: null, currency: null, accountType: 'unknown' };

/** Such as `12345678 (USD, Broker-Demo, demo, Hedge)`; older builds leave the server out. */
const ACCOUNT = /^(\d{1,20})\s*\(([^()]*)\)/;
const CURRENCY = /^[A-Z]{3}$/;
const KINDS: Readonly<Record<string, ReportAccount['accountType']>> = {
  demo: 'demo',
  real: 'real',
  contest: 'unknown',
};
const NO_SERVER = /^(hedge|hedging|netting|netto|exchange)$/i;

/** The account a report is of, from its head. The holder's name stands beside it and is not read. */
export function readAccount(rows: readonly FileRow[]): ReportAccount {
  for (const row of rows) {
    for (const cell of row.cells) {
      const match = ACCOUNT.exec(cell);
      const parts = match?.[2]?.split(',').map((part) => part.trim()) ?? [];
      const currency = parts.find((part) => CURRENCY.test(part));
      if (!match?.[1] || !currency) continue;
      const kind = parts.map((part) => KINDS[part.toLowerCase()]).find((found) => found);
      const server = parts.find(
        (part) => part !== currency && !KINDS[part.toLowerCase()] && !NO_SERVER.test(part),
      );
      return {
        login: match[1],
        server: server ?? null,
        currency,
        accountType: kind ?? 'unknown',
      };
    }
  }
  return NONE;
}
