import { decimalFromUnits, unitsFromDecimal } from '@quorate/values/decimal';
import type { z } from 'zod';
import type { AnswerOf, errorBody, RequestBody, RequestName } from '../../bridge/messages.ts';
import type { OrderResult } from '../../bridge/records.ts';
import { fillingsOf, type SymbolTerms } from '../market/symbol-terms.ts';
import type { DealRequest, TradeAnswer } from '../server/orders.ts';
import { RETCODE, retcodeWords } from '../server/retcodes.ts';
import type { Book, Intent } from './book.ts';
import { findExecuted, LATE_MS, result } from './evidence.ts';
import { type Life, LifeEnded } from './steps.ts';
import type { ExpertTerminal } from './terminal.ts';

export type OrderDesk = Readonly<{
  open(body: RequestBody<'order.open'>): Promise<Reply<'order.open'>>;
  close(body: RequestBody<'position.close'>): Promise<Reply<'position.close'>>;
  query(key: string): OrderResult;
  /** Nothing is tried on any more: the terminal ends. */
  end(): void;
}>;

type DeskDeps = Readonly<{
  terminal: ExpertTerminal;
  book: Book;
  magic: number;
  life: Life;
  /** Why the last line opens nothing; null where it does not mind. */
  lineRefusal(): string | null;
  tell(level: 'error', text: string): void;
}>;

/** A closing that the server did not take yet is tried again so often, and after so long there is an alert. */
const AGAIN_MS = 500;
const ALERT_MS = 3_000;

