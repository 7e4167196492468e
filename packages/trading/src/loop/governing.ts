import { type Instant, instant } from '@quorate/values/instant';
import { lots, lotsToDecimal, lotsToNumber } from '@quorate/values/lots';
import { formatMoney, money } from '@quorate/values/money';
import { price, priceToDecimal } from '@quorate/values/price';
import type { Deal } from '../account/deal.ts';
import type { OrderKey, Side } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import type { Quote } from '../account/valuation.ts';
import { nextTurn, turnOf } from '../governor/day-turn.ts';
import type { GovernorFacts, NewsNear } from '../governor/facts.ts';
import {
  bankFloors,
  comingFloors,
  endFloorMinor,
  entriesOff,
  floorMinor,
  highestLine,
  lockFloors,
  nextFloorTurn,
  rollFloors,
  startFloors,
  watchFloors,
} from '../governor/floors.ts';
import { moveFloors } from '../governor/floors-moved.ts';
import {
  addOrder,
  addPosition,
  addRisk,
  noRisk,
  type OrderRisk,
  pointsThatFit,
  pointsToStop,
  type RiskSum,
  type SymbolTerms,
  termsOf,
} from '../governor/headroom.ts';
import type { EquityLine, FloorsState, RuleSet } from '../governor/rule-set.ts';
import {
  createSlipReserve,
  LEAST_SHARE,
  NEWS_TIMES,
  reservePoints,
  type SlipReserve,
  WEEKEND_TIMES,
} from '../governor/slip-reserve.ts';
import type { CandleSeries } from '../market/candle.ts';
import { serverWeekday, tradingDayOf, tradingDayStart } from '../market/trading-day.ts';
import type { Command, HeldView, Moment } from './core.ts';
import { type Lane, newestIndex } from './lane.ts';
import type { FloorTrail, LastLine } from './ports.ts';
import type { GovernedEvent } from './trading-loop-events.ts';
import type { NextLook } from './trading-loop-types.ts';

/** What a night's holding costs that equity does not show yet: minor units, never negative. */
export type SwapCost = (
  held: Readonly<{ symbol: string; side: Side; lots: Position['lots']; openedAt: Instant }>,
  until: Instant,
  quote: Quote,
) => number;

/** How an account is governed. */
export type GovernorSettings = Readonly<{
  ruleSet: RuleSet;
  /** What the rules count from; null for the balance when the account is first governed. */
  initialMinor: number | null;
  /** Whether positions that others opened on the account are closed with the rest. */
  closesOthers?: boolean;
  /** How long it may take until the next chance to act: the length of a bar in a replay. */
  horizonMs: number;
  swapCost?: SwapCost;
  /** Listed news on a symbol's currencies around a moment; absent where no calendar is known. */
  newsNear?(symbol: string, asOf: Instant, aheadMs: number): NewsNear;
  /** Whether nothing is opened where the rules look at news and no calendar covers the moment. */
  holdsWithoutCalendar?: boolean;
  /** What exits of a series may slip; absent where nobody else trades it. */
  reserveOf?(series: CandleSeries): SlipReserve;
}>;

/** What the governor remembers between events. `floors` is what outlives a run. */
export type Governing = {
  readonly settings: GovernorSettings;
  readonly bufferPercent: number;
  readonly newAccountAfterLock: boolean;
  readonly lanes: readonly Lane[];
  readonly reserves: readonly SlipReserve[];
  /** Orders on their way and what they take of the headroom. */
  readonly onTheirWay: Map<OrderKey, OrderRisk>;
  floors: FloorsState;
  recorded: FloorsState | null;
  balanceMinor: number;
  equityMinor: number;
  /** Something was opened, closed or moved since the last look. */
  changed: boolean;
  /** Equity from which a peak rises, and down to which nothing need be done. */
  peakAbove: number;
  lowLine: number;
  /** When the next turn, weekend or end of a lock has to be seen to. */
  checkAt: number;
  turnAt: number;
  line: LastLine | null;
};

export function beginGoverning(
  settings: GovernorSettings,
  lanes: readonly Lane[],
  account: AccountState,
  {
    bufferPercent,
    newAccountAfterLock,
    floors,
    figures = figuresOf(account),
    nextLook: told,
  }: Readonly<{
    bufferPercent: number;
    newAccountAfterLock: boolean;
    floors: FloorsState | undefined;
    figures?: Figures | undefined;
    nextLook?: NextLook | undefined;
  }>,
): Governing {
  const initialMinor = settings.initialMinor ?? account.balance.minor;
  const { currency } = account;
  const nextLook = told?.horizonMs === settings.horizonMs ? told : undefined;
  return {
    settings,
    bufferPercent,
    newAccountAfterLock,
    lanes,
    reserves: lanes.map(({ series }) => (settings.reserveOf ?? createSlipReserve)(series)),
    onTheirWay: new Map(),
    floors:
      floors ?? startFloors(settings.ruleSet, { ...figures, initialMinor, currency }, instant(0)),
    recorded: floors ?? null,
    ...figures,
    changed: nextLook?.changed ?? true,
    peakAbove: nextLook ? (nextLook.peakAbove ?? Number.POSITIVE_INFINITY) : 0,
    lowLine: nextLook ? (nextLook.lowLine ?? Number.NEGATIVE_INFINITY) : Number.POSITIVE_INFINITY,
    checkAt: nextLook?.checkAt ?? 0,
    turnAt: nextLook?.turnAt ?? 0,
    line: null,
  };
}

