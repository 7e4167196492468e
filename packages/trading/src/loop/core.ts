import type { PositionTicket } from '@quorate/values/ids';
import { type Instant, instant } from '@quorate/values/instant';
import type { Lots } from '@quorate/values/lots';
import type { Price } from '@quorate/values/price';
import type { ClosedBy, Deal } from '../account/deal.ts';
import type { MarketOrder, OrderKey } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import { createTradeBook, type TradeBook } from '../account/trade-book.ts';
import type { Quote } from '../account/valuation.ts';
import type { BarReading, DecisionOutcome, DecisionRequest } from '../analysts/decision.ts';
import { leansOf, worthAsking } from '../analysts/gate.ts';
import type { RuleCheck } from '../analysts/vote.ts';
import { type ExitSettings, NO_EXITS } from '../exits/exits.ts';
import type { OrderRisk } from '../governor/headroom.ts';
import { type Snapshot, snapshotAt } from '../market/snapshot.ts';
import { type DeskInputs, deskInputsOf } from '../risk/desk-inputs.ts';
import {
  countCashFlow,
  countClosing,
  countOpening,
  type LimitsState,
  rebaseDrawdown,
  resumeLimits,
  rollLimits,
  startLimits,
  watchEquity,
} from '../risk/limits-state.ts';
import { type OpenRisk, openRisksOf } from '../risk/open-risk.ts';
import { denied, type Refusal } from '../risk/refusal.ts';
import { askRiskDesk, equityRefusals, type Proposal, standingRefusal } from '../risk/risk-desk.ts';
import type { StandingContext } from '../risk/rules.ts';
import { watchFirstTouch } from '../simulation/first-touch.ts';
import { type AskingLimits, createAskingLimits } from './asking-limits.ts';
import {
  beginGoverning,
  type Governing,
  govern,
  governorFacts,
  lockWhereNothingFits,
  moveGoverning,
  nextLookOf,
  rollGoverning,
  sawDeal,
  sawPeak,
} from './governing.ts';
import { type Lane, newestIndex } from './lane.ts';
import {
  closeOnVerdict,
  followBar,
  followTrade,
  manageExits,
  type OpenTrades,
} from './managing.ts';
import type { BrokerEvent, CloseOutcome, LastLine, ModifyOutcome, OrderOutcome } from './ports.ts';
import type { AskedTrade, LoopEvent, TouchEvent } from './trading-loop-events.ts';
import type { LoopResume, LoopSettings, WatchedDecision } from './trading-loop-types.ts';

/** When something happens, and the symbol in hand. */
export type Moment = Readonly<{ symbol: string; asOf: Instant }>;

/** The bar in hand; `asOf` is its close. */
export type ClosedBar = Moment & Readonly<{ lane: Lane; index: number; openedAt: Instant }>;

/** The account as a question or an order finds it. */
export type AccountView = Readonly<{
  account: AccountState;
  positions: readonly Position[];
  /** null where nothing is open. */
  held: HeldView | null;
  /** What an order would meet now. */
  quote: Quote;
  /** By the clock; in a replay the close of the bar. */
  now: Instant;
  /** The owner wants nothing opened. */
  entriesOff: boolean;
}>;

/** What is open at the account, whoever opened it, and what it would be closed at now. */
export type HeldView = Readonly<{
  /** The run's own. */
  positions: readonly Position[];
  /** Opened by hand, or by another bot: they count, and are left alone. */
  others: readonly Position[];
  /** One for each position, then for each of the others; undefined where nobody knows. */
  quotes: readonly (Quote | undefined)[];
}>;

