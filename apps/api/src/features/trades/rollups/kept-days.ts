import { DAY_MS, MINUTE_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { add, type Slice } from './cell.ts';
import { cutBefore, DAY_END } from './cuts.ts';
import { type Owner, owners } from './read-cells.ts';
import type { ViewerDay } from './viewer-days.ts';

export type DaySlice = { day: string; slice: Slice };

/** An account's days by a cut: the day, and what was closed on it before the cut, five numbers each. */
export type CutDays = [accountId: string, cut: number, days: number[]];

/** Which cuts the days of a viewer are read by. */
export function cutsOf(days: readonly ViewerDay[]): number[] {
  const minutes = new Set(days.map(({ from }) => minuteOf(from)));
  // The end of the last day may be on another side of a change of the clocks.
  minutes.add(minuteOf(days.at(-1)?.to ?? 0));
  return [...new Set([DAY_END, ...[...minutes].map(cutBefore)])].filter((cut) => cut > 0);
}

/**
 * Closed trades by the viewer's days. What was closed before each of the viewer's midnights is the sum
 * of the UTC days before it, of its own day before a cut, and, where no cut is at that minute, of the
 * trades of the minutes that are left; a day is the difference of two of them.
 */
export async function keptDays(
  db: Db,
  owner: Owner,
  days: readonly ViewerDay[],
  cuts: readonly CutDays[],
): Promise<DaySlice[]> {
  const byCut = new Map<number, Map<number, Slice>>();
  for (const [account, cut, listed] of cuts) {
    if (!owner.accountIds.includes(account)) continue;
    const slices = byCut.get(cut) ?? new Map<number, Slice>();
    byCut.set(cut, slices);
    for (let at = 0; at < listed.length; at += 5) {
      const [day = 0, ...slice] = listed.slice(at, at + 5);
      const known = slices.get(day);
      if (known) add(known, slice as Slice);
      else slices.set(day, slice as Slice);
    }
  }
  const totals = byCut.get(DAY_END) ?? new Map<number, Slice>();
  const between = await closedSinceCut(db, owner, midnightsOffCuts(days, totals));
  const within = (moment: number): Slice => {
    const slice: Slice = [...(byCut.get(cutAt(moment))?.get(dayOf(moment)) ?? NOTHING)];
    add(slice, between.get(moment) ?? NOTHING);
    return slice;
  };
  return differences(days, totals, within);
}

const NOTHING: Slice = [0, 0, 0, 0];
const dayOf = (moment: number) => Math.floor(moment / DAY_MS);
const minuteOf = (moment: number) => Math.floor((moment % DAY_MS) / MINUTE_MS);
const cutAt = (moment: number) => cutBefore(minuteOf(moment));

/** Moments off the cuts at which days begin or end, where there are trades. */
function midnightsOffCuts(days: readonly ViewerDay[], totals: ReadonlyMap<number, Slice>) {
  const moments = new Set(days.flatMap(({ from, to }) => [from, to]));
  return [...moments].filter(
    (moment) => moment % DAY_MS !== cutAt(moment) * MINUTE_MS && totals.has(dayOf(moment)),
  );
}

async function closedSinceCut(
  db: Db,
  owner: Owner,
  moments: readonly number[],
): Promise<Map<number, Slice>> {
  if (moments.length === 0) return new Map();
  const spans = moments.map((moment) => ({
    moment,
    since: new Date(dayOf(moment) * DAY_MS + cutAt(moment) * MINUTE_MS).toISOString(),
    until: new Date(moment).toISOString(),
  }));
  const { rows } = await sql<{ moment: number; slice: Slice }>`
    select c.moment, json_build_array(n, wins, losses, net) as slice
    from json_to_recordset(${JSON.stringify(spans)}::json)
      as c(moment bigint, since timestamptz, until timestamptz)
    cross join lateral (
      select count(*) as n, count(*) filter (where profit > 0) as wins,
        count(*) filter (where profit < 0) as losses, coalesce(sum(profit), 0) as net
      from trades
      where ${owners(owner)} and trade_time >= c.since and trade_time < c.until and status = 'CLOSED'
    ) sums
  `.execute(db);
  return new Map(rows.map(({ moment, slice }) => [moment, slice]));
}

function differences(
  days: readonly ViewerDay[],
  totals: ReadonlyMap<number, Slice>,
  within: (moment: number) => Slice,
): DaySlice[] {
  const known = [...totals].sort(([a], [b]) => a - b);
  const passed: Slice = [0, 0, 0, 0];
  let next = 0;
  const before = (moment: number): Slice => {
    for (; next < known.length; next++) {
      const [day, slice] = known[next] as [number, Slice];
      if (day >= dayOf(moment)) break;
      add(passed, slice);
    }
    const sum = within(moment);
    add(sum, passed);
    return sum;
  };
  const slices: DaySlice[] = [];
  let start = before(days[0]?.from ?? 0);
  for (const { day, to } of days) {
    const end = before(to);
    const slice = end.map((figure, index) => figure - (start[index] as number)) as Slice;
    if (slice[0] > 0) slices.push({ day, slice });
    start = end;
  }
  return slices;
}
