import type { Timers } from '@quorate/bot/timers';
import { digestText, newSecret } from './secrets.ts';

const TICKET_LIFE_MS = 60_000;
/** More windows than a person opens within a minute; the oldest ticket gives way. */
const TICKETS_MAX = 32;
const WRONG_TRIES_MAX = 10;

export type Tickets = Readonly<{
  /** @returns a ticket that works once, within a minute */
  issue(): string;
  /** `too-many`: wrong ones came so often that this one, which is wrong as well, is not even talked about. */
  redeem(ticket: string): 'right' | 'wrong' | 'too-many';
}>;

/** Tickets of windows. Their minute is counted by timers, so that a clock set back lengthens none. */
export function createTickets(timers: Timers): Tickets {
  const live = new Map<string, () => void>();
  let wrongTries = 0;
  const take = (key: string): boolean => {
    const callOff = live.get(key);
    callOff?.();
    return live.delete(key);
  };
  return {
    issue() {
      const ticket = newSecret();
      const key = digestText(ticket);
      const [oldest] = live.keys();
      if (live.size >= TICKETS_MAX && oldest !== undefined) take(oldest);
      live.set(
        key,
        timers.after(TICKET_LIFE_MS, () => live.delete(key)),
      );
      return ticket;
    },
    redeem(ticket) {
      // A right one always works: whoever tries wrong ones must not keep the owner's window shut.
      if (take(digestText(ticket))) return 'right';
      if (wrongTries >= WRONG_TRIES_MAX) return 'too-many';
      wrongTries += 1;
      timers.after(TICKET_LIFE_MS, () => {
        wrongTries -= 1;
      });
      return 'wrong';
    },
  };
}