/** What a later run looks by, as plain JSON. Nothing before the first look. */
export function nextLookOf({
  settings: { horizonMs },
  changed,
  peakAbove,
  lowLine,
  checkAt,
  turnAt,
}: Governing): NextLook | undefined {
  if (turnAt === 0 || lowLine === Number.POSITIVE_INFINITY) return undefined;
  const orNever = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    horizonMs,
    changed,
    peakAbove: orNever(peakAbove),
    lowLine: orNever(lowLine),
    checkAt,
    turnAt,
  };
}

type Figures = Readonly<{ balanceMinor: number; equityMinor: number }>;

function figuresOf({ balance, equity }: AccountState): Figures {
  return { balanceMinor: balance.minor, equityMinor: equity.minor };
}

/** Turns that lie before a bar's opening: with what the account had when the bar before it closed. */
export function rollGoverning(governing: Governing, asOf: Instant): void {
  if (asOf < governing.turnAt) return;
  const { floors, settings } = governing;
  governing.floors = rollFloors(floors, settings.ruleSet, asOf, governing);
  governing.turnAt = nextFloorTurn(settings.ruleSet, asOf);
  governing.changed = true;
}

/** Money that was paid in or out is neither gain nor loss. */
export function moveGoverning(
  governing: Governing,
  cashMinor: number,
  account: AccountState,
): void {
  const { floors, settings } = governing;
  governing.floors = moveFloors(floors, settings.ruleSet, cashMinor, figuresOf(account));
  governing.changed = true;
}

/** A deal was booked: what trails the balance sees it, whatever the next deal takes away. */
export function sawDeal(governing: Governing, { profit, commission, swap, fee }: Deal): void {
  governing.changed = true;
  governing.balanceMinor += profit.minor + commission.minor + swap.minor + fee.minor;
  const { floors, settings, balanceMinor } = governing;
  governing.floors = bankFloors(floors, settings.ruleSet, balanceMinor);
}

/** Equity was as high as this inside a bar: what trails it has risen. */
export function sawPeak(governing: Governing, asOf: Instant, equityMinor: number): void {
  const { floors, settings } = governing;
  governing.floors = watchFloors(floors, settings.ruleSet, asOf, equityMinor);
  if (governing.floors !== floors) governing.changed = true;
}

/**
 * Looks at the account after whatever happened. Most looks end with four comparisons: as long as nothing was
 * opened or closed, equity lies between two figures and no turn is near, nothing can have changed.
 */
export function govern(
  governing: Governing,
  moment: Moment,
  account: AccountState,
  held: HeldView | null,
  commands: Command[],
): 'began_again' | null {
  const equity = account.equity.minor;
  let began = false;
  if (
    governing.changed ||
    equity >= governing.peakAbove ||
    equity <= governing.lowLine ||
    moment.asOf >= governing.checkAt
  )
    began = lookClosely(governing, moment, account, held, commands);
  governing.equityMinor = equity;
  governing.balanceMinor = account.balance.minor;
  return began ? 'began_again' : null;
}

