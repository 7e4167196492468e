import { instrumentFor } from '@quorate/trading/account/instrument';
import { currencyOf } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import type { TerminalSymbolSpec } from '../../bridge/records.ts';

/** How one symbol is quoted and traded at the simulated broker. Volumes in whole `10^-volumeDigits` lots. */
export type SymbolTerms = Readonly<{
  symbol: string;
  digits: number;
  contractSize: number;
  volumeDigits: number;
  volumeMin: number;
  volumeMax: number;
  volumeStep: number;
  /** Most in one direction together; 0 for no limit. */
  volumeLimit: number;
  /** Points. */
  stopsLevel: number;
  freezeLevel: number;
  tradeMode: TerminalSymbolSpec['trade_mode'];
  execution: TerminalSymbolSpec['execution'];
  /** Bits: 1 fill or kill, 2 immediate or cancel. */
  filling: number;
  base: string;
  profit: string;
  /** Points that one lot earns (costs: negative) for a night. */
  swapLong: number;
  swapShort: number;
  /** Minor units of the account's currency for a lot and side, positive. */
  commissionPerLot: number;
  feePerLot: number;
  /** Points between bid and ask in quiet hours. */
  spread: number;
}>;

/** Whether a fill must be whole, may be a part of what is asked, or leaves the rest waiting. */
export type Filling = 'fok' | 'ioc' | 'return';

/** All ways in which orders may be filled: what execution and bits allow first, then the rest. */
export function fillingsOf({ filling, execution }: SymbolTerms): [Filling, ...Filling[]] {
  const asked = execution === 'instant' || execution === 'request';
  const allowed: Readonly<Record<Filling, boolean>> = {
    fok: asked || (filling & 1) !== 0,
    ioc: asked || (filling & 2) !== 0,
    return: execution === 'exchange',
  };
  const ways: readonly Filling[] = ['fok', 'ioc', 'return'];
  const [first = 'fok', ...others] = [
    ...ways.filter((way) => allowed[way]),
    ...ways.filter((way) => !allowed[way]),
  ];
  return [first, ...others];
}

/**
 * Usual terms of a forex pair, gold or silver, changed where a test or a person wants it.
 *
 * @throws ValueError for a symbol that is neither
 * @example symbolTerms('EURUSD', { stopsLevel: 30, filling: 2 })
 */
export function symbolTerms(symbol: string, changes: Partial<SymbolTerms> = {}): SymbolTerms {
  const digits = changes.digits ?? usualDigits(symbol);
  const usual = instrumentFor(symbol, digits, currencyOf('USD'));
  if ('kind' in usual) throw new ValueError(usual.message);
  return {
    symbol,
    digits,
    contractSize: usual.contractSize,
    volumeDigits: 2,
    volumeMin: 1,
    volumeMax: 10_000,
    volumeStep: 1,
    volumeLimit: 0,
    stopsLevel: 0,
    freezeLevel: 0,
    tradeMode: 'full',
    execution: 'market',
    filling: 3,
    base: usual.baseCurrency,
    profit: usual.quoteCurrency,
    swapLong: -6.2,
    swapShort: 2.1,
    commissionPerLot: 0,
    feePerLot: 0,
    spread: usual.typicalSpreadPoints,
    ...changes,
  };
}

function usualDigits(symbol: string): number {
  if (symbol.startsWith('XAU')) return 2;
  if (symbol.startsWith('XAG')) return 3;
  return symbol.slice(3, 6) === 'JPY' ? 3 : 5;
}
