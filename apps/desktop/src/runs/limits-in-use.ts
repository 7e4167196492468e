import type { RiskProfile } from '@quorate/bot/profiles/profile';
import { t } from '@quorate/bot/words';
import {
  tradingDayOf,
  tradingDayStart,
  tradingWeekOf,
  tradingWeekStart,
} from '@quorate/trading/market/trading-day';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import type { LimitUse } from '../contract/runs.ts';
import type { ToldLimits } from './bot-status.ts';

type Standing = Readonly<{
  limits: ToldLimits;
  risk: RiskProfile;
  /** null where the terminal has not told. */
  equity: number | null;
  currency: string | null;
  now: Instant;
}>;

/** How much of each limit is used; of a day or week that is over, nothing. */
export function limitsInUse({
  limits,
  risk,
  equity,
  currency,
  now,
}: Standing): readonly LimitUse[] {
  const isToday = limits.day >= tradingDayOf(now);
  const isThisWeek = limits.week >= tradingWeekOf(now);
  const minor =
    equity === null || currency === null
      ? null
      : equity * 10 ** currencyDigits(currencyOf(currency));
  /** Percent that the equity has risen since; where it is not known, nothing. */
  const change = (startMinor: number | undefined) =>
    minor === null || startMinor === undefined || startMinor <= 0
      ? 0
      : (100 * (minor - startMinor)) / startMinor;
  const tomorrow = until(tradingDayStart(tradingDayOf(now) + 1));
  const nextWeek = until(tradingWeekStart(tradingWeekOf(now) + 1));
  const day = isToday ? change(limits.dayStartMinor) : 0;
  const week = isThisWeek ? change(limits.weekStartMinor) : 0;
  const opened = isToday ? limits.openedToday : 0;
  const most = risk.maximum_daily_trades;
  const dailyLoss = isToday ? limits.dailyLossLatch : null;
  const weeklyLoss = isThisWeek ? limits.weeklyLossLatch : null;
  const weeklyProfit = isThisWeek ? limits.weeklyProfitLatch : null;
  const percent = (
    id: LimitUse['id'],
    used: number,
    limit: number | null,
    reached: string | null,
  ) => ({
    id,
    used: round(Math.max(0, used)),
    limit,
    unit: 'percent' as const,
    reached,
  });
  return [
    {
      id: 'daily_trades',
      used: opened,
      limit: most,
      unit: 'trades',
      reached:
        opened < most
          ? null
          : t`${{ opened }} of ${{ most }} trades were opened today. Nothing is opened ${{ tomorrow }}.`,
    },
    percent(
      'daily_loss',
      -day,
      risk.daily_loss_limit_percent,
      met(
        dailyLoss,
        (at) =>
          t`The day's loss reached ${{ at }} %, the limit is ${{ dailyLossLimitPercent: risk.daily_loss_limit_percent }} %. Nothing is opened ${{ tomorrow }}.`,
      ),
    ),
    percent(
      'weekly_loss',
      -week,
      risk.weekly_loss_limit_percent,
      met(
        weeklyLoss,
        (at) =>
          t`The week's loss reached ${{ at }} %, the limit is ${{ weeklyLossLimitPercent: risk.weekly_loss_limit_percent }} %. Nothing is opened ${{ nextWeek }}.`,
      ),
    ),
    percent(
      'weekly_profit',
      week,
      risk.weekly_profit_limit_percent,
      met(
        weeklyProfit,
        (at) =>
          t`The week's profit reached ${{ at }} %, the limit is ${{ weeklyProfitLimitPercent: risk.weekly_profit_limit_percent }} %. Nothing is opened ${{ nextWeek }}.`,
      ),
    ),
    percent(
      'drawdown',
      -change(limits.peakMinor),
      risk.drawdown_limit_percent,
      met(
        limits.drawdownLatch,
        (at) =>
          t`The equity fell ${{ at }} % from its highest, the limit is ${{ drawdownLimitPercent: risk.drawdown_limit_percent }} %. Nothing is opened until you begin again.`,
      ),
    ),
    {
      id: 'losses_in_a_row',
      used: limits.lossesInRow ?? 0,
      limit: risk.losses_in_a_row_limit,
      unit: 'losses',
      reached: met(
        isOver(limits.lossesUntil, now) ? null : limits.lossesLatch,
        (at) =>
          t`${{ at }} trades in a row were lost, the limit is ${{ lossesInARowLimit: risk.losses_in_a_row_limit }}. Nothing is opened ${{ until: untilOf(limits.lossesUntil) }}.`,
      ),
    },
  ];
}

function met(latch: number | null | undefined, text: (at: number) => string): string | null {
  return latch === null || latch === undefined ? null : text(latch);
}

/** The bot forgets a pause that is over at its next bar. */
function isOver(until: number | null | undefined, now: Instant): boolean {
  return until !== null && until !== undefined && until <= now;
}

function untilOf(moment: number | null | undefined): string {
  return moment === null || moment === undefined ? t`for now` : until(moment as Instant);
}

function until(moment: Instant): string {
  return t`until ${{ moment: isoFromInstant(moment).slice(0, 16).replace('T', ' ') }} UTC`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
