import { addMilliseconds, HOUR_MS, type Instant } from '@quorate/values/instant';
import { isForexPairOrMetal } from '../account/instrument.ts';
import { serverWeekday } from './trading-day.ts';

/** Some brokers quote for some minutes around the weekend's ends, and a terminal's clock may be an hour off. */
const SLACK_MS = HOUR_MS;

/**
 * Whether a market was shut for certain: a forex pair, gold or silver at the weekend, from an hour after Friday 17:00 to
 * an hour before Sunday 17:00 in New York. Of other symbols, and of holidays, nothing is known.
 *
 * @example isMarketShut('EURUSD', instantFromIso('2026-03-07T12:00:00Z')) // true: a Saturday
 * @example isMarketShut('BTCUSD', instantFromIso('2026-03-07T12:00:00Z')) // false
 */
export function isMarketShut(symbol: string, moment: Instant): boolean {
  return keepsForexWeek(symbol) && [-SLACK_MS, SLACK_MS].every((ms) => isWeekend(moment, ms));
}

/** Whether a symbol is only traded while the forex market is open. Its name with a broker's suffix counts. */
export function keepsForexWeek(symbol: string): boolean {
  // A market that is made up, or repeated from a file, has a clock of its own.
  return isForexPairOrMetal(symbol) && !/\.(practice|recorded)$/.test(symbol);
}

function isWeekend(moment: Instant, later: number): boolean {
  const weekday = serverWeekday(addMilliseconds(moment, later));
  return weekday === 6 || weekday === 0;
}
