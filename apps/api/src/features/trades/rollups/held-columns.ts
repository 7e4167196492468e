import { DAY_MS } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import { monthOf } from './cell.ts';

/**
 * What lists of somebody with very many trades are found and sorted by, held by the month in columns, and read again
 * where the kept sums of a day are new ones (docs/decisions/0086-columns-in-memory-for-large-histories.md).
 */

/** Trades of all users in memory: some 150 bytes each. */
const HELD_MAX = 600_000;

const NUMBERS = {
  trade_time: millisecondsOf('trade_time'),
  opened_at: millisecondsOf('opened_at'),
  volume: sql`volume`,
  price: sql`open_price`,
  close_price: sql`close_price`,
  profit: sql`profit`,
  costs: sql`commission + swap + fee`,
  initial_risk: sql`initial_risk`,
  best_excursion: sql`best_excursion`,
  worst_excursion: sql`worst_excursion`,
} as const;

const TEXTS = {
  account_id: sql`account_id`,
  symbol: sql`symbol`,
  trade_type: sql`trade_type`,
  status: sql`coalesce(reported_status, status)`,
  exit_reason: sql`exit_reason`,
} as const;

type NumberColumn = keyof typeof NUMBERS;
type TextColumn = keyof typeof TEXTS;

/** Texts that repeat: of each row the place of its text in the list, 0 for none. */
export type Texts = Readonly<{ codes: Uint32Array; list: readonly string[] }>;

/** Trades, oldest first: by time, ticket and account. */
type Columns = Readonly<{
  tickets: readonly string[];
  numbers: Readonly<Record<NumberColumn, Float64Array>>;
  texts: Readonly<Record<TextColumn, Texts>>;
}>;

/** A UTC month of trades, and where in it each day is. */
export type Month = Columns &
  Readonly<{
    version: string;
    rows: number;
    days: ReadonlyMap<number, Readonly<{ version: string; at: number; rows: number }>>;
  }>;

export type Span = Readonly<{ from: number; to: number; version: string; n: number }>;

/** No row has the code of a text that a month does not know. */
const UNKNOWN = 0xffffffff;

export function codeOf({ list }: Texts, text: string): number {
  const code = list.indexOf(text);
  return code === -1 ? UNKNOWN : code;
}

export function textAt({ codes, list }: Texts, row: number): string | null {
  const code = codes[row] as number;
  return code === 0 ? null : (list[code] as string);
}

/** The months with trades, oldest first. The row of a month's sums is written again whenever one of its trades changes. */
export async function readSpans(db: Db, userId: string): Promise<Span[]> {
  const { rows } = await sql<{ day: number; version: string; n: number }>`${prepared}
    select day, ${VERSION} as version, sum(n)::integer as n
    from trade_cells where user_id = ${userId}::uuid and month and n > 0 group by day order by day
  `.execute(db);
  return rows.map(({ day, version, n }) => ({ ...monthOf(day), version, n }));
}

/** What differs once a cell of one of the accounts has been written again. */
const VERSION = sql`string_agg(account_id::text || ' ' || xmin::text, ' ' order by account_id)`;

/** As many at a time leave the database free for others. */
const slot = pLimit(4);

const months = new LRUCache<string, Month>({
  maxSize: HELD_MAX,
  sizeCalculation: ({ rows }) => rows + 100,
});
/** By user, month and version: calls for one that is being read wait for it together. */
const underWay = new Map<string, Promise<Month>>();

export async function readMonth(db: Db, userId: string, span: Span): Promise<Month> {
  const key = `${userId} ${span.from}`;
  const held = months.get(key);
  if (held?.version === span.version) return held;
  const name = `${key} ${span.version}`;
  const begun = underWay.get(name) ?? slot(() => loadMonth(db, userId, span, held));
  underWay.set(name, begun);
  try {
    const month = await begun;
    months.set(key, month);
    return month;
  } finally {
    underWay.delete(name);
  }
}

/** The days of a month that are new or were summed up again are read, the others taken as they are held. */
async function loadMonth(
  db: Db,
  userId: string,
  { from, to, version }: Span,
  held: Month | undefined,
): Promise<Month> {
  const { rows } = await sql<{ day: number; version: string }>`${prepared}
    select day, ${VERSION} as version from trade_cells
    where user_id = ${userId}::uuid and not month and day >= ${from}::integer and day < ${to}::integer and n > 0
    group by day order by day
  `.execute(db);
  const changed = rows.filter((row) => held?.days.get(row.day)?.version !== row.version);
  const loaded = await loadDays(
    db,
    userId,
    changed.map(({ day }) => day),
  );
  const parts = rows.flatMap(({ day, version: dayVersion }): Part[] => {
    const own = held?.days.get(day);
    if (held && own?.version === dayVersion) return [{ ...own, day, month: held }];
    const found = loaded.get(day);
    return found ? [{ ...found, day, version: dayVersion }] : [];
  });
  return joined(version, parts);
}

