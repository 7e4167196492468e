import { R_CLASSES } from '@quorate/contract/trade-charts';
import { DAY_MS, instant, MINUTE_MS } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import { add, addSlice, type CellRow, openedKeys, type Slice, sliceOf } from './cell.ts';
import { cellsWithin, listOf, type Owner, owned, owners, spansOf } from './read-sums.ts';

/** Closed trades by what charts show: of each account, and by day of those that are asked for. */
export type Sliced = {
  byAccount: ReadonlyMap<string, Record<string, Slice>>;
  daysOf(accountIds: readonly string[]): Promise<DaySlice[]> | DaySlice[];
};

/** First and last UTC day of trades, both within. */
type DaysKnown = { first: number; last: number };

/** What the charts of a range show, from kept sums in one statement. */
export async function keptSlices(
  db: Db,
  owner: Owner,
  range: TimeRange,
  view: { timeZone: string; known: DaysKnown },
): Promise<Sliced> {
  const spans = spansOf(range);
  const days = viewerDays(
    view.timeZone,
    Math.max(view.known.first * DAY_MS, range.from?.getTime() ?? Number.NEGATIVE_INFINITY),
    Math.min((view.known.last + 1) * DAY_MS, range.to?.getTime() ?? Number.POSITIVE_INFINITY),
  );
  const first = Math.floor((days[0]?.from ?? 0) / DAY_MS);
  const last = Math.floor((days.at(-1)?.to ?? 0) / DAY_MS);
  const { rows } = await sql<{
    cells: [accountId: string, slices: Record<string, Slice>][];
    ends: EndSlice[];
    cuts: CutDays[];
  }>`
    select
      ${listOf([sql`account_id`, sql`slices`], sql`from trade_cells where ${cellsWithin(owner, spans)}`)} as cells,
      ${endSlices(owner, spans.ragged)} as ends,
      ${listOf(
        [sql`account_id`, sql`cut`, sql`days`],
        // A month begins at most 31 days before any of its own.
        sql`from trade_cuts where ${owners(owner)} and cut in (${sql.join(cutsOf(days))})
          and month > ${first - 31}::integer and month <= ${last}::integer`,
      )} as cuts
  `.execute(db);
  const { cells, ends, cuts } = rows[0] ?? { cells: [], ends: [], cuts: [] };
  const byAccount = new Map<string, Record<string, Slice>>();
  for (const [account, slices] of cells) {
    const sums = byAccount.get(account);
    if (sums) for (const key in slices) addSlice(sums, key, slices[key] as Slice);
    else byAccount.set(account, slices);
  }
  addEnds(byAccount, ends);
  return {
    byAccount,
    daysOf: (accountIds) => keptDays(db, { userId: owner.userId, accountIds }, days, cuts),
  };
}

/** Some closed trades of an account: of a symbol, of a class of R, or opened within the same hour. */
type EndSlice = [
  accountId: string,
  symbol: string | null,
  rClass: string | null,
  /** When one of them was opened, in milliseconds. */
  openedAt: number,
  ...slice: Slice,
];

/**
 * The ragged ends of a range by what charts show, as one JSON list: summed up where they are, since their
 * rows would take several times as long to travel. Whole hours of the server's clock are whole hours
 * everywhere; its rollover begins five minutes before one.
 */
function endSlices(owner: Owner, ends: readonly TimeRange[]): RawBuilder<unknown> {
  if (ends.length === 0) return sql`'[]'::json`;
  const rows = ends.map(
    (end) => sql`select account_id, symbol, opened_at, profit, ${R_CLASS} as r_class,
      date_bin('1 hour', opened_at, 'epoch') as opened_hour
      from trades where ${owned(owner, end)} and status = 'CLOSED'`,
  );
  const beforeRollover = sql`(opened_at - opened_hour < interval '55 minutes')`;
  return listOf(
    ['account_id', 'symbol', 'r_class', 'opened_ms', 'n', 'wins', 'losses', 'net'].map((name) =>
      sql.ref(name),
    ),
    sql`from (
      select account_id, symbol, r_class, floor(extract(epoch from min(opened_at)) * 1000)::bigint as opened_ms,
        count(*) as n, count(*) filter (where profit > 0) as wins,
        count(*) filter (where profit < 0) as losses, sum(profit) as net
      from (${sql.join(rows, sql` union all `)}) chosen
      group by grouping sets (
        (account_id, symbol), (account_id, r_class), (account_id, opened_hour, ${beforeRollover})
      )
    ) summed`,
  );
}

