import type { SortKey } from '@quorate/contract/trades';
import { DAY_MS } from '@quorate/values/instant';
import type { Db } from '../../../db/tables.ts';
import {
  findAccounts,
  findNamed,
  findNotesBy,
  type Narrow,
  type NoteRow,
  type TradeFilter,
  type TradeName,
  type TradePage,
  type TradeRecord,
} from '../trades.queries.ts';
import { type Book, ownerOf } from './book.ts';
import { addTotals, NO_TOTALS, rMillionths, type Totals } from './cell.ts';
import { codeOf, type Month, readMonth, readSpans, textAt } from './held-columns.ts';
import { keptSums } from './read-sums.ts';

/** With more trades a page by such a filter or sort is the database's, and takes its time. */
const COLUMNS_MAX = 250_000;

type Listed = Readonly<{
  rows: TradeRecord[];
  count: number;
  sums: ReturnType<typeof keptSums>['sums'];
}>;

/** A page and the sums of all that a filter selects. @returns null for more trades than are held */
export async function columnPage(
  db: Db,
  book: Book,
  filter: TradeFilter,
  page: TradePage,
): Promise<Listed | null> {
  const picked = await pick(db, book, filter);
  if (!picked) return null;
  const names = namesOf(picked, await keysOf(db, picked, filter, page.sortBy), page);
  return { rows: await findNamed(db, filter.userId, names), ...sumsOf(book, picked) };
}

/** The sums alone. @returns null for more trades than are held */
export async function columnSums(db: Db, book: Book, filter: TradeFilter) {
  const picked = await pick(db, book, filter);
  return picked && sumsOf(book, picked);
}

/** Rows of a month that a filter lets through, oldest first. */
type Picked = Readonly<{ month: Month; at: Uint32Array }>;

async function pick(db: Db, book: Book, filter: TradeFilter): Promise<readonly Picked[] | null> {
  const { userId, range, narrow = {} } = filter;
  const owner = ownerOf(book, filter);
  const spans = (await readSpans(db, userId)).filter(
    ({ from, to }) =>
      (range.from === null || to * DAY_MS > range.from.getTime()) &&
      (range.to === null || from * DAY_MS < range.to.getTime()),
  );
  if (spans.reduce((sum, { n }) => sum + n, 0) > COLUMNS_MAX) return null;
  const [months, tagged, said] = await Promise.all([
    Promise.all(spans.map((span) => readMonth(db, userId, span))),
    narrow.tag === undefined ? null : findNotesBy(db, userId, { tag: narrow.tag }).then(byTicket),
    narrow.text === undefined
      ? null
      : findNotesBy(db, userId, { text: narrow.text }).then(byTicket),
  ]);
  const test = { ...filter, narrow, accountIds: new Set(owner.accountIds), tagged, said };
  return months.map((month) => ({ month, at: rowsOf(month, test) }));
}

type Test = TradeFilter &
  Readonly<{
    narrow: Narrow;
    accountIds: ReadonlySet<string>;
    tagged: NotesByTicket | null;
    said: NotesByTicket | null;
  }>;

