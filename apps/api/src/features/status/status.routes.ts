import {
  getServiceStatus,
  type Measured,
  type PartState,
  type ServiceStatus,
} from '@quorate/contract/status';
import { DAY_MS } from '@quorate/values/instant';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { cacheFor } from '../../process/cache-for.ts';
import type { Clock } from '../../process/clock.ts';
import { VERSION } from '../../process/version.ts';
import { MINUTE_MS } from './measure-minute.ts';
import {
  type Counted,
  countMinutes,
  findDays,
  findLastIncident,
  findNewestMinute,
  LATE_MAIL_S,
  readDatabaseTimes,
  SLOW_DATABASE_MS,
} from './status.queries.ts';

/** Whoever looks within this shares one answer. */
const KEPT_MS = 15_000;
/** What was measured before says nothing of now. */
const OLD_MS = 3 * MINUTE_MS;
/** Bots wait for the market over a weekend, and send bars of a day once in it. */
const BARS_MS = 15 * MINUTE_MS;
const BARS_KNOWN_DAYS = 5;
export const STATUS_DAYS = 90;

type StatusDeps = Readonly<{ db: Db; clock: Clock }>;

export function registerStatus(route: Route, { db, clock }: StatusDeps): void {
  const status = cacheFor(clock, KEPT_MS, (now) => readStatus(db, now));
  route(getServiceStatus, async () => ({ success: true, status: await status() }));
}

async function readStatus(db: Db, now: number): Promise<ServiceStatus> {
  const ago = (ms: number) => new Date(Math.floor((now - ms) / MINUTE_MS) * MINUTE_MS);
  // The minute that runs may not have been measured yet.
  const end = ago(0);
  const from = { day: ago(DAY_MS), ninety: ago(STATUS_DAYS * DAY_MS) };
  const newest = await findNewestMinute(db);
  const day = await countMinutes(db, from.day, end);
  const ninety = await countMinutes(db, from.ninety, end);
  const times = await readDatabaseTimes(db, from.day);
  const days = await findDays(db, from.ninety, end);
  const incident = await findLastIncident(db, { from: from.ninety, now: new Date(now) });
  const current = newest && now - newest.minute.getTime() <= OLD_MS ? newest : undefined;
  return {
    at: new Date(now).toISOString(),
    version: VERSION,
    measured_at: newest?.minute.toISOString() ?? null,
    database: {
      state: stateOf(current?.database_ms, SLOW_DATABASE_MS),
      median_ms: times.median,
      slow_ms: times.slow,
    },
    bars: barsOf(current?.bars_at ?? null, now),
    mail: {
      state: stateOf(current?.mail_late_s, LATE_MAIL_S),
      waiting_s: current?.mail_late_s ?? null,
    },
    day: measuredOf(day, end),
    ninety_days: measuredOf(ninety, end),
    days: days.map(({ day: name, fine }) => daySum(name, fine, { first: ninety.first, end })),
    last_incident: incident
      ? {
          part: incident.part,
          from: incident.from.toISOString(),
          until: incident.until?.toISOString() ?? null,
        }
      : null,
  };
}

function stateOf(value: number | undefined, most: number): PartState {
  if (value === undefined) return 'unknown';
  return value > most ? 'slow' : 'up';
}

/** Without a bar for a while nothing is known: markets close, and bots are switched off. */
function barsOf(at: Date | null, now: number): ServiceStatus['bars'] {
  const isKnown = at !== null && now - at.getTime() <= BARS_KNOWN_DAYS * DAY_MS;
  return {
    state: isKnown && now - at.getTime() <= BARS_MS ? 'up' : 'unknown',
    last_at: isKnown ? at.toISOString() : null,
  };
}

function measuredOf({ first, fine }: Counted, end: Date): Measured {
  if (first === null) return { since: null, minutes: 0, up_percent: null };
  const minutes = Math.round((end.getTime() - first.getTime()) / MINUTE_MS);
  return { since: first.toISOString(), minutes, up_percent: percentOf(fine, minutes) };
}

function daySum(day: string, fine: number, span: Readonly<{ first: Date | null; end: Date }>) {
  const start = Date.parse(`${day}T00:00:00Z`);
  const from = Math.max(start, span.first?.getTime() ?? start);
  const to = Math.min(start + DAY_MS, span.end.getTime());
  const minutes = Math.round((to - from) / MINUTE_MS);
  return { day, minutes, up_percent: percentOf(fine, minutes) ?? 0 };
}

/** Rounded down: 100 means each minute. */
function percentOf(part: number, all: number): number | null {
  return all === 0 ? null : Math.min(100, Math.floor((part / all) * 10_000) / 100);
}
