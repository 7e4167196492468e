import type { AccountInput } from '@quorate/contract/trade-sync';
import { PLAN_LIMITS } from '@quorate/run/wire';
import type { Trade } from '@quorate/trading/account/trade';
import { closeTimeAt } from '@quorate/trading/market/candle';
import { summaryFromSums, sumNets } from '@quorate/trading/statistics/summary';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { type Currency, money, moneyToNumber } from '@quorate/values/money';
import type { MarketsSetup } from '../markets/paper-markets.ts';
import type { PaperRun } from '../run/paper-run.ts';
import type { StopReason } from '../run/stop-signal.ts';

type SummaryLimit = Readonly<{
  code: string;
  message: string;
  limit: number;
  actual: number;
  until: string | null;
}>;

/** What the closed trades came to, by the formulas the service uses; the win rate in percent. */
function figuresOf(trades: Iterable<Trade>, currency: Currency) {
  const nets: number[] = [];
  for (const trade of trades) if (trade.status === 'CLOSED') nets.push(trade.profit.minor);
  const sums = summaryFromSums(sumNets(nets));
  const major = (minor: number) => moneyToNumber(money(minor, currency));
  return {
    trades: sums.total,
    wins: sums.wins,
    losses: sums.losses,
    break_even: sums.breakEven,
    win_rate: sums.winRatePercent,
    net_profit: major(sums.netProfit),
    total_profit: major(sums.grossProfit),
    total_loss: major(sums.grossLoss),
    profit_factor: sums.profitFactor,
    profit_factor_text: sums.profitFactorText,
  };
}

type Finding = Readonly<{
  run: PaperRun;
  market: MarketsSetup;
  account: AccountInput;
  runId: string;
  userId: string;
  service: string;
  resumed: boolean;
  stop: StopReason | null;
}>;

export type RunSummary = Readonly<ReturnType<typeof summarise>>;

/**
 * The summary of a run that was walked to its end, or to where it was stopped, as `--json` prints it. Money in
 * major units of the account, losses negative.
 */
export function summarise(finding: Finding) {
  const { run, market, account, stop } = finding;
  const { record } = run;
  const series = market.markets.map((each) => each.series);
  const symbols = series.map(({ symbol }) => symbol);
  const bars = series.reduce((sum, { length }) => sum + length, 0);
  const latest = record.latest();
  return {
    ...outcomeOf(finding),
    run_id: finding.runId,
    account: { server: account.server, login: account.login, currency: account.currency },
    user_id: finding.userId,
    /** In the order of their names; `symbol` joins them with commas. */
    symbols,
    symbol: symbols.join(', '),
    timeframe: [...new Set(series.map(({ timeframe }) => timeframe))].join(', '),
    /** Opening of the first and closing of the last candle of all files, UTC. */
    from: isoFromInstant(instant(Math.min(...series.map(({ time }) => time[0] ?? 0)))),
    to: isoFromInstant(
      instant(Math.max(...series.map((each) => closeTimeAt(each, each.length - 1)))),
    ),
    bars,
    bars_done: run.barsDone,
    ...figuresOf(record.trades(), market.currency),
    start_balance: moneyToNumber(market.start),
    balance: moneyToNumber(latest?.balance ?? market.start),
    equity: moneyToNumber(latest?.equity ?? market.start),
    open_positions: record.openTrades(),
    /** Answers of the service, those of earlier parts of the run included. */
    decisions: record.decisions(),
    /** What was refused, by whom or by which limit: code to how often. */
    refusals: record.refusals(),
    /** The plan limit that holds at the end; null when none does. */
    limit: standingLimit(run),
    tokens_used: run.tokensUsed,
    /** Left in the plan's cycle; -1 without a limit. */
    tokens_remaining: run.usage.tokens_remaining,
    /** Trades the service has, and trades that it still lacks. */
    synced: [...record.trades()].length - run.unsynced,
    unsynced: run.unsynced,
    /** Whether the run goes back to an earlier start, reached the end of the file, was interrupted. */
    resumed: finding.resumed,
    complete: run.barsDone === bars && stop === null,
    interrupted: stop?.kind === 'interrupted',
  };
}

/** Whether the run came to an end in order, by its file or by a plan limit; else what disturbed it. */
function outcomeOf({ run, stop, service }: Finding): {
  success: boolean;
  code: 'interrupted' | 'service_unreachable' | null;
  message: string | null;
} {
  if (stop?.kind === 'interrupted')
    return { success: false, code: 'interrupted', message: 'Interrupted.' };
  if (stop?.kind === 'service-unreachable') {
    return {
      success: false,
      code: 'service_unreachable',
      message: `The service at ${service} stayed out of reach: ${stop.message}.`,
    };
  }
  if (run.unsynced > 0)
    throw new Error(`${run.unsynced} trades were not sent, and nothing says why`);
  return { success: true, code: null, message: null };
}

/** The plan's limit that ended the run, else the plan's limit of the day at its end. */
function standingLimit({ standing, limits }: PaperRun): SummaryLimit | null {
  const limit =
    standing ?? limits.find(({ code }) => PLAN_LIMITS.some((known) => known === code)) ?? null;
  if (!limit) return null;
  const { code, message, actual, until } = limit;
  return {
    code,
    message,
    limit: limit.limit,
    actual,
    until: until === null ? null : isoFromInstant(until),
  };
}

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
