import { decimalFromUnits } from '@quorate/values/decimal';
import type { OrderResult } from '../../bridge/records.ts';
import type { SymbolTerms } from '../market/symbol-terms.ts';
import { RETCODE, retcodeWords } from '../server/retcodes.ts';
import type { DealRequest, Filling, TradeAnswer } from '../server/trade-request.ts';
import { result } from './evidence.ts';
import type { Life } from './steps.ts';

const AGAIN: ReadonlySet<number> = new Set([
  RETCODE.requote,
  RETCODE.priceChanged,
  RETCODE.priceOff,
]);
const UNKNOWN: ReadonlySet<number> = new Set([RETCODE.timeout, RETCODE.connection]);
const DONE: ReadonlySet<number> = new Set([RETCODE.placed, RETCODE.done, RETCODE.partial]);
const MOST_TRIES = 4;

/** The terminal as an expert calls it. */
export type OrderPort = Readonly<{
  check(request: DealRequest): number;
  /** null: no answer. */
  send(request: DealRequest): Promise<TradeAnswer | null>;
  cancel(order: string): void;
  /** UTC, ms. */
  now(): number;
  /** The price of this moment, in points; undefined without one. */
  price(symbol: string, side: 'BUY' | 'SELL'): number | undefined;
  /** The position that a deal belongs to. */
  positionOf(deal: string): string;
}>;

/**
 * OrderCheck and OrderSend with everything that may be tried again. What the server may have executed is
 * never sent again: that is `unknown`.
 */
export async function sendOrder(
  order: Omit<DealRequest, 'price' | 'filling'>,
  at: Readonly<{
    key: string;
    exp: number;
    terms: SymbolTerms;
    /** The price that was decided on, in points; null where the market's counts. */
    decided: number | null;
    port: OrderPort;
    life: Life;
  }>,
): Promise<OrderResult> {
  const { key, terms, port, life } = at;
  const fillings = allowedFillings(terms);
  let filling = fillings.shift() ?? 'return';
  let mayChangeFilling = true;
  for (let tries = 1; ; tries += 1) {
    const price = port.price(order.symbol, order.side) ?? 0;
    const request: DealRequest = { ...order, price, filling };
    const checked = ranAway(request, at) ? RETCODE.requote : port.check(request);
    await life.step('checked');
    let answer: TradeAnswer | null = null;
    let retcode = checked;
    if (checked === 0) {
      await life.step('sending');
      answer = await port.send(request);
      await life.step('executed');
      if (answer === null) return result(key, { state: 'unknown', message: 'No answer' });
      retcode = answer.retcode;
    }
    if (answer && DONE.has(retcode)) return doneResult(answer, at);
    if (UNKNOWN.has(retcode)) return result(key, { state: 'unknown', retcode });
    const next = fillings[0];
    if (retcode === RETCODE.invalidFill && mayChangeFilling && next) {
      filling = next;
      mayChangeFilling = false;
      continue;
    }
    if (!AGAIN.has(retcode) || tries === MOST_TRIES)
      return result(key, { state: 'rejected', retcode });
    if (port.now() > at.exp) {
      return result(key, {
        state: 'rejected',
        retcode,
        message: `${retcodeWords(retcode)}, then too late`,
      });
    }
  }
}

/** Whether the price is worse than decided by more than the deviation, where the broker executes at it. */
function ranAway(
  { side, price, deviation }: DealRequest,
  { decided, terms }: Readonly<{ decided: number | null; terms: SymbolTerms }>,
): boolean {
  const instant = terms.execution === 'instant' || terms.execution === 'request';
  if (decided === null || !instant) return false;
  return (side === 'BUY' ? price - decided : decided - price) > deviation;
}

function doneResult(
  answer: TradeAnswer,
  { key, terms, port }: Readonly<{ key: string; terms: SymbolTerms; port: OrderPort }>,
): OrderResult {
  const { retcode, order, deal } = answer;
  if (retcode === RETCODE.partial) port.cancel(order);
  const state =
    retcode === RETCODE.placed ? 'placed' : retcode === RETCODE.partial ? 'partial' : 'filled';
  return result(key, {
    state,
    retcode,
    order,
    deal,
    position: deal === '0' ? '0' : port.positionOf(deal),
    lots: decimalFromUnits(answer.volume, terms.volumeDigits),
    price: decimalFromUnits(answer.price, terms.digits),
  });
}

function allowedFillings(terms: SymbolTerms): Filling[] {
  const fillings: Filling[] = [];
  if ((terms.filling & 1) !== 0) fillings.push('fok');
  if ((terms.filling & 2) !== 0) fillings.push('ioc');
  fillings.push('return');
  return fillings;
}
