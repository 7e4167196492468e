import { RAW_BARS_MAX } from '@quorate/contract/decisions';
import { isSameBar } from '@quorate/trading/market/agreement';
import type { Timeframe } from '@quorate/trading/market/candle';
import { barsFault } from '@quorate/trading/market/plausible';
import {
  countRawBars,
  findRawBar,
  packRawBars,
  RAW_BAR_BYTES,
  type RawBar,
  rawBarAt,
} from '@quorate/trading/market/raw-bars';
import { LRUCache } from 'lru-cache';
import { afterCommit } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import {
  appendBars,
  findNewest,
  findSeries,
  lockSeries,
  replaceBars,
  rollTail,
  type SeriesName,
} from './bars.queries.ts';

/** Series that are open in memory; one of 1,500 bars takes 36 kB. */
const OPEN_BYTES = 48 * 1024 * 1024;
/** A tail becomes a chunk from so many bars on. */
const CHUNK_BYTES = 100 * RAW_BAR_BYTES;

/** Bars that came with a call. */
export type SentBars = Readonly<{
  timeframe: Timeframe;
  digits: number;
  bars: readonly RawBar[];
  /** Opening second of the bar that they follow on; undefined: they are all there is. */
  after: number | undefined;
  now: number;
}>;

/** A series with the bars that came; stored once what rests on it is. */
export type JoinedBars = Readonly<{
  kind: 'joined';
  name: SeriesName;
  digits: number;
  /** The newest 1,500, packed, up to the newest that came. */
  packed: Uint8Array;
  /** How many of them came with this call. */
  sent: number;
  /** The account says of a bar what it did not say before. */
  restated: boolean;
  write: Write;
}>;

type Write =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'replace' }>
  | Readonly<{ kind: 'append'; follow: number; packed: Uint8Array; sent: SentBars }>;

/** They cannot be joined: `from` is the first second from which they are needed. */
export type MissingBars = Readonly<{ kind: 'missing'; from: number }>;
/** They cannot be after those that are kept. */
export type FaultyBars = Readonly<{ kind: 'faulty'; message: string }>;

type Open = Readonly<{ digits: number; bars: Uint8Array }>;

export type BarStore = Readonly<{
  /** Joins what came with what is kept. Nothing is stored by it. */
  join(db: Db, name: SeriesName, sent: SentBars): Promise<JoinedBars | MissingBars | FaultyBars>;
  /**
   * Stores what was joined, in the caller's transaction, which `inTransaction` has begun. Where another call
   * has stored bars meanwhile they are joined with those; with others nothing is stored, and the next call is
   * told which are missing.
   */
  store(db: Db, accountId: string, joined: JoinedBars, now: Date): Promise<void>;
  /** The newest bars that are kept; undefined where there are none. */
  read(db: Db, name: SeriesName): Promise<Open | undefined>;
}>;

/**
 * The newest 1,500 closed bars of each account, symbol and timeframe, as its bot has sent them. Series in use
 * are open in memory, so that a decision reads nothing; what another copy of the service has stored is noticed
 * where bars do not follow.
 */