/** As `rClass` has it for a single trade. */
const R_CLASS = sql`case when initial_risk is null or initial_risk <= 0 then 'none' ${sql.join(
  R_CLASSES.map(
    // Doubled, so that the ends are whole numbers and every comparison exact.
    (end, index) =>
      sql`when profit * 2 < initial_risk * ${sql.lit(end * 2)} then ${sql.lit(String(index))}`,
  ),
  sql` `,
)} else ${sql.lit(String(R_CLASSES.length))} end`;

/** Adds ragged ends to what else is known of their accounts. */
function addEnds(byAccount: Map<string, Record<string, Slice>>, ends: readonly EndSlice[]): void {
  for (const [account, symbol, rClass, openedAt, ...slice] of ends) {
    const slices = byAccount.get(account) ?? {};
    byAccount.set(account, slices);
    if (symbol !== null) addSlice(slices, `y${symbol}`, slice);
    else if (rClass !== null) addSlice(slices, `r${rClass}`, slice);
    else for (const key of openedKeys(instant(openedAt))) addSlice(slices, key, slice);
  }
}

export type DaySlice = { day: string; slice: Slice };

/** An account's days by a cut: the day, and what was closed on it before the cut, five numbers each. */
type CutDays = [accountId: string, cut: number, days: number[]];

/** Which cuts the days of a viewer are read by. */
function cutsOf(days: readonly ViewerDay[]): number[] {
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
async function keptDays(
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

type ViewerDay = { day: string; from: number; to: number };

/** The days of a time zone that hold the moments from `from` until before `to`, in milliseconds. */
export function viewerDays(timeZone: string, from: number, to: number): ViewerDay[] {
  const starts: number[] = [];
  const first = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  let date = first;
  while (starts.length === 0 || (starts.at(-1) as number) < to) {
    const midnight = date.toZonedDateTime({ timeZone });
    const start = midnight.epochMilliseconds;
    const change = midnight.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
    // A look into the time zone costs microseconds: between two changes of the clock days are added up.
    const isMidnight = midnight.hour === 0 && midnight.minute === 0 && midnight.second === 0;
    const until = isMidnight ? Math.min(change, to + DAY_MS) : start + 1;
    const count = Math.max(1, Math.ceil((until - start) / DAY_MS));
    for (let index = 0; index < count; index++) starts.push(start + index * DAY_MS);
    date = date.add({ days: count });
  }
  const firstDay = first.since(EPOCH).days;
  return starts.slice(0, -1).flatMap((start, index) => {
    const end = starts[index + 1] as number;
    if (start >= to || end <= from) return [];
    return [{ day: nameOf(firstDay + index), from: start, to: end }];
  });
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');

function nameOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The whole of a day is cut off at its end. */
const DAY_END = 1_440;

/**
 * Minutes of a UTC day at which a day begins in some zone: every half hour, and the quarters of the Chatham
 * Islands (10:15, 11:15), Eucla (15:15) and Nepal (18:15).
 */
const CUTS: readonly number[] = [
  ...Array.from({ length: 48 }, (_, index) => (index + 1) * 30),
  615,
  675,
  915,
  1_095,
].sort((a, b) => a - b);

/** Of each minute of a day, the first cut that has it behind. */
const FIRST_CUT = Array.from({ length: DAY_END }, (_, minute) =>
  CUTS.findIndex((cut) => cut > minute),
);

/** What was closed before each cut of the day that the rows are of: a slice for each, in a row. */
export function closedBefore(rows: readonly CellRow[]): number[] {
  const between = CUTS.map((): Slice => [0, 0, 0, 0]);
  for (const { closed, tradeTime, profit } of rows) {
    if (!closed) continue;
    const first = FIRST_CUT[Math.floor((tradeTime % DAY_MS) / MINUTE_MS)] as number;
    add(between[first] as Slice, sliceOf(profit));
  }
  const before: Slice = [0, 0, 0, 0];
  return between.flatMap((slice) => {
    add(before, slice);
    return before;
  });
}

/** The last cut of a day at or before a minute; 0 is midnight. */
function cutBefore(minute: number): number {
  return CUTS.findLast((cut) => cut <= minute) ?? 0;
}

/**
 * The days of a month by cuts: under each cut, days with trades in a row, and what was closed on each
 * before the cut.
 */
export function daysByCut(
  days: readonly { day: number; closed_before: readonly number[] | null }[],
): { cut: number; days: number[] }[] {
  return CUTS.map((cut, index) => ({
    cut,
    days: days.flatMap(({ day, closed_before }) =>
      closed_before ? [day, ...closed_before.slice(index * 4, index * 4 + 4)] : [],
    ),
  }));
}