/** Everything that can happen to a run. */
export type CoreEvent =
  /** Deals, refusals and payments at the broker. `rollAt`: the opening of the bar that brought them. */
  | Readonly<{
      kind: 'broker';
      moment: Moment;
      rollAt: Instant | null;
      events: readonly BrokerEvent[];
      account: AccountState;
    }>
  /** The owner had a position closed; the broker tells of the deal once more. */
  | Readonly<{ kind: 'closed'; moment: Moment; deal: Deal }>
  /** A bar has closed, and `before` it others at the same moment; what happened inside them has been taken in. */
  | Readonly<{
      kind: 'bar';
      bar: ClosedBar;
      before: readonly ClosedBar[];
      account: AccountState;
      /** null where nothing is open. */
      held: HeldView | null;
    }>
  /** The account at a bar that is worth a question (`wish` is null then), or before a trade that was decided on. */
  | Readonly<{ kind: 'looked'; bar: ClosedBar; wish: Wish | null; view: AccountView }>
  /** A moment between two bars: limits are watched, nothing is opened. */
  | Readonly<{
      kind: 'between';
      moment: Moment;
      account: AccountState;
      held: HeldView | null;
    }>
  /** The answer to a question. */
  | Readonly<{ kind: 'decision'; bar: ClosedBar; outcome: DecisionOutcome }>
  /** The broker's answer to a closing or to a stop that was to be moved. */
  | Readonly<{ kind: 'managed'; command: ManageCommand; outcome: CloseOutcome | ModifyOutcome }>
  /** The broker's answer to an order. */
  | Readonly<{ kind: 'placed'; entry: Entry; outcome: OrderOutcome }>;

/** The trade that a decision asks for. */
export type Wish = Readonly<Proposal & { decisionId: string; pUp: number }>;

/** An order that leaves, with the desk's figures and what it risks until it is filled. */
export type Entry = Readonly<{
  bar: ClosedBar;
  order: MarketOrder;
  risk: OpenRisk;
  /** The same with what is kept for the slip of its stop. */
  governed: OrderRisk;
  /** What the desk said of it. */
  report: Readonly<{ checks: readonly RuleCheck[]; asked: AskedTrade; desk?: DeskInputs }>;
}>;

/** Why something open is to be changed: the code of the rule, and a sentence with its figures. */
type Reason = Readonly<{ moment: Moment; symbol: string; why: string; message: string }>;

/** What is to be done with a position that is open. The answer comes back as an event of kind `managed`. */
export type ManageCommand =
  /** At the market, wholly or the given part. */
  | (Reason & Readonly<{ kind: 'close'; ticket: PositionTicket; part: Lots | null; by: ClosedBy }>)
  | (Reason &
      Readonly<{
        kind: 'modify';
        ticket: PositionTicket;
        stopLoss: Price;
        takeProfit: Price | null;
      }>);

/** What is to be done, in this order: each is done before the next is begun. */
export type Command =
  | Readonly<{ kind: 'record'; event: LoopEvent }>
  /** Recorded, and told to whoever decides, before anything is asked about the bar. */
  | Readonly<{ kind: 'touched'; event: TouchEvent }>
  /** The account comes back as an event of kind `looked`. */
  | Readonly<{ kind: 'look'; bar: ClosedBar; wish: Wish | null }>
  /** The answer comes back as an event of kind `decision`. */
  | Readonly<{ kind: 'ask'; bar: ClosedBar; request: DecisionRequest }>
  | ManageCommand
  /** The last line is handed to whoever holds it. */
  | Readonly<{ kind: 'guard'; line: LastLine }>
  /** The answer comes back as an event of kind `placed`. */
  | Readonly<{ kind: 'place'; entry: Entry }>;

