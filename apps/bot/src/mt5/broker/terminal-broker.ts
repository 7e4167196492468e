import type { ClosedBy, Deal } from '@quorate/trading/account/deal';
import type { Instrument } from '@quorate/trading/account/instrument';
import type { MarketOrder } from '@quorate/trading/account/order';
import type { AccountState, Position } from '@quorate/trading/account/position';
import type { Rates } from '@quorate/trading/account/rates';
import { type Quote, valuationOf } from '@quorate/trading/account/valuation';
import type {
  Broker,
  BrokerEvent,
  CloseOutcome,
  ExitLevels,
  LastLine,
  ModifyOutcome,
  OrderOutcome,
} from '@quorate/trading/loop/ports';
import { denied, type Refusal } from '@quorate/trading/risk/refusal';
import {
  acceptedVolume,
  closingVolume,
  expired,
  isSameOrder,
  keyConflict,
  levelsRefusal,
  noStopLoss,
  unknownSymbol,
  unknownTicket,
} from '@quorate/trading/simulation/order-checks';
import type { PositionTicket } from '@quorate/values/ids';
import { type Lots, lotsToDecimal } from '@quorate/values/lots';
import { money, negateMoney } from '@quorate/values/money';
import { priceToDecimal } from '@quorate/values/price';
import type { LiveJournal } from '../../live/live-journal.ts';
import type { Timers } from '../../timers.ts';
import type { EventMessage } from '../bridge/messages.ts';
import type { TerminalPosition } from '../bridge/records.ts';
import type { TerminalLink } from '../bridge/terminal-link.ts';
import { type BrokerTerms, quoteOf, sideRefusal, tickPointsOf } from './broker-terms.ts';
import type { DealFeed } from './deal-feed.ts';
import { levelsOnGrid, type OrderDesk, refusalOf } from './order-desk.ts';
import {
  accountStateOf,
  dealOf,
  moneyIn,
  positionOf,
  type RecordTerms,
} from './terminal-records.ts';

/** A terminal's account as the trading loop knows brokers. */
export type TerminalBroker = Required<Broker> &
  Readonly<{
    /** What the terminal tells unasked. */
    hear(event: EventMessage): void;
    /** Takes over what a resynchronisation has found. */
    synchronised(account: AccountFigures, positions: readonly TerminalPosition[]): void;
    /** Minor units that the broker has lent; they are in the equity and not in the balance. */
    lentMinor(): number;
    /** Open positions of ours as the terminal tells them at once, reconciled or not; null when it does not. */
    ownPositions(): Promise<readonly TerminalPosition[] | null>;
    /** Every position on the account as the terminal told them last, whoever opened it; nothing is asked. */
    knownPositions(): readonly Position[];
  }>;

type TerminalBrokerDeps = Readonly<{
  link: Pick<TerminalLink, 'request' | 'state'>;
  journal: LiveJournal;
  timers: Timers;
  magic: number;
  /** As the last resynchronisation found them. */
  terms(): BrokerTerms;
  records: RecordTerms;
  feed: DealFeed;
  desk: OrderDesk;
  rates: Rates;
  /** Hands the last line to the terminal. */
  guard(line: LastLine): Promise<void>;
  /** Whether this session of the terminal has been reconciled: nothing is opened before. */
  isReady(): boolean;
}>;

/** Who guards what is open asks again rather than wait. */
const AT_ONCE_MS = 700;
/** How often, and how far apart, the deal of a closing is looked for. */
const DEAL_LOOKS = 5;
const DEAL_LOOK_MS = 100;

