import { plural, t } from '@lingui/core/macro';
import type { TradeStatistics } from '@quorate/contract/trades';
import { formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { Skeleton } from '@quorate/ui/skeleton';
import { NOTHING_YET, Stat, toneOf } from '@quorate/ui/stat';

const GRID =
  'grid grid-cols-2 gap-x-6 gap-y-5 border-t border-line py-5 first:border-t-0 first:pt-2 lg:grid-cols-4';

/** All twelve metrics, each with the sample it rests on. */
export function StatisticsFigures({ statistics }: { statistics: TradeStatistics }) {
  const {
    currency,
    total_trades: total,
    winning_trades: wins,
    losing_trades: losses,
    break_even_trades: even,
  } = statistics;
  const amount = (value: number, sample = total) =>
    sample === 0 ? NOTHING_YET : formatMoney(value, currency, 'always');
  const count = (value: number) => (total === 0 ? NOTHING_YET : formatCount(value));
  const overAll = t`Over ${plural(total, { one: '# trade', other: '# trades' })}`;
  const overWins = t`Over ${plural(wins, { one: '# win', other: '# wins' })}`;
  const overLosses = t`Over ${plural(losses, { one: '# loss', other: '# losses' })}`;
  return (
    <>
      <dl className={GRID}>
        <Stat label={t`Total trades`} value={count(total)} note={t`Closed, in ${currency}`} />
        <Stat
          label={t`Win rate`}
          value={total === 0 ? NOTHING_YET : formatPercent(statistics.win_rate)}
          note={overAll}
        />
        <Stat
          label={t`Net profit`}
          value={amount(statistics.net_profit)}
          tone={toneOf(statistics.net_profit)}
          note={t`After commission, swap and fees`}
        />
        <Stat
          label={t`Profit factor`}
          value={factorText(statistics.profit_factor_text)}
          note={profitFactorNote(statistics)}
        />
      </dl>
      <dl className={GRID}>
        <Stat
          label={t`Winning trades`}
          value={count(wins)}
          note={even > 0 ? t`${formatCount(even)} broke even` : overAll}
        />
        <Stat label={t`Losing trades`} value={count(losses)} note={overAll} />
        <Stat
          label={t`Total profit`}
          value={amount(statistics.total_profit, wins)}
          tone={toneOf(statistics.total_profit)}
          note={overWins}
        />
        <Stat
          label={t`Total loss`}
          value={amount(statistics.total_loss, losses)}
          tone={toneOf(statistics.total_loss)}
          note={overLosses}
        />
        <Stat
          label={t`Average win`}
          value={amount(statistics.average_win, wins)}
          tone={toneOf(statistics.average_win)}
          note={overWins}
        />
        <Stat
          label={t`Average loss`}
          value={amount(statistics.average_loss, losses)}
          tone={toneOf(statistics.average_loss)}
          note={overLosses}
        />
        <Stat
          label={t`Largest win`}
          value={amount(statistics.largest_win, wins)}
          tone={toneOf(statistics.largest_win)}
          note={overWins}
        />
        <Stat
          label={t`Largest loss`}
          value={amount(statistics.largest_loss, losses)}
          tone={toneOf(statistics.largest_loss)}
          note={overLosses}
        />
      </dl>
      {total > 0 && total < SMALL_SAMPLE && (
        <p className="border-t border-line pt-4 text-tiny text-muted">
          {plural(total, {
            one: `# trade says little yet: figures settle after about ${SMALL_SAMPLE}.`,
            other: `# trades say little yet: figures settle after about ${SMALL_SAMPLE}.`,
          })}
        </p>
      )}
    </>
  );
}

/** Below this, chance moves every figure more than skill does. */
const SMALL_SAMPLE = 30;

function factorText(text: string): string {
  if (text === 'inf') return '∞';
  return text === 'n/a' ? NOTHING_YET : text;
}

function profitFactorNote({
  profit_factor_text: text,
  total_trades: total,
}: TradeStatistics): string {
  if (text === 'inf') return t`No losing trade yet`;
  if (text === 'n/a') return t`Needs a winning or losing trade`;
  return t`Profit over loss, ${plural(total, { one: '# trade', other: '# trades' })}`;
}

/** The place of the figures. */
export function StatisticsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{t`Loading statistics`}</span>
      {[4, 8].map((count) => (
        <div key={count} className={GRID}>
          {Array.from({ length: count }, (_, place) => `place-${place}`).map((place) => (
            <div key={place}>
              <Skeleton className="h-[1.1875rem] w-24" />
              <Skeleton className="mt-1 h-[2.1875rem] w-28" />
              <Skeleton className="mt-1 h-[1.1875rem] w-32" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
