import {
  type ImportPreviewTrade,
  PREVIEW_FAULTS,
  PREVIEW_TRADES,
} from '@quorate/contract/trade-import';
import type { TradeInput } from '@quorate/contract/trade-sync';
import { readReport } from '@quorate/trade-import/read-report';
import type { ReportTrade, RowFault } from '@quorate/trade-import/report';
import { currencyOf } from '@quorate/values/money';
import type { ClockChoice } from './server-clock.ts';
import { USUAL_CLOCK, utcFromServer } from './server-clock.ts';
import { toTradeInput } from './to-trade-input.ts';
import type { ReadOrder, ReportHead } from './worker-messages.ts';

/** Decides about decimals alone, where neither the file nor the call names one. */
const SOME_CURRENCY = 'USD';

export type PreparedTrade = Readonly<{ report: ReportTrade; input: TradeInput }>;

/**
 * Reads a report and checks every trade as a sync would, so that what is wrong is told by its line.
 *
 * @throws UnreadableReport
 */
export async function prepareReport({
  bytes,
  currency,
  clock,
}: Pick<ReadOrder, 'bytes' | 'currency' | 'clock'>): Promise<{
  head: ReportHead;
  trades: PreparedTrade[];
}> {
  const report = await readReport(bytes);
  const known = report.account.currency ?? currency;
  const { trades, faults } = checkTrades(report.trades, known ?? SOME_CURRENCY, clock);
  const allFaults = [...report.faults, ...faults].sort((a, b) => a.line - b.line);
  const opened = trades.map(({ report: trade }) => trade.openedServerMs);
  return {
    trades,
    head: {
      format: report.format,
      language: report.language,
      account: report.account,
      trades: trades.length,
      // Spreading two hundred thousand arguments would overflow the stack.
      firstOpenedServerMs: opened.reduce<number | null>(
        (least, ms) => (least === null || ms < least ? ms : least),
        null,
      ),
      lastClosedServerMs: trades.at(-1)?.report.closedServerMs ?? null,
      balanceDeals: report.balanceDeals,
      openPositions: report.openPositions,
      sampleTrades: spread(trades, PREVIEW_TRADES).map((trade) => toPreview(trade, known !== null)),
      faultCount: allFaults.length,
      faults: allFaults.slice(0, PREVIEW_FAULTS),
    },
  };
}

function checkTrades(trades: readonly ReportTrade[], currency: string, clock: ClockChoice) {
  const good: PreparedTrade[] = [];
  const faults: RowFault[] = [];
  for (const report of trades) {
    const input = toTradeInput(report, currencyOf(currency), clock);
    if (typeof input === 'string') faults.push({ line: report.line, message: input });
    else good.push({ report, input });
  }
  return { trades: good, faults };
}

/** The first, the last, and others evenly between: a report of a year has both summer and winter among them. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  const step = (all.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => all[Math.round(index * step)] as T);
}

function toPreview({ report, input }: PreparedTrade, withMoney: boolean): ImportPreviewTrade {
  return {
    line: report.line,
    position_ticket: input.position_ticket,
    symbol: input.symbol,
    trade_type: input.trade_type,
    volume: input.volume,
    digits: input.digits,
    open_price: input.open_price,
    close_price: input.close_price ?? input.open_price,
    opened_server: serverText(report.openedServerMs),
    closed_server: serverText(report.closedServerMs),
    opened_at: new Date(utcFromServer(report.openedServerMs, USUAL_CLOCK)).toISOString(),
    closed_at: new Date(utcFromServer(report.closedServerMs, USUAL_CLOCK)).toISOString(),
    profit: withMoney ? input.profit : null,
  };
}

/** A time of the server's clock, without a zone. */
export function serverText(serverMs: number): string {
  return new Date(serverMs).toISOString().slice(0, 19);
}