/** What a run remembers from event to event. Only `step` changes it. */
export type CoreState = Readonly<{
  settings: LoopSettings;
  lanes: readonly Lane[];
  book: TradeBook;
  /** What is open, with what its exits look at. */
  open: OpenTrades;
  exits: ExitSettings;
  asking: AskingLimits;
  /** Orders that were taken and not yet filled, and what they risk: null where an earlier run sent them. */
  onTheirWay: Map<OrderKey, OpenRisk | null>;
  /** Deals taken in already, which the broker will tell of once more. */
  takenIn: Set<string>;
  /** null where nobody governs. */
  governing: Governing | null;
  /** Bars worth a question that was not put, by the reason. */
  notAsked: Record<string, number>;
}> & {
  /** Equity at the newest bar: what a new day begins with. */
  equityMinor: number;
  limits: LimitsState;
  recordedLimits: LimitsState | null;
  /** What the desk would have looked at when the newest question was put. */
  askedOn: { desk?: DeskInputs };
  /** Questions put. */
  asked: number;
};

/** The state at the beginning of a run, or where an earlier one left off. */
export function beginCore(
  settings: LoopSettings,
  lanes: readonly Lane[],
  account: AccountState,
): CoreState {
  const { resume } = settings;
  const equityMinor = account.equity.minor;
  const resumed = resume ? resumeLimits(resume.limits, equityMinor) : null;
  const book = createTradeBook({ forgetsClosed: settings.forgetsClosed === true });
  const open: OpenTrades = new Map();
  for (const deal of resume?.deals ?? []) {
    for (const change of book.add(deal)) followTrade(open, change, deal, lanes);
  }
  for (const each of resume?.touches ?? []) watchAgain(lanes, each);
  const risks = new Map(resume?.orderRisks?.map((each) => [each.key, each]));
  const state: CoreState = {
    settings,
    lanes,
    book,
    open,
    exits: settings.exits ?? NO_EXITS,
    asking: createAskingLimits(settings.newAccountAfterLock),
    onTheirWay: new Map(resume?.onTheirWay.map((key) => [key, risks.get(key)?.risk ?? null])),
    // A broker may tell once more of a closing that an earlier run took in at once.
    takenIn: new Set(resume?.deals.map(({ ticket }) => ticket)),
    governing: settings.governor
      ? beginGoverning(settings.governor, lanes, account, {
          bufferPercent: settings.risk.safetyBufferPercent,
          newAccountAfterLock: settings.newAccountAfterLock === true,
          floors: resume?.floors,
          figures: resume?.governed,
          nextLook: resume?.nextLook,
        })
      : null,
    notAsked: {},
    equityMinor: resume?.equityMinor ?? equityMinor,
    limits: resumed ?? startLimits(instant(0), equityMinor),
    recordedLimits: resumed,
    askedOn: {},
    asked: 0,
  };
  for (const { key, governed } of risks.values())
    if (governed) state.governing?.onTheirWay.set(key, governed);
  return state;
}

/** A decision of an earlier run is followed from its bar on; what the bars since then tell is told with the next. */
function watchAgain(
  lanes: readonly Lane[],
  { symbol, timeframe, decisionId, asOf, atrPoints }: WatchedDecision,
): void {
  const lane = lanes.find(
    ({ series }) => series.symbol === symbol && series.timeframe === timeframe,
  );
  if (!lane) return;
  const watch = watchFirstTouch(lane.series, { after: newestIndex(lane.series, asOf), atrPoints });
  lane.touches.push({ decisionId, asOf, atrPoints, watch });
}

/** What a later run of the account begins with, as plain JSON. */
export function resumeFrom(state: CoreState): LoopResume {
  const { limits, equityMinor, open, governing, onTheirWay, lanes } = state;
  const nextLook = governing ? nextLookOf(governing) : undefined;
  return {
    limits,
    equityMinor,
    deals: [...open.values()].flatMap(({ deals }) => deals),
    ...(governing && {
      floors: governing.floors,
      governed: { balanceMinor: governing.balanceMinor, equityMinor: governing.equityMinor },
    }),
    ...(nextLook && { nextLook }),
    onTheirWay: [...onTheirWay.keys()],
    orderRisks: [...onTheirWay].map(([key, risk]) => ({
      key,
      risk,
      governed: governing?.onTheirWay.get(key) ?? null,
    })),
    touches: lanes.flatMap(({ series: { symbol, timeframe }, touches }) =>
      touches.map(({ decisionId, asOf, atrPoints }) => ({
        symbol,
        timeframe,
        decisionId,
        asOf,
        atrPoints,
      })),
    ),
  };
}

