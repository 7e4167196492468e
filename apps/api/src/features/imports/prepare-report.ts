import {
  type ImportPreviewTrade,
  PREVIEW_FAULTS,
  PREVIEW_TRADES,
  type ServerClock,
} from '@quorate/contract/trade-import';
import { type TradeInput, tradeInput } from '@quorate/contract/trade-sync';
import { readReport } from '@quorate/trade-import/read-report';
import type {
  ReportAccount,
  ReportFormat,
  ReportTrade,
  RowFault,
} from '@quorate/trade-import/report';
import { type ExitReason, stopExit } from '@quorate/trading/account/trade';
import { instantFromServerTime, serverOffsetMs } from '@quorate/trading/market/new-york-clock';
import { unitsFromDecimal } from '@quorate/values/decimal';
import { instant, MINUTE_MS } from '@quorate/values/instant';
import {
  type Currency,
  currencyOf,
  money,
  moneyFromDecimal,
  moneyToNumber,
} from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';

/** Decides about decimals alone, where neither the file nor the call names one. */
const SOME_CURRENCY = 'USD';

type PreparedTrade = Readonly<{ report: ReportTrade; input: TradeInput }>;

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

/** What the trading server's clock shows. */
export type ClockChoice = Readonly<
  { kind: 'new_york_plus_7' } | { kind: 'fixed'; offsetMinutes: number }
>;

export const USUAL_CLOCK: ClockChoice = { kind: 'new_york_plus_7' };

export function clockOf(query: {
  clock: ServerClock;
  offset_minutes?: number | undefined;
}): ClockChoice {
  return query.clock === 'fixed'
    ? { kind: 'fixed', offsetMinutes: query.offset_minutes ?? 0 }
    : USUAL_CLOCK;
}

/** @param serverMs what the clock showed, as though it were UTC. @returns milliseconds of UTC */
export function utcFromServer(serverMs: number, clock: ClockChoice): number {
  return clock.kind === 'fixed'
    ? serverMs - clock.offsetMinutes * MINUTE_MS
    : instantFromServerTime(serverMs);
}

/** A moment known from the bot, and what the report says the server's clock showed then. */
export type ClockSample = Readonly<{ utcMs: number; serverMs: number }>;

/** Seconds are cut off in places. */
const TOLERANCE_MS = 2_000;
const OFFSET_STEP_MINUTES = 15;
/** A few rows may be wrong in other ways. */
const AGREEMENT = 0.95;

/**
 * The clock on which a report and the bot agree about the same trades; null when they tell nothing. Its
 * usual form is tried first: in half a year a fixed clock looks the same.
 */
export function measureClock(samples: readonly ClockSample[]): ClockChoice | null {
  const agree = (clock: ClockChoice) =>
    samples.filter(
      ({ utcMs, serverMs }) => Math.abs(serverMs - utcMs - offsetOf(clock, utcMs)) <= TOLERANCE_MS,
    ).length;
  const needed = Math.max(1, Math.ceil(samples.length * AGREEMENT));
  if (agree(USUAL_CLOCK) >= needed) return USUAL_CLOCK;
  const offsets = new Set(
    samples.map(
      ({ utcMs, serverMs }) =>
        Math.round((serverMs - utcMs) / MINUTE_MS / OFFSET_STEP_MINUTES) * OFFSET_STEP_MINUTES,
    ),
  );
  for (const offsetMinutes of offsets) {
    const clock: ClockChoice = { kind: 'fixed', offsetMinutes };
    if (Math.abs(offsetMinutes) <= 720 && agree(clock) >= needed) return clock;
  }
  return null;
}

function offsetOf(clock: ClockChoice, utcMs: number): number {
  return clock.kind === 'fixed'
    ? clock.offsetMinutes * MINUTE_MS
    : serverOffsetMs(instant(Math.trunc(utcMs)));
}

/** Lots travel with three decimals. */
const VOLUME_DIGITS = 3;

/** Less than whatever the bot has sent of a trade: an import never replaces the fuller record. */
const IMPORT_REVISION = 1;

/**
 * A trade of a report as the bot would send it; a report knows neither risk nor decision.
 *
 * @returns a sentence when it is no trade that can be stored
 */
function toTradeInput(
  trade: ReportTrade,
  currency: Currency,
  clock: ClockChoice,
): TradeInput | string {
  try {
    const [gross, commission, swap, fee] = (
      ['grossProfit', 'commission', 'swap', 'fee'] as const
    ).map((field) => moneyFromDecimal(trade[field], currency));
    if (!gross || !commission || !swap || !fee) return 'has no profit';
    unitsFromDecimal(trade.volume, VOLUME_DIGITS);
    const net = money(gross.minor + commission.minor + swap.minor + fee.minor, currency);
    const parsed = tradeInput.safeParse({
      position_ticket: trade.ticket,
      symbol: trade.symbol,
      trade_type: trade.side,
      volume: Number(trade.volume),
      digits: trade.digits,
      open_price: Number(trade.openPrice),
      close_price: Number(trade.closePrice),
      stop_loss: trade.stopLoss === null ? null : Number(trade.stopLoss),
      take_profit: trade.takeProfit === null ? null : Number(trade.takeProfit),
      opened_at: new Date(utcFromServer(trade.openedServerMs, clock)).toISOString(),
      closed_at: new Date(utcFromServer(trade.closedServerMs, clock)).toISOString(),
      status: 'CLOSED',
      gross_profit: moneyToNumber(gross),
      commission: moneyToNumber(commission),
      swap: moneyToNumber(swap),
      fee: moneyToNumber(fee),
      profit: moneyToNumber(net),
      initial_risk: null,
      exit_reason: exitReasonOf(trade),
      decision_id: null,
      revision: IMPORT_REVISION,
    });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.')} ${issue?.message}`;
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}

/** A report names stops, targets and stop-outs; what was closed at the market is not guessed at. */
function exitReasonOf({ exit, ...trade }: ReportTrade): ExitReason | null {
  switch (exit?.by) {
    case undefined:
      return null;
    case 'tp':
      return 'target';
    case 'so':
      return 'stop_out';
    case 'sl': {
      const stop = exit.level ?? trade.stopLoss;
      const firstStop = trade.firstStop === null ? null : Number(trade.firstStop);
      const opened = { side: trade.side, openPrice: Number(trade.openPrice), firstStop };
      return stop === null ? null : stopExit(opened, Number(stop));
    }
  }
}

/** What a worker is to read. What the file says of the account comes before what is given here. */
export type ReadOrder = Readonly<{
  bytes: Uint8Array<ArrayBuffer>;
  currency: string | null;
  clock: ClockChoice;
  /** `keys`: batches of what tells whether a trade is known; `trades`: batches to store. */
  batches: 'keys' | 'trades';
}>;

type TradeKey = Readonly<{ ticket: string; openedServerMs: number }>;

/** Everything of a report but its trades. */
export type ReportHead = Readonly<{
  format: ReportFormat;
  language: string | null;
  account: ReportAccount;
  trades: number;
  firstOpenedServerMs: number | null;
  lastClosedServerMs: number | null;
  balanceDeals: number;
  openPositions: number;
  sampleTrades: readonly ImportPreviewTrade[];
  faultCount: number;
  faults: readonly RowFault[];
}>;

export type WorkerMessage =
  | { kind: 'unreadable'; reason: string }
  | { kind: 'head'; head: ReportHead }
  | { kind: 'keys'; keys: TradeKey[] }
  | { kind: 'trades'; trades: TradeInput[] }
  | { kind: 'end' };