export function createTerminalBroker(deps: TerminalBrokerDeps): TerminalBroker {
  const { link, journal, timers, terms, records, feed, desk } = deps;
  const quotes = new Map<string, Quote>();
  const figures = createAccountFigures(deps);
  let all: readonly TerminalPosition[] = [];

  const isOurs = ({ magic, ticket }: TerminalPosition) =>
    (magic === deps.magic || feed.isOurs(ticket)) && !feed.isTakenOver(ticket);

  async function refreshPositions(timeoutMs?: number): Promise<boolean> {
    const patience = timeoutMs === undefined ? {} : { timeoutMs };
    const outcome = await link.request('positions', {}, patience);
    if (outcome.kind !== 'ok') return false;
    all = outcome.answer.positions;
    return true;
  }

  const own = () => positionsOf(all.filter(isOurs));

  function positionsOf(some: readonly TerminalPosition[]): readonly Position[] {
    return some.map((record) => {
      const digits = terms().specs.get(record.symbol)?.digits ?? digitsIn(record.open_price);
      return positionOf(record, digits, records);
    });
  }

  function quote(symbol: string): Quote | undefined {
    const spec = terms().specs.get(symbol);
    return quotes.get(symbol) ?? (spec && quoteOf(spec, spec.bid, spec.ask));
  }

  /** Why an order is not even written down. */
  function standing(order: MarketOrder): Refusal | null {
    const { symbol } = order;
    if (order.stopLoss === null) return noStopLoss(order);
    if (timers.now() > order.expiresAt) return expired(order, timers.now());
    if (!deps.isReady()) {
      const message = `The ${order.side} of ${symbol} is not sent: the terminal is not connected and reconciled.`;
      return denied('terminal_away', 'connected and reconciled', 'not', message);
    }
    const taken = journal.unsettled().find((intent) => intent.symbol === symbol);
    if (taken) {
      return denied(
        'order_on_its_way',
        'filled or refused',
        taken.key,
        `Nobody knows yet what became of ${taken.key}; until then nothing is opened on ${symbol}.`,
      );
    }
    const foreign = all.find((position) => position.symbol === symbol && !isOurs(position));
    if (foreign && terms().account.margin_mode !== 'hedging') {
      return denied(
        'foreign_position',
        'none',
        foreign.ticket,
        `Position ${foreign.ticket} of ${symbol} was not opened by this bot; on a netting account an order would change it.`,
      );
    }
    const spec = terms().specs.get(symbol);
    return terms().untrusted.get(symbol) ?? (spec ? sideRefusal(spec, order.side) : null);
  }

  /** What so many points of a volume lose; null where they cannot be valued. */
  function lossOf(instrument: Instrument, volume: Lots, points: number) {
    const valuation = valuationOf(instrument, terms().currency, deps.rates);
    const now = quote(instrument.symbol);
    if (valuation.kind === 'denied' || valuation.missingRate?.() || !now) return null;
    return negateMoney(valuation.profitOf(-points, volume, now));
  }

  async function place(order: MarketOrder): Promise<OrderOutcome> {
    const before = journal.intent(order.key);
    if (before && (before.intent.kind !== 'open' || !isSameOrder(before.intent.order, order)))
      return keyConflict(order);
    const instrument = terms().instruments.get(order.symbol);
    if (!instrument) return unknownSymbol(order, [...terms().instruments.keys()]);
    const volume = acceptedVolume(instrument, order.lots);
    if ('kind' in volume) return volume;
    const refusal = before ? null : standing(order);
    if (refusal) return refusal;
    const now = quote(order.symbol) ?? { bid: Number.NaN, ask: Number.NaN };
    const sent = await desk.open(
      { ...order, lots: volume },
      {
        digits: instrument.digits,
        quote: now,
        tickPoints: tickPoints(order.symbol),
        lossOf: (points) => lossOf(instrument, volume, points),
      },
    );
    feed.hint();
    figures.age();
    // What nobody knows counts as taken: it is told as a deal, or as refused after all.
    return sent.kind === 'refused' ? refusalOf(order, sent) : { kind: 'placed', key: order.key };
  }

  async function close(ticket: PositionTicket, part?: Lots, by?: ClosedBy): Promise<CloseOutcome> {
    await refreshPositions();
    const position = own().find((each) => each.ticket === ticket);
    if (!position) return unknownTicket(ticket, all.length);
    const instrument = terms().instruments.get(position.symbol);
    const volume = instrument ? closingVolume({ position, instrument }, part) : position.lots;
    if ('kind' in volume) return volume;
    const sent = await desk.close({ ticket, symbol: position.symbol }, lotsToDecimal(volume), by);
    feed.hint();
    figures.age();
    if (sent.kind === 'refused') return refusalOf(position, sent);
    const deal =
      sent.kind === 'done' ? await dealOfClosing(ticket, sent.result?.deal ?? null) : null;
    if (deal) return { kind: 'closed', deal };
    return denied(
      'order_on_its_way',
      'filled or refused',
      ticket,
      `The closing of ${ticket} is on its way; what became of it is not known yet.`,
    );
  }

  const tickPoints = (symbol: string) => {
    const spec = terms().specs.get(symbol);
    return spec ? tickPointsOf(spec) : 1;
  };

  /** Stops are set on the tick grid, and not where the broker has frozen them: it would refuse. */
  async function modify(ticket: PositionTicket, wanted: ExitLevels): Promise<ModifyOutcome> {
    await refreshPositions();
    const position = own().find((each) => each.ticket === ticket);
    const spec = position && terms().specs.get(position.symbol);
    const instrument = position && terms().instruments.get(position.symbol);
    if (!position || !spec || !instrument) return unknownTicket(ticket, all.length);
    const { stopLoss, takeProfit } = levelsOnGrid(
      { side: position.side, ...wanted },
      tickPointsOf(spec),
    );
    const now = quote(position.symbol);
    const levels = { stopLoss: stopLoss?.points ?? 0, takeProfit: takeProfit?.points ?? null };
    const refusal = now && levelsRefusal(position, levels, now, instrument);
    if (refusal) return refusal;
    const frozen = now && frozenRefusal(position, now, spec.freeze_level);
    if (frozen) return frozen;
    const outcome = await link.request('position.modify', {
      ticket,
      sl: priceToDecimal(stopLoss ?? wanted.stopLoss),
      tp: takeProfit && priceToDecimal(takeProfit),
    });
    figures.age();
    if (outcome.kind === 'error') return refusalOf(position, outcome);
    if (outcome.kind === 'ok' && !MOVED.has(outcome.answer.retcode)) {
      const { retcode, message } = outcome.answer;
      return refusalOf(position, { code: String(retcode), message: `${retcode} ${message}` });
    }
    // Without an answer the position itself says where its stop is.
    await refreshPositions();
    const moved = own().find((each) => each.ticket === ticket);
    if (moved?.stopLoss?.points === stopLoss?.points && moved) {
      return { kind: 'modified', position: moved };
    }
    return denied(
      'order_on_its_way',
      'moved or refused',
      ticket,
      `Whether the stop of ${ticket} was moved is not known yet.`,
    );
  }

  async function dealOfClosing(position: string, ticket: string | null): Promise<Deal | null> {
    for (let look = 0; look < DEAL_LOOKS; look += 1) {
      if (look > 0) await new Promise<void>((resolve) => void timers.after(DEAL_LOOK_MS, resolve));
      await feed.fetchPosition(position);
      const record = journal
        .dealsOf(position)
        .findLast((deal) => deal.entry !== 'in' && (ticket === null || deal.ticket === ticket));
      if (record) return dealOf(record, records);
    }
    return null;
  }

  async function happened(): Promise<readonly BrokerEvent[]> {
    const news = await feed.next();
    if (news.length > 0) figures.age();
    const refused = desk.takeRefused();
    if (news.length === 0 && refused.length === 0) return [];
    return [...news, ...refused.map((each) => ({ kind: 'order-refused', ...each }) as const)];
  }

  function see(symbol: string, bid: string, ask: string): void {
    const spec = terms().specs.get(symbol);
    if (spec) quotes.set(symbol, quoteOf(spec, bid, ask));
  }

  return {
    account: () => figures.now(),
    lentMinor: () => figures.lentMinor(),
    async positions() {
      // A terminal of another account, or of none, is asked nothing: what was known last counts.
      if (deps.isReady()) await refreshPositions();
      return own();
    },
    async others() {
      if (deps.isReady()) await refreshPositions();
      return positionsOf(all.filter((record) => !isOurs(record)));
    },
    place,
    close,
    modify,
    guard: deps.guard,
    barClosed: () => happened(),
    happened,
    quote,
    rates: deps.rates,
    hear(event) {
      switch (event.name) {
        case 'tick':
          see(event.body.symbol, event.body.bid, event.body.ask);
          return;
        case 'account':
          figures.age();
          return;
        case 'deal':
          feed.hint();
          return;
        default:
          return;
      }
    },
    synchronised(state, positions) {
      figures.takeOver(state);
      all = positions;
      quotes.clear();
      feed.hint();
    },
    async ownPositions() {
      return (await refreshPositions(AT_ONCE_MS)) ? all.filter(isOurs) : null;
    },
    knownPositions: () => positionsOf(all),
  };
}