/**
 * The core of replay, paper and live trading: what follows from an event. It knows no clock, no network and
 * no chance: the same events give the same commands. The shell (`runTradingLoop`) brings the events and
 * carries the commands out.
 *
 * @example
 * for (const command of step(state, { kind: 'bar', bar, before: [], account })) await carryOut(command);
 */
export function step(state: CoreState, event: CoreEvent): readonly Command[] {
  const commands: Command[] = [];
  switch (event.kind) {
    case 'broker':
      onBroker(state, event, commands);
      break;
    case 'closed':
      onDeal(state, event.moment, event.deal, commands);
      state.takenIn.add(event.deal.ticket);
      break;
    case 'bar':
      onBar(state, event, commands);
      break;
    case 'looked':
      if (event.wish) askDesk(state, event.bar, event.wish, event.view, commands);
      else askAbout(state, event.bar, event.view, commands);
      break;
    case 'between':
      watchLimits(state, event.moment, event.moment.asOf, event.account, commands);
      if (state.governing)
        govern(state.governing, event.moment, event.account, event.held, commands);
      recordLimits(state, event.moment, commands);
      break;
    case 'decision':
      onDecision(state, event.bar, event.outcome, commands);
      break;
    case 'managed':
      onManaged(state, event.command, event.outcome, commands);
      break;
    case 'placed':
      onPlaced(state, event.entry, event.outcome, commands);
  }
  return commands;
}

/** Closed bars bring the limits up to date; for each that is worth a question, the account is looked at. */
function onBar(
  state: CoreState,
  { bar, before, account, held }: Extract<CoreEvent, { kind: 'bar' }>,
  commands: Command[],
): void {
  const { equity } = account;
  const { governing } = state;
  for (const { openedAt } of before) rollDay(state, openedAt, state.equityMinor);
  rollDay(state, bar.openedAt, state.equityMinor);
  state.equityMinor = equity.minor;
  const watched = watchEquity(state.limits, equity.minor, state.settings.risk);
  if (watched !== state.limits) meetLimits(state, bar, watched, commands);
  // A bar that closes at midnight is decided on in the new day.
  rollDay(state, bar.asOf, equity.minor);
  for (const each of before) watchTouches(each, commands);
  if (bar.lane.touches.length > 0) watchTouches(bar, commands);
  if (governing) {
    rollGoverning(governing, before[0]?.openedAt ?? bar.openedAt);
    if (govern(governing, bar, account, held, commands) === 'began_again')
      state.limits = rebaseDrawdown(state.limits, equity.minor);
  }
  const worthBefore =
    before.length > 0 ? before.filter((each) => readBar(state, each, commands)) : before;
  const isWorth = readBar(state, bar, commands);
  if (state.open.size > 0) {
    for (const each of before) watchOpen(state, each, held, commands);
    watchOpen(state, bar, held, commands);
  }
  for (const each of worthBefore) commands.push({ kind: 'look', bar: each, wish: null });
  if (isWorth) commands.push({ kind: 'look', bar, wish: null });
  else if (worthBefore.length === 0) recordLimits(state, bar, commands);
}

/** What is open has seen the bar, and its exits have their turn before anything is asked. */
function watchOpen(
  { open, exits }: CoreState,
  bar: ClosedBar,
  held: HeldView | null,
  commands: Command[],
): void {
  followBar(open, bar);
  if (held) manageExits(open, exits, bar, held, commands);
}

