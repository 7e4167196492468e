import { orderKeyOf } from '@quorate/run/wire';
import type { ClosedBy } from '@quorate/trading/account/deal';
import type { MarketOrder, OrderKey, Side } from '@quorate/trading/account/order';
import type { Quote } from '@quorate/trading/account/valuation';
import type { ExitLevels } from '@quorate/trading/loop/ports';
import { denied, type Refusal } from '@quorate/trading/risk/refusal';
import { lotsToDecimal } from '@quorate/values/lots';
import { type Money, money, moneyToDecimal } from '@quorate/values/money';
import { type Price, price, priceToDecimal } from '@quorate/values/price';
import type { IntentOutcome, LiveJournal } from '../../live/live-journal.ts';
import type { Timers } from '../../timers.ts';
import { ORDER_LIFE_MS } from '../bridge/messages.ts';
import type { OrderResult } from '../bridge/records.ts';
import type { RequestOutcome, TerminalLink } from '../bridge/terminal-link.ts';
import { onTickGrid } from './broker-terms.ts';

/** How it stands with something that was sent. */
export type Sent =
  | Readonly<{ kind: 'done'; result: OrderResult | null; positionTicket: string }>
  | Readonly<{ kind: 'refused'; code: string; message: string }>
  /** It is asked about until it is known, and never sent again. */
  | Readonly<{ kind: 'unknown'; message: string }>;

/** How an order is written for its symbol. */
type OpeningTerms = Readonly<{
  digits: number;
  quote: Quote;
  /** Points between two prices at which the symbol may be quoted. */
  tickPoints: number;
  /** Whole points lost by the order's volume, as a positive amount; null where they cannot be valued. */
  lossOf(points: number): Money | null;
}>;

/** The terminal's tick value may differ from ours by as much as one percent before sizing refuses; twice that here. */
const LOSS_TOLERANCE = 1.02;

/** Sends orders and closings, each once, and finds out what became of them. */
export type OrderDesk = Readonly<{
  open(order: MarketOrder, terms: OpeningTerms): Promise<Sent>;
  close(
    position: Readonly<{ ticket: string; symbol: string }>,
    lots: string,
    by?: ClosedBy,
  ): Promise<Sent>;
  /** Asks about everything that was sent and has no outcome. @returns whether all of it is known */
  settleAll(): Promise<boolean>;
  /** Orders that were taken for sent and turned out not to be; each is told once. */
  takeRefused(): readonly Readonly<{ order: MarketOrder; refusal: Refusal }>[];
}>;

type OrderDeskDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  journal: LiveJournal;
  timers: Timers;
  magic: number;
  /** Points that a price may slip where the broker executes instantly. */
  deviationOf(symbol: string): number;
}>;

/** What never reached the terminal within its life and this time cannot come back any more. */
const NEVER_CAME_MS = 5_000;
/** A closing and a question are soon repeated: under its key nothing is done twice. */
const CLOSE_MS = 1_500;
const ASK_MS = 700;
const NOWHERE = '0';

