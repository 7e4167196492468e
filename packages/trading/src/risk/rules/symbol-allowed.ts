import { denied } from '../refusal.ts';
import { passed, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  symbol_not_allowed: 'EURUSD is not among the symbols that may be traded (GBPUSD, USDJPY).',
} as const;

/** Only the symbols that the trader has chosen. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'symbol_allowed',
  label: 'Symbol allowed',
  unit: 'yes/no',
  sign: '',
  refusedWhen: 'the symbol is not among `currency_pairs`',
  check({ instrument, settings }) {
    const { allowedSymbols } = settings;
    if (allowedSymbols === null || allowedSymbols.includes(instrument.symbol)) return ALLOWED;
    const list = allowedSymbols.length === 0 ? 'none' : allowedSymbols.join(', ');
    return denied(
      'symbol_not_allowed',
      list,
      instrument.symbol,
      `${instrument.symbol} is not among the symbols that may be traded (${list}).`,
    );
  },
};

const ALLOWED = passed('symbol_allowed', 1, 1);