/** A day that begins; in a replay a new account, too, where the one before has fallen too deep. */
function rollDay(state: CoreState, asOf: Instant, equityMinor: number): void {
  const { limits, settings } = state;
  const rolled = rollLimits(limits, asOf, equityMinor);
  if (rolled === limits) return;
  const isOver =
    settings.newAccountAfterLock && rolled.day > limits.day && rolled.drawdownLatch !== null;
  state.limits = isOver ? rebaseDrawdown(rolled, equityMinor) : rolled;
}

/** The indicators see the bar. @returns whether it is worth a question */
function readBar(
  { settings }: CoreState,
  { lane: { reader }, index, symbol, asOf }: ClosedBar,
  commands: Command[],
): boolean {
  const isRead = reader.read(index);
  if (isRead && worthAsking(reader)) return true;
  if (settings.tellsQuiet) {
    const leans = isRead ? leansOf(reader.indicators) : null;
    record(commands, { kind: 'quiet', symbol, asOf, leans, heldBy: null });
  }
  return false;
}

/** What price did first after each decision: known by now for some of them. */
function watchTouches({ lane, index, symbol, asOf }: ClosedBar, commands: Command[]): void {
  const { touches } = lane;
  let open = 0;
  for (let at = 0; at < touches.length; at += 1) {
    const each = touches[at];
    if (!each) continue;
    const touch = each.watch.barClosed(index);
    if (touch === null) {
      touches[open] = each;
      open += 1;
    } else {
      const { decisionId } = each;
      commands.push({ kind: 'touched', event: { kind: 'touch', symbol, asOf, decisionId, touch } });
    }
  }
  touches.length = open;
}

/** The limits are asked first: a decision that no trade could follow would burn tokens for nothing. */
function askAbout(state: CoreState, bar: ClosedBar, view: AccountView, commands: Command[]): void {
  const context = contextOf(state, bar, view, state.settings.reportsDesk === true);
  const refused = standingRefusal(context);
  // What is held may be closed by a verdict the other way.
  const asksAll = state.exits.exitOnOppositePercent !== null && refused?.code === 'position_open';
  const refusal = asksAll ? undefined : refused;
  const held = refusal ?? state.asking.holding(bar.symbol, bar.asOf);
  if (!held) {
    state.asked += 1;
    state.askedOn = reported(state, context);
    commands.push({ kind: 'ask', bar, request: new BarQuestion(bar, context.tradesToday) });
    return;
  }
  const reason = refusal?.code ?? 'service_limit';
  state.notAsked[reason] = (state.notAsked[reason] ?? 0) + 1;
  if (refusal) notice(state, bar, refusal, commands);
  if (state.settings.tellsQuiet) {
    const { symbol, asOf, lane } = bar;
    const leans = leansOf(lane.reader.indicators);
    record(commands, { kind: 'quiet', symbol, asOf, leans, heldBy: held });
  }
  recordLimits(state, bar, commands);
}

/** A decision is recorded; where it wants a trade, the account is looked at again, for time has passed. */
function onDecision(
  state: CoreState,
  bar: ClosedBar,
  outcome: DecisionOutcome,
  commands: Command[],
): void {
  const { symbol, asOf } = bar;
  switch (outcome.kind) {
    case 'unavailable': {
      const { code, message } = outcome;
      record(commands, { kind: 'unavailable', symbol, asOf, code, message });
      break;
    }
    case 'limit': {
      const limit = state.asking.pause(symbol, outcome, asOf);
      record(commands, { kind: 'limit', symbol, asOf, notice: limit });
      break;
    }
    case 'decision': {
      const { series, reader, touches } = bar.lane;
      const { atrPoints } = reader;
      const watch = watchFirstTouch(series, { after: bar.index, atrPoints });
      touches.push({ decisionId: outcome.decisionId, asOf, atrPoints, watch });
      record(commands, {
        kind: 'decision',
        symbol,
        timeframe: series.timeframe,
        asOf,
        atrPoints,
        decision: outcome,
        ...state.askedOn,
      });
      const { action: side, stopLossAtr, takeProfitAtr, decisionId, orderKey: key } = outcome;
      const { riskShare = 1, pUp } = outcome;
      if (side === 'HOLD') break;
      if (stopLossAtr !== null && takeProfitAtr !== null) {
        const distances = { stopLossAtr, takeProfitAtr, atrPoints };
        const wish = { side, ...distances, key, decisionId, riskShare, pUp };
        commands.push({ kind: 'look', bar, wish });
        return;
      }
      const what = stopLossAtr === null ? 'stop loss' : 'take profit';
      const given = stopLossAtr === takeProfitAtr ? 0 : 1;
      const message = `The decision to ${side} ${symbol} comes without a ${what}; both are required.`;
      const refusal = denied('stop_loss_required', 2, given, message);
      const checks: RuleCheck[] = [];
      record(commands, {
        kind: 'refusal',
        symbol,
        asOf,
        decisionId,
        refusal,
        checks,
        asked: null,
      });
    }
  }
  recordLimits(state, bar, commands);
}

