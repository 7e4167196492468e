import type { Account } from './book.ts';
import type { Part, Sums } from './parts.ts';

/** What parts add up to: all trades, and the sums of the closed ones by currency, most trades first. */
export function keptSums(accounts: readonly Account[], parts: readonly Part[]) {
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  const byCurrency = new Map<string, Sums>();
  for (const part of parts) {
    const currency = currencies.get(part.account_id) ?? '';
    const sums = byCurrency.get(currency);
    byCurrency.set(currency, sums ? plus(sums, part.sums) : part.sums);
  }
  const sums = [...byCurrency]
    .filter(([, { total }]) => total > 0)
    .map(([currency, found]) => ({
      currency,
      total: found.total,
      wins: found.wins,
      losses: found.losses,
      grossProfit: found.gross_profit,
      grossLoss: found.gross_loss,
      largestWin: found.largest_win,
      largestLoss: found.largest_loss,
    }))
    .sort((a, b) => b.total - a.total || (a.currency < b.currency ? -1 : 1));
  const count = parts.reduce((n, part) => n + part.sums.n, 0);
  return { count, sums };
}

function plus(a: Sums, b: Sums): Sums {
  return {
    n: a.n + b.n,
    total: a.total + b.total,
    wins: a.wins + b.wins,
    losses: a.losses + b.losses,
    gross_profit: a.gross_profit + b.gross_profit,
    gross_loss: a.gross_loss + b.gross_loss,
    largest_win: Math.max(a.largest_win, b.largest_win),
    largest_loss: Math.min(a.largest_loss, b.largest_loss),
  };
}
