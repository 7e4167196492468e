import { type Instant, instant } from '@quorate/values/instant';
import { closeTimeAt } from '../candle.ts';
import { worthAsking } from '../gate.ts';
import type { BrokerEvent, MaybePromise } from '../ports.ts';
import type { AccountState } from '../position.ts';
import { type LimitsState, rollLimits, watchEquity } from '../risk/limits-state.ts';
import { equityRefusals } from '../risk/risk-desk.ts';
import { takeInBrokerEvents } from './broker-events.ts';
import { closeAll } from './close-all.ts';
import { considerBar } from './consider.ts';
import { andThen, eachInTurn } from './in-turn.ts';
import type { Lane } from './lane.ts';
import { tellLimits } from './look-after.ts';
import { type ClosedBar, type LoopRun, tellLimit } from './loop-run.ts';

/**
 * Walks one closed bar, step by step. Each step goes on with the next one at once, and by a promise only where
 * a port gave one: a replay walks millions of bars, none of which waits. What does wait stands in a function of
 * its own, for a function that holds a closure makes room for it at every call, needed or not.
 */
export function walkBar(run: LoopRun, lane: Lane, index: number): MaybePromise<void> {
  const { series } = lane;
  roll(run, instant(series.time[index] ?? Number.NaN));
  const events = run.broker.barClosed(series, index);
  return events instanceof Promise
    ? catchUpLater(run, lane, index, events)
    : catchUp(run, lane, index, events);
}

function catchUpLater(
  run: LoopRun,
  lane: Lane,
  index: number,
  events: Promise<readonly BrokerEvent[]>,
): Promise<void> {
  return events.then((happened) => catchUp(run, lane, index, happened));
}

function catchUp(
  run: LoopRun,
  lane: Lane,
  index: number,
  events: readonly BrokerEvent[],
): MaybePromise<void> {
  return events.length === 0 && !run.owner
    ? value(run, lane, index)
    : takeInAndObey(run, lane, index, events);
}

function takeInAndObey(
  run: LoopRun,
  lane: Lane,
  index: number,
  events: readonly BrokerEvent[],
): MaybePromise<void> {
  const { symbol } = lane.series;
  const moment = { symbol, asOf: closeTimeAt(lane.series, index) };
  const takenIn = takeInBrokerEvents(run, moment, events);
  const obeyed = andThen(takenIn, () =>
    run.owner?.orders(moment.asOf).closeAll ? closeAll(run, run.owner, moment) : undefined,
  );
  return andThen(obeyed, () => value(run, lane, index));
}

function value(run: LoopRun, lane: Lane, index: number): MaybePromise<void> {
  const account = run.broker.account();
  return account instanceof Promise
    ? valueLater(run, lane, index, account)
    : tellBar(run, lane, index, account);
}

function valueLater(
  run: LoopRun,
  lane: Lane,
  index: number,
  account: Promise<AccountState>,
): Promise<void> {
  return account.then((state) => tellBar(run, lane, index, state));
}

function tellBar(
  run: LoopRun,
  lane: Lane,
  index: number,
  account: AccountState,
): MaybePromise<void> {
  run.account = account;
  if (run.journal.bars === false) return watch(run, lane, index);
  const { balance, equity } = account;
  const { symbol } = lane.series;
  const asOf = closeTimeAt(lane.series, index);
  const kept = run.journal.record({ kind: 'bar', symbol, index, asOf, balance, equity });
  return kept instanceof Promise ? watchLater(run, lane, index, kept) : watch(run, lane, index);
}

function watchLater(run: LoopRun, lane: Lane, index: number, kept: Promise<void>): Promise<void> {
  return kept.then(() => watch(run, lane, index));
}

function watch(run: LoopRun, lane: Lane, index: number): MaybePromise<void> {
  const { risk } = run.settings;
  const asOf = closeTimeAt(lane.series, index);
  const watched = watchEquity(run.limits, asOf, run.account.equity.minor, risk);
  return watched === run.limits
    ? decideOn(run, lane, index, asOf)
    : tellMetLimits(run, { lane, index, symbol: lane.series.symbol, asOf }, watched);
}

function tellMetLimits(run: LoopRun, bar: ClosedBar, watched: LimitsState): MaybePromise<void> {
  const told = eachInTurn(equityRefusals(watched, run.settings.risk), (refusal) =>
    tellLimit(run, bar, refusal, watched),
  );
  return andThen(told, () => {
    run.limits = watched;
    return decideOn(run, bar.lane, bar.index, bar.asOf);
  });
}

function decideOn(run: LoopRun, lane: Lane, index: number, asOf: Instant): MaybePromise<void> {
  const { series, reader } = lane;
  // A bar that closes at midnight is decided on in the new day.
  roll(run, asOf);
  const { symbol } = series;
  if (reader.read(index) && worthAsking(reader)) {
    return considerAndTell(run, { lane, index, symbol, asOf });
  }
  return run.limits === run.toldLimits ? undefined : tellLimits(run, { symbol, asOf });
}

function considerAndTell(run: LoopRun, bar: ClosedBar): MaybePromise<void> {
  return andThen(considerBar(run, bar), () => tellLimits(run, bar));
}

function roll(run: LoopRun, moment: Instant): void {
  run.limits = rollLimits(run.limits, moment, run.account.equity.minor);
}