type Part = Readonly<{
  day: number;
  version: string;
  month: Columns;
  /** Where its rows begin, and how many there are. */
  at: number;
  rows: number;
}>;

function joined(version: string, parts: readonly Part[]): Month {
  const days = new Map<number, { version: string; at: number; rows: number }>();
  let count = 0;
  for (const { day, version: dayVersion, rows } of parts) {
    days.set(day, { version: dayVersion, at: count, rows });
    count += rows;
  }
  const numbersOf = (name: NumberColumn) => {
    const all = new Float64Array(count);
    let at = 0;
    for (const part of parts) {
      all.set(part.month.numbers[name].subarray(part.at, part.at + part.rows), at);
      at += part.rows;
    }
    return all;
  };
  const textsOf = (name: TextColumn) =>
    toTexts(
      parts.flatMap((part) =>
        Array.from({ length: part.rows }, (_, row) =>
          textAt(part.month.texts[name], part.at + row),
        ),
      ),
    );
  return {
    version,
    days,
    rows: count,
    tickets: parts.flatMap((part) => part.month.tickets.slice(part.at, part.at + part.rows)),
    numbers: columnsBy(Object.keys(NUMBERS) as NumberColumn[], numbersOf),
    texts: columnsBy(Object.keys(TEXTS) as TextColumn[], textsOf),
  };
}

function columnsBy<Name extends string, Column>(
  names: readonly Name[],
  of: (name: Name) => Column,
): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Column>;
}

type Loaded = Readonly<{
  tickets: string[];
  numbers: Record<NumberColumn, (number | null)[]>;
  texts: Record<TextColumn, (string | null)[]>;
}>;

/** A column each as one list: read row by row, they would take several times as long. */
async function loadDays(
  db: Db,
  userId: string,
  days: readonly number[],
): Promise<Map<number, Pick<Part, 'month' | 'at' | 'rows'>>> {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return new Map();
  const lists = (names: readonly string[]) =>
    sql`json_build_object(${sql.join(
      names.map(
        (name) => sql`${sql.lit(name)}, coalesce(json_agg(${sql.ref(`of_${name}`)}), '[]')`,
      ),
    )})`;
  const columns = Object.entries({ ...NUMBERS, ...TEXTS }).map(
    ([name, of]) => sql`${of} as ${sql.ref(`of_${name}`)}`,
  );
  const wanted = sql.join(
    daySpans(days).map(
      ({ from, to }) =>
        sql`(trade_time >= ${new Date(from * DAY_MS)} and trade_time < ${new Date(to * DAY_MS)})`,
    ),
    sql` or `,
  );
  const { rows } = await sql<Loaded>`
    select coalesce(json_agg(position_ticket), '[]') as tickets, ${lists(Object.keys(NUMBERS))} as numbers,
      ${lists(Object.keys(TEXTS))} as texts
    from (
      select position_ticket, ${sql.join(columns)} from trades
      where user_id = ${userId}::uuid and trade_time >= ${new Date(first * DAY_MS)}
        and trade_time < ${new Date((last + 1) * DAY_MS)} and (${wanted})
      order by trade_time, position_ticket, account_id
    ) ordered
  `.execute(db);
  const loaded = rows[0];
  if (!loaded) throw new Error('an aggregate has a row');
  const month: Columns = {
    tickets: loaded.tickets,
    numbers: columnsBy(Object.keys(NUMBERS) as NumberColumn[], (name) =>
      Float64Array.from(loaded.numbers[name], (value) => value ?? Number.NaN),
    ),
    texts: columnsBy(Object.keys(TEXTS) as TextColumn[], (name) => toTexts(loaded.texts[name])),
  };
  const found = new Map<number, { month: Columns; at: number; rows: number }>();
  for (const [row, time] of month.numbers.trade_time.entries()) {
    const day = Math.floor(time / DAY_MS);
    const own = found.get(day);
    if (own) own.rows += 1;
    else found.set(day, { month, at: row, rows: 1 });
  }
  return found;
}

/** Days next to each other as one span. @param days in order */
function daySpans(days: readonly number[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last?.to === day) last.to = day + 1;
    else spans.push({ from: day, to: day + 1 });
  }
  return spans;
}

function toTexts(values: readonly (string | null)[]): Texts {
  const list = [''];
  const known = new Map<string, number>();
  const codes = Uint32Array.from(values, (value) => {
    if (value === null) return 0;
    const code = known.get(value);
    if (code !== undefined) return code;
    known.set(value, list.length);
    return list.push(value) - 1;
  });
  return { codes, list };
}

function millisecondsOf(column: 'trade_time' | 'opened_at'): RawBuilder<unknown> {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
}
