import { type Instant, instant } from '@quorate/values/instant';
import { closeTimeAt } from '../candle.ts';
import { worthAsking } from '../gate.ts';
import type { BrokerEvent, MaybePromise } from '../ports.ts';
import type { AccountState } from '../position.ts';
import { rollLimits, watchEquity } from '../risk/limits-state.ts';
import { equityRefusals } from '../risk/risk-desk.ts';
import { takeInBrokerEvents } from './broker-events.ts';
import { closeAll } from './close-all.ts';
import { considerBar } from './consider.ts';
import { andThen, eachInTurn } from './in-turn.ts';
import type { Lane } from './lane.ts';
import { tellLimits } from './look-after.ts';
import { type LoopRun, tellLimit } from './loop-run.ts';

/**
 * Walks one closed bar, step by step. Each step goes on with the next one at once, and by a promise only where
 * a port gave one: a replay walks millions of bars, none of which waits.
 */
export function walkBar(run: LoopRun, lane: Lane, index: number): MaybePromise<void> {
  const { series } = lane;
  roll(run, instant(series.time[index] ?? Number.NaN));
  const events = run.broker.barClosed(series, index);
  return events instanceof Promise
    ? events.then((happened) => catchUp(run, lane, index, happened))
    : catchUp(run, lane, index, events);
}

function catchUp(
  run: LoopRun,
  lane: Lane,
  index: number,
  events: readonly BrokerEvent[],
): MaybePromise<void> {
  if (events.length === 0 && !run.owner) return value(run, lane, index);
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
    ? account.then((state) => tellBar(run, lane, index, state))
    : tellBar(run, lane, index, account);
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
  return kept instanceof Promise
    ? kept.then(() => watch(run, lane, index))
    : watch(run, lane, index);
}

function watch(run: LoopRun, lane: Lane, index: number): MaybePromise<void> {
  const { risk } = run.settings;
  const asOf = closeTimeAt(lane.series, index);
  const watched = watchEquity(run.limits, asOf, run.account.equity.minor, risk);
  if (watched === run.limits) return decideOn(run, lane, index);
  const { symbol } = lane.series;
  const told = eachInTurn(equityRefusals(watched, risk), (refusal) =>
    tellLimit(run, { symbol, asOf }, refusal, watched),
  );
  return andThen(told, () => {
    run.limits = watched;
    return decideOn(run, lane, index);
  });
}

function decideOn(run: LoopRun, lane: Lane, index: number): MaybePromise<void> {
  const { series, reader } = lane;
  const asOf = closeTimeAt(series, index);
  // A bar that closes at midnight is decided on in the new day.
  roll(run, asOf);
  const { symbol } = series;
  if (reader.read(index) && worthAsking(reader)) {
    const considered = considerBar(run, { lane, index, symbol, asOf });
    return andThen(considered, () => tellLimits(run, { symbol, asOf }));
  }
  return run.limits === run.toldLimits ? undefined : tellLimits(run, { symbol, asOf });
}

function roll(run: LoopRun, moment: Instant): void {
  run.limits = rollLimits(run.limits, moment, run.account.equity.minor);
}
