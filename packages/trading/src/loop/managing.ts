import type { PositionTicket } from '@quorate/values/ids';
import { lots } from '@quorate/values/lots';
import { price } from '@quorate/values/price';
import type { Deal } from '../account/deal.ts';
import { inStepsOf } from '../account/instrument.ts';
import type { Position } from '../account/position.ts';
import type { Trade } from '../account/trade.ts';
import type { TradeChange } from '../account/trade-book.ts';
import type { Quote } from '../account/valuation.ts';
import { decideExits } from '../exits/decide-exits.ts';
import {
  countGain,
  type Excursion,
  type ExcursionWatch,
  excursionOf,
  followBars,
  lastClosedBefore,
  watchExcursion,
} from '../exits/excursion.ts';
import { type ExitFacts, signOf } from '../exits/exit.ts';
import { type ExitSettings, managesExits } from '../exits/exits.ts';
import type { ClosedBar, Command, HeldView } from './core.ts';
import type { Lane } from './lane.ts';

/** A trade that is open, with what its exits look at. All of it comes of its deals and of bars. */
type OpenTrade = {
  trade: Trade;
  /** From the opening price to the stop that it was opened with, in points; null where it had none. */
  readonly riskPoints: number | null;
  readonly lane: Lane | undefined;
  readonly watch: ExcursionWatch | undefined;
  /** That made it, oldest first. */
  readonly deals: Deal[];
  /** Exits that were told to be skipped. */
  readonly skipped: Set<string>;
};

/** What is open in a run, by the ticket of its position. */
export type OpenTrades = Map<PositionTicket, OpenTrade>;

/** Takes in what a deal did to a trade. @returns its excursion, where one is known by now */
export function followTrade(
  open: OpenTrades,
  { kind, trade }: TradeChange,
  deal: Deal,
  lanes: readonly Lane[],
): Excursion | undefined {
  const { positionTicket: ticket, price: dealt, time } = deal;
  if (kind === 'opened') {
    const lane = lanes.find(({ series }) => series.symbol === trade.symbol);
    const { stopLoss, openPrice, openedAt } = trade;
    const distance = stopLoss === null ? 0 : Math.abs(openPrice.points - stopLoss.points);
    open.set(ticket, {
      trade,
      riskPoints: distance > 0 ? distance : null,
      lane,
      watch: lane && watchExcursion(openedAt, lane.series),
      deals: [deal],
      skipped: new Set(),
    });
    return undefined;
  }
  const each = open.get(ticket);
  if (!each) return undefined;
  if (kind === 'closed') open.delete(ticket);
  each.trade = trade;
  each.deals.push(deal);
  const { lane, watch } = each;
  if (!lane || !watch) return undefined;
  followBars(watch, watched(trade), lane.series, lastClosedBefore(lane.series, time));
  if (deal.side !== trade.side)
    countGain(watch, signOf(trade.side) * (dealt.points - trade.openPrice.points));
  return excursionOf(watch, trade, lane.valuation);
}

/** A bar has closed: what is open in its symbol has seen it. */
export function followBar(open: OpenTrades, { lane, index }: ClosedBar): void {
  for (const each of open.values()) {
    if (each.lane === lane && each.watch)
      followBars(each.watch, watched(each.trade), lane.series, index);
  }
}

/**
 * The exits of what a run holds in the symbol of a bar, at its close; what a position is opened with holds
 * from the next bar on, and so does what is decided here. Positions that the governor changes at the same bar
 * are left alone, and so are those that the run did not open.
 */
export function manageExits(
  open: OpenTrades,
  settings: ExitSettings,
  bar: ClosedBar,
  held: HeldView,
  commands: Command[],
): void {
  if (open.size === 0 || !managesExits(settings)) return;
  const changed = new Set(
    commands.flatMap((each) =>
      each.kind === 'close' || each.kind === 'modify' ? [each.ticket] : [],
    ),
  );
  for (const [at, position] of held.positions.entries()) {
    const quote = held.quotes[at];
    if (position.symbol !== bar.symbol || !quote || changed.has(position.ticket)) continue;
    // Of a symbol that is traded on several timeframes, the bars of the first manage what is open.
    if (open.get(position.ticket)?.lane !== bar.lane) continue;
    carryOutExits(open, settings, bar, { position, quote, oppositePercent: null }, commands);
  }
}