/** Steps 1 to 7 of an order and of a closing, in the order of docs/reference/bridge.md. */
export function createOrderDesk(deps: DeskDeps): OrderDesk {
  const { terminal, book, magic, life } = deps;
  const { market } = terminal;
  const now = () => terminal.timers.now();
  /** Closings that are tried on, by their keys. */
  const waiting = new Map<string, () => void>();
  const search = () => ({
    market,
    view: terminal.view(),
    book,
    magic,
    isHedging: terminal.server().account.marginMode === 'hedging',
  });

  /** Step 2 and 3: what is known of a key already. */
  function known(key: string): OrderResult | undefined {
    if (waiting.has(key)) return result(key, { state: 'sent' });
    const stored = book.result(key);
    if (stored && stored.state !== 'placed') return stored;
    const intent = book.intent(key);
    let found = findExecuted(key, intent, search());
    if (found?.state === 'placed' && intent && Number(found.lots) < Number(intent.lots)) {
      // The rest of a partial fill, whose answer was lost.
      terminal.server().cancel(found.order);
      found = findExecuted(key, intent, search());
    }
    if (found) {
      if (found.state !== 'placed' && intent) book.settle(found);
      return found;
    }
    if (!intent) return stored;
    // Taken off again, or never executed: once nothing can come any more, it is over.
    // The computer's clock may have been set, and without its broker the terminal knows nothing.
    const over =
      now() > intent.exp + LATE_MS &&
      terminal.view().shownMs > intent.writtenMs + LATE_MS &&
      terminal.permissions().connected;
    if (!over) return stored ?? result(key, { state: 'unknown' });
    const gone = result(key, { state: 'rejected', message: 'The server never executed it' });
    book.settle(gone);
    return gone;
  }

  function permission(): Reply<'order.open'> | undefined {
    const missing = Object.entries(terminal.permissions()).find(([, given]) => !given)?.[0];
    return missing === undefined ? undefined : fault('not_allowed', missing);
  }

  async function send(
    intent: Intent,
    order: Omit<DealRequest, 'price' | 'filling'>,
    terms: SymbolTerms,
    decided: Decided | null,
  ): Promise<Reply<'order.open'>> {
    try {
      book.write(intent);
    } catch (error) {
      return fault('storage', error instanceof Error ? error.message : 'not stored');
    }
    await life.step('written');
    const { key, exp } = intent;
    const answer = await sendOrder(order, { key, exp, terms, decided, terminal, life });
    if (intent.kind === 'close' && WAITS.has(answer.retcode) && answer.state === 'rejected') {
      tryOn(intent, order, terms);
      return { ok: result(key, { state: 'sent', retcode: answer.retcode }) };
    }
    if (answer.state !== 'unknown') {
      book.settle(answer);
      await life.step('stored');
    }
    return { ok: answer };
  }

  /** Sends a closing again until it is done, or there is nothing to close. */
  function tryOn(
    { key, exp, ticket }: Intent,
    order: Omit<DealRequest, 'price' | 'filling'>,
    terms: SymbolTerms,
  ): void {
    const since = now();
    let alerted = false;
    const again = async () => {
      const held = terminal.view().positions.find((each) => each.ticket === ticket);
      const volume = Math.min(order.volume, held?.volume ?? 0);
      const answer = held
        ? await sendOrder({ ...order, volume }, { key, exp, terms, decided: null, terminal, life })
        : result(key, { state: 'rejected', retcode: RETCODE.positionClosed });
      if (!waiting.has(key)) return;
      if (!WAITS.has(answer.retcode) || answer.state !== 'rejected') {
        waiting.delete(key);
        if (answer.state !== 'unknown') book.settle(answer);
        return;
      }
      if (!alerted && now() - since >= ALERT_MS) {
        alerted = true;
        deps.tell('error', `position ${ticket} is not closed yet, it is tried on`);
      }
      later();
    };
    const later = () =>
      void waiting.set(
        key,
        terminal.timers.after(AGAIN_MS, () => {
          again().catch((error: unknown) => {
            if (!(error instanceof LifeEnded)) throw error;
          });
        }),
      );
    later();
  }

  async function open(body: RequestBody<'order.open'>): Promise<Reply<'order.open'>> {
    const { key, symbol, side, lots } = body;
    const terms = market.terms.get(symbol);
    if (body.magic !== magic) {
      return fault('bad_request', `magic ${body.magic}, the expert's is ${magic}`);
    }
    const intent = book.intent(key);
    if (intent) {
      const same =
        intent.kind === 'open' &&
        intent.symbol === symbol &&
        intent.side === side &&
        sameVolume(intent.lots, lots);
      if (!same) return fault('conflict', `${key} stands for another order`);
    }
    const before = known(key);
    if (before) return { ok: { ...before, duplicate: true } };
    if (now() > body.exp) return fault('expired', `${now() - body.exp} ms too late`);
    if (book.halted()) return fault('halted', 'The expert is halted');
    const line = deps.lineRefusal();
    if (line !== null) return fault('last_line', line);
    const missing = permission();
    if (missing) return missing;
    if (!terms) return fault('unknown_symbol', symbol);
    const volume = inUnits(lots, terms.volumeDigits);
    const stopLoss = inUnits(body.sl, terms.digits);
    const takeProfit = body.tp === null ? null : inUnits(body.tp, terms.digits);
    if (volume === undefined || stopLoss === undefined || takeProfit === undefined) {
      return fault('bad_request', `finer than ${symbol} is traded`);
    }
    // A decimal of 0 is how a terminal writes that there is none.
    if (stopLoss <= 0) return fault('no_stop', 'An order needs a stop loss');
    return await send(
      { ...written(body, terminal.view().shownMs), kind: 'open', symbol, side, lots, ticket: '' },
      {
        action: 'deal',
        symbol,
        side,
        volume,
        position: null,
        stopLoss,
        takeProfit,
        deviation: body.deviation,
        magic,
        comment: `TB1:${key}`,
      },
      terms,
      {
        price: inUnits(side === 'BUY' ? body.ask : body.bid, terms.digits) ?? null,
        mostLoss: typeof body.most_loss === 'string' ? Number(body.most_loss) : null,
      },
    );
  }

  async function close(body: RequestBody<'position.close'>): Promise<Reply<'position.close'>> {
    const { key, ticket, lots } = body;
    const intent = book.intent(key);
    if (intent) {
      const same =
        intent.kind === 'close' && intent.ticket === ticket && sameVolume(intent.lots, lots);
      if (!same) return fault('conflict', `${key} stands for another closing`);
    }
    const before = known(key);
    if (before) return { ok: { ...before, duplicate: true } };
    if (now() > body.exp) return fault('expired', `${now() - body.exp} ms too late`);
    const missing = permission();
    if (missing) return missing;
    const position = terminal.view().positions.find((each) => each.ticket === ticket);
    const terms = position && market.terms.get(position.symbol);
    if (!position || !terms) return fault('unknown_ticket', ticket);
    const volume = inUnits(lots, terms.volumeDigits);
    if (volume === undefined || volume <= 0) {
      return fault('bad_request', `${lots} is no volume of ${position.symbol}`);
    }
    if (volume > position.volume) {
      const held = decimalFromUnits(position.volume, terms.volumeDigits);
      return fault('bad_request', `position ${ticket} holds ${held} lots, asked to close ${lots}`);
    }
    const { symbol } = position;
    const side = position.side === 'BUY' ? 'SELL' : 'BUY';
    return await send(
      { ...written(body, terminal.view().shownMs), kind: 'close', symbol, side, lots, ticket },
      {
        action: 'deal',
        symbol,
        side,
        volume,
        position: ticket,
        stopLoss: null,
        takeProfit: null,
        deviation: body.deviation,
        magic,
        comment: `TB1:${key}`,
      },
      terms,
      null,
    );
  }

  return {
    open,
    close,
    end() {
      for (const stop of waiting.values()) stop();
      waiting.clear();
    },
    query(key) {
      const found = known(key);
      if (found) return { ...found, duplicate: true };
      return result(key, { state: terminal.permissions().connected ? 'none' : 'unknown' });
    },
  };
}

function written({ key, exp }: { key: string; exp: number }, writtenMs: number) {
  return { key, exp, writtenMs };
}

/** undefined when the text is finer. */
function inUnits(text: string, digits: number): number | undefined {
  try {
    return unitsFromDecimal(text, digits);
  } catch {
    return undefined;
  }
}

