import type { PositionTicket } from '@quorate/values/ids';
import { type Instant, instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import { type Lots, lots } from '@quorate/values/lots';
import { money } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import type { Deal } from '../account/deal.ts';
import { type Instrument, instrumentFor } from '../account/instrument.ts';
import { orderKeyFromBits } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import type { Quote } from '../account/valuation.ts';
import { endFloorMinor, floorMinor } from '../governor/floors.ts';
import type { FloorsState, RuleSet } from '../governor/rule-set.ts';
import { reservePoints } from '../governor/slip-reserve.ts';
import { beginCore, type Command, type CoreState, type HeldView, step } from '../loop/core.ts';
import { createLanes, type Lane } from '../loop/lane.ts';
import type { LastLine } from '../loop/ports.ts';
import { createCandleBuilder } from '../market/candle-builder.ts';
import { createRandom } from '../market/random.ts';
import { startLimits } from '../risk/limits-state.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { USD } from './builders.ts';

/** Weeks in which clocks change in New York, in Prague, in both or in neither. */
const WEEKS = [
  '2025-03-06T01:00:00Z',
  '2025-03-27T01:00:00Z',
  '2025-10-23T01:00:00Z',
  '2025-10-30T01:00:00Z',
  '2025-06-03T01:00:00Z',
].map(instantFromIso);

const SYMBOLS = [
  { symbol: 'EURUSD', digits: 5, at: 110_000 },
  { symbol: 'GBPUSD', digits: 5, at: 127_000 },
  { symbol: 'AUDUSD', digits: 5, at: 66_000 },
  { symbol: 'USDJPY', digits: 3, at: 150_000 },
];
const RANGE = 150;
const SPREAD = 10;
const BARS = 60;
const TICK_MS = 20 * MINUTE_MS;

/**
 * How rough a path is: gaps that stay within what is kept for slips, or go beyond it, or within it but for one symbol
 * at a time, which slips at its very worst.
 */
export type PathKind = 'within' | 'beyond' | 'one-worst';

/** What one path came to. */
export type PathOutcome = Readonly<{
  ticks: number;
  opened: number;
  /** How often equity fell to the floor or below it. */
  crossings: number;
  /** Crossings deeper than exits slipped beyond their reserve. */
  unbounded: number;
  /** How often it was at or below a floor that ends the account. */
  ended: number;
  flattened: number;
}>;

/**
 * A random path of four pairs under one governor, tick by tick: steps, gaps, crashes of all pairs together, trades
 * by hand, restarts from what was stored, and a second bot on the same account. Stops are filled at the tick.
 * After each tick equity is compared with the floor that held before it.
 */
export function governedPath(seed: number, ruleSet: RuleSet, kind: PathKind): PathOutcome {
  const random = createRandom(seed);
  const from = WEEKS[seed % WEEKS.length] ?? WEEKS[0];
  if (from === undefined) throw new RangeError('there is no week');
  const bench = createBench(from, ruleSet);
  const bots = [bench.begin(undefined), ...(random() < 0.3 ? [bench.begin(undefined)] : [])];
  const out = { ticks: 0, opened: 0, crossings: 0, unbounded: 0, ended: 0, flattened: 0 };
  let now = from;
  let wasBelow = false;
  let beyondBefore = 0;
  for (let tick = 0; tick < 150; tick += 1) {
    now = instant(now + TICK_MS);
    out.ticks += 1;
    const before = bots.map(({ governing }) => governing && floorMinor(governing.floors));
    const ends = bots.map(
      ({ governing }) => governing && endFloorMinor(governing.floors, ruleSet, null),
    );
    const beyond = bench.move(random, kind);
    const equity = bench.account().equity.minor;
    const floor = Math.max(...before.map((each) => each ?? Number.NEGATIVE_INFINITY));
    const isBelow = tick > 0 && equity <= floor;
    if (isBelow && !wasBelow) {
      out.crossings += 1;
      // What slipped at the tick before may show only now, when the last line has paid for closing the rest.
      if (equity + beyond + beyondBefore + 1 < floor) out.unbounded += 1;
    }
    beyondBefore = beyond;
    wasBelow = isBelow;
    if (tick > 0 && ends.some((end) => equity <= (end ?? Number.NEGATIVE_INFINITY))) out.ended += 1;
    bench.holdLine();
    for (const [at, bot] of bots.entries()) {
      const restarted = random() < 0.1 ? bench.begin(bot.governing?.floors) : bot;
      bots[at] = restarted;
      out.flattened += bench.tell(restarted, now, at);
      if (random() < 0.3) out.opened += bench.propose(restarted, now, at, random);
    }
    if (bots.some(({ governing }) => governing?.floors.lock?.until === null)) break;
  }
  return out;
}

type Held = { position: Position; owner: number };

function createBench(from: Instant, ruleSet: RuleSet) {
  const instruments = SYMBOLS.map(({ symbol, digits }): Instrument => {
    const instrument = instrumentFor(symbol, digits, USD);
    if ('kind' in instrument) throw new Error(instrument.message);
    return instrument;
  });
  const series = SYMBOLS.map(({ symbol, digits, at }) => {
    const builder = createCandleBuilder({ symbol, timeframe: 'H1', digits }, BARS);
    for (let bar = 0; bar < BARS; bar += 1) {
      const time = instant(from - (BARS - bar) * 3_600_000);
      const half = RANGE / 2;
      builder.pushBid({ time, open: at, high: at + half, low: at - half, close: at }, SPREAD);
    }
    return builder.series;
  });
  const lanes = createLanes(series, instruments, USD);
  const prices = SYMBOLS.map(({ at }) => at);
  const initial = 10_000_000;
  let balance = initial;
  let held: Held[] = [];
  let line: LastLine | undefined;
  let made = 0;
  const risk = {
    ...DEFAULT_RISK_SETTINGS,
    maxDailyTrades: 1_000,
    maxCurrencyRiskTrades: null,
    drawdownPercent: null,
  };
  const settings = {
    instruments,
    risk,
    planDailyTrades: null,
    // Whoever trades by hand beside a bot has allowed it to close that, too.
    governor: { ruleSet, initialMinor: initial, horizonMs: TICK_MS, closesOthers: true },
  };
  const placeOf = (symbol: string) => SYMBOLS.findIndex((each) => each.symbol === symbol);
  const laneOf = (symbol: string): Lane => {
    const lane = lanes[placeOf(symbol)];
    if (!lane) throw new RangeError(`there is no lane of ${symbol}`);
    return lane;
  };
  const quoteOf = (symbol: string): Quote => {
    const bid = prices[placeOf(symbol)] ?? 0;
    return { bid, ask: bid + SPREAD };
  };
  const floating = (position: Position, quote = quoteOf(position.symbol)): number => {
    const { symbol, side, openPrice, lots: volume } = position;
    const points = side === 'BUY' ? quote.bid - openPrice.points : openPrice.points - quote.ask;
    return laneOf(symbol).valuation.minorOf(points, volume, quote);
  };
  /** Where an exit has slipped by all that is kept for it. A point is worth what it is worth at that price. */
  const keptQuote = ({ side }: Position, stop: number): Quote => {
    const bid = side === 'BUY' ? stop - 0.6 * RANGE : stop + 0.6 * RANGE - SPREAD;
    return { bid, ask: bid + SPREAD };
  };
  const keptPoints = (position: Position): number => {
    const stop = position.stopLoss?.points ?? 0;
    const { bid, ask } = quoteOf(position.symbol);
    const way = Math.max(0, position.side === 'BUY' ? bid - stop : stop - ask);
    // Ranges of these bars are all alike; a share of 0.6 is assumed for want of 3,000 of them.
    return Math.max(reservePoints(0.6 * RANGE, SPREAD, 1), Math.floor(0.25 * way));
  };

  function account(): AccountState {
    const equity = Math.round(
      held.reduce((sum, { position }) => sum + floating(position), balance),
    );
    const amount = (minor: number) => money(minor, USD);
    const margin = amount(held.length > 0 ? 1 : 0);
    return {
      currency: USD,
      balance: amount(Math.round(balance)),
      equity: amount(equity),
      margin,
      freeMargin: amount(equity),
      leverage: 500,
    };
  }

  function take(each: Held, part: Lots | null): Deal {
    const { position } = each;
    const volume = part ?? position.lots;
    const share = volume.steps / position.lots.steps;
    const { valuation } = laneOf(position.symbol);
    const commission = valuation.commissionOf(volume);
    const profit = Math.round(floating(position) * share);
    balance += profit + commission.minor;
    const left = position.lots.steps - volume.steps;
    held = held.filter((other) => other !== each);
    if (left > 0) held.push({ ...each, position: { ...position, lots: lots(left, volume.step) } });
    made += 1;
    const nothing = money(0, USD);
    const { symbol, ticket: positionTicket, openPrice, stopLoss, takeProfit } = position;
    return {
      ticket: `deal-${made}`,
      positionTicket,
      orderKey: null,
      symbol,
      side: position.side === 'BUY' ? 'SELL' : 'BUY',
      entry: 'out',
      reason: 'close',
      lots: volume,
      price: openPrice,
      stopLoss,
      takeProfit,
      time: position.openedAt,
      profit: money(profit, USD),
      commission,
      swap: nothing,
      fee: nothing,
      initialRisk: null,
    };
  }

  function open(symbol: string, side: 'BUY' | 'SELL', volume: Lots, stop: number, owner: number) {
    const quote = quoteOf(symbol);
    const { instrument, valuation } = laneOf(symbol);
    made += 1;
    balance += valuation.commissionOf(volume).minor;
    const position: Position = {
      ticket: `p-${made}` as PositionTicket,
      orderKey: null,
      symbol,
      side,
      lots: volume,
      openPrice: price(side === 'BUY' ? quote.ask : quote.bid, instrument.digits),
      stopLoss: price(stop, instrument.digits),
      takeProfit: null,
      openedAt: from,
      initialRisk: null,
    };
    held.push({ position, owner });
  }

  /** @returns by how much money exits have slipped beyond what was kept for them */
  function move(random: () => number, kind: PathKind): number {
    const crash = random() < 0.03;
    const worst = kind === 'one-worst' && random() < 0.03;
    const victim = worst ? Math.floor(random() * SYMBOLS.length) : -1;
    const common = (random() - 0.5) * (crash ? 1_600 : 60);
    for (const [at, { symbol }] of SYMBOLS.entries()) {
      const gap = crash || random() < 0.02;
      const size = at === victim ? 4_000 : gap && !crash ? 900 : 60;
      const own = (random() - 0.5) * size;
      const before = prices[at] ?? 0;
      let next = Math.round(Math.max(1_000, before + common + own));
      for (const { position } of kind === 'beyond' ? [] : held) {
        if (position.symbol !== symbol || position.stopLoss === null) continue;
        // The least that a slip at its very worst is taken for: eight usual ranges.
        const kept = at === victim ? 8 * RANGE : keptPoints(position);
        if (position.side === 'BUY') next = Math.max(next, position.stopLoss.points - kept);
        else next = Math.min(next, position.stopLoss.points + kept - SPREAD);
      }
      prices[at] = next;
    }
    let beyond = 0;
    for (const each of held) {
      const { position } = each;
      const { side, stopLoss, symbol } = position;
      if (stopLoss === null) continue;
      const { bid, ask } = quoteOf(symbol);
      const missed = side === 'BUY' ? stopLoss.points - bid : ask - stopLoss.points;
      if (missed < 0) continue;
      beyond += Math.max(
        0,
        floating(position, keptQuote(position, stopLoss.points)) - floating(position),
      );
      take(each, null);
    }
    return beyond;
  }

  function holdLine(): void {
    if (!line) return;
    const costs = held.reduce(
      (sum, { position: { symbol, lots: volume } }) =>
        sum - laneOf(symbol).valuation.commissionOf(volume).minor,
      0,
    );
    if (account().equity.minor > line.floorMinor + line.bufferMinor + costs) return;
    for (const each of held) take(each, null);
  }

  function heldBy(owner: number): HeldView | null {
    if (held.length === 0) return null;
    const own = held.filter((each) => each.owner === owner).map(({ position }) => position);
    const others = held.filter((each) => each.owner !== owner).map(({ position }) => position);
    return {
      positions: own,
      others,
      quotes: [...own, ...others].map(({ symbol }) => quoteOf(symbol)),
    };
  }

  /** Carries out what follows. @returns how often everything was closed */
  function carryOut(bot: CoreState, commands: readonly Command[]): number {
    let flattened = 0;
    for (const command of commands) {
      if (command.kind === 'guard' && (!line || command.line.seq > line.seq)) line = command.line;
      if (command.kind === 'record' && command.event.kind === 'governed')
        flattened += command.event.act === 'locked' ? 1 : 0;
      if (command.kind === 'close' || command.kind === 'modify') {
        const each = held.find(({ position }) => position.ticket === command.ticket);
        if (!each) continue;
        if (command.kind === 'close') {
          const outcome = { kind: 'closed', deal: take(each, command.part) } as const;
          flattened += carryOut(bot, step(bot, { kind: 'managed', command, outcome }));
        } else {
          const { stopLoss, takeProfit } = command;
          const position = { ...each.position, stopLoss, takeProfit };
          held = held.map((other) => (other === each ? { ...each, position } : other));
          const outcome = { kind: 'modified', position } as const;
          flattened += carryOut(bot, step(bot, { kind: 'managed', command, outcome }));
        }
      }
    }
    return flattened;
  }

  return {
    account,
    move,
    holdLine,
    begin(floors: FloorsState | undefined): CoreState {
      const kept = floors && structuredClone(floors);
      const limits = startLimits(from, account().equity.minor);
      const resume = { limits, deals: [], onTheirWay: [], ...(kept && { floors: kept }) };
      return beginCore({ ...settings, resume }, lanes, account());
    },
    tell(bot: CoreState, now: Instant, owner: number): number {
      const moment = { symbol: 'EURUSD', asOf: now };
      if (bot.governing) bot.governing.changed = true;
      const event = { kind: 'between', moment, account: account(), held: heldBy(owner) } as const;
      return carryOut(bot, step(bot, event));
    },
    /** A trade that the bot would like, or one by hand where it fits as well. @returns 1 where it is opened */
    propose(bot: CoreState, now: Instant, owner: number, random: () => number): number {
      const { symbol } = SYMBOLS[Math.floor(random() * SYMBOLS.length)] ?? { symbol: 'EURUSD' };
      const lane = laneOf(symbol);
      const bar = { symbol, asOf: now, lane, index: BARS - 1, openedAt: instant(now - 3_600_000) };
      const key = orderKeyFromBits(Math.floor(random() * 2 ** 32), made % 1_000);
      const wish = {
        side: random() < 0.5 ? 'BUY' : 'SELL',
        stopLossAtr: 1 + random() * 2,
        takeProfitAtr: 6,
        atrPoints: RANGE,
        key,
        decisionId: `d-${made}`,
        pUp: 0.5,
      } as const;
      const own = heldBy(owner);
      const view = {
        account: account(),
        positions: own?.positions.filter((each) => each.symbol !== symbol) ?? [],
        held: own,
        quote: quoteOf(symbol),
        now,
        entriesOff: false,
      };
      const byHand = random() < 0.15;
      let opened = 0;
      for (const command of step(bot, { kind: 'looked', bar, wish, view })) {
        if (command.kind !== 'place') continue;
        const { side, lots: volume, stopLoss } = command.entry.order;
        if (stopLoss === null) continue;
        open(symbol, side, volume, stopLoss.points, byHand ? -1 : owner);
        opened += 1;
      }
      if (bot.governing) bot.governing.changed = true;
      return opened;
    },
  };
}