export function createBarStore(): BarStore {
  const open = new LRUCache<string, Open>({
    maxSize: OPEN_BYTES,
    sizeCalculation: ({ bars }) => bars.byteLength + 200,
  });

  async function load(db: Db, name: SeriesName): Promise<Open | undefined> {
    const stored = await findSeries(db, name);
    if (!stored) {
      open.delete(textOf(name));
      return undefined;
    }
    const found = { digits: stored.digits, bars: newestOf(stored.bars) };
    open.set(textOf(name), found);
    return found;
  }

  /** @returns false where the series has gone on meanwhile: then nothing is stored */
  async function put(db: Db, accountId: string, joined: JoinedBars, now: Date): Promise<boolean> {
    const { name, write, packed, digits } = joined;
    const key = { ...name, accountId };
    const newest = timeAt(packed, countRawBars(packed) - 1);
    if (write.kind === 'replace') {
      await replaceBars(db, key, { packed, digits, first: timeAt(packed, 0), newest }, now);
    } else if (write.kind === 'append') {
      const first = timeAt(write.packed, 0);
      const bytes = await appendBars(db, key, { ...write, first, newest }, now);
      if (bytes === null) return false;
      if (bytes >= CHUNK_BYTES) await rollTail(db, key, timeAt(packed, 0));
    } else return true;
    afterCommit(db, () => open.set(textOf(name), { digits, bars: packed }));
    return true;
  }

  async function read(db: Db, name: SeriesName): Promise<Open | undefined> {
    const known = open.get(textOf(name));
    // Another copy of the service may have stored more.
    const isNewest =
      known && (await findNewest(db, name)) === timeAt(known.bars, countRawBars(known.bars) - 1);
    return isNewest ? known : load(db, name);
  }

  return {
    read,
    async join(db, name, sent) {
      const { after } = sent;
      if (after === undefined) return begin(name, sent, await read(db, name));
      const known = open.get(textOf(name));
      const joined = known && follow(name, sent, known);
      if (joined && joined.kind !== 'missing') return joined;
      const kept = await load(db, name);
      return kept ? follow(name, sent, kept) : { kind: 'missing', from: sent.bars[0]?.[0] ?? 0 };
    },
    async store(db, accountId, joined, now) {
      const { name, write } = joined;
      if (write.kind === 'none') return;
      if ((await put(db, accountId, joined, now)) || write.kind === 'replace') return;
      await lockSeries(db, { ...name, accountId });
      const kept = await findSeries(db, name);
      const again = kept && follow(name, write.sent, kept);
      if (again && again.kind === 'joined') await put(db, accountId, again, now);
      else afterCommit(db, () => open.delete(textOf(name)));
    },
  };
}

/** All that the bot has: from now on the series begins where the bot's does. */
function begin(name: SeriesName, sent: SentBars, kept: Open | undefined): JoinedBars {
  const { digits, bars } = sent;
  return {
    kind: 'joined',
    name,
    digits,
    packed: packRawBars(bars),
    sent: bars.length,
    restated: kept?.digits === digits && bars.some((bar) => differs(kept, bar)),
    write: { kind: 'replace' },
  };
}

function follow(
  name: SeriesName,
  sent: SentBars,
  { bars: kept, digits }: Open,
): JoinedBars | MissingBars | FaultyBars {
  const { bars, timeframe, now, after = -1 } = sent;
  const newest = countRawBars(kept) - 1;
  const at = digits === sent.digits ? findRawBar(kept, after) : -1;
  if (at < 0) return { kind: 'missing', from: timeAt(kept, newest) };
  // The step from the last bar that is known is held against the same rules.
  const fault = barsFault(timeframe, [rawBarAt(kept, at), ...bars.slice(0, 1)], now);
  if (fault !== null) return { kind: 'faulty', message: fault };
  const known = newest - at;
  const packed = packRawBars(bars);
  const same = Math.min(known, bars.length) * RAW_BAR_BYTES;
  const from = (at + 1) * RAW_BAR_BYTES;
  if (Buffer.compare(kept.subarray(from, from + same), packed.subarray(0, same)) !== 0)
    return { kind: 'missing', from: after };
  const added = packed.subarray(same);
  return {
    kind: 'joined',
    name,
    digits,
    packed: newestOf(Buffer.concat([kept.subarray(0, from), packed])),
    sent: bars.length,
    restated: false,
    write:
      added.byteLength === 0
        ? { kind: 'none' }
        : { kind: 'append', follow: timeAt(kept, newest), packed: added, sent },
  };
}

/** Whether the series has another bar of the same moment. A terminal that syncs again may correct a few points. */
function differs({ bars, digits }: Open, bar: RawBar): boolean {
  const at = findRawBar(bars, bar[0]);
  return at >= 0 && !isSameBar({ bar: rawBarAt(bars, at), digits }, { bar, digits });
}

function newestOf(bars: Uint8Array): Uint8Array {
  return bars.subarray(Math.max(0, bars.byteLength - RAW_BARS_MAX * RAW_BAR_BYTES));
}

function timeAt(packed: Uint8Array, index: number): number {
  return rawBarAt(packed, index)[0];
}

function textOf({ userId, account, symbol, timeframe }: SeriesName): string {
  return JSON.stringify([userId, account.server, account.login, symbol, timeframe]);
}
