import { AppError } from '../../http/app-error.ts';

/** Reports that are read at a time; all but one of them may be long ones. */
const READING_MAX = 3;
const LONG_MAX = READING_MAX - 1;
/** Reports that are read or stored at a time: one that is being stored waits for the database most of the time. */
const OPEN_MAX = 8;
/** Reports of one user under way, the one that is read or stored included. */
const REPORTS_PER_USER = 3;
const UNDER_WAY_MAX = 60;
/** A report that takes longer to read gives way to one that waits, and begins again as a long one. */
const SHORT_MS = 1_000;
const LOOK_MS = 250;
const BUSY_RETRY_S = 15;

/** The right to read one report. */
export type Turn = Readonly<{
  /** Aborted when somebody else's report goes first; never for a long one, and never after `isRead`. */
  givesWay: AbortSignal;
  /** The reading is over, and the storing begins. */
  isRead(): void;
  end(): void;
}>;

type Caller = Readonly<{ userId: string; isLong: boolean }>;
type Waiting = Caller & Readonly<{ begin: () => void }>;
type Reading = Readonly<{ isLong: boolean; beganAt: number; giveWay: AbortController }>;

export type ReportQueue = Readonly<{
  /**
   * Takes one of the user's places, for as long as a report is received, read and stored.
   *
   * @returns what gives the place back
   * @throws AppError import_limit_reached, imports_busy
   */
  takePlace(userId: string): () => void;
  /** Waits until the user's next report may be read: one at a time of each, users in turn. */
  turn(caller: Caller, gone: AbortSignal): Promise<Turn>;
}>;

export function createReportQueue(): ReportQueue {
  const places = new Map<string, number>();
  const open = new Set<string>();
  const reading = new Set<Reading>();
  let waiting: Waiting[] = [];
  let underWay = 0;

  const fits = ({ userId, isLong }: Caller) =>
    !open.has(userId) && !(isLong && [...reading].filter((each) => each.isLong).length >= LONG_MAX);

  const next = () => {
    while (reading.size < READING_MAX && open.size < OPEN_MAX) {
      const first = waiting.find(fits);
      if (!first) return;
      waiting = waiting.filter((each) => each !== first);
      first.begin();
    }
  };

  /** As many readings as reports wait for them are told to give way, the longest first. */
  const makeRoom = () => {
    if (reading.size < READING_MAX) return;
    const leaving = [...reading].filter(({ giveWay }) => giveWay.signal.aborted).length;
    const needed = waiting.filter((each) => !each.isLong && !open.has(each.userId)).length;
    if (leaving >= needed) return;
    const since = performance.now() - SHORT_MS;
    const [longest] = [...reading]
      .filter((each) => !each.isLong && each.beganAt <= since && !each.giveWay.signal.aborted)
      .sort((a, b) => a.beganAt - b.beganAt);
    longest?.giveWay.abort();
  };

  const begin = ({ userId, isLong }: Caller): Turn => {
    const mine: Reading = { isLong, beganAt: performance.now(), giveWay: new AbortController() };
    open.add(userId);
    reading.add(mine);
    return {
      givesWay: mine.giveWay.signal,
      isRead: () => {
        if (reading.delete(mine)) next();
      },
      end: () => {
        reading.delete(mine);
        open.delete(userId);
        next();
      },
    };
  };

  return {
    takePlace(userId) {
      const taken = places.get(userId) ?? 0;
      if (taken >= REPORTS_PER_USER)
        throw new AppError('import_limit_reached', {
          details: { limit: REPORTS_PER_USER, actual: taken, retry_after_s: BUSY_RETRY_S },
        });
      if (underWay >= UNDER_WAY_MAX) throw importsBusy();
      places.set(userId, taken + 1);
      underWay += 1;
      return () => {
        const left = (places.get(userId) ?? 1) - 1;
        if (left > 0) places.set(userId, left);
        else places.delete(userId);
        underWay -= 1;
      };
    },
    turn(caller, gone) {
      const { promise, resolve, reject } = Promise.withResolvers<Turn>();
      const impatient = setInterval(makeRoom, LOOK_MS);
      const leave = () => {
        waiting = waiting.filter((each) => each !== mine);
        settle();
        reject(new AppError('caller_gone'));
      };
      const settle = () => {
        clearInterval(impatient);
        gone.removeEventListener('abort', leave);
      };
      const mine: Waiting = {
        ...caller,
        begin: () => {
          settle();
          resolve(begin(caller));
        },
      };
      waiting.push(mine);
      if (gone.aborted) leave();
      else gone.addEventListener('abort', leave);
      next();
      return promise;
    },
  };
}

export function importsBusy(cause?: unknown): AppError {
  return new AppError('imports_busy', { details: { retry_after_s: BUSY_RETRY_S }, cause });
}