export function createOrderDesk(deps: OrderDeskDeps): OrderDesk {
  const { link, journal, timers, magic } = deps;
  const refused: { order: MarketOrder; refusal: Refusal }[] = [];
  /** Keys of which somebody still waits for the first answer. */
  const waitedFor = new Set<OrderKey>();

  function settle(
    key: OrderKey,
    state: IntentOutcome['state'],
    message: string,
    result: OrderResult | null,
  ): void {
    const positionTicket = result?.position ?? NOWHERE;
    const orderTicket = result?.order ?? NOWHERE;
    journal.settle(key, { state, orderTicket, positionTicket, message }, timers.now());
  }

  /** @returns what is known for good, or null */
  function judge(key: OrderKey, outcome: RequestOutcome<'order.query'>, asked: boolean): Sent {
    if (outcome.kind === 'not-sent') {
      if (asked) return { kind: 'unknown', message: outcome.reason };
      settle(key, 'not-sent', outcome.reason, null);
      return { kind: 'refused', code: 'not_sent', message: outcome.reason };
    }
    if (outcome.kind === 'unknown') return { kind: 'unknown', message: outcome.reason };
    if (outcome.kind === 'error') {
      // An answer that nobody can read says nothing about the order.
      if (asked || outcome.code === 'bad_answer')
        return { kind: 'unknown', message: outcome.message };
      settle(key, 'rejected', `${outcome.code}: ${outcome.message}`, null);
      return { kind: 'refused', code: outcome.code, message: outcome.message };
    }
    const { answer } = outcome;
    switch (answer.state) {
      case 'filled':
      case 'partial':
        settle(key, answer.state, answer.message, answer);
        return { kind: 'done', result: answer, positionTicket: answer.position };
      case 'rejected': {
        const message = `${answer.retcode} ${answer.message}`.trim();
        settle(key, 'rejected', message, answer);
        return { kind: 'refused', code: String(answer.retcode), message };
      }
      case 'none': {
        const sentAt = journal.intent(key)?.intent.at ?? 0;
        if (timers.now() <= sentAt + ORDER_LIFE_MS + NEVER_CAME_MS)
          return { kind: 'unknown', message: 'the terminal has not seen it yet' };
        const message = 'it never reached the terminal';
        settle(key, 'not-sent', message, null);
        return { kind: 'refused', code: 'not_sent', message };
      }
      case 'sent':
      case 'placed':
      case 'unknown':
        return { kind: 'unknown', message: answer.message };
    }
  }

  async function ask(key: OrderKey): Promise<Sent> {
    const outcome = await link.request('order.query', { key }, { timeoutMs: ASK_MS });
    const known = journal.intent(key);
    // Somebody else may have asked meanwhile; what is settled stays so.
    if (known?.outcome) return sentBefore(known.outcome);
    const sent = judge(key, outcome, true);
    if (sent.kind === 'refused' && known?.intent.kind === 'open' && !waitedFor.has(key))
      refused.push({ order: known.intent.order, refusal: refusalOf(known.intent.order, sent) });
    return sent;
  }

  async function waitFor(key: OrderKey, send: () => Promise<Sent>): Promise<Sent> {
    waitedFor.add(key);
    try {
      const first = await send();
      // Asked at once: a lost answer is the usual case, and the terminal knows.
      return first.kind === 'unknown' ? await ask(key) : first;
    } finally {
      waitedFor.delete(key);
    }
  }

  /** The next key of a closing; one that has no outcome yet keeps its own. */
  function closingKey(ticket: string, lots: string): { key: OrderKey; known: boolean } {
    for (let attempt = 1; ; attempt += 1) {
      const key = orderKeyOf(`close ${ticket} ${lots} ${attempt}`);
      const before = journal.intent(key);
      if (before === null) return { key, known: false };
      if (before.outcome === null) return { key, known: true };
    }
  }

  return {
    async open(order, { digits, quote, tickPoints, lossOf }) {
      const { key, symbol, side } = order;
      const { stopLoss, takeProfit } = levelsOnGrid(order, tickPoints);
      const deviation = deps.deviationOf(symbol);
      const now = timers.now();
      const known = journal.intent(key);
      if (known !== null) return known.outcome === null ? ask(key) : sentBefore(known.outcome);
      journal.intend({ kind: 'open', key, symbol, at: now, order });
      /** What it may lose at its stop where the price slips as far as it may. */
      const mostLossOf = (entry: number): string | null => {
        if (stopLoss === null || !Number.isFinite(entry)) return null;
        const loss = lossOf(Math.abs(entry - stopLoss.points) + deviation);
        if (loss === null) return null;
        return moneyToDecimal(money(Math.ceil(loss.minor * LOSS_TOLERANCE), loss.currency));
      };
      return waitFor(key, async () =>
        judge(
          key,
          await link.request('order.open', {
            key,
            exp: now + ORDER_LIFE_MS,
            magic,
            symbol,
            side,
            lots: lotsToDecimal(order.lots),
            sl: stopLoss === null ? NOWHERE : priceToDecimal(stopLoss),
            tp: takeProfit === null ? null : priceToDecimal(takeProfit),
            deviation,
            most_loss: mostLossOf(side === 'BUY' ? quote.ask : quote.bid),
            bid: priceToDecimal(price(quote.bid, digits)),
            ask: priceToDecimal(price(quote.ask, digits)),
          }),
          false,
        ),
      );
    },
    async close({ ticket, symbol }, lots, by) {
      const { key, known } = closingKey(ticket, lots);
      if (known) return ask(key);
      const now = timers.now();
      journal.intend({ kind: 'close', key, symbol, at: now, ticket, lots, ...(by && { by }) });
      const body = { key, exp: now + ORDER_LIFE_MS, ticket, lots };
      return waitFor(key, async () =>
        judge(
          key,
          await link.request(
            'position.close',
            { ...body, deviation: deps.deviationOf(symbol) },
            { timeoutMs: CLOSE_MS },
          ),
          false,
        ),
      );
    },
    async settleAll() {
      const open = journal.unsettled().filter(({ key }) => !waitedFor.has(key));
      const answers = await Promise.all(open.map(({ key }) => ask(key)));
      return answers.every(({ kind }) => kind !== 'unknown');
    },
    takeRefused: () => refused.splice(0),
  };
}

