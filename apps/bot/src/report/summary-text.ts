import type { RunSummary } from './summary.ts';

/** The summary as a table for people. */
export function summaryText(summary: RunSummary, digits: number): string {
  const { currency } = summary.account;
  const money = (value: number) => `${value.toFixed(digits)} ${currency}`;
  const rows: [string, string][] = [
    ['Account', `${summary.account.login} at ${summary.account.server}, ${currency}`],
    [
      'Market',
      `${summary.symbol} ${summary.timeframe}, ${dayOf(summary.from)} to ${dayOf(summary.to)}`,
    ],
    ['Candles', `${summary.bars_done} of ${summary.bars}`],
    [
      'Decisions',
      `${summary.decisions}, ${summary.tokens_used} tokens${tokensLeft(summary.tokens_remaining)}`,
    ],
    [
      'Trades closed',
      `${summary.trades} (${summary.wins} won, ${summary.losses} lost, ${summary.break_even} even), ${summary.open_positions} open`,
    ],
    ['Win rate', `${summary.win_rate.toFixed(2)} %`],
    ['Net profit', money(summary.net_profit)],
    ['Profit and loss', `${money(summary.total_profit)}, ${money(summary.total_loss)}`],
    ['Profit factor', summary.profit_factor_text],
    ['Balance', `${money(summary.balance)}, from ${money(summary.start_balance)}`],
    ['Equity', money(summary.equity)],
    ['Refused', refusalText(summary.refusals)],
    ['Synced', syncText(summary)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  if (summary.limit) table.push('', summary.limit.message);
  return `${table.join('\n')}\n`;
}

/** What to say after the summary: how the run ended, and what the same command does next. */
export function closingLines(summary: RunSummary): string[] {
  const lines = summary.message ? [summary.message] : [];
  if (summary.unsynced > 0)
    lines.push(`Trades that wait to be sent: ${summary.unsynced}; the next run sends them.`);
  if (!summary.complete)
    lines.push('The same command goes on from here; nothing is asked or sent twice.');
  return lines;
}

function tokensLeft(tokens: number): string {
  return tokens === -1 ? ' of an unlimited plan' : `, ${tokens} left in this cycle`;
}

function refusalText(refusals: Readonly<Record<string, number>>): string {
  const entries = Object.entries(refusals).toSorted(([, a], [, b]) => b - a);
  return entries.length === 0
    ? 'nothing'
    : entries.map(([code, times]) => `${code} ${times}`).join(', ');
}

function syncText({ synced, unsynced }: RunSummary): string {
  const sent = `${synced} ${synced === 1 ? 'trade is' : 'trades are'} on the dashboard`;
  return unsynced === 0 ? sent : `${sent}, ${unsynced} still wait`;
}

function dayOf(iso: string): string {
  return iso.slice(0, 10);
}
