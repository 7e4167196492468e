import type { Clock } from '../process/clock.ts';
import type { Db } from './tables.ts';

/**
 * Does reading work, on the replica where there is one that is as far as the primary is for this user, on the
 * primary otherwise. The work may be done twice, and so changes nothing and answers nobody itself.
 */
export type Reads = <T>(userId: string, work: (db: Db) => Promise<T>) => Promise<T>;

/** The same, about one user. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Something that is different after each change that the work would see. */
export type Mark = (db: Db, userId: string) => Promise<string>;

export type ReplicaReads = Readonly<{
  /** Reads that see a user's rows, all of those that the mark tells of. */
  upTo(mark: Mark): Reads;
  /** Reads that may be some moments old, about nobody in particular. */
  anyTime<T>(work: (db: Db) => Promise<T>): Promise<T>;
}>;

export type ReadsLog = Readonly<{
  warn: (details: { err: unknown }, message: string) => void;
  info: (message: string) => void;
}>;

/** How long a replica is left alone that was away, or slow. */
const REST_MS = 10_000;
/** What it says to work that has to write something first, such as sums that are made when they are read. */
const READ_ONLY = '25006';
/** The replica called the statement off, because rows it reads were removed on the primary. */
const CONFLICT = '40001';

type Deps = Readonly<{ primary: Db; replica: Db | null; clock: Clock; log: ReadsLog }>;

/** Where reading work is done. */
export function createReads({ primary, replica, clock, log }: Deps): ReplicaReads {
  /** Since when it is left alone. */
  let restsSince: number | null = null;

  function isResting(): boolean {
    if (restsSince === null) return false;
    const restedMs = clock.now() - restsSince;
    // A clock that was put back is no reason to rest for longer.
    return restedMs >= 0 && restedMs < REST_MS;
  }

  /** @returns null when the work has to be done on the primary */
  async function tryOn<T>(
    db: Db,
    work: (db: Db) => Promise<T | null>,
  ): Promise<{ value: T } | null> {
    try {
      const value = await work(db);
      if (restsSince !== null) {
        restsSince = null;
        log.info('the reading replica answers again');
      }
      return value === null ? null : { value };
    } catch (err) {
      const code = err instanceof Error && 'code' in err ? String(err.code) : '';
      // Work that fails by itself fails on the primary as well, and is heard of there.
      if (code === READ_ONLY || code === CONFLICT || !isAway(err, code)) return null;
      if (restsSince === null)
        log.warn({ err }, 'the reading replica does not answer; the primary is read until it does');
      restsSince = clock.now();
      return null;
    }
  }

  return {
    upTo: (mark) => async (userId, work) => {
      if (replica === null || isResting()) return work(primary);
      const here = mark(primary, userId);
      // Whichever of the two fails first, the other is not left unheard.
      here.catch(() => {});
      const done = await tryOn(replica, async (db) => {
        const [told, reached] = await Promise.all([here, mark(db, userId)]);
        return told === reached ? { value: await work(db) } : null;
      });
      return done ? done.value.value : work(primary);
    },
    async anyTime(work) {
      if (replica === null || isResting()) return work(primary);
      const done = await tryOn(replica, async (db) => ({ value: await work(db) }));
      return done ? done.value.value : work(primary);
    },
  };
}

/** The connection broke, could not be had or was too slow: not the statement's own fault. */
function isAway(error: unknown, code: string): boolean {
  if (/^(08|53|57|58)/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && /timeout|terminated|ended/i.test(error.message);
}
