import { plural, t } from '@lingui/core/macro';
import { analystName } from '@quorate/ui/analyst-name';
import { formatShare } from '@quorate/ui/format';
import { Skeleton } from '@quorate/ui/skeleton';
import type { ReactNode } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { Whisker } from '../../ui/whisker.tsx';
import { useCalibration } from './calibration.api.ts';
import { shareInterval, sideWords } from './record-words.ts';

type AnalystLinesProps = {
  userId: string;
  /** Leads to all that is known of them. */
  more: ReactNode;
};

/** Were the voters right? One line for each, with its interval. */
export function AnalystLines({ userId, more }: AnalystLinesProps) {
  const calibration = useCalibration(userId, null);
  const records = calibration.data?.records
    .filter(({ outcomes }) => outcomes > 0)
    .toSorted((a, b) => b.outcomes - a.outcomes);
  return (
    <section aria-labelledby="analyst-lines" className="border-t border-line pt-5">
      <h3 id="analyst-lines" className="text-body font-semibold">{t`Were the analysts right?`}</h3>
      <p className="mt-0.5 text-tiny text-muted">{t`How often price went the way each leaned, with its 95% interval. Of all your decisions, whatever the filter.`}</p>
      {calibration.isError && (
        <RetryNotice
          title={t`Failed to load how the voters have done`}
          error={calibration.error}
          onRetry={() => void calibration.refetch()}
          busy={calibration.isFetching}
        />
      )}
      {records ? (
        records.length === 0 ? (
          <p className="mt-2 text-small text-muted">{t`A vote is judged once price has moved one ATR. None has been judged yet.`}</p>
        ) : (
          <ul className="mt-2">
            {records.slice(0, LINES_MAX).map(({ analyst, model, accuracy, outcomes }) => (
              <li
                key={`${analyst} ${model}`}
                className="grid gap-x-4 border-b border-line py-2 last:border-0 sm:grid-cols-[1fr_9rem] sm:items-center"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
                    <span className="[overflow-wrap:anywhere]">{analystName(analyst)}</span>
                    <span className="figures">
                      {accuracy === null ? '–' : formatShare(accuracy.value)}
                    </span>
                  </p>
                  <p className="text-tiny text-muted">
                    {accuracy &&
                      t`95%: ${shareInterval(accuracy)} of ${plural(outcomes, { one: '# vote', other: '# votes' })}.`}{' '}
                    {sideWords(accuracy)}
                  </p>
                </div>
                {accuracy && <Whisker {...accuracy} mark={0.5} />}
              </li>
            ))}
          </ul>
        )
      ) : (
        !calibration.isError && <Skeleton className="mt-2 h-40 w-full" />
      )}
      <div className="mt-2 text-small">{more}</div>
    </section>
  );
}

/** Those with the most votes; the others are where all are. */
const LINES_MAX = 8;