function lookClosely(
  governing: Governing,
  moment: Moment,
  account: AccountState,
  held: HeldView | null,
  commands: Command[],
): boolean {
  const { settings } = governing;
  const { ruleSet } = settings;
  const { asOf } = moment;
  const equity = account.equity.minor;
  governing.changed = false;
  const before = governing.floors;
  governing.floors = rollFloors(before, ruleSet, asOf, figuresOf(account));
  governing.turnAt = nextFloorTurn(ruleSet, asOf);
  const began = beginAgain(governing, moment, account, held, commands);
  governing.floors = watchFloors(governing.floors, ruleSet, asOf, equity);

  const floor = floorMinor(governing.floors);
  const weekendAt = nextWeekend(asOf);
  const beforeWeekend = asOf + settings.horizonMs >= weekendAt;
  const open = held ? openPositions(governing, held, asOf, beforeWeekend) : NOTHING_OPEN;
  const buffer = bufferMinor(governing, account);
  const near = floor + buffer + Math.ceil(open.sum.closingMinor);
  if (equity <= near) lockAndClose(governing, moment, { equity, floor, buffer }, open, commands);
  else if (entriesOff(governing.floors) === 'touched' || governing.floors.lock !== null)
    closeAll(moment, open, 'floor_lock', 'The account is locked.', commands);
  else if (open.own.length > 0) {
    const flat = flatReason(governing, asOf, beforeWeekend);
    if (flat) closeAll(moment, open, flat.why, flat.message, commands);
    else {
      closeBeforeNews(governing, moment, open, commands);
      const turns = asOf + settings.horizonMs > governing.turnAt || beforeWeekend;
      const figures = turns ? figuresOf(account) : null;
      const coming = figures
        ? Math.max(floor, comingFloors(governing.floors, ruleSet, figures))
        : floor;
      if (!makeFit(governing, moment, { equity, floor, coming }, open, commands)) {
        const end = endFloorMinor(governing.floors, ruleSet, figures);
        if (end !== null) holdWorst(governing, moment, { equity, floor: end }, open, commands);
      }
    }
  }
  handOver(governing, moment, { floor, buffer }, commands);
  recordFloors(governing, moment, commands);

  const locked = governing.floors.lock !== null;
  governing.lowLine = locked && open.all.length === 0 ? Number.NEGATIVE_INFINITY : near;
  governing.peakAbove = risesFrom(governing);
  governing.checkAt = Math.min(
    governing.turnAt - settings.horizonMs + 1,
    weekendAt - settings.horizonMs,
    flatAt(ruleSet, asOf) - settings.horizonMs,
    governing.floors.lock?.until ?? Number.POSITIVE_INFINITY,
    locked && governing.newAccountAfterLock ? tradingDayStart(tradingDayOf(asOf) + 1) : Infinity,
    ruleSet.news?.bars === 'all' && open.own.length > 0 ? 0 : Infinity,
  );
  return began;
}

type Own = Readonly<{
  position: Position;
  terms: SymbolTerms;
  swapMinor: number;
  openRiskMinor: number;
  worstBeyondMinor: number;
}>;
type OpenNow = Readonly<{
  sum: RiskSum;
  all: readonly Position[];
  own: readonly Own[];
  /** What each symbol's exits lose beyond what is kept for them, if it slips at its very worst. */
  worst: ReadonlyMap<string, number>;
}>;
const NOTHING_OPEN: OpenNow = { sum: noRisk(), all: [], own: [], worst: new Map() };

/** What is open now, each with its own risk; those of others count and are left alone. */
function openPositions(
  governing: Governing,
  held: HeldView,
  asOf: Instant,
  beforeWeekend: boolean,
): OpenNow {
  const { closesOthers = false } = governing.settings;
  const sum = noRisk();
  const own: Own[] = [];
  const all = [...held.positions, ...held.others];
  const terms = new Map<string, SymbolTerms | undefined>();
  const worst = new Map<string, number>();
  for (const [at, position] of all.entries()) {
    const { symbol } = position;
    if (!terms.has(symbol))
      terms.set(symbol, symbolTerms(governing, symbol, held.quotes[at], asOf, beforeWeekend));
    const known = terms.get(symbol);
    const isOwn = closesOthers || at < held.positions.length;
    const alone = noRisk();
    let swapMinor = 0;
    if (!known || position.stopLoss === null) addUnknown(alone, position, governing.equityMinor);
    else {
      swapMinor = swapUntilTurn(governing, position, asOf, known.quote);
      addPosition(alone, position, known, swapMinor);
    }
    addRisk(sum, alone);
    worst.set(symbol, (worst.get(symbol) ?? 0) + alone.worstBeyondMinor);
    if (isOwn && known) own.push({ position, terms: known, swapMinor, ...alone });
  }
  return { sum, all, own, worst };
}

/** Without a stop a position may lose the account; on a symbol that nobody quotes, what it was opened with. */
function addUnknown(sum: RiskSum, { stopLoss, initialRisk }: Position, equityMinor: number): void {
  const risk = stopLoss === null ? null : initialRisk;
  const loss = risk === null ? Math.max(0, equityMinor) : risk.minor;
  sum.atStopsMinor += loss;
  sum.openRiskMinor += loss * (1 + LEAST_SHARE);
}

function symbolTerms(
  { lanes, reserves, settings }: Governing,
  symbol: string,
  quote: Quote | undefined,
  asOf: Instant,
  beforeWeekend: boolean,
): SymbolTerms | undefined {
  const at = lanes.findIndex((lane) => lane.series.symbol === symbol);
  const lane = lanes[at];
  const reserve = reserves[at];
  if (!lane || !reserve || !quote) return undefined;
  const known = reserve.pointsAt(newestIndex(lane.series, asOf));
  const newsAhead = settings.newsNear?.(symbol, asOf, settings.horizonMs).state === 'near';
  const times = (beforeWeekend ? WEEKEND_TIMES : 1) * (newsAhead ? NEWS_TIMES : 1);
  const usual = reservePoints(known, Math.max(0, quote.ask - quote.bid), times);
  const points = Math.ceil(beforeWeekend ? Math.max(usual, reserve.overWeekend()) : usual);
  return termsOf(lane.instrument, lane.valuation, quote, points, Math.ceil(reserve.worst()));
}

