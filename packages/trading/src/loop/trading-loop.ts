import type { PositionTicket } from '@quorate/values/ids';
import { instant } from '@quorate/values/instant';
import type { Deal } from '../account/deal.ts';
import type { OrderKey } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import { closeTimeAt } from '../market/candle.ts';
import { denied, type Refusal } from '../risk/refusal.ts';
import {
  type AccountView,
  beginCore,
  type ClosedBar,
  type Command,
  type CoreEvent,
  type HeldView,
  type Moment,
  resumeFrom,
  step,
} from './core.ts';
import { createLanes, laneAt, quoteOfNewestBar } from './lane.ts';
import type { Awaitable, Owner, OwnerMoment } from './ports.ts';
import type { LoopEvent } from './trading-loop-events.ts';
import type { LoopPorts, LoopResult, LoopSettings } from './trading-loop-types.ts';

/**
 * The one shell behind replay, paper and live trading; only the ports differ. It fetches what happens, puts it
 * to the core (`step`) and carries out what follows: in a replay an order is filled at the next bar's open,
 * live at once. Between bars, where the market has such moments, what is open is looked after.
 *
 * It is deterministic: the same bars and the same answers give the same events, whatever the time of
 * day. Bars that close at one moment are one event: all of them are taken in before the first question is
 * put, in the order of the series. While a limit keeps it from asking, what is open is still managed and told. It ends when the market says
 * so.
 *
 * @throws ValueError when the instruments do not fit the series or the account; whatever a port throws
 * @example
 * const result = await runTradingLoop({ market, decisions, broker, journal }, settings);
 */
