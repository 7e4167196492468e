import type { Instrument } from '@quorate/trading/account/instrument';
import type { Rates } from '@quorate/trading/account/rates';
import { valuationOf } from '@quorate/trading/account/valuation';
import type { Refusal } from '@quorate/trading/risk/refusal';
import { lots, lotsToNumber } from '@quorate/values/lots';
import { type Currency, currencyDigits, currencyOf } from '@quorate/values/money';
import type { TerminalAccount, TerminalSymbolSpec } from '../bridge/records.ts';
import { instrumentOf, quoteOf, tickValueRefusal } from './terminal-instrument.ts';

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
    if ('kind' in instrument) untrusted.set(spec.symbol, instrument);
    else instruments.set(spec.symbol, instrument);
  }
  return { account, currency, specs, instruments, untrusted };
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