function swapUntilTurn(
  { settings }: Governing,
  position: Position,
  asOf: Instant,
  quote: Quote,
): number {
  return settings.swapCost?.(position, instant(asOf + NIGHT_MS), quote) ?? 0;
}

/** The next turn of the server's day lies within it. */
const NIGHT_MS = 86_400_000;

/** Share of what the account has, kept above every floor. */
function bufferMinor({ bufferPercent }: Governing, { balance, equity }: AccountState): number {
  return Math.ceil((Math.max(0, Math.min(balance.minor, equity.minor)) * bufferPercent) / 100);
}

/** A floor has come too near: everything is closed, and entries stay off as the line has it. */
function lockAndClose(
  governing: Governing,
  moment: Moment,
  { equity, floor, buffer }: Readonly<{ equity: number; floor: number; buffer: number }>,
  open: OpenNow,
  commands: Command[],
): void {
  const { settings, floors } = governing;
  const at = highestLine(floors, settings.ruleSet);
  governing.floors = lockFloors(floors, settings.ruleSet, at, moment.asOf, equity);
  const words = lineWords(settings.ruleSet.lines[at]);
  const amount = moneyText(governing);
  const message = `Equity ${amount(equity)} has come within ${amount(buffer)} and the cost of closing of ${words} at ${amount(floor)}: everything is closed.`;
  if (governing.floors !== floors) {
    const { lock } = governing.floors;
    tell(moment, commands, {
      act: 'locked',
      equityMinor: equity,
      floorMinor: floor,
      openRiskMinor: Math.ceil(open.sum.openRiskMinor),
      headroomMinor: Math.floor(equity - open.sum.openRiskMinor - floor),
      until: lock?.until ?? null,
      message,
    });
  }
  closeAll(moment, open, 'floor_near', message, commands);
}

/** No order fits under a floor that is so near: entries stay off as the line has it. */
export function lockWhereNothingFits(
  governing: Governing,
  moment: Moment,
  account: AccountState,
  commands: Command[],
): void {
  const floor = floorMinor(governing.floors);
  const buffer = bufferMinor(governing, account);
  const equity = account.equity.minor;
  if (governing.onTheirWay.size > 0 || equity - floor > 2 * buffer) return;
  lockAndClose(governing, moment, { equity, floor, buffer }, NOTHING_OPEN, commands);
  governing.changed = true;
  recordFloors(governing, moment, commands);
}

function closeAll(
  moment: Moment,
  open: OpenNow,
  why: string,
  message: string,
  commands: Command[],
): void {
  // Those that have lost most go first: a balance that is higher in between would raise what trails it.
  for (const { position } of open.own.toSorted((a, b) => resultOf(a) - resultOf(b))) {
    const { ticket, symbol } = position;
    const by = 'flattened';
    commands.push({ kind: 'close', moment, symbol, ticket, part: null, by, why, message });
  }
}

/** What a position would leave with now, costs aside. */
function resultOf({ position: { side, openPrice, lots: volume }, terms }: Own): number {
  const { quote, valuation } = terms;
  const points = side === 'BUY' ? quote.bid - openPrice.points : openPrice.points - quote.ask;
  return valuation.minorOf(points, volume, quote);
}

/** Why the account has to be flat by the next chance to act. */
function flatReason(
  { settings: { ruleSet, horizonMs } }: Governing,
  asOf: Instant,
  beforeWeekend: boolean,
): Readonly<{ why: string; message: string }> | undefined {
  if (beforeWeekend && !ruleSet.weekendHolding) {
    const message = `${ruleSet.name} holds nothing over the weekend: everything is closed before it.`;
    return { why: 'weekend_flat', message };
  }
  if (asOf + horizonMs >= flatAt(ruleSet, asOf) || isAfterFlat(ruleSet, asOf)) {
    const message = `${ruleSet.name} is flat by ${ruleSet.flatBy?.time} (${ruleSet.flatBy?.zone}): everything is closed before it.`;
    return { why: 'flat_by', message };
  }
  return undefined;
}

function flatAt({ flatBy }: RuleSet, asOf: Instant): number {
  return flatBy === null ? Number.POSITIVE_INFINITY : nextTurn(asOf, flatBy);
}

/** Between the time to be flat and the turn of the day. */
function isAfterFlat({ flatBy, lines }: RuleSet, asOf: Instant): boolean {
  if (flatBy === null) return false;
  const day = lines.find(({ kind }) => kind === 'day') ?? lines[0];
  return day !== undefined && turnOf(asOf, flatBy) > turnOf(asOf, day.turnsAt);
}