/**
 * A verdict on a symbol that the run holds. @returns whether it closes what is held; nothing is opened then
 */
export function closeOnVerdict(
  open: OpenTrades,
  settings: ExitSettings,
  bar: ClosedBar,
  verdict: Readonly<{ side: 'BUY' | 'SELL'; pUp: number }>,
  held: Readonly<{ positions: readonly Position[]; quote: Quote }>,
  commands: Command[],
): boolean {
  if (settings.exitOnOppositePercent === null) return false;
  const oppositePercent = 100 * (verdict.side === 'BUY' ? verdict.pUp : 1 - verdict.pUp);
  const before = commands.length;
  for (const position of held.positions) {
    if (position.symbol !== bar.symbol || position.side === verdict.side) continue;
    const facts = { position, quote: held.quote, oppositePercent };
    carryOutExits(open, { ...settings, ...ONLY_VERDICT }, bar, facts, commands);
  }
  return commands.slice(before).some(({ kind }) => kind === 'close');
}

/** The others had their turn as the bar closed. */
const ONLY_VERDICT = {
  timeStopBars: null,
  partialCloseAfterR: null,
  breakEvenAfterR: null,
  trailStepR: null,
  trailAtr: null,
  trailSwingBars: null,
} satisfies Partial<ExitSettings>;

function carryOutExits(
  open: OpenTrades,
  settings: ExitSettings,
  bar: ClosedBar,
  now: Readonly<{ position: Position; quote: Quote; oppositePercent: number | null }>,
  commands: Command[],
): void {
  const { position } = now;
  const { ticket, orderKey, symbol, takeProfit } = position;
  const each = open.get(ticket);
  const facts = orderKey !== null && each ? factsOf(each, bar, now) : undefined;
  if (!each || !facts) return;
  const { acts, skipped } = decideExits(facts, settings);
  const moment = { symbol: bar.symbol, asOf: bar.asOf };
  const { volumeStep, digits } = bar.lane.instrument;
  for (const { exit, why: message } of skipped) {
    if (each.skipped.has(exit)) continue;
    each.skipped.add(exit);
    const told = { symbol, asOf: bar.asOf, ticket, act: 'skipped', why: exit, message } as const;
    commands.push({ kind: 'record', event: { kind: 'managed', ...told } });
  }
  for (const act of acts) {
    const reason = { moment, symbol, ticket, why: act.exit, message: act.why };
    switch (act.act) {
      case 'close':
        commands.push({ kind: 'close', ...reason, part: null, by: 'managed' });
        break;
      case 'part': {
        const part = lots(act.steps, volumeStep);
        commands.push({ kind: 'close', ...reason, part, by: 'managed' });
        break;
      }
      case 'stop': {
        const stopLoss = price(act.points, digits);
        commands.push({ kind: 'modify', ...reason, stopLoss, takeProfit });
      }
    }
  }
}

function factsOf(
  { trade, riskPoints, watch }: OpenTrade,
  { lane, index }: ClosedBar,
  {
    position,
    quote,
    oppositePercent,
  }: Readonly<{ position: Position; quote: Quote; oppositePercent: number | null }>,
): ExitFacts | undefined {
  const { instrument, series, reader } = lane;
  const [opened, openNow] = [trade.lots, position.lots].map((each) => inStepsOf(instrument, each));
  if (!watch || !opened || !openNow) return undefined;
  return {
    side: position.side,
    entry: trade.openPrice.points,
    riskPoints,
    stopLoss: position.stopLoss?.points ?? null,
    takeProfit: position.takeProfit?.points ?? null,
    openedSteps: opened.steps,
    openSteps: openNow.steps,
    bestPoints: watch.bestPoints,
    barsHeld: watch.bars,
    series,
    index,
    atrPoints: reader.atrPoints,
    quote,
    instrument,
    oppositePercent,
  };
}

function watched({ side, openPrice, openedAt }: Trade) {
  return { side, entry: openPrice.points, openedAt };
}