function rowsOf(month: Month, test: Test): Uint32Array {
  const { range, narrow, accountIds, tagged, said } = test;
  const from = range.from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const to = range.to?.getTime() ?? Number.POSITIVE_INFINITY;
  const { trade_time: times, profit: profits } = month.numbers;
  const { account_id: accounts, status, symbol, trade_type, exit_reason } = month.texts;
  const isOwned = accounts.list.map((id) => accountIds.has(id));
  const closed = codeOf(status, 'CLOSED');
  const wanted = [
    { texts: symbol, text: narrow.symbol },
    { texts: trade_type, text: narrow.trade_type },
    { texts: exit_reason, text: narrow.exit_reason },
  ].flatMap(({ texts, text }) =>
    text === undefined ? [] : [{ codes: texts.codes, code: codeOf(texts, text) }],
  );
  const sign = narrow.result && { win: 1, loss: -1, break_even: 0 }[narrow.result];
  const looked = narrow.text?.toLowerCase();
  const isSymbolFound = symbol.list.map(
    (name) => looked !== undefined && name.toLowerCase().includes(looked),
  );
  const found = new Uint32Array(month.rows);
  let count = 0;
  rows: for (let row = 0; row < month.rows; row += 1) {
    const time = times[row] as number;
    if (time < from || time >= to || !isOwned[accounts.codes[row] as number]) continue;
    for (const { codes, code } of wanted) if (codes[row] !== code) continue rows;
    if (
      sign !== undefined &&
      (status.codes[row] !== closed || Math.sign(profits[row] as number) !== sign)
    )
      continue;
    if (tagged && !noteAt(tagged, month, row)) continue;
    if (
      looked !== undefined &&
      !isSymbolFound[symbol.codes[row] as number] &&
      !(month.tickets[row] as string).toLowerCase().includes(looked) &&
      !(said && noteAt(said, month, row))
    )
      continue;
    found[count] = row;
    count += 1;
  }
  return found.subarray(0, count);
}

type NotesByTicket = ReadonlyMap<string, ReadonlyMap<string, NoteRow>>;

function byTicket(notes: readonly NoteRow[]): NotesByTicket {
  const accounts = new Map<string, Map<string, NoteRow>>();
  for (const note of notes) {
    const own = accounts.get(note.account_id) ?? new Map<string, NoteRow>();
    accounts.set(note.account_id, own.set(note.position_ticket, note));
  }
  return accounts;
}

function noteAt(notes: NotesByTicket, month: Month, row: number): NoteRow | undefined {
  if (notes.size === 0) return undefined;
  return notes.get(textAt(month.texts.account_id, row) ?? '')?.get(month.tickets[row] as string);
}

function sumsOf(book: Book, picked: readonly Picked[]) {
  const byAccount = new Map<string, { n: number; sums: Totals }>();
  for (const { month, at } of picked) {
    const { profit, costs, initial_risk } = month.numbers;
    const { account_id, status } = month.texts;
    const closed = codeOf(status, 'CLOSED');
    const ofMonth = account_id.list.map(() => ({ n: 0, sums: { ...NO_TOTALS } }));
    for (const row of at) {
      const part = ofMonth[account_id.codes[row] as number];
      if (!part) continue;
      part.n += 1;
      if (status.codes[row] !== closed) continue;
      const risk = initial_risk[row] as number;
      addInPlace(
        part.sums,
        profit[row] as number,
        costs[row] as number,
        Number.isNaN(risk) ? null : risk,
      );
    }
    for (const [code, part] of ofMonth.entries()) {
      const id = account_id.list[code] as string;
      const before = byAccount.get(id) ?? { n: 0, sums: NO_TOTALS };
      byAccount.set(id, { n: before.n + part.n, sums: addTotals(before.sums, part.sums) });
    }
  }
  return keptSums(
    book.accounts,
    [...byAccount].flatMap(([account_id, part]) =>
      part.n === 0 ? [] : [{ account_id, ...part, from: null, to: null, month: null, counts: {} }],
    ),
  );
}

/** As `addTotals`, without an object for each of a hundred thousand trades. */
function addInPlace(
  sums: { -readonly [Name in keyof Totals]: Totals[Name] },
  profit: number,
  costs: number,
  initialRisk: number | null,
): void {
  sums.total += 1;
  sums.costs += costs;
  if (profit > 0) {
    sums.wins += 1;
    sums.grossProfit += profit;
    if (profit > sums.largestWin) sums.largestWin = profit;
  } else if (profit < 0) {
    sums.losses += 1;
    sums.grossLoss += profit;
    if (profit < sums.largestLoss) sums.largestLoss = profit;
  }
  const r = rMillionths(profit, initialRisk);
  if (r === null) return;
  sums.withR += 1;
  sums.rSum += r;
}