/** A rule set that wants nothing filled around news has the stops and targets there out of the way, too. */
function closeBeforeNews(
  { settings }: Governing,
  moment: Moment,
  open: OpenNow,
  commands: Command[],
): void {
  const { news } = settings.ruleSet;
  if (news?.bars !== 'all' || !settings.newsNear) return;
  for (const { position } of open.own) {
    const { symbol, ticket } = position;
    const near = settings.newsNear(symbol, moment.asOf, settings.horizonMs);
    if (near.state !== 'near' || near.at <= moment.asOf) continue;
    const message = `${near.title} is near: ${symbol} is closed before its window, in which nothing may be filled.`;
    commands.push({
      kind: 'close',
      moment,
      symbol,
      ticket,
      part: null,
      by: 'flattened',
      why: 'news_window',
      message,
    });
  }
}

/** A stop is drawn no nearer than this part of the usual range, and never to less than half its way. */
const NEAREST_RANGES = 0.5;

/**
 * Positions that would not fit under the floor that comes are made to: stops that lie farthest away are drawn
 * nearer first, for they give up least; then the positions that may win least for what they risk are closed, the
 * last of them only as far as is needed.
 *
 * @returns whether anything had to be done
 */
function makeFit(
  governing: Governing,
  moment: Moment,
  { equity, floor, coming }: Readonly<{ equity: number; floor: number; coming: number }>,
  { sum, own }: OpenNow,
  commands: Command[],
): boolean {
  let tooMuch = coming + sum.openRiskMinor + wayRisk(governing) - equity;
  if (tooMuch <= 0) return false;
  const amount = moneyText(governing);
  const rises = coming > floor ? ` The floor is about to rise from ${amount(floor)}.` : '';
  const message = `Open risk of ${amount(Math.ceil(sum.openRiskMinor))} does not fit between equity ${amount(equity)} and the floor ${amount(coming)}.${rises}`;
  tell(moment, commands, {
    act: 'warned',
    equityMinor: equity,
    floorMinor: coming,
    openRiskMinor: Math.ceil(sum.openRiskMinor),
    headroomMinor: Math.floor(-tooMuch),
    until: instant(governing.turnAt),
    message: `${message} Stops are drawn nearer, or positions closed, until it does.`,
  });
  const stillOpen: { each: Own; openRiskMinor: number }[] = [];
  const byWay = own.toSorted((a, b) => wayOf(governing, b) - wayOf(governing, a));
  for (const each of byWay) {
    const left = tooMuch > 0 ? tighten(governing, moment, each, tooMuch, message, commands) : null;
    if (left !== null) tooMuch -= each.openRiskMinor - left;
    stillOpen.push({ each, openRiskMinor: left ?? each.openRiskMinor });
  }
  const byPromise = stillOpen.toSorted(
    (a, b) => promiseOf(a.each) / a.openRiskMinor - promiseOf(b.each) / b.openRiskMinor,
  );
  for (const { each, openRiskMinor } of byPromise) {
    if (tooMuch <= 0) break;
    tooMuch -= closeEnough(moment, each, openRiskMinor, tooMuch, message, commands);
  }
  return true;
}

/**
 * Closes as much of each symbol's positions as it takes for equity to stay above a floor that ends the account, even
 * if that symbol slipped at its very worst.
 */
function holdWorst(
  governing: Governing,
  moment: Moment,
  { equity, floor }: Readonly<{ equity: number; floor: number }>,
  { sum, own, worst }: OpenNow,
  commands: Command[],
): void {
  let left = equity - sum.openRiskMinor - wayRisk(governing) - floor;
  const most = Math.max(0, ...worst.values());
  if (most <= left) return;
  const amount = moneyText(governing);
  const kept = `${amount(Math.floor(left))} are left above ${amount(floor)}, where the account ends.`;
  const slip = `A slip at its very worst would lose ${amount(Math.ceil(most))} beyond what is kept; ${kept}`;
  tell(moment, commands, {
    act: 'warned',
    equityMinor: equity,
    floorMinor: floor,
    openRiskMinor: Math.ceil(sum.openRiskMinor),
    headroomMinor: Math.floor(left - most),
    until: null,
    message: `${slip} Positions are closed until it fits.`,
  });
  const bySymbol = new Map(worst);
  for (const each of own.toSorted((a, b) => b.worstBeyondMinor - a.worstBeyondMinor)) {
    const { symbol } = each.position;
    const beyond = bySymbol.get(symbol) ?? 0;
    if (beyond <= left) continue;
    const lost = each.openRiskMinor + each.worstBeyondMinor;
    const gone = closeEnough(moment, each, lost, beyond - left, slip, commands) / lost;
    left += gone * each.openRiskMinor;
    bySymbol.set(symbol, beyond - gone * each.worstBeyondMinor);
  }
}

