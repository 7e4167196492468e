import type { Instant } from '@quorate/values/instant';
import { isoFromInstant } from '@quorate/values/instant';
import type { ServiceLimit } from '../analysts/decision.ts';
import { tradingDayOf, tradingDayStart, tradingWeekStart } from '../market/trading-day.ts';
import type { LimitsState } from '../risk/limits-state.ts';
import type { Refusal } from '../risk/refusal.ts';
import type { LimitNotice } from './trading-loop-events.ts';

/** Remembers which limits hold, and until when, so that nothing is asked in vain. */
export type AskingLimits = Readonly<{
  /** A limit of the service that still keeps this symbol from being asked about. */
  holding(symbol: string, asOf: Instant): LimitNotice | undefined;
  /** Takes note of the service's answer. */
  pause(symbol: string, limit: ServiceLimit, asOf: Instant): LimitNotice;
  /**
   * Takes note of a limit that the desk keeps.
   *
   * @returns the notice when it is new, undefined when it was told before or is no lasting limit
   */
  note(refusal: Refusal, limits: LimitsState): LimitNotice | undefined;
  /** All that still hold. */
  all(asOf: Instant): readonly LimitNotice[];
}>;

const EVERY_SYMBOL = '*';

/**
 * No limit holds yet.
 *
 * @param newAccountAfterLock whether an account that has ended is followed by a new one on the next day
 */
export function createAskingLimits(newAccountAfterLock = false): AskingLimits {
  const notices = new Map<string, { notice: LimitNotice; symbol: string; fromService: boolean }>();

  function stillHolds(notice: LimitNotice, asOf: Instant): boolean {
    return notice.until === null || asOf < notice.until;
  }

  function keyOf(symbol: string, code: LimitNotice['code'], until: Instant | null): string {
    return `${symbol} ${code} ${until ?? 'for good'}`;
  }

  function keep(symbol: string, notice: LimitNotice, fromService: boolean, asOf: Instant): void {
    const key = keyOf(symbol, notice.code, notice.until);
    if (notices.has(key)) return;
    // Those that are over go: a run of years would look through them all at every question.
    for (const [old, { notice: each }] of notices) if (!stillHolds(each, asOf)) notices.delete(old);
    notices.set(key, { notice, symbol, fromService });
  }

  return {
    holding(symbol, asOf) {
      for (const { notice, symbol: whose, fromService } of notices.values()) {
        if (!fromService || (whose !== EVERY_SYMBOL && whose !== symbol)) continue;
        if (stillHolds(notice, asOf)) return notice;
      }
      return undefined;
    },
    pause(symbol, limit, asOf) {
      const { code, message } = limit;
      const whose = code === 'symbol_limit_reached' ? symbol : EVERY_SYMBOL;
      // A day of trading is the bars' day, whatever clock the service counts by.
      const until =
        code === 'daily_trade_limit_reached'
          ? tradingDayStart(tradingDayOf(asOf) + 1)
          : limit.until;
      const notice = { code, limit: limit.limit, actual: limit.actual, until, message };
      keep(whose, notice, true, asOf);
      return notice;
    },
    note(refusal, limits) {
      const code = LASTING[refusal.code];
      if (code === undefined) return undefined;
      const until = endOf(code, limits, newAccountAfterLock);
      if (notices.has(keyOf(EVERY_SYMBOL, code, until))) return undefined;
      const message =
        until === null
          ? `${refusal.message} Nothing is opened until its owner begins again.`
          : `${refusal.message} Trading resumes at ${isoFromInstant(until)}.`;
      const notice: LimitNotice = {
        code,
        limit: Number(refusal.limit),
        actual: Number(refusal.actual),
        until,
        message,
      };
      keep(EVERY_SYMBOL, notice, false, tradingDayStart(limits.day));
      return notice;
    },
    all(asOf) {
      return [...notices.values()]
        .map(({ notice }) => notice)
        .filter((notice) => stillHolds(notice, asOf));
    },
  };
}

/** Refusals that last for a while, under the names their notices carry. */
const LASTING: Readonly<Partial<Record<string, LimitNotice['code']>>> = {
  daily_trades: 'daily_trades',
  plan_daily_trades: 'daily_trade_limit_reached',
  daily_loss: 'daily_loss',
  weekly_loss: 'weekly_loss',
  weekly_profit: 'weekly_profit',
  drawdown: 'drawdown',
  losing_streak: 'losing_streak',
};

/** A day's or a week's limit ends with it, a pause at its own hour, a drawdown with its owner's word or a new account. */
function endOf(
  code: LimitNotice['code'],
  limits: LimitsState,
  newAccountAfterLock: boolean,
): Instant | null {
  const nextDay = tradingDayStart(limits.day + 1);
  switch (code) {
    case 'weekly_loss':
    case 'weekly_profit':
      return tradingWeekStart(limits.week + 1);
    case 'drawdown':
      return newAccountAfterLock ? nextDay : null;
    case 'losing_streak':
      return limits.lossesUntil ?? nextDay;
    default:
      return nextDay;
  }
}
