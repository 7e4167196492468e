import { type Instrument, instrumentFor } from '@quorate/trading/account/instrument';
import {
  type PairQuote,
  type Rates,
  ratesFrom,
  ratesOneAfterAnother,
} from '@quorate/trading/account/rates';
import { type Quote, valuationOf } from '@quorate/trading/account/valuation';
import { denied, type Refusal } from '@quorate/trading/risk/refusal';
import { lots, lotsToNumber, volumeStep } from '@quorate/values/lots';
import { type Currency, currencyDigits, currencyOf, money } from '@quorate/values/money';
import type { TerminalAccount, TerminalSymbolSpec } from '../bridge/records.ts';

/** The account and the symbols of a terminal, brought up to date at each resynchronisation. */
export type BrokerTerms = {
  readonly account: TerminalAccount;
  readonly currency: Currency;
  readonly specs: ReadonlyMap<string, TerminalSymbolSpec>;
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** Symbols whose figures contradict ours, with why nothing is opened on them. */
  readonly untrusted: ReadonlyMap<string, Refusal>;
};

/** The terms of an account and its symbols; whether their figures can be trusted is yet to be seen. */
export function termsOf(
  account: TerminalAccount,
  records: readonly TerminalSymbolSpec[],
): BrokerTerms {
  const currency = currencyOf(account.currency);
  const specs = new Map(records.map((spec) => [spec.symbol, spec]));
  const instruments = new Map<string, Instrument>();
  const untrusted = new Map<string, Refusal>();
  for (const spec of records) {
    const instrument = instrumentOf(spec, currency);
    const closed = closedRefusal(spec);
    if ('kind' in instrument) untrusted.set(spec.symbol, instrument);
    else instruments.set(spec.symbol, instrument);
    if (closed) untrusted.set(spec.symbol, closed);
  }
  return { account, currency, specs, instruments, untrusted };
}

/** What a symbol is refused with on which the broker lets nobody open anything. */
export const SYMBOL_CLOSED = 'symbol_closed';

function closedRefusal({ symbol, trade_mode }: TerminalSymbolSpec): Refusal | null {
  if (trade_mode !== 'disabled' && trade_mode !== 'close_only') return null;
  const why =
    trade_mode === 'disabled' ? 'the broker has closed it' : 'positions may only be closed';
  return denied(
    SYMBOL_CLOSED,
    'open for trading',
    trade_mode,
    `Nothing is opened on ${symbol}: ${why}.`,
  );
}

/** Why nothing is opened on a side that the broker does not offer; null where it does. */
export function sideRefusal(
  { symbol, trade_mode }: TerminalSymbolSpec,
  side: 'BUY' | 'SELL',
): Refusal | null {
  const closed =
    (trade_mode === 'long_only' && side === 'SELL') ||
    (trade_mode === 'short_only' && side === 'BUY');
  if (!closed) return null;
  const only = trade_mode === 'long_only' ? 'purchases' : 'sales';
  return denied(
    SYMBOL_CLOSED,
    trade_mode,
    side,
    `The ${side} of ${symbol} is not sent: the broker takes only ${only}.`,
  );
}

/** Points between two prices at which a symbol may be quoted; 1 where every point is one. */
export function tickPointsOf({ tick_size, digits }: TerminalSymbolSpec): number {
  return Math.max(1, Math.round(Number(tick_size) * 10 ** digits));
}

/** The nearest price of the tick grid that lies no further from the market: a stop is never made wider. */
export function onTickGrid(points: number, tickPoints: number, towards: 'up' | 'down'): number {
  const ticks = points / tickPoints;
  return (towards === 'up' ? Math.ceil(ticks) : Math.floor(ticks)) * tickPoints;
}

/** Symbols on which nothing is opened, because a loss on them is worth something else to the terminal. */
export function untrustedIn(
  { specs, instruments, untrusted, currency }: BrokerTerms,
  rates: Rates,
): ReadonlyMap<string, Refusal> {
  const all = new Map(untrusted);
  for (const instrument of instruments.values()) {
    const spec = specs.get(instrument.symbol);
    const refusal = spec && figuresRefusal(spec, instrument, currency, rates);
    if (refusal) all.set(instrument.symbol, refusal);
  }
  return all;
}

function figuresRefusal(
  spec: TerminalSymbolSpec,
  instrument: Instrument,
  currency: Currency,
  rates: Rates,
): Refusal | null {
  const valuation = valuationOf(instrument, currency, rates);
  if (valuation.kind === 'denied') return valuation;
  const missing = valuation.missingRate?.();
  if (missing) return missing;
  const tick = Math.max(1, Math.round(Number(spec.tick_size) * 10 ** spec.digits));
  const some = lots(instrument.volumeMinSteps, instrument.volumeStep);
  const quote = quoteOf(spec, spec.bid, spec.ask);
  const own = -valuation.minorOf(-tick, some, quote) / lotsToNumber(some);
  return tickValueRefusal(spec, own, 10 ** currencyDigits(currency));
}