/** How far a stop lies away, in usual ranges. */
function wayOf({ lanes, reserves }: Governing, { position, terms }: Own): number {
  const at = lanes.findIndex(({ series }) => series.symbol === position.symbol);
  const range = Math.max(1, reserves[at]?.usualRange() ?? 1);
  return pointsToStop(position, position.stopLoss?.points ?? 0, terms.quote) / range;
}

/** @returns the open risk that is left, or null where the stop stays */
function tighten(
  governing: Governing,
  moment: Moment,
  each: Own,
  tooMuch: number,
  message: string,
  commands: Command[],
): number | null {
  const { position, terms, swapMinor, openRiskMinor } = each;
  const { side, stopLoss, symbol, ticket, takeProfit } = position;
  if (stopLoss === null) return null;
  const { bid, ask } = terms.quote;
  const way = pointsToStop(position, stopLoss.points, terms.quote);
  const ranges = way / Math.max(wayOf(governing, each), 1e-9);
  const nearest = Math.max(
    terms.instrument.stopsLevelPoints + 1,
    2 * (ask - bid) + 1,
    Math.ceil(NEAREST_RANGES * ranges),
    Math.ceil(way / 2),
  );
  const wanted = pointsThatFit(position, terms, swapMinor, openRiskMinor - tooMuch);
  const points = Math.max(nearest, wanted);
  if (!(points < way)) return null;
  const at = price(side === 'BUY' ? bid - points : ask + points, stopLoss.digits);
  const moved = { ...position, stopLoss: at };
  const sum = noRisk();
  addPosition(sum, moved, terms, swapMinor);
  commands.push({
    kind: 'modify',
    moment,
    symbol,
    ticket,
    stopLoss: at,
    takeProfit,
    why: 'coming_floor',
    message: `${message} The stop of ${side} ${symbol} moves from ${priceToDecimal(stopLoss)} to ${priceToDecimal(at)}.`,
  });
  return sum.openRiskMinor;
}

/** What a position may still win: to its target, or as far again as its stop lies away. One without a stop goes first. */
function promiseOf({ position, terms }: Own): number {
  const { side, takeProfit, stopLoss } = position;
  if (stopLoss === null) return 0;
  const { bid, ask } = terms.quote;
  const points =
    takeProfit === null
      ? pointsToStop(position, stopLoss.points, terms.quote)
      : Math.max(0, side === 'BUY' ? takeProfit.points - bid : ask - takeProfit.points);
  return terms.valuation.minorOf(points, position.lots, terms.quote);
}

/** Closes as much of a position as is needed, or all of it. @returns the open risk that goes, less what closing costs */
function closeEnough(
  moment: Moment,
  { position, terms }: Own,
  openRiskMinor: number,
  tooMuch: number,
  message: string,
  commands: Command[],
): number {
  const { lots: volume, symbol, ticket, side } = position;
  const { volumeMinSteps } = terms.instrument;
  const frees = openRiskMinor + terms.valuation.commissionOf(volume).minor;
  const needed = Math.ceil((volume.steps * tooMuch) / frees) + 1;
  const steps = Math.max(needed, volumeMinSteps);
  const isPart = volume.steps - steps >= volumeMinSteps;
  const part = isPart ? lots(steps, volume.step) : null;
  const what = part
    ? `${lotsToDecimal(part)} lots of ${side} ${symbol} are`
    : `${side} ${symbol} is`;
  commands.push({
    kind: 'close',
    moment,
    symbol,
    ticket,
    part,
    by: 'flattened',
    why: 'coming_floor',
    message: `${message} ${what} closed.`,
  });
  return isPart ? (frees * steps) / volume.steps : frees;
}

function wayRisk({ onTheirWay }: Governing): number {
  let needed = 0;
  for (const { neededMinor } of onTheirWay.values()) needed += neededMinor;
  return needed;
}

/** After a total line has locked, a replay goes on with what is left as a new account. */
function beginAgain(
  governing: Governing,
  moment: Moment,
  account: AccountState,
  held: HeldView | null,
  commands: Command[],
): boolean {
  if (!governing.newAccountAfterLock || held !== null) return false;
  const { settings, floors } = governing;
  const { lock, currency } = floors;
  const ended = floors.lines.find(
    ({ touchedAt }, at) => touchedAt !== null && settings.ruleSet.lines[at]?.onTouch === 'end',
  );
  const since = ended?.touchedAt ?? (lock && lock.until === null ? lock.since : null);
  if (since === null || tradingDayOf(moment.asOf) <= tradingDayOf(since)) return false;
  const figures = figuresOf(account);
  const initialMinor = figures.balanceMinor;
  governing.floors = startFloors(
    settings.ruleSet,
    { ...figures, initialMinor, currency },
    moment.asOf,
  );
  const floor = floorMinor(governing.floors);
  tell(moment, commands, {
    act: 'began_again',
    equityMinor: figures.equityMinor,
    floorMinor: floor,
    openRiskMinor: 0,
    headroomMinor: figures.equityMinor - floor,
    until: null,
    message: `The account has ended; a new one begins with ${moneyText(governing)(initialMinor)}.`,
  });
  return true;
}

