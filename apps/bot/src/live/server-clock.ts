import {
  instantFromServerTime,
  serverOffsetMs,
  serverTimeMs,
} from '@quorate/trading/market/new-york-clock';
import { isWeekendRisk } from '@quorate/trading/market/trading-day';
import { type Instant, instant, MINUTE_MS } from '@quorate/values/instant';

/** How the trade server's clock stands to UTC. */
export type ServerClock = Readonly<{
  /** `new-york`: New York + 7 hours with its summer time, as most brokers keep it. */
  kind(): 'new-york' | 'constant';
  /** Ms to add to UTC at this moment. */
  offsetMs(moment: Instant): number;
  /** @param serverMs what the server's clock shows, read as though it were UTC */
  toUtc(serverMs: number): Instant;
  toServerMs(moment: Instant): number;
  /** Takes a reading in; one from a market that stands still says nothing. */
  read(serverSeconds: number, now: Instant): void;
  /** Told when the distance has turned out to be another: what was read until then lies elsewhere. */
  onChange(hear: () => void): () => void;
}>;

type ServerClockDeps = Readonly<{
  fact(name: string): string | null;
  setFact(name: string, value: string): void;
  notify(line: string): void;
}>;

const FACT = 'server_clock';
const NEW_YORK = 'new-york';
const QUARTER_MS = 15 * MINUTE_MS;
/** Quotes are some seconds old, computers' clocks some seconds off. */
const TOLERANCE_MS = 2 * MINUTE_MS;
/** Of a clock that was not yet seen to move: one that stands still is as close as this by chance alone. */
const UNMOVED_TOLERANCE_MS = 10_000;

/**
 * Reads the server's clock against the computer's. Until a moving market has said otherwise, what was
 * known last holds, at first New York + 7 hours.
 */
export function createServerClock({ fact, setFact, notify }: ServerClockDeps): ServerClock {
  const kept = fact(FACT) ?? NEW_YORK;
  let constantMs: number | null = kept === NEW_YORK ? null : Number(kept);
  let before: number | null = null;
  const readers = new Set<() => void>();
  let told = '';
  /** Seconds off that were told last; told again once they have doubled or halved. */
  let toldOff = 0;

  function tell(line: string): void {
    if (line !== told) notify(line);
    told = line;
  }

  function adopt(offset: number, now: Instant): void {
    const asNewYork = serverOffsetMs(now);
    const next = offset === asNewYork ? null : offset;
    if (next !== constantMs) {
      constantMs = next;
      setFact(FACT, next === null ? NEW_YORK : String(next));
      for (const hear of readers) hear();
    }
    if (next === null) {
      told = '';
      return;
    }
    const hours = (ms: number) => `${ms >= 0 ? '+' : ''}${ms / 3_600_000} h`;
    tell(
      `The trade server's clock is ${hours(next)} from this computer's UTC, and most brokers keep ${hours(asNewYork)} now. ` +
        'Either this broker keeps a clock of its own, or the clock of this computer is wrong: please compare it with a clock on the internet.',
    );
  }

  return {
    kind: () => (constantMs === null ? 'new-york' : 'constant'),
    offsetMs: (moment) => constantMs ?? serverOffsetMs(moment),
    toUtc: (serverMs) =>
      constantMs === null ? instantFromServerTime(serverMs) : instant(serverMs - constantMs),
    toServerMs: (moment) => (constantMs === null ? serverTimeMs(moment) : moment + constantMs),
    read(serverSeconds, now) {
      const moved = before !== null && serverSeconds > before;
      before = serverSeconds;
      // While the market is closed, on holidays too, the server's clock stands at the last quote.
      if (!moved && isWeekendRisk(now)) return;
      const distance = serverSeconds * 1_000 - now;
      const rounded = Math.round(distance / QUARTER_MS) * QUARTER_MS;
      const rest = Math.abs(distance - rounded);
      if (rest <= (moved ? TOLERANCE_MS : UNMOVED_TOLERANCE_MS)) adopt(rounded, now);
      else if (moved) {
        const off = Math.round(rest / 1_000);
        if (off < 2 * toldOff && 2 * off > toldOff) return;
        toldOff = off;
        notify(
          `The clock of this computer is ${off} s off the trade server's: please set it by the internet.`,
        );
      }
    },
    onChange(hear) {
      readers.add(hear);
      return () => void readers.delete(hear);
    },
  };
}
