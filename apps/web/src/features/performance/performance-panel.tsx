import type { PerformanceReply } from '@quorate/contract/performance';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { GROUP_WORDS, type MeasureGroup } from '@quorate/trading/statistics/measures/measure';
import { EmptyState } from '@quorate/ui/empty-state';
import { countOf, formatCount, formatMoney } from '@quorate/ui/format';
import type { ReactNode } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { MeasureRow } from './measure-row.tsx';
import { type Selection, usePerformance } from './performance.api.ts';

type PerformancePanelProps = {
  selection: Selection;
  /** Where the starting balance is asked for. */
  balance: ReactNode;
};

/** Every measure of the selected trades, each with its formula, its sample and its interval. */
export function PerformancePanel({ selection, balance }: PerformancePanelProps) {
  const performance = usePerformance(selection);
  const reply = performance.data;
  return (
    <section aria-labelledby="measures" className="drawn-when-near space-y-6">
      <div>
        <h2 id="measures" className="font-serif text-heading">
          Measures
        </h2>
        <p className="mt-1 max-w-prose text-small text-muted">
          Each name opens its formula. The true figure most likely lies within the 95% interval: the
          wider that is, the less the figure proves.
        </p>
      </div>
      {balance}
      {performance.isError && (
        <RetryNotice
          title="Failed to load the measures"
          error={performance.error}
          onRetry={() => void performance.refetch()}
          busy={performance.isFetching}
        />
      )}
      {reply && reply.based_on === 0 ? (
        <EmptyState title="Nothing to measure yet">
          No closed trade is in this selection. Choose a longer period, or another account.
        </EmptyState>
      ) : (
        (reply || !performance.isError) && (
          <div
            aria-busy={reply === undefined || performance.isPlaceholderData}
            className={performance.isPlaceholderData ? 'opacity-60' : undefined}
          >
            {!reply && (
              <p role="status" className="sr-only">
                Loading the measures
              </p>
            )}
            <MeasureGroups reply={reply} />
            <p className="mt-5 min-h-10 text-tiny text-muted">{reply && basisWords(reply)}</p>
          </div>
        )
      )}
    </section>
  );
}

function basisWords(reply: {
  based_on: number;
  of: number;
  currency: string;
  balance_before: number | null;
}): string {
  const { based_on, of, currency, balance_before } = reply;
  const trades =
    based_on < of
      ? `The newest ${formatCount(based_on)} of ${formatCount(of)} closed trades in ${currency}.`
      : `${countOf(based_on, 'closed trade')} in ${currency}.`;
  if (balance_before === null) return trades;
  return `${trades} Balance before the first of them: ${formatMoney(balance_before, currency)}.`;
}

/** Side by side on wide screens, about equally long. */
const COLUMNS: readonly (readonly MeasureGroup[])[] = [
  ['result', 'costs', 'time'],
  ['risk', 'consistency'],
];

/** All measures by their groups. Without a reply their places are held, so that nothing moves when it comes. */
function MeasureGroups({ reply }: { reply: PerformanceReply | undefined }) {
  const found = new Map(reply?.measures.map((measure) => [measure.key, measure]));
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
      {COLUMNS.map((groups) => (
        <div key={groups.join()} className="min-w-0 space-y-8">
          {groups.map((group) => (
            <section key={group} aria-labelledby={`measures-${group}`} className="drawn-when-near">
              <h3
                id={`measures-${group}`}
                className="border-b border-line-strong/60 pb-2 text-body font-semibold"
              >
                {GROUP_WORDS[group]}
              </h3>
              <ul>
                {MEASURES.filter((text) => text.group === group).map((text) => (
                  <MeasureRow
                    key={text.key}
                    text={text}
                    measure={found.get(text.key)}
                    currency={reply?.currency ?? 'USD'}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      ))}
    </div>
  );
}
