import { plural, t } from '@lingui/core/macro';
import type { Measure, PerformanceReply } from '@quorate/contract/performance';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import type { MeasureGroup, MeasureText } from '@quorate/trading/statistics/measures/measure';
import { classNames } from '@quorate/ui/class-names';
import { EmptyState } from '@quorate/ui/empty-state';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { Skeleton } from '@quorate/ui/skeleton';
import { type ReactNode, useId, useState } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import {
  intervalWords,
  missingWords,
  sampleCount,
  sampleWords,
  valueWords,
} from './measure-words.ts';
import { type Selection, usePerformance } from './performance.api.ts';

const GROUPS: Readonly<Record<MeasureGroup, string>> = {
  result: t({ message: 'Result', context: 'measures' }),
  risk: t({ message: 'Risk', context: 'measures' }),
  consistency: t`Consistency`,
  time: t({ message: 'Time', context: 'measures' }),
  costs: t({ message: 'Costs', context: 'measures' }),
};

type PerformancePanelProps = {
  selection: Selection;
  /** Who has said the starting balance, or where it is asked for. */
  balance: (reply: PerformanceReply | undefined) => ReactNode;
};

/** Every measure of the selected trades, each with its formula, its sample and its interval. */
export function PerformancePanel({ selection, balance }: PerformancePanelProps) {
  const performance = usePerformance(selection);
  const reply = performance.data;
  return (
    <section aria-labelledby="measures" className="space-y-5">
      <div>
        <h2 id="measures" className="font-serif text-heading">{t`Measures`}</h2>
        <p className="mt-1 max-w-prose text-small text-muted">{t`A name opens its formula. The wider the 95% interval, the less a figure proves.`}</p>
      </div>
      {/* Its line is there before it is known what it says. */}
      <div className="min-h-12 sm:min-h-6">{balance(reply)}</div>
      {performance.isError && (
        <RetryNotice
          title={t`Failed to load the measures`}
          error={performance.error}
          onRetry={() => void performance.refetch()}
          busy={performance.isFetching}
        />
      )}
      {reply && reply.based_on === 0 ? (
        <EmptyState
          title={t`Nothing to measure yet`}
        >{t`No closed trade is in this selection. Choose a longer period, or another account.`}</EmptyState>
      ) : (
        (reply || !performance.isError) && (
          <div
            aria-busy={reply === undefined || performance.isPlaceholderData}
            className={performance.isPlaceholderData ? 'opacity-60' : undefined}
          >
            {!reply && <p role="status" className="sr-only">{t`Loading the measures`}</p>}
            {/* Their places are held unseen: how many lines each needs is known with its figures. */}
            <div className={reply ? undefined : 'invisible'}>
              <MeasureGroups reply={reply} />
            </div>
            <p className="mt-5 min-h-10 text-tiny text-muted">{reply && basisWords(reply)}</p>
          </div>
        )
      )}
    </section>
  );
}

function basisWords(reply: PerformanceReply): string {
  const { based_on, of, currency, balance_before } = reply;
  const trades =
    based_on < of
      ? t`The newest ${formatCount(based_on)} of ${formatCount(of)} closed trades in ${currency}.`
      : t`${plural(based_on, { one: '# closed trade', other: '# closed trades' })} in ${currency}.`;
  if (balance_before === null) return trades;
  return t`${trades} Balance before the first of them: ${formatMoney(balance_before, currency)}.`;
}

/** What measures of risk are of, beside the heading of their group. */
function riskBasisWords({ basis }: PerformanceReply): string {
  return basis === 'equity'
    ? t`Of your equity, open positions included, as your bot reported it.`
    : t`Of closed trades: your equity is not known for the whole period.`;
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
          {groups.map((group, place) => (
            <section
              key={group}
              aria-labelledby={`measures-${group}`}
              // The first ones are seen at once: a guess of their height would move the others.
              className={place === 0 ? undefined : 'drawn-when-near'}
            >
              <h3
                id={`measures-${group}`}
                className="border-b border-line-strong/60 pb-2 text-body font-semibold"
              >
                {GROUPS[group]}
              </h3>
              {group === 'risk' && (
                <p className="min-h-8 pt-1.5 text-tiny text-muted">
                  {reply && reply.based_on > 0 && riskBasisWords(reply)}
                </p>
              )}
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

type MeasureRowProps = {
  text: MeasureText;
  /** undefined while it is loading: its place is held. */
  measure: Measure | undefined;
  currency: string;
};

/** A measure: its name opens its formula, beside it the figure, the interval and the sample. */
function MeasureRow({ text, measure, currency }: MeasureRowProps) {
  const [open, setOpen] = useState(false);
  const details = useId();
  return (
    <li className="border-b border-line py-1">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={details}
          onClick={() => setOpen(!open)}
          className="-ms-1.5 flex min-h-11 min-w-[43%] items-center gap-1.5 sm:min-w-0 rounded-md px-1.5 text-start text-small hover:text-brand"
        >
          {text.name}
          <Icon
            name="down"
            className={classNames(
              'size-3.5 shrink-0 text-muted transition-transform duration-150',
              open && 'rotate-180',
            )}
          />
        </button>
        <div className="min-w-0 text-end">
          {measure ? (
            <Figure text={text} measure={measure} currency={currency} />
          ) : (
            <>
              <Skeleton className="ms-auto h-[1.35rem] w-20" />
              <Skeleton className="mt-0.5 ms-auto h-[1.0625rem] w-32" />
            </>
          )}
        </div>
      </div>
      <div id={details} hidden={!open} className="pt-1 pb-2 text-tiny">
        <p className="figures rounded-md bg-sunk px-3 py-2 [overflow-wrap:anywhere]">
          {text.name} = {text.formula}
        </p>
        <p className="mt-2 text-muted">
          {text.meaning} {basisOf(text)}
        </p>
      </div>
    </li>
  );
}

function Figure({ text, measure, currency }: MeasureRowProps & { measure: Measure }) {
  const missing = missingWords(measure, text);
  if (missing !== null || measure.value === null)
    return <p className="max-w-56 text-tiny text-muted">{missing}</p>;
  const interval = intervalWords(measure, text, currency);
  return (
    <>
      <p className="figures text-small leading-[1.35rem]">
        {valueWords(measure.value, text, currency)}
      </p>
      <p className="text-tiny leading-[1.1875rem] text-muted">
        {interval !== null && (
          <>
            <span className="sm:whitespace-nowrap">{interval}</span>
            {', '}
          </>
        )}
        <span className="sm:whitespace-nowrap">{sampleWords(measure.n, text)}</span>
      </p>
    </>
  );
}

function basisOf(text: MeasureText): string {
  const { least, sample, interval, intervalFrom, fromEquity } = text;
  const sentences = [
    fromEquity && t`Of the equity where it is known, else of closed trades.`,
    least > 1 && t`Needs ${sampleCount(least, sample)}.`,
    interval !== null &&
      intervalFrom !== null &&
      t`The 95% interval is shown from ${sampleCount(intervalFrom, sample)} on.`,
    interval === 'rate' && t`It allows for results that depend on each other.`,
    interval !== null &&
      interval !== 'rate' &&
      t`It allows for results that depend on each other and for rare large ones.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