/** Done, placed, and nothing to change. */
const MOVED: ReadonlySet<number> = new Set([0, 10_008, 10_009, 10_025]);

/** Within the freeze level of its stop or target a position is the market's alone. */
function frozenRefusal(
  { ticket, symbol, side, stopLoss, takeProfit }: Position,
  { bid, ask }: Quote,
  freezeLevel: number,
): Refusal | null {
  const exit = side === 'BUY' ? bid : ask;
  const distances = [stopLoss, takeProfit].flatMap((level) =>
    level ? [Math.abs(exit - level.points)] : [],
  );
  const nearest = Math.min(...distances);
  if (freezeLevel === 0 || nearest > freezeLevel) return null;
  return denied(
    'stops_invalid',
    freezeLevel,
    nearest,
    `The stop of position ${ticket} (${symbol}) is not moved: the price is ${nearest} points from its stop or target, and the broker freezes both within ${freezeLevel}.`,
  );
}

function digitsIn(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** An account as its terminal tells it; what is lent is in the equity and not in the balance. */
type AccountFigures = Readonly<{ state: AccountState; lentMinor: number }>;

type FiguresDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  timers: Timers;
  terms(): BrokerTerms;
  feed: Pick<DealFeed, 'fetch' | 'untoldCash'>;
}>;

