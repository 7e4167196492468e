import type { Measure } from '@quorate/contract/performance';
import type { MeasureText } from '@quorate/trading/statistics/measures/measure';
import { SAMPLE_WORDS } from '@quorate/trading/statistics/measures/measure';
import { classNames } from '@quorate/ui/class-names';
import { countOf } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { Skeleton } from '@quorate/ui/skeleton';
import { useId, useState } from 'react';
import { intervalWords, missingWords, sampleWords, valueWords } from './measure-words.ts';

type MeasureRowProps = {
  text: MeasureText;
  /** undefined while it is loading: its place is held. */
  measure: Measure | undefined;
  currency: string;
};

/** A measure: its name opens its formula, beside it the figure, the interval and the sample. */
export function MeasureRow({ text, measure, currency }: MeasureRowProps) {
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
          className="-ml-1.5 flex min-h-11 min-w-[43%] items-center gap-1.5 sm:min-w-0 rounded-md px-1.5 text-left text-small hover:text-brand"
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
        <div className="min-w-0 text-right">
          {measure ? (
            <Figure text={text} measure={measure} currency={currency} />
          ) : (
            <>
              <Skeleton className="ml-auto h-[1.35rem] w-20" />
              <Skeleton className="mt-0.5 ml-auto h-[1.0625rem] w-32" />
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
  const interval = intervalWords(measure.interval, text, currency);
  return (
    <>
      <p className="figures text-[0.9375rem] leading-[1.35rem]">
        {valueWords(measure.value, text, currency)}
      </p>
      <p className="text-[0.75rem] leading-[1.1875rem] text-muted">
        {interval !== null && (
          <>
            <span className="whitespace-nowrap">95%: {interval}</span>
            {', '}
          </>
        )}
        <span className="whitespace-nowrap">{sampleWords(measure.n, text)}</span>
      </p>
    </>
  );
}

function basisOf({ least, sample, interval }: MeasureText): string {
  const needed = least > 1 ? `Needs ${countOf(least, ...SAMPLE_WORDS[sample])}.` : '';
  if (interval === null) return needed;
  const method = interval === 'wilson' ? 'Wilson’s score' : 'a bootstrap of your own results';
  return `${needed} The interval is of 95%, by ${method}.`;
}
