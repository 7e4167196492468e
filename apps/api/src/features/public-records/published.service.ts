import { type PublishedRecord, publishedRecord, type StartBalance } from '@quorate/record/measures';
import { parse } from '@quorate/record/record-file';
import {
  type AccountClass,
  createStanding,
  type Standing,
  type StandingTrade,
} from '@quorate/record/standing';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { balanceAt } from '../performance/known-balance.ts';
import {
  countAccounts,
  countEntries,
  findAccountClass,
  findPublicRecord,
  type PublicRow,
  readEntries,
} from './public-records.queries.ts';

/** What is shown of a record at a time, and which of its entries nobody sees. */
export type Published = Readonly<{
  row: PublicRow;
  record: PublishedRecord;
  /** The same, as it stands in the file. */
  text: string;
  trades: readonly StandingTrade[];
  /** Positions of entries whose bodies are withheld. */
  hidden: ReadonlySet<number>;
}>;

export type PublishedDeps = Readonly<{ db: Db; clock: Clock }>;

/** Figures are at most so old. */
const KEPT_MS = 60_000;
/** Records whose figures are kept: each with its closed trades. */
const MOST_KEPT = 40;
/** Entries read at once. */
const PAGE = 1_000;

type Kept = Readonly<{ of: string; madeAt: number; made: Promise<Published> }>;

export type PublishedRecords = Readonly<{
  /** What a name shows; null for a name that shows nothing, and from the moment on in which it was taken back. */
  find(name: string): Promise<Published | null>;
  /** What it shows of its first entries, made now. It is what others see from here on, too. */
  make(row: PublicRow, of: Readonly<{ entries: number; at: string }>): Promise<Published>;
}>;

/** Makes figures of public records, and keeps them for a minute. Whether a record is public is asked for each time. */
export function createPublishedRecords(deps: PublishedDeps): PublishedRecords {
  const { db, clock } = deps;
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  const nameOf = ({ user_id, account_id }: PublicRow) => `${user_id} ${account_id}`;

  const keep = (row: PublicRow, made: Promise<Published>): Promise<Published> => {
    const entry = { of: JSON.stringify(row), madeAt: clock.now(), made };
    kept.set(nameOf(row), entry);
    made.catch(() => {
      if (kept.get(nameOf(row)) === entry) kept.delete(nameOf(row));
    });
    return made;
  };

  return {
    async find(name) {
      const row = await findPublicRecord(db, name);
      if (!row) return null;
      const known = kept.get(nameOf(row));
      const age = known ? clock.now() - known.madeAt : Number.POSITIVE_INFINITY;
      if (known && known.of === JSON.stringify(row) && age >= 0 && age < KEPT_MS) return known.made;
      const at = new Date(clock.now()).toISOString();
      return keep(
        row,
        countEntries(db, row).then((entries) => makeOf(deps, row, { entries, at })),
      );
    },
    make: (row, of) => keep(row, makeOf(deps, row, of)),
  };
}

async function makeOf(
  { db }: PublishedDeps,
  row: PublicRow,
  { entries, at }: Readonly<{ entries: number; at: string }>,
): Promise<Published> {
  const now = Date.parse(at);
  const own = await findAccountClass(db, row);
  const account: AccountClass = { type: own?.type ?? 'unknown', paper: own?.paper ?? false };
  const hidden = new Set<number>();
  if (!row.shows_open) {
    const whole = await standingOf(db, row, entries, new Set());
    for (const position of whole.open(now)) hidden.add(position);
  }
  const standing = await standingOf(db, row, entries, hidden);
  const trades = standing.trades(standing.account() ?? account);
  const terms = {
    name: row.name,
    at,
    account,
    owner: await countAccounts(db, row.user_id),
    shows: { open: row.shows_open, money: row.shows_money },
  };
  const start = own ? await startOf(db, row, own.currency, trades) : null;
  const record = publishedRecord(standing, terms, start);
  const text = canonicalJson(record as unknown as JsonValue);
  return { row, record, text, trades, hidden };
}

/** @param hidden positions whose bodies nobody sees; those that name the account are added */
async function standingOf(
  db: Db,
  row: PublicRow,
  entries: number,
  hidden: Set<number>,
): Promise<Standing> {
  const standing = createStanding();
  for (let after = 0; after < entries; ) {
    const page = await readEntries(db, row, { after, upTo: entries, limit: PAGE });
    const last = page.at(-1);
    if (!last) break;
    for (const { position, kind, at, body, private: kept, named } of page) {
      if (named || kind === 'settings') hidden.add(position);
      const isHidden = hidden.has(position);
      standing.take({
        leaf: { kind, position, at: at.toISOString() },
        body: isHidden || body === null ? null : parse(body),
        private: isHidden || kept === null ? null : parse(kept),
      });
    }
    after = last.position;
  }
  return standing;
}

/** What the account held before its first trade, where that is known. */
async function startOf(
  db: Db,
  { user_id, account_id }: PublicRow,
  currency: string,
  trades: readonly StandingTrade[],
): Promise<StartBalance | null> {
  const [first] = trades;
  if (!first) return null;
  const key = { userId: user_id, accountId: account_id };
  const minor = await balanceAt(db, key, new Date(first.closedAt), null);
  return minor === null ? null : { currency, minor };
}