/** The risk desk has the last word on a trade that was decided on. */
function askDesk(
  state: CoreState,
  bar: ClosedBar,
  wish: Wish,
  view: AccountView,
  commands: Command[],
): void {
  const { symbol, asOf } = bar;
  const { side, decisionId } = wish;
  watchLimits(state, bar, view.now, view.account, commands);
  if (closeOnVerdict(state.open, state.exits, bar, wish, view, commands)) {
    recordLimits(state, bar, commands);
    return;
  }
  const context = contextOf(state, bar, view, true);
  const answer = askRiskDesk(wish, context);
  const { checks } = answer;
  const { stopLoss, takeProfit } = answer.idea;
  const asked = { side, quote: view.quote, stopLoss, takeProfit };
  const report = { checks, asked, ...reported(state, context) };
  if (answer.kind === 'refused') {
    const { refusal } = answer;
    record(commands, { kind: 'refusal', symbol, asOf, decisionId, refusal, ...report });
    if (refusal.code === 'headroom' && state.governing && view.held === null)
      lockWhereNothingFits(state.governing, bar, view.account, commands);
  } else {
    const { order, lossMinor: riskMinor, neededMinor, worstBeyondMinor } = answer;
    const { baseCurrency: base, quoteCurrency: quote } = bar.lane.instrument;
    record(commands, { kind: 'order', symbol, asOf, order, ...report });
    const risk = { base, quote, side, riskMinor };
    const governed = { symbol, atStopMinor: riskMinor, neededMinor, worstBeyondMinor };
    commands.push({ kind: 'place', entry: { bar, order, risk, governed, report } });
  }
  recordLimits(state, bar, commands);
}

function onPlaced(
  state: CoreState,
  { bar, order, risk, governed, report }: Entry,
  outcome: OrderOutcome,
  commands: Command[],
): void {
  if (outcome.kind === 'placed') {
    state.onTheirWay.set(order.key, risk);
    state.governing?.onTheirWay.set(order.key, governed);
    return;
  }
  const { symbol, asOf } = bar;
  const { decisionId } = order;
  record(commands, {
    kind: 'refusal',
    symbol,
    asOf,
    decisionId,
    refusal: outcome,
    ...report,
  });
}

/** A closing is taken in at once: its figures hold for whatever is decided next. */
function onManaged(
  state: CoreState,
  command: ManageCommand,
  outcome: CloseOutcome | ModifyOutcome,
  commands: Command[],
): void {
  const { moment, symbol, ticket, why } = command;
  if (state.governing) state.governing.changed = true;
  const { asOf } = moment;
  const told = { kind: 'managed', symbol, asOf, ticket, why } as const;
  if (outcome.kind === 'denied') {
    const message = `${command.message} The broker refused: ${outcome.message}`;
    record(commands, { ...told, act: 'refused', message });
    return;
  }
  const { message } = command;
  if (outcome.kind === 'modified') {
    record(commands, { ...told, act: 'stop_moved', message });
    return;
  }
  const act = command.kind === 'close' && command.part !== null ? 'part_closed' : 'closed';
  record(commands, { ...told, act, message });
  onDeal(state, moment, outcome.deal, commands);
  state.takenIn.add(outcome.deal.ticket);
  // At once: until the next bar a restart would know the deal and not that it was counted.
  recordLimits(state, moment, commands);
}

