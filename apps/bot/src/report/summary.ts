import type { Trade } from '@quorate/trading/account/trade';
import { summaryFromSums, sumNets } from '@quorate/trading/statistics/summary';
import { type Currency, money, moneyToNumber } from '@quorate/values/money';

/** What a run came to, as `--json` prints it. Money in major units of the account, losses negative. */
export type RunSummary = Readonly<{
  /** Whether the run came to an end in order: by its file, or by a plan limit. */
  success: boolean;
  /** What disturbed it; null on success. */
  code: 'interrupted' | 'service_unreachable' | null;
  message: string | null;
  run_id: string;
  account: Readonly<{ server: string; login: string; currency: string }>;
  user_id: string;
  /** In the order in which they were given; `symbol` joins them with commas. */
  symbols: readonly string[];
  symbol: string;
  timeframe: string;
  /** Opening of the first and closing of the last candle of all files, UTC. */
  from: string;
  to: string;
  bars: number;
  bars_done: number;
  /** Closed trades; the open ones are `open_positions`. */
  trades: number;
  wins: number;
  losses: number;
  break_even: number;
  /** Percent, 2 decimals; 0 without trades. */
  win_rate: number;
  net_profit: number;
  total_profit: number;
  total_loss: number;
  /** null when nothing was lost. */
  profit_factor: number | null;
  profit_factor_text: string;
  start_balance: number;
  balance: number;
  equity: number;
  open_positions: number;
  /** Answers of the service, those of earlier parts of the run included. */
  decisions: number;
  /** What was refused, by whom or by which limit: code to how often. */
  refusals: Readonly<Record<string, number>>;
  /** The plan limit that holds at the end; null when none does. */
  limit: SummaryLimit | null;
  tokens_used: number;
  /** Left in the plan's cycle; -1 without a limit. */
  tokens_remaining: number;
  /** Trades the service has, and trades that it still lacks. */
  synced: number;
  unsynced: number;
  /** Whether the run goes back to an earlier start, reached the end of the file, was interrupted. */
  resumed: boolean;
  complete: boolean;
  interrupted: boolean;
}>;

export type SummaryLimit = Readonly<{
  code: string;
  message: string;
  limit: number;
  actual: number;
  until: string | null;
}>;

/** What the closed trades came to, by the formulas the service uses. */
export function figuresOf(trades: Iterable<Trade>, currency: Currency) {
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