/** Stop and target on the tick grid, the stop rather nearer to the price, the target too. */
export function levelsOnGrid(
  {
    side,
    stopLoss,
    takeProfit,
  }: Readonly<{ side: Side } & Omit<ExitLevels, 'stopLoss'>> & Readonly<{ stopLoss: Price | null }>,
  tickPoints: number,
): Readonly<{ stopLoss: Price | null; takeProfit: Price | null }> {
  const [up, down] = side === 'BUY' ? (['up', 'down'] as const) : (['down', 'up'] as const);
  const moved = (level: Price | null, towards: 'up' | 'down') =>
    level && price(onTickGrid(level.points, tickPoints, towards), level.digits);
  return { stopLoss: moved(stopLoss, up), takeProfit: moved(takeProfit, down) };
}

function sentBefore(outcome: IntentOutcome): Sent {
  const { state, message, positionTicket } = outcome;
  if (state === 'filled' || state === 'partial')
    return { kind: 'done', result: null, positionTicket };
  return { kind: 'refused', code: state === 'not-sent' ? 'not_sent' : 'rejected', message };
}

/** What the terminal's no is called here. */
export function refusalOf(
  { symbol, side }: Pick<MarketOrder, 'symbol' | 'side'>,
  { code, message }: Readonly<{ code: string; message: string }>,
): Refusal {
  const what = `The ${side} of ${symbol}`;
  switch (code) {
    case 'not_sent':
      return denied(
        'terminal_away',
        'a connected terminal',
        message,
        `${what} was not sent: ${message}.`,
      );
    case '10016':
    case '10029':
      return denied(
        'stops_invalid',
        'accepted by the broker',
        code,
        `${what} was refused: ${message}.`,
      );
    case '10019':
      return denied('margin', 'enough free margin', code, `${what} was refused: ${message}.`);
    case 'expired':
      return denied('order_expired', ORDER_LIFE_MS, message, `${what} came too late: ${message}.`);
    case 'conflict':
      return denied('key_conflict', 'one order a key', code, `${what} was refused: ${message}.`);
    case 'last_line':
      return denied(
        'last_line',
        'above the last line',
        message,
        `${what} was refused: ${message}.`,
      );
    case 'unknown_ticket':
      return denied('unknown_ticket', 'an open position', code, `${what}: ${message}.`);
    default:
      return denied(
        'broker_refused',
        'accepted by the broker',
        code,
        `${what} was refused: ${message}.`,
      );
  }
}