/** Takes in what happened at the broker: the trades are built, and the limits count. */
function onBroker(
  state: CoreState,
  { moment, rollAt, events, account }: Extract<CoreEvent, { kind: 'broker' }>,
  commands: Command[],
): void {
  const { governing } = state;
  if (rollAt !== null) {
    rollDay(state, rollAt, state.equityMinor);
    if (governing) rollGoverning(governing, rollAt);
  }
  const { symbol, asOf } = moment;
  for (const event of events) {
    switch (event.kind) {
      case 'order-refused': {
        const { order, refusal } = event;
        state.onTheirWay.delete(order.key);
        governing?.onTheirWay.delete(order.key);
        record(commands, {
          kind: 'refusal',
          symbol: order.symbol,
          asOf,
          decisionId: order.decisionId,
          refusal,
          checks: [],
          asked: null,
        });
        break;
      }
      case 'cash-flow': {
        const { ticket, amount } = event;
        const limits = countCashFlow(state.limits, amount.minor, account.equity.minor);
        state.limits = limits;
        if (governing) moveGoverning(governing, amount.minor, account);
        // Recorded with it: apart, a crash between the two would count it twice or as a loss.
        state.recordedLimits = limits;
        record(commands, { kind: 'cash-flow', symbol, asOf, ticket, amount, limits });
        break;
      }
      case 'peak':
        if (governing) sawPeak(governing, asOf, event.equityMinor);
        break;
      case 'deal':
        if (!state.takenIn.delete(event.deal.ticket)) onDeal(state, moment, event.deal, commands);
    }
  }
}

function onDeal(state: CoreState, moment: Moment, deal: Deal, commands: Command[]): void {
  const { asOf } = moment;
  const { risk } = state.settings;
  const { governing } = state;
  if (deal.orderKey !== null) {
    state.onTheirWay.delete(deal.orderKey);
    governing?.onTheirWay.delete(deal.orderKey);
  }
  if (governing) sawDeal(governing, deal);
  record(commands, { kind: 'deal', symbol: deal.symbol, asOf, deal });
  for (const change of state.book.add(deal)) {
    const { kind, trade } = change;
    const excursion = followTrade(state.open, change, deal, state.lanes);
    const { symbol } = trade;
    if (kind === 'opened') {
      state.limits = countOpening(state.limits);
      record(commands, { kind: 'trade-opened', symbol, asOf, trade });
      continue;
    }
    record(commands, {
      kind: `trade-${kind}`,
      symbol,
      asOf,
      trade,
      ...(excursion && { excursion }),
    });
    if (kind !== 'closed') continue;
    const counted = countClosing(state.limits, asOf, trade.profit.minor, risk);
    // A streak of losses is told as soon as it has met its limit.
    if (counted.lossesLatch !== state.limits.lossesLatch)
      meetLimits(state, moment, counted, commands);
    state.limits = counted;
  }
}

/** Brings the limits up to date with the account's equity. */
function watchLimits(
  state: CoreState,
  moment: Moment,
  now: Instant,
  { equity }: AccountState,
  commands: Command[],
): void {
  const { risk } = state.settings;
  rollDay(state, now, equity.minor);
  const watched = watchEquity(state.limits, equity.minor, risk);
  if (watched !== state.limits) meetLimits(state, moment, watched, commands);
}

/** Takes the limits over, and tells of those that have been met. */
function meetLimits(
  state: CoreState,
  moment: Moment,
  limits: LimitsState,
  commands: Command[],
): void {
  state.limits = limits;
  for (const refusal of equityRefusals(limits, state.settings.risk))
    notice(state, moment, refusal, commands);
}