/** What each picked row is sorted by, NaN for none: of texts their place among all. */
type Keys = Float64Array;

async function keysOf(
  db: Db,
  picked: readonly Picked[],
  { userId }: TradeFilter,
  sortBy: SortKey,
): Promise<Keys | null> {
  switch (sortBy) {
    case 'trade_time':
      return null;
    case 'volume':
    case 'profit':
    case 'price':
    case 'opened_at':
    case 'close_price':
    case 'costs':
    case 'best_excursion':
    case 'worst_excursion':
      return numbersOf(picked, ({ numbers }) => {
        const column = numbers[sortBy];
        return (row) => column[row] as number;
      });
    case 'closed_at':
      return numbersOf(picked, closedAt);
    case 'duration':
      return numbersOf(picked, (month) => {
        const end = closedAt(month);
        const begin = month.numbers.opened_at;
        return (row) => end(row) - (begin[row] as number);
      });
    case 'r':
      return numbersOf(picked, rOf);
    case 'symbol':
    case 'trade_type':
    case 'status':
    case 'exit_reason':
      return placesOf(picked, ({ texts }, row) => textAt(texts[sortBy], row));
    case 'tags':
    case 'setup': {
      const notes = byTicket(await findNotesBy(db, userId, { any: true }));
      return placesOf(picked, (month, row) => {
        const note = noteAt(notes, month, row);
        return (sortBy === 'tags' ? note?.tags.join(', ') : note?.setup) || null;
      });
    }
    case 'account':
    case 'account_type': {
      const names = await accountNames(db, userId, sortBy);
      return placesOf(
        picked,
        ({ texts }, row) => names.get(textAt(texts.account_id, row) ?? '') ?? null,
      );
    }
  }
}

function closedAt({ numbers, texts }: Month): (row: number) => number {
  const closed = codeOf(texts.status, 'CLOSED');
  return (row) =>
    texts.status.codes[row] === closed ? (numbers.trade_time[row] as number) : Number.NaN;
}

function rOf({ numbers, texts }: Month): (row: number) => number {
  const { profit, initial_risk } = numbers;
  const hasResult = texts.status.list.map((status) => status === 'CLOSED' || status === 'OPEN');
  return (row) => {
    const risk = initial_risk[row] as number;
    if (!(risk > 0) || !hasResult[texts.status.codes[row] as number]) return Number.NaN;
    return (profit[row] as number) / risk;
  };
}

async function accountNames(
  db: Db,
  userId: TradeFilter['userId'],
  sortBy: 'account' | 'account_type',
): Promise<ReadonlyMap<string, string>> {
  if (sortBy === 'account') {
    const accounts = await findAccounts(db, userId);
    return new Map([...accounts].map(([id, { login, server }]) => [id, `${login} ${server}`]));
  }
  const rows = await db
    .selectFrom('trading_accounts')
    .select(['id', 'account_type'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ id, account_type }) => [id, account_type]));
}

function numbersOf(picked: readonly Picked[], of: (month: Month) => (row: number) => number): Keys {
  const keys = new Float64Array(countOf(picked));
  let place = 0;
  for (const { month, at } of picked) {
    const keyOf = of(month);
    for (const row of at) {
      keys[place] = keyOf(row);
      place += 1;
    }
  }
  return keys;
}

function placesOf(
  picked: readonly Picked[],
  of: (month: Month, row: number) => string | null,
): Keys {
  const seen = new Map<string, number>();
  const codes = numbersOf(picked, (month) => (row) => {
    const text = of(month, row);
    if (text === null) return Number.NaN;
    const known = seen.get(text);
    if (known !== undefined) return known;
    seen.set(text, seen.size);
    return seen.size - 1;
  });
  const places = new Float64Array(seen.size);
  const inOrder = [...seen].sort(([a], [b]) => Number(a > b) - Number(a < b));
  for (const [place, [, code]] of inOrder.entries()) places[code] = place;
  return codes.map((code) => (Number.isNaN(code) ? code : (places[code] as number)));
}

