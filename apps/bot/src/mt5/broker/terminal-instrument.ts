import { type Instrument, instrumentFor } from '@quorate/trading/account/instrument';
import type { Quote } from '@quorate/trading/account/valuation';
import { denied, type Refusal } from '@quorate/trading/risk/refusal';
import { volumeStep } from '@quorate/values/lots';
import { type Currency, currencyOf, money } from '@quorate/values/money';
import type { TerminalSymbolSpec } from '../bridge/records.ts';

/** How far our own tick value may be from the terminal's. */
const TICK_VALUE_TOLERANCE = 0.02;

/** A terminal's symbol as the trading core knows instruments. */
export function instrumentOf(spec: TerminalSymbolSpec, currency: Currency): Instrument | Refusal {
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
export function tickValueRefusal(
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