/** Tells of a limit that holds for the rest of a day or a week, once. */
function notice(
  state: CoreState,
  { symbol, asOf }: Moment,
  refusal: Refusal,
  commands: Command[],
): void {
  const limit = state.asking.note(refusal, state.limits);
  if (limit) record(commands, { kind: 'limit', symbol, asOf, notice: limit });
}

/** Tells what the limits remember where that has changed since it was told last. */
function recordLimits(state: CoreState, { symbol, asOf }: Moment, commands: Command[]): void {
  const { limits } = state;
  if (limits === state.recordedLimits) return;
  state.recordedLimits = limits;
  record(commands, { kind: 'limits', symbol, asOf, limits });
}

function record(commands: Command[], event: LoopEvent): void {
  commands.push({ kind: 'record', event });
}

function reported({ settings }: CoreState, context: StandingContext): { desk?: DeskInputs } {
  return settings.reportsDesk ? { desk: deskInputsOf(context) } : {};
}

/** What the desk looks at. */
function contextOf(
  state: CoreState,
  bar: ClosedBar,
  view: AccountView,
  wanted: boolean,
): StandingContext {
  const { limits, settings, governing } = state;
  const { series, instrument, valuation } = bar.lane;
  const { account, positions, quote, now, entriesOff } = view;
  return {
    quote,
    asOf: now,
    barClosedAt: bar.asOf,
    timeframe: series.timeframe,
    instrument,
    valuation,
    account,
    positions,
    limits,
    tradesToday: limits.openedToday + state.onTheirWay.size,
    planDailyTrades: settings.planDailyTrades,
    settings: settings.risk,
    ownerHalted: entriesOff,
    openRisks: openRisksIn(state, view),
    ...(governing && { governor: governorFacts(governing, bar, view, bar.lane, wanted) }),
  };
}

/** What is open and what is about to be, at the stops. */
function openRisksIn(
  { lanes, onTheirWay }: CoreState,
  { positions, account }: AccountView,
): readonly OpenRisk[] {
  if (positions.length === 0 && onTheirWay.size === 0) return NO_RISKS;
  const held = openRisksOf(positions, account, (symbol) =>
    lanes.find(({ series }) => series.symbol === symbol),
  );
  return [...held, ...[...onTheirWay.values()].filter((risk) => risk !== null)];
}

const NO_RISKS: readonly OpenRisk[] = [];

/**
 * A question about one bar. Its document is made when somebody looks at it: the offline panel reads the
 * figures alone, and the document's thirty bars would cost a replay more than the decision. A class, because
 * an object with a getter of its own is a hundred times slower to make.
 */
class BarQuestion implements DecisionRequest {
  readonly reading: BarReading;
  readonly tradesOpenedToday: number;
  readonly #bar: ClosedBar;
  #snapshot: Snapshot | undefined;

  constructor(bar: ClosedBar, tradesOpenedToday: number) {
    const { symbol, asOf, index, lane } = bar;
    const { askClose, close } = lane.series;
    this.reading = {
      symbol,
      timeframe: lane.series.timeframe,
      asOf,
      atrPoints: lane.reader.atrPoints,
      spreadPoints: (askClose[index] ?? Number.NaN) - (close[index] ?? Number.NaN),
      // A copy, for the reader overwrites its own at the next bar.
      indicators: { ...lane.reader.indicators },
    };
    this.tradesOpenedToday = tradesOpenedToday;
    this.#bar = bar;
  }

  /** The same object each time. */
  get snapshot(): Snapshot {
    const { atrPoints, indicators } = this.reading;
    const { lane, index } = this.#bar;
    this.#snapshot ??= snapshotAt(lane.series, index, atrPoints, indicators);
    return this.#snapshot;
  }
}