function sameVolume(a: string, b: string): boolean {
  return inUnits(a, 8) === inUnits(b, 8);
}

const AGAIN: ReadonlySet<number> = new Set([
  RETCODE.requote,
  RETCODE.priceChanged,
  RETCODE.priceOff,
]);
const UNKNOWN: ReadonlySet<number> = new Set([RETCODE.timeout, RETCODE.connection]);
const DONE: ReadonlySet<number> = new Set([RETCODE.placed, RETCODE.done, RETCODE.partial]);
const MOST_TRIES = 4;
/** The market is closed, has no price, or wants to be asked less often. */
const WAITS: ReadonlySet<number> = new Set([
  RETCODE.marketClosed,
  RETCODE.priceOff,
  RETCODE.tooManyRequests,
]);

/** What an opening was decided on: the price in points, and what it may lose at its stop in major units. */
type Decided = Readonly<{ price: number | null; mostLoss: number | null }>;

/**
 * OrderCheck and OrderSend with everything that may be tried again. What the server may have executed is
 * never sent again: that is `unknown`.
 */
async function sendOrder(
  order: Omit<DealRequest, 'price' | 'filling'>,
  at: Readonly<{
    key: string;
    exp: number;
    terms: SymbolTerms;
    /** null for closings. */
    decided: Decided | null;
    terminal: ExpertTerminal;
    life: Life;
  }>,
): Promise<OrderResult> {
  const { key, terms, terminal, life } = at;
  let [filling, ...fillings] = fillingsOf(terms);
  for (let tries = 1; ; tries += 1) {
    const quote = terminal.view().quote(order.symbol);
    const price = (order.side === 'BUY' ? quote?.ask : quote?.bid) ?? 0;
    const request: DealRequest = { ...order, price, filling };
    const refused = ranAway(request, at) || losesTooMuch(request, at);
    const checked = refused ? RETCODE.requote : terminal.check(request).retcode;
    await life.step('checked');
    let answer: TradeAnswer | null = null;
    let retcode = checked;
    if (checked === 0) {
      await life.step('sending');
      answer = await terminal.send(request);
      await life.step('executed');
      if (answer === null) return result(key, { state: 'unknown', message: 'No answer' });
      retcode = answer.retcode;
    }
    if (answer && DONE.has(retcode)) return doneResult(answer, at);
    if (UNKNOWN.has(retcode)) return result(key, { state: 'unknown', retcode });
    const next = retcode === RETCODE.invalidFill ? fillings.shift() : undefined;
    if (next) {
      filling = next;
      tries -= 1;
      continue;
    }
    if (!AGAIN.has(retcode) || tries === MOST_TRIES)
      return result(key, { state: 'rejected', retcode });
    if (terminal.timers.now() > at.exp) {
      return result(key, {
        state: 'rejected',
        retcode,
        message: `${retcodeWords(retcode)}, then too late`,
      });
    }
  }
}

/** Whether the price is worse than decided by more than the deviation, however the broker executes. */
function ranAway(
  { side, price, deviation }: DealRequest,
  { decided }: Readonly<{ decided: Decided | null }>,
): boolean {
  const from = decided?.price ?? null;
  if (from === null) return false;
  return (side === 'BUY' ? price - from : from - price) > deviation;
}

/** Whether the order would lose more at its stop than it may, by the terminal's own figures. */
function losesTooMuch(
  { side, price, stopLoss, volume }: DealRequest,
  at: Readonly<{ decided: Decided | null; terms: SymbolTerms; terminal: ExpertTerminal }>,
): boolean {
  const most = at.decided?.mostLoss ?? null;
  if (most === null || stopLoss === null) return false;
  const distance = side === 'BUY' ? price - stopLoss : stopLoss - price;
  const tick = at.terminal.server().ledger.worth.tickValue(at.terms, false);
  return distance * tick * (volume / 10 ** at.terms.volumeDigits) > most;
}

function doneResult(
  answer: TradeAnswer,
  { key, terms, terminal }: Readonly<{ key: string; terms: SymbolTerms; terminal: ExpertTerminal }>,
): OrderResult {
  const { retcode, order, deal } = answer;
  if (retcode === RETCODE.partial) terminal.server().cancel(order);
  const state =
    retcode === RETCODE.placed ? 'placed' : retcode === RETCODE.partial ? 'partial' : 'filled';
  return result(key, {
    state,
    retcode,
    order,
    deal,
    position: terminal.view().deals.find(({ ticket }) => ticket === deal)?.position ?? '0',
    lots: decimalFromUnits(answer.volume, terms.volumeDigits),
    price: decimalFromUnits(answer.price, terms.digits),
  });
}

/** What the expert answers: the body of an `ok`, or an error. */
export type Reply<Name extends RequestName = RequestName> =
  | Readonly<{ ok: AnswerOf<Name> }>
  | Readonly<{ error: ErrorCode; message: string }>;

type ErrorCode = z.output<typeof errorBody>['code'];

export function fault(error: ErrorCode, message: string): Extract<Reply, { error: unknown }> {
  return { error, message };
}
