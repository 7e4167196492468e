import type { Reply } from '@quorate/contract/endpoint';
import type { getSuccessRate, getTradingStatistics } from '@quorate/contract/trades';
import { countOf, formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { Skeleton } from '@quorate/ui/skeleton';
import { NOTHING_YET, Stat, toneOf } from '@quorate/ui/stat';
import { formatDay, isoDay } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { useDemoTime, usePractice } from '../../lib/query/hosted-accounts.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useSuccessRate, useToday } from './trades.api.ts';

type TodayCardsProps = { userId: string; timeZone: string };

/** Today at the top: win rate, trades, wins and result. */
export function TodayCards({ userId, timeZone }: TodayCardsProps) {
  const isDemo = useIsDemo();
  const time = useDemoTime(userId, isDemo);
  const today = useToday(userId, timeZone, time && isoDay(time, timeZone));
  const allTime = useSuccessRate(userId);
  const isPractice = usePractice(userId) === 'alone';
  return (
    <section aria-label="Today" aria-busy={today.isPending}>
      {isDemo && (
        // Its place is there before it is known.
        <p className="mb-4 min-h-[2.875rem] text-small text-muted sm:min-h-[1.4375rem]">
          {today.data?.day &&
            `“Today” is ${formatDay(today.data.day, 'UTC')}, the newest day of this made-up market.`}
        </p>
      )}
      {today.isError && (
        <div className="mb-4">
          <RetryNotice
            title="Failed to load today’s figures"
            error={today.error}
            onRetry={() => void today.refetch()}
            busy={today.isFetching}
          />
        </div>
      )}
      {today.data ? (
        <TodayFigures today={today.data} allTime={allTime.data} isPractice={isPractice} />
      ) : (
        !today.isError && (
          <TodayGrid>
            {PLACES.map((place) => (
              <StatPlace key={place} high={place === 'rate'} />
            ))}
          </TodayGrid>
        )
      )}
    </section>
  );
}

const PLACES = ['rate', 'trades', 'wins', 'result'];

function TodayGrid({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-b border-line pb-6 lg:grid-cols-4">
      {children}
    </dl>
  );
}

function StatPlace({ high }: { high: boolean }) {
  return (
    <div>
      <dt className="sr-only">Loading</dt>
      <dd>
        <Skeleton className="h-[1.1875rem] w-24" />
        <Skeleton className="mt-1 h-[2.1875rem] w-20" />
        <Skeleton
          className={high ? 'mt-1 h-[2.375rem] w-28 lg:h-[1.1875rem]' : 'mt-1 h-[1.1875rem] w-28'}
        />
      </dd>
    </div>
  );
}

function allTimeWords(
  { success_rate, total_trades }: Reply<typeof getSuccessRate>,
  noun: string,
): string {
  if (total_trades === 0) return 'No trades yet';
  return `All time ${formatPercent(success_rate)} of ${countOf(total_trades, noun)}`;
}

type TodayFiguresProps = {
  today: Omit<Reply<typeof getTradingStatistics>, 'success'>;
  allTime: Reply<typeof getSuccessRate> | undefined;
  isPractice: boolean;
};

function TodayFigures({ today, allTime, isPractice }: TodayFiguresProps) {
  const noun = isPractice ? 'practice trade' : 'trade';
  const { total_trades: total, winning_trades: wins, losing_trades: losses } = today;
  return (
    <TodayGrid>
      <Stat
        label="Win rate today"
        value={total === 0 ? NOTHING_YET : formatPercent(today.win_rate)}
        note={
          // Two lines on a phone, also before the second call has answered.
          <span className="block min-h-[2.375rem] lg:min-h-0">
            {allTime ? allTimeWords(allTime, noun) : total > 0 && `Of ${countOf(total, noun)}`}
          </span>
        }
      />
      <Stat
        label="Trades today"
        value={total === 0 ? NOTHING_YET : formatCount(total)}
        note={total === 0 ? 'None closed yet' : `Closed ${noun}s`}
      />
      <Stat
        label="Wins today"
        value={total === 0 ? NOTHING_YET : formatCount(wins)}
        note={total === 0 ? 'None closed yet' : countOf(losses, 'loss', 'losses')}
      />
      <Stat
        label="P&L today"
        value={total === 0 ? NOTHING_YET : formatMoney(today.total_pnl, today.currency, 'always')}
        tone={toneOf(today.total_pnl)}
        note={`${isPractice ? 'Practice money' : 'Net of costs'}, ${today.currency}`}
      />
    </TodayGrid>
  );
}