/** Figures that are older are asked for. */
const AGE_MS = 900;
/** How often figures are asked for until nothing moves between them. */
const LOOKS = 3;

/** Balance and equity without money that was paid in or out and of which the loop has not been told. */
function createAccountFigures({ link, timers, terms, feed }: FiguresDeps) {
  let figures: AccountFigures | null = null;
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<AccountFigures | null> {
    const outcome = await link.request('account', {});
    if (outcome.kind !== 'ok') return null;
    const state = accountStateOf(outcome.answer, terms().currency, terms().account.leverage);
    return { state, lentMinor: moneyIn(outcome.answer.credit, terms().currency).minor };
  }

  /** A figure that money was paid into is used once it is known what was: it would be gain or loss. */
  async function refresh(): Promise<void> {
    const now = timers.now();
    let before = await ask();
    for (let look = 0; before !== null && look < LOOKS; look += 1) {
      if (figures !== null && isSameMoney(figures, before)) {
        figures = before;
        askedAt = now;
        return;
      }
      if (!(await feed.fetch())) return;
      const after = await ask();
      if (after !== null && isSameMoney(before, after)) figures = after;
      before = after;
    }
  }

  return {
    /** The next look asks the terminal. */
    age() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
    takeOver(next: AccountFigures) {
      figures = next;
      askedAt = Number.NEGATIVE_INFINITY;
    },
    async now(): Promise<AccountState> {
      if (figures === null || timers.now() - askedAt > AGE_MS) {
        asking ??= refresh().finally(() => {
          asking = null;
        });
        await asking;
      }
      if (figures === null) throw new Error('the account is asked for before it is reconciled');
      const { paid, lent } = feed.untoldCash();
      if (paid === 0 && lent === 0) return figures.state;
      const { balance, equity } = figures.state;
      return {
        ...figures.state,
        balance: money(balance.minor - paid, balance.currency),
        equity: money(equity.minor - paid - lent, equity.currency),
      };
    },
    lentMinor: () => (figures?.lentMinor ?? 0) - feed.untoldCash().lent,
  };
}

function isSameMoney(a: AccountFigures, b: AccountFigures): boolean {
  return a.state.balance.minor === b.state.balance.minor && a.lentMinor === b.lentMinor;
}
