import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { keptCheck } from './risk-context.ts';

const allowed = keptCheck('symbol_allowed');

/** Only the symbols that the trader has chosen. */
export const currencyPairs: StandingRule = ({ instrument, settings }) => {
  const { allowedSymbols } = settings;
  if (allowedSymbols === null || allowedSymbols.includes(instrument.symbol)) {
    return allowed(1, 1);
  }
  const list = allowedSymbols.length === 0 ? 'none' : allowedSymbols.join(', ');
  return denied(
    'symbol_not_allowed',
    list,
    instrument.symbol,
    `${instrument.symbol} is not among the symbols that may be traded (${list}).`,
  );
};