export async function runTradingLoop(
  ports: LoopPorts,
  settings: LoopSettings,
): Promise<LoopResult> {
  const { market, broker, journal, owner, clock } = ports;
  const start = await broker.account();
  const { series: all, readFrom = [] } = market;
  const { currency } = start;
  const lanes = createLanes(all, settings.instruments, currency, broker.rates, readFrom);
  // Bars that had closed before the run began are what its indicators know, and nothing more.
  for (const [at, { reader }] of lanes.entries()) {
    for (let index = readFrom[at] ?? 0; index < (market.warmUp?.[at] ?? 0); index += 1)
      reader.read(index);
  }
  const state = beginCore(settings, lanes, start);
  ports.began?.(() => resumeFrom(state));
  /** Bars of the moment in hand that are taken in. */
  let before = NO_BARS;
  let bars = 0;
  let newest: ClosedBar | undefined;

  // Only what is a promise is waited for: a turn of the event loop for each bar would cost a replay of
  // millions more than the bars do.
  for (;;) {
    let more = market.advance();
    if (more instanceof Promise) more = await more;
    if (!more) break;
    if (market.between != null) {
      await lookAfter({ symbol: lanes[0]?.series.symbol ?? '', asOf: market.between });
      continue;
    }
    const lane = laneAt(lanes, market.seriesIndex);
    const { series } = lane;
    const index = market.barIndex;
    const openedAt = instant(series.time[index] ?? Number.NaN);
    const bar = { symbol: series.symbol, asOf: closeTimeAt(series, index), openedAt, lane, index };
    newest = bar;
    bars += 1;

    let events = broker.barClosed(series, index);
    if (events instanceof Promise) events = await events;
    let account = broker.account();
    if (account instanceof Promise) account = await account;
    if (events.length > 0)
      await tell({ kind: 'broker', moment: bar, rollAt: openedAt, events, account });
    if (market.moreAtOnce === true) {
      if (before === NO_BARS) before = [bar];
      else before.push(bar);
      continue;
    }
    if (owner?.orders(bar.asOf, 'bar').closeAll) {
      await closeAll(owner, bar);
      account = await broker.account();
    }
    if (journal.bars !== false) {
      for (const each of before) {
        const kept = journal.record(barEvent(each, account));
        if (kept instanceof Promise) await kept;
      }
      const kept = journal.record(barEvent(bar, account));
      if (kept instanceof Promise) await kept;
    }
    let held: HeldView | null = null;
    if (mayHold(account)) {
      let positions = broker.positions();
      if (positions instanceof Promise) positions = await positions;
      const view = heldAt(bar, positions);
      held = view instanceof Promise ? await view : view;
    }
    const commands = step(state, { kind: 'bar', bar, before, account, held });
    before = NO_BARS;
    if (commands.length > 0) await carryOut(commands);
  }
  return {
    bars,
    asked: state.asked,
    notAsked: state.notAsked,
    trades: state.book.trades(),
    account: await broker.account(),
    limits: newest ? state.asking.all(newest.asOf) : [],
  };

  async function tell(event: CoreEvent): Promise<void> {
    await carryOut(step(state, event));
  }

  /** Each command, and all that follows from its answer, is done before the next is begun. */
  async function carryOut(commands: readonly Command[]): Promise<void> {
    const due: Command[] = [];
    inOrder(commands, due);
    for (let command = due.pop(); command !== undefined; command = due.pop()) {
      switch (command.kind) {
        case 'record': {
          const kept = journal.record(command.event);
          if (kept instanceof Promise) await kept;
          break;
        }
        case 'touched': {
          const kept = journal.record(command.event);
          if (kept instanceof Promise) await kept;
          const taken = ports.decisions.touched?.(command.event);
          if (taken instanceof Promise) await taken;
          break;
        }
        case 'look': {
          const { bar, wish } = command;
          let account = broker.account();
          if (account instanceof Promise) account = await account;
          let positions = broker.positions();
          if (positions instanceof Promise) positions = await positions;
          const found = mayHold(account) ? heldAt(bar, positions) : null;
          const held = found instanceof Promise ? await found : found;
          const view = viewOf(bar, wish ? 'order' : 'question', { account, positions, held });
          inOrder(step(state, { kind: 'looked', bar, wish, view }), due);
          break;
        }
        case 'ask': {
          const { bar, request } = command;
          let outcome = ports.decisions.decide(request);
          if (outcome instanceof Promise) outcome = await outcome;
          inOrder(step(state, { kind: 'decision', bar, outcome }), due);
          break;
        }
        case 'close': {
          const { ticket, part, by } = command;
          const outcome = await broker.close(ticket, part ?? undefined, by);
          inOrder(step(state, { kind: 'managed', command, outcome }), due);
          break;
        }
        case 'modify': {
          const { ticket, stopLoss, takeProfit } = command;
          const outcome =
            (await broker.modify?.(ticket, { stopLoss, takeProfit })) ?? notMoved(ticket);
          inOrder(step(state, { kind: 'managed', command, outcome }), due);
          break;
        }
        case 'guard': {
          const kept = broker.guard?.(command.line);
          if (kept instanceof Promise) await kept;
          break;
        }
        case 'place': {
          const { entry } = command;
          const outcome = await broker.place(entry.order);
          inOrder(step(state, { kind: 'placed', entry, outcome }), due);
        }
      }
    }
  }

  function viewOf(
    { lane, index, symbol, asOf }: ClosedBar,
    moment: OwnerMoment,
    found: Pick<AccountView, 'account' | 'positions' | 'held'>,
  ): AccountView {
    const { account, positions, held } = found;
    const { close, askClose } = lane.series;
    const quote = broker.quote?.(symbol) ?? {
      bid: close[index] ?? Number.NaN,
      ask: askClose[index] ?? Number.NaN,
    };
    const entriesOff = owner?.orders(asOf, moment).entriesOff ?? false;
    return { account, positions, held, quote, now: clock?.now() ?? asOf, entriesOff };
  }

  /** A moment between two bars: deals are taken in, the owner is obeyed, limits are watched; nothing is opened. */
  async function lookAfter(moment: Moment): Promise<void> {
    const events = (await broker.happened?.()) ?? [];
    if (events.length > 0) {
      const account = await broker.account();
      await tell({ kind: 'broker', moment, rollAt: null, events, account });
    }
    if (owner?.orders(moment.asOf, 'bar').closeAll) await closeAll(owner, moment);
    const account = await broker.account();
    const held = mayHold(account) ? await heldAt(moment, await broker.positions()) : null;
    await tell({ kind: 'between', moment, account, held });
  }

  /** What is open, each with the quote of now or the close of its symbol's newest bar. */
  function heldAt(moment: Moment, positions: readonly Position[]): Awaitable<HeldView | null> {
    const others = broker.others?.() ?? NO_POSITIONS;
    if (others instanceof Promise) return others.then((each) => heldView(moment, positions, each));
    return heldView(moment, positions, others);
  }

  function heldView(
    { asOf }: Moment,
    positions: readonly Position[],
    others: readonly Position[],
  ): HeldView | null {
    if (positions.length + others.length === 0) return null;
    const quoteOf = ({ symbol }: Position) =>
      broker.quote?.(symbol) ?? quoteOfNewestBar(lanes, symbol, asOf);
    return { positions, others, quotes: [...positions.map(quoteOf), ...others.map(quoteOf)] };
  }

  /**
   * Closes whatever is open, because the owner wants it. The deals are taken in at once: after the last bar
   * nobody would ask the broker for them.
   */
  async function closeAll(by: Owner, moment: Moment): Promise<void> {
    const deals: Deal[] = [];
    const refusals: Refusal[] = [];
    for (const { ticket } of await broker.positions()) {
      const outcome = await broker.close(ticket, undefined, 'flattened');
      if (outcome.kind === 'denied') {
        refusals.push(outcome);
        continue;
      }
      deals.push(outcome.deal);
      await tell({ kind: 'closed', moment, deal: outcome.deal });
    }
    for (const key of state.onTheirWay.keys()) refusals.push(onItsWay(key));
    await by.closed(moment.asOf, deals, refusals);
  }
}

const NO_BARS: ClosedBar[] = [];
const NO_POSITIONS: readonly Position[] = [];

/** Puts commands on top of what is due, the first of them uppermost. */
function inOrder(commands: readonly Command[], due: Command[]): void {
  for (let at = commands.length - 1; at >= 0; at -= 1) {
    const command = commands[at];
    if (command) due.push(command);
  }
}

function barEvent(
  { symbol, index, asOf, lane }: ClosedBar,
  { balance, equity }: AccountState,
): LoopEvent {
  return { kind: 'bar', symbol, timeframe: lane.series.timeframe, index, asOf, balance, equity };
}

/** Whether anything can be open: an account without margin whose equity is its balance holds nothing. */
function mayHold({ margin, equity, balance }: AccountState): boolean {
  return margin.minor !== 0 || equity.minor !== balance.minor;
}

function notMoved(ticket: PositionTicket): Refusal {
  return denied(
    'stop_not_movable',
    'a broker that moves stops',
    ticket,
    `The stop of position ${ticket} stays where it is: this broker moves none.`,
  );
}

/** Of another symbol: it is filled at that symbol's next bar, and what it opens has to be closed, too. */
function onItsWay(key: OrderKey): Refusal {
  return denied(
    'order_on_its_way',
    'filled or refused',
    key,
    `The order ${key} is on its way and can only be closed once it is filled.`,
  );
}
