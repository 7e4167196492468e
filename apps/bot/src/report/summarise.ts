import type { AccountInput } from '@quorate/contract/trade-sync';
import type { LimitNotice } from '@quorate/trading/loop/trading-loop-events';
import { closeTimeAt } from '@quorate/trading/market/candle';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { moneyToNumber } from '@quorate/values/money';
import type { MarketsSetup } from '../market-setup.ts';
import type { PaperRun } from '../run/paper-run.ts';
import type { StopReason } from '../run/stop-signal.ts';
import { figuresOf, type RunSummary, type SummaryLimit } from './summary.ts';

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

/** The summary of a run that was walked to its end, or to where it was stopped. */
export function summarise(finding: Finding): RunSummary {
  const { run, market, account, stop } = finding;
  const { record } = run;
  const series = market.markets.map((each) => each.series);
  const symbols = series.map(({ symbol }) => symbol);
  const bars = series.reduce((sum, { length }) => sum + length, 0);
  const latest = record.latest();
  const interrupted = stop?.kind === 'interrupted';
  return {
    ...outcomeOf(finding),
    run_id: finding.runId,
    account: { server: account.server, login: account.login, currency: account.currency },
    user_id: finding.userId,
    symbols,
    symbol: symbols.join(', '),
    timeframe: [...new Set(series.map(({ timeframe }) => timeframe))].join(', '),
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
    decisions: record.decisions(),
    refusals: record.refusals(),
    limit: standingLimit(run),
    tokens_used: run.tokensUsed,
    tokens_remaining: run.usage.tokens_remaining,
    synced: [...record.trades()].length - run.unsynced,
    unsynced: run.unsynced,
    resumed: finding.resumed,
    complete: run.barsDone === bars && stop === null,
    interrupted,
  };
}

function outcomeOf({
  run,
  stop,
  service,
}: Finding): Pick<RunSummary, 'success' | 'code' | 'message'> {
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
  const limit = standing ?? limits.find(isOfPlan) ?? null;
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

function isOfPlan({ code }: LimitNotice): boolean {
  return (
    code === 'token_limit_reached' ||
    code === 'free_tokens_spent' ||
    code === 'symbol_limit_reached' ||
    code === 'daily_trade_limit_reached' ||
    code === 'terminal_account_limit_reached' ||
    code === 'paper_account_limit_reached'
  );
}
