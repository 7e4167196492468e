import type { Quote } from '@quorate/trading/account/valuation';
import { stopsFault } from '@quorate/trading/simulation/order-checks';
import type { Permissions } from '../../bridge/records.ts';
import type { Market } from '../market/market.ts';
import type { Filling, SymbolTerms } from '../market/symbol-terms.ts';
import type { Ledger } from './ledger.ts';
import type { DealRequest, HeldPosition, StopsRequest } from './orders.ts';
import { RETCODE } from './retcodes.ts';

/** Whose orders the server and the terminal take. */
export type Allowed = Pick<Permissions, 'account_trading' | 'account_experts'>;

/** Where an order is checked. */
export type Desk = Readonly<{
  market: Market;
  ledger: Ledger;
  allowed: Allowed;
  netting: boolean;
}>;

/** What speaks against an order before it meets the market; 0 for nothing. */
export function dealFault(request: DealRequest, at: Desk): number {
  const { market, ledger, allowed } = at;
  const terms = market.terms.get(request.symbol);
  if (!terms) return RETCODE.invalid;
  const position = ledger.positions().find(({ ticket }) => ticket === request.position);
  const opens = request.position === null;
  if (!allowed.account_trading || terms.tradeMode === 'disabled') return RETCODE.tradeDisabled;
  if (!request.byHand && !allowed.account_experts) return RETCODE.serverDisablesExperts;
  if (!market.isOpen()) return RETCODE.marketClosed;
  const quote = market.quote(request.symbol);
  if (!quote) return RETCODE.priceOff;
  if (!fillsBy(terms, request.filling)) return RETCODE.invalidFill;
  const { volume } = request;
  if (volume < terms.volumeMin || volume > terms.volumeMax || volume % terms.volumeStep !== 0) {
    return RETCODE.invalidVolume;
  }
  if (!opens) {
    if (!position || position.symbol !== request.symbol) return RETCODE.positionClosed;
    if (position.side === request.side) return RETCODE.invalid;
    if (volume > position.volume) return RETCODE.invalidCloseVolume;
    return isFrozen(position, terms, quote) ? RETCODE.frozen : 0;
  }
  if (terms.tradeMode === 'close_only') return RETCODE.closeOnly;
  if (terms.tradeMode === 'long_only' && request.side === 'SELL') return RETCODE.longOnly;
  if (terms.tradeMode === 'short_only' && request.side === 'BUY') return RETCODE.shortOnly;
  if (stopsFault(request, quote, terms.stopsLevel)) return RETCODE.invalidStops;
  if (exceedsLimit(request, terms, ledger)) return RETCODE.limitVolume;
  const free = ledger.equity() - ledger.margin();
  return marginNeeded(request, { terms, ledger, netting: at.netting }) > free ? RETCODE.noMoney : 0;
}

/** Margin that an order would add: on netting accounts nothing for what it takes off. */
export function marginNeeded(
  request: DealRequest,
  { terms, ledger, netting }: Readonly<{ terms: SymbolTerms; ledger: Ledger; netting: boolean }>,
): number {
  const other = netting
    ? ledger.positions().find(({ symbol }) => symbol === request.symbol)
    : undefined;
  if (!other || other.side === request.side) return ledger.worth.margin(terms, request.volume);
  const beyond = request.volume - other.volume;
  return beyond <= 0 ? 0 : ledger.worth.margin(terms, beyond) - other.margin;
}

/** What speaks against new stops of a position; 0 for nothing. */
export function changeFault(request: StopsRequest, at: Desk): number {
  const { market, ledger, allowed } = at;
  const position = ledger.positions().find(({ ticket }) => ticket === request.position);
  if (!position) return RETCODE.positionClosed;
  const terms = market.terms.get(position.symbol);
  const quote = market.quote(position.symbol);
  if (!terms || !quote) return RETCODE.priceOff;
  if (!allowed.account_trading) return RETCODE.tradeDisabled;
  if (!request.byHand && !allowed.account_experts) return RETCODE.serverDisablesExperts;
  if (!market.isOpen()) return RETCODE.marketClosed;
  const { stopLoss, takeProfit } = request;
  if (stopLoss === position.stopLoss && takeProfit === position.takeProfit) {
    return RETCODE.noChanges;
  }
  if (isFrozen(position, terms, quote)) return RETCODE.frozen;
  const levels = { ...request, side: position.side };
  return stopsFault(levels, quote, terms.stopsLevel) ? RETCODE.invalidStops : 0;
}

/** Source: MQL5 reference, "Fill policy": the symbol's bits where it is not asked for prices, and no RETURN with market execution. */
function fillsBy(terms: SymbolTerms, filling: Filling): boolean {
  if (terms.execution === 'instant' || terms.execution === 'request') return true;
  if (filling === 'fok') return (terms.filling & 1) !== 0;
  if (filling === 'ioc') return (terms.filling & 2) !== 0;
  return terms.execution !== 'market';
}

/** Within the freeze level of its stop or target a position is the market's alone. */
function isFrozen(position: HeldPosition, terms: SymbolTerms, quote: Quote): boolean {
  const exit = position.side === 'BUY' ? quote.bid : quote.ask;
  const near = (level: number | null) =>
    level !== null && Math.abs(exit - level) <= terms.freezeLevel;
  return terms.freezeLevel > 0 && (near(position.stopLoss) || near(position.takeProfit));
}

function exceedsLimit(request: DealRequest, terms: SymbolTerms, ledger: Ledger): boolean {
  if (terms.volumeLimit === 0) return false;
  let together = request.volume;
  for (const { symbol, side, volume } of ledger.positions()) {
    if (symbol === request.symbol && side === request.side) together += volume;
  }
  return together > terms.volumeLimit;
}