/** From which equity on a peak, or a week's profit, has to be written. */
function risesFrom({ floors, settings: { ruleSet } }: Governing): number {
  let from = Number.POSITIVE_INFINITY;
  for (const [at, line] of ruleSet.lines.entries()) {
    const peak = floors.lines[at]?.peakMinor ?? Number.POSITIVE_INFINITY;
    if (line.trails === 'on_equity' && peak + 1 < from) from = peak + 1;
  }
  const { weeklyProfitPercent } = ruleSet;
  if (weeklyProfitPercent === null || floors.weeklyProfitLatch !== null) return from;
  return Math.min(from, Math.floor(floors.weekStartMinor * (1 + weeklyProfitPercent / 100)));
}

/** The last line goes to whoever holds it whenever it has changed. */
function handOver(
  governing: Governing,
  { asOf }: Moment,
  { floor, buffer }: Readonly<{ floor: number; buffer: number }>,
  commands: Command[],
): void {
  const { floors, line } = governing;
  const off = entriesOff(floors) !== null;
  const until = floors.lock === null ? null : floors.lock.until;
  const trail = trailOf(governing);
  if (
    line !== null &&
    line.floorMinor === floor &&
    line.bufferMinor === buffer &&
    line.entriesOff === off &&
    line.until === until &&
    line.trail?.peakMinor === trail?.peakMinor
  )
    return;
  // Sequence numbers grow over restarts, too: time does.
  const seq = Math.max((line?.seq ?? 0) + 1, asOf);
  governing.line = { seq, floorMinor: floor, bufferMinor: buffer, entriesOff: off, until, trail };
  commands.push({ kind: 'guard', line: governing.line });
}

/** How the highest floor that trails equity rises with it; null where none does. */
function trailOf({ floors, settings: { ruleSet } }: Governing): FloorTrail | null {
  let trail: FloorTrail | null = null;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [at, line] of ruleSet.lines.entries()) {
    const state = floors.lines[at];
    if (line.trails !== 'on_equity' || !state || state.floorMinor <= highest) continue;
    highest = state.floorMinor;
    const { amount, stopsTrailingAtPercent } = line;
    const { initialMinor } = floors;
    trail = {
      peakMinor: state.peakMinor,
      keptShare: 'percentOfBasis' in amount ? 1 - amount.percentOfBasis / 100 : 1,
      lessMinor: lessOf(amount, initialMinor),
      mostMinor:
        stopsTrailingAtPercent === null
          ? null
          : initialMinor + Math.ceil((initialMinor * stopsTrailingAtPercent) / 100),
    };
  }
  return trail;
}

function lessOf(amount: EquityLine['amount'], initialMinor: number): number {
  if ('moneyMinor' in amount) return amount.moneyMinor;
  return 'percentOfInitial' in amount ? (initialMinor * amount.percentOfInitial) / 100 : 0;
}

/** Tells what the floors remember where that has changed since it was told last. */
function recordFloors(governing: Governing, { symbol, asOf }: Moment, commands: Command[]): void {
  const { floors } = governing;
  if (floors === governing.recorded) return;
  governing.recorded = floors;
  commands.push({ kind: 'record', event: { kind: 'floors', symbol, asOf, floors } });
}

function tell(
  { symbol, asOf }: Moment,
  commands: Command[],
  event: Omit<GovernedEvent, 'kind' | 'symbol' | 'asOf'>,
): void {
  commands.push({ kind: 'record', event: { kind: 'governed', symbol, asOf, ...event } });
}

function moneyText({ floors: { currency } }: Governing): (minor: number) => string {
  return (minor) => formatMoney(money(minor, currency));
}

function lineWords(line: EquityLine | undefined): string {
  switch (line?.kind) {
    case 'day':
      return 'the floor of the day';
    case 'week':
      return 'the floor of the week';
    default:
      return 'the floor of the account';
  }
}

/** When the server's Saturday begins: the market is closed from then until Monday. */
function nextWeekend(asOf: Instant): number {
  if (asOf >= week.from && asOf < week.to) return week.to;
  const day = tradingDayOf(asOf);
  const toSaturday = (6 - serverWeekday(asOf) + 7) % 7 || 7;
  // Bars come in order: a hundred of them lie in this week.
  week = { from: tradingDayStart(day), to: tradingDayStart(day + toSaturday) };
  return week.to;
}

let week = { from: Number.NaN, to: Number.NaN };