/** How far our own tick value may be from the terminal's. */
const TICK_VALUE_TOLERANCE = 0.02;

/** A terminal's symbol as the trading core knows instruments. */
function instrumentOf(spec: TerminalSymbolSpec, currency: Currency): Instrument | Refusal {
  const { symbol, digits } = spec;
  if (!/^[A-Z]{3}$/.test(spec.base) || !/^[A-Z]{3}$/.test(spec.profit)) {
    return denied(
      'unknown_symbol',
      'a pair of currencies or a metal',
      symbol,
      `${symbol} is in '${spec.base}' and '${spec.profit}', which are no currencies; it cannot be valued.`,
    );
  }
  const step = volumeStep(spec.volume_step);
  const inSteps = (text: string) => Math.round((Number(text) * 10 ** step.digits) / step.units);
  const { bid, ask } = quoteOf(spec, spec.bid, spec.ask);
  // The terminal does not tell spreads and commissions as they usually are; the common ones stand in.
  const usual = instrumentFor(`${spec.base}${spec.profit}`, digits, currency);
  const known = 'kind' in usual ? null : usual;
  return {
    symbol,
    digits,
    contractSize: Number(spec.contract_size),
    volumeStep: step,
    volumeMinSteps: Math.max(1, inSteps(spec.volume_min)),
    volumeMaxSteps: mostSteps(inSteps(spec.volume_max), inSteps(spec.volume_limit)),
    baseCurrency: currencyOf(spec.base),
    quoteCurrency: currencyOf(spec.profit),
    typicalSpreadPoints: known?.typicalSpreadPoints ?? Math.max(1, ask - bid),
    commissionPerLotPerSide: known?.commissionPerLotPerSide ?? money(0, currency),
    stopsLevelPoints: spec.stops_level,
    ...(spec.freeze_level > 0 && { freezeLevelPoints: spec.freeze_level }),
    ...(tickPointsOf(spec) > 1 && { tickPoints: tickPointsOf(spec) }),
  };
}

/** A quote of the terminal in whole points. */
export function quoteOf({ digits }: { digits: number }, bid: string, ask: string): Quote {
  return { bid: pointsOf(bid, digits), ask: pointsOf(ask, digits) };
}

export function pointsOf(text: string, digits: number): number {
  return Math.round(Number(text) * 10 ** digits);
}

/**
 * Whether a loss is worth to the terminal what it is worth to us; a position is never sized on figures that
 * contradict each other.
 *
 * @param ownMinor one lot moved by one tick, in minor units of the account's currency
 */
function tickValueRefusal(
  { symbol, tick_value_loss }: TerminalSymbolSpec,
  ownMinor: number,
  minorPerMajor: number,
): Refusal | null {
  const terminal = Number(tick_value_loss);
  const own = ownMinor / minorPerMajor;
  if (terminal > 0 && Math.abs(own - terminal) <= terminal * TICK_VALUE_TOLERANCE) return null;
  return denied(
    'tick_value',
    terminal,
    own,
    `A tick of ${symbol} is worth ${own.toPrecision(4)} by our figures and ${tick_value_loss} by the terminal's; they may differ by 2 % at most.`,
  );
}

function mostSteps(most: number, limit: number): number {
  return limit > 0 ? Math.min(most, limit) : most;
}

/**
 * What currencies are worth by the terminal: by the quotes of the symbols that are traded, else by the tick
 * values it counts with, which hold the rate of a symbol's profit currency in the account's.
 */
export function terminalRates(
  specs: () => Iterable<TerminalSymbolSpec>,
  quoteOf: (symbol: string) => Quote | undefined,
  account: () => Currency,
): Rates {
  return ratesOneAfterAnother(
    ratesFrom(() => quoted(specs(), quoteOf)),
    ratesFrom(() => byTickValue(specs(), account())),
  );
}

function* quoted(
  specs: Iterable<TerminalSymbolSpec>,
  quoteOf: (symbol: string) => Quote | undefined,
): Iterable<PairQuote> {
  for (const { symbol, base, profit, digits } of specs) {
    const quote = quoteOf(symbol);
    if (!quote || !isCurrency(base) || !isCurrency(profit)) continue;
    const point = 10 ** -digits;
    yield {
      base: currencyOf(base),
      quote: currencyOf(profit),
      bid: quote.bid * point,
      ask: quote.ask * point,
    };
  }
}

function* byTickValue(specs: Iterable<TerminalSymbolSpec>, account: Currency): Iterable<PairQuote> {
  for (const spec of specs) {
    if (!isCurrency(spec.profit) || spec.profit === account) continue;
    const perTick = Number(spec.contract_size) * Number(spec.tick_size);
    const rates = [spec.tick_value_profit, spec.tick_value_loss].map(
      (text) => Number(text) / perTick,
    );
    yield {
      base: currencyOf(spec.profit),
      quote: account,
      bid: Math.min(...rates),
      ask: Math.max(...rates),
    };
  }
}

function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}