function countOf(picked: readonly Picked[]): number {
  return picked.reduce((sum, { at }) => sum + at.length, 0);
}

/** The keys of the trades of a page. */
function namesOf(picked: readonly Picked[], keys: Keys | null, page: TradePage): TradeName[] {
  const count = countOf(picked);
  const places =
    keys === null
      ? placesByTime(count, page)
      : placesByKey(keys, { ...page, descending: page.sortOrder === 'desc' });
  return places.map((place) => nameAt(picked, place));
}

function placesByTime(count: number, { sortOrder, offset, limit }: TradePage): number[] {
  const length = Math.max(0, Math.min(limit, count - offset));
  return Array.from({ length }, (_, index) =>
    sortOrder === 'asc' ? offset + index : count - 1 - offset - index,
  );
}

/**
 * Which places a page has when their keys are sorted, none known last; those that sort alike newest first. The
 * first and the last key of the page are selected, and only what lies between them is sorted.
 */
function placesByKey(
  keys: Keys,
  { offset, limit, descending }: { offset: number; limit: number; descending: boolean },
): number[] {
  const sign = descending ? -1 : 1;
  const sought = new Float64Array(keys.length);
  let known = 0;
  for (const key of keys) {
    if (Number.isNaN(key)) continue;
    sought[known] = sign * key;
    known += 1;
  }
  const end = Math.min(offset + limit, known);
  const found: number[] = [];
  if (offset < end) {
    const first = smallest(sought, offset, 0, known - 1);
    const last = smallest(sought, end - 1, offset, known - 1);
    let before = 0;
    for (const key of keys) if (sign * key < first) before += 1;
    const heads: number[] = [];
    const between: number[] = [];
    const tails: number[] = [];
    let skip = offset - before;
    for (let place = keys.length - 1; place >= 0; place -= 1) {
      const key = sign * (keys[place] as number);
      if (key === first) {
        if (skip > 0) skip -= 1;
        else if (heads.length < limit) heads.push(place);
      } else if (key === last) {
        if (tails.length < limit) tails.push(place);
      } else if (key > first && key < last) between.push(place);
    }
    // Stable, so that equal ones stay as they were found.
    between.sort((a, b) => sign * ((keys[a] as number) - (keys[b] as number)));
    found.push(...[...heads, ...between, ...tails].slice(0, end - offset));
  }
  let skip = Math.max(0, offset - known);
  for (let place = keys.length - 1; place >= 0 && found.length < limit; place -= 1) {
    if (!Number.isNaN(keys[place] as number)) continue;
    if (skip > 0) skip -= 1;
    else found.push(place);
  }
  return found;
}

/**
 * The number that stands at a rank once all within two ends are sorted; those before it are then not larger
 * (Hoare's selection, which is linear).
 */
function smallest(numbers: Float64Array, rank: number, first: number, last: number): number {
  let low = first;
  let high = last;
  while (low < high) {
    const middle = numbers[(low + high) >>> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((numbers[left] as number) < middle) left += 1;
      while ((numbers[right] as number) > middle) right -= 1;
      if (left > right) break;
      const swapped = numbers[left] as number;
      numbers[left] = numbers[right] as number;
      numbers[right] = swapped;
      left += 1;
      right -= 1;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else break;
  }
  return numbers[rank] as number;
}

function nameAt(picked: readonly Picked[], place: number): TradeName {
  let left = place;
  for (const { month, at } of picked) {
    if (left < at.length) {
      const row = at[left] as number;
      return {
        account_id: textAt(month.texts.account_id, row) ?? '',
        position_ticket: month.tickets[row] as string,
      };
    }
    left -= at.length;
  }
  throw new Error(`there is no row ${place}`);
}
