import type { Instant } from '@quorate/values/instant';
import type { MaybePromise } from '../ports.ts';
import { rollLimits, watchEquity } from '../risk/limits-state.ts';
import { equityRefusals } from '../risk/risk-desk.ts';
import { takeInBrokerEvents } from './broker-events.ts';
import { closeAll } from './close-all.ts';
import { type LoopMoment, type LoopRun, tellLimit } from './loop-run.ts';

/** A moment between two bars: deals are taken in, the owner is obeyed, limits are watched; nothing is opened. */
export async function lookAfter(run: LoopRun, moment: LoopMoment): Promise<void> {
  const events = (await run.broker.happened?.()) ?? [];
  if (events.length > 0) await takeInBrokerEvents(run, moment, events);
  if (run.owner?.orders(moment.asOf).closeAll) await closeAll(run, run.owner, moment);
  await watchLimits(run, moment, moment.asOf);
}

/**
 * Brings the limits up to date with the account's equity, and tells what they have newly met.
 *
 * @param rollAt the moment whose day and week count
 */
export async function watchLimits(
  run: LoopRun,
  moment: LoopMoment,
  rollAt: Instant,
): Promise<void> {
  const { equity } = await run.broker.account();
  const { risk } = run.settings;
  const rolled = rollLimits(run.limits, rollAt, equity.minor);
  run.limits = watchEquity(rolled, rollAt, equity.minor, risk);
  if (run.limits === rolled) return;
  for (const refusal of equityRefusals(run.limits, risk)) {
    await tellLimit(run, moment, refusal, run.limits);
  }
}

/** Tells what the limits remember where that has changed since it was told last. */
export function tellLimits(run: LoopRun, { symbol, asOf }: LoopMoment): MaybePromise<void> {
  if (run.limits === run.toldLimits) return;
  run.toldLimits = run.limits;
  return run.journal.record({ kind: 'limits', symbol, asOf, limits: run.limits });
}
