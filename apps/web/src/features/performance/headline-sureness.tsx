import { t } from '@lingui/core/macro';
import type { Measure, PerformanceReply } from '@quorate/contract/performance';
import { MEASURES, type MeasureKey } from '@quorate/trading/statistics/measures/catalogue';
import type { MeasureText } from '@quorate/trading/statistics/measures/measure';
import { Skeleton } from '@quorate/ui/skeleton';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { Whisker } from '../../ui/whisker.tsx';
import { intervalWords, missingWords, valueWords } from './measure-words.ts';
import { type PerformanceFilter, usePerformance } from './performance.api.ts';
import { useStartingBalance } from './starting-balance.tsx';

const SHOWN = ['expectancy', 'win_rate', 'profit_factor'] as const satisfies MeasureKey[];

type HeadlineSurenessProps = { userId: string; timeZone: string; filter: PerformanceFilter };

/** How sure the headline figures are: each with its interval, and with what it has to beat. */
export function HeadlineSureness({ userId, timeZone, filter }: HeadlineSurenessProps) {
  // The same question as the measures ask: it is answered once.
  const [startingBalance] = useStartingBalance(userId, filter.currency);
  const performance = usePerformance({ userId, timeZone, filter, startingBalance });
  const reply = performance.data;
  return (
    <section aria-labelledby="sureness" className="border-t border-line pt-5">
      <h3 id="sureness" className="text-body font-semibold">{t`How sure is that?`}</h3>
      <p className="mt-0.5 text-tiny text-muted">{t`The true figure lies in its 95% interval in about 19 of 20 records like yours.`}</p>
      {performance.isError && (
        <RetryNotice
          title={t`Failed to load the intervals`}
          error={performance.error}
          onRetry={() => void performance.refetch()}
          busy={performance.isFetching}
        />
      )}
      <ul className="mt-2" aria-busy={performance.isPlaceholderData}>
        {SHOWN.map((key) => {
          const text = MEASURES.find((each) => each.key === key);
          if (!text) return null;
          return (
            <li key={key} className="border-b border-line py-2 last:border-0">
              {reply ? (
                <SureRow text={text} reply={reply} />
              ) : (
                <Skeleton className="h-[3.4rem] w-full" />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function SureRow({ text, reply }: { text: MeasureText; reply: PerformanceReply }) {
  const measure = reply.measures.find(({ key }) => key === text.key);
  if (!measure) return null;
  const { value, interval } = measure;
  const missing = missingWords(measure, text);
  const mark = markOf(text.key, reply);
  return (
    <div className="grid gap-x-4 sm:grid-cols-[1fr_9rem] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
          <span>{text.name}</span>
          {value !== null && missing === null && (
            <span className="figures">{valueWords(value, text, reply.currency)}</span>
          )}
        </p>
        <p className="min-h-[1.1875rem] text-tiny text-muted">
          {missing ??
            `${intervalWords(measure, text, reply.currency) ?? ''}. ${surenessWords(measure, mark)}`}
        </p>
      </div>
      {value !== null && interval !== null && (
        <Whisker low={interval.low} value={value} high={interval.high} mark={mark} />
      )}
    </div>
  );
}

/** What a figure has to beat: null where that is not known. */
function markOf(key: string, { measures }: PerformanceReply): number | null {
  if (key === 'expectancy') return 0;
  if (key === 'profit_factor') return 1;
  return measures.find((measure) => measure.key === 'break_even_win_rate')?.value ?? null;
}

/** What an interval proves. */
export function surenessWords(
  { interval }: Pick<Measure, 'interval'>,
  mark: number | null,
): string {
  if (interval === null || mark === null) return '';
  if (interval.low !== null && interval.low > mark) return t`Above break-even.`;
  if (interval.high !== null && interval.high < mark) return t`Below break-even.`;
  return t`This could still be luck.`;
}
