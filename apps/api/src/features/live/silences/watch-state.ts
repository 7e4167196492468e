import { SILENT_AFTER_S } from '@quorate/contract/live';

/** Where the watch for silent bots stands; moments in milliseconds since 1970. */
export type WatchState = Readonly<{
  lookedAt: number;
  /** Nobody is told of anything before. */
  patientUntil: number;
  /** Every bot whose last heartbeat is not later than this was looked at. */
  noticedUntil: number;
  /** Nobody at all was heard of when it looked last. */
  deaf: boolean;
}>;

/** How often each copy of the service looks. */
export const LOOK_EVERY_MS = 5_000;

/** Looks further apart than this: every copy, or the database, was away, or a clock was moved. */
const AWAY_AFTER_MS = 20_000;

/**
 * How long nobody is told of anything after that: a bot gives a call up after 30 s and tries again within
 * 15 s, so that all that run have been heard of by then.
 */
export const PATIENCE_MS = 60_000;

/** The last heartbeat of a bot that is silent now is not later than this. */
export function silentBefore(now: number): number {
  return now - SILENT_AFTER_S * 1_000;
}

export function firstState(now: number): WatchState {
  // What fell silent before anybody watched is no news.
  return { lookedAt: now, patientUntil: now + PATIENCE_MS, noticedUntil: now, deaf: false };
}

/** Whether the clock was put back since the last look. */
export function wasPutBack(state: WatchState, now: number): boolean {
  return now < state.lookedAt - AWAY_AFTER_MS;
}

/**
 * What follows from a look. The service was away, its clock was moved, or it hears nobody (its network, its
 * proxy): then it is patient with all bots, and none of their owners is told.
 *
 * @param hearsAnybody whether any bot was heard of within the time after which one is silent
 * @param seemsDeaf whether so many ran that all of them cannot have stopped at once
 */
export function afterLook(
  state: WatchState,
  now: number,
  { hearsAnybody, seemsDeaf }: { hearsAnybody: boolean; seemsDeaf: boolean },
): WatchState {
  const wasAway = Math.abs(now - state.lookedAt) > AWAY_AFTER_MS;
  const hearsAgain = state.deaf && hearsAnybody;
  const deaf = !hearsAnybody && (state.deaf || seemsDeaf);
  const patientUntil =
    wasAway || hearsAgain || deaf
      ? now + PATIENCE_MS
      : Math.min(state.patientUntil, now + PATIENCE_MS);
  // A clock that was put back: what was looked at is looked at anew, and told once all the same.
  const noticedUntil = Math.min(state.noticedUntil, now);
  return { lookedAt: now, patientUntil, noticedUntil, deaf };
}