/** What the desk has to know before a trade. @param wanted whether a trade is proposed, so that its slip counts */
export function governorFacts(
  governing: Governing,
  { symbol, asOf }: Moment,
  view: Readonly<{ account: AccountState; held: HeldView | null; quote: Quote }>,
  lane: Lane,
  wanted: boolean,
): GovernorFacts {
  const { floors, settings } = governing;
  const { ruleSet } = settings;
  const { account, held } = view;
  const beforeWeekend = asOf + settings.horizonMs >= nextWeekend(asOf);
  const open = held ? openPositions(governing, held, asOf, beforeWeekend) : NOTHING_OPEN;
  const { total, worst } = withOrders(open, governing.onTheirWay);
  const turns = asOf + settings.horizonMs > governing.turnAt || beforeWeekend;
  const now = floorMinor(floors);
  const floor = turns ? Math.max(now, comingFloors(floors, ruleSet, figuresOf(account))) : now;
  const buffer = bufferMinor(governing, account);
  const openRiskMinor = Math.ceil(total.openRiskMinor);
  const terms = wanted
    ? symbolTerms(governing, symbol, view.quote, asOf, beforeWeekend)
    : undefined;
  const off = entriesOff(floors) ?? (isAfterFlat(ruleSet, asOf) ? 'flat_by' : null);
  const { mostLots, mostOpenRiskPercent } = ruleSet;
  let openLots = 0;
  for (const position of mostLots === null ? [] : open.all) openLots += lotsToNumber(position.lots);
  const mostRisk =
    mostOpenRiskPercent === null ? null : (floors.initialMinor * mostOpenRiskPercent) / 100;
  const end = endFloorMinor(floors, ruleSet, turns ? figuresOf(account) : null);
  return {
    ruleSetId: ruleSet.id,
    floorMinor: floor,
    openRiskMinor,
    bufferMinor: buffer,
    headroomMinor: account.equity.minor - openRiskMinor - floor - buffer,
    endRoomMinor: end === null ? null : account.equity.minor - openRiskMinor - end - buffer,
    worstBeyondMinor: Math.ceil(Math.max(0, ...worst.values())),
    worstHereMinor: Math.ceil(worst.get(symbol) ?? 0),
    worstPoints: terms?.worst ?? 0,
    off,
    offUntil: offUntil(governing, asOf, off),
    reservePoints: terms?.reserve ?? 0,
    swapPerManyStepsMinor: wanted ? dearerSwap(settings, lane, asOf, view.quote) : 0,
    openPositions: open.all.length + governing.onTheirWay.size,
    mostPositions: ruleSet.mostPositions,
    lotsLeft: mostLots === null ? null : Math.max(0, mostLots - openLots),
    openRiskLeftMinor:
      mostRisk === null ? null : Math.max(0, Math.floor(mostRisk - total.atStopsMinor)),
    news: newsFor(settings, symbol, asOf),
  };
}

/** What is open and what is on its way, together. */
function withOrders(
  { sum, worst }: Pick<typeof NOTHING_OPEN, 'sum' | 'worst'>,
  onTheirWay: Governing['onTheirWay'],
) {
  // A replay asks at every bar, and most find nothing under way.
  if (onTheirWay.size === 0) return { total: sum, worst };
  const total: RiskSum = { ...sum };
  const each = new Map(worst);
  for (const order of onTheirWay.values()) {
    addOrder(total, order);
    each.set(order.symbol, (each.get(order.symbol) ?? 0) + order.worstBeyondMinor);
  }
  return { total, worst: each };
}

/** What a night costs 10,000 volume steps on the dearer side. */
function dearerSwap(
  { swapCost }: GovernorSettings,
  { instrument: { symbol, volumeStep } }: Lane,
  openedAt: Instant,
  quote: Quote,
): number {
  if (!swapCost) return 0;
  const until = instant(openedAt + NIGHT_MS);
  const swapOf = (side: Side) =>
    swapCost({ symbol, side, lots: lots(10_000, volumeStep), openedAt }, until, quote);
  return Math.max(swapOf('BUY'), swapOf('SELL'));
}

function newsFor(settings: GovernorSettings, symbol: string, asOf: Instant): NewsNear {
  if (settings.ruleSet.news === null) return CLEAR;
  const news = settings.newsNear?.(symbol, asOf, 0) ?? NOT_KNOWN;
  return news.state === 'not_known' && settings.holdsWithoutCalendar ? NOT_KNOWN_HOLDS : news;
}

const CLEAR: NewsNear = { state: 'clear' };
const NOT_KNOWN: NewsNear = { state: 'not_known' };
const NOT_KNOWN_HOLDS: NewsNear = { state: 'not_known', holds: true };

function offUntil(
  { floors, turnAt, newAccountAfterLock }: Governing,
  asOf: Instant,
  off: GovernorFacts['off'],
): Instant | null {
  const newAccount = newAccountAfterLock ? tradingDayStart(tradingDayOf(asOf) + 1) : null;
  if (off === 'locked') return floors.lock?.until ?? newAccount;
  if (off === 'touched') return newAccount;
  return off === 'flat_by' ? instant(turnAt) : null;
}
