import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { useNow } from '@quorate/ui/use-now';
import type { RunState } from '../../contract/runs.ts';
import { doingOf, lastBarWords, localTime, phaseWords, spanWords } from './run-words.ts';

const DOTS = {
  gain: 'bg-gain ring-4 ring-gain/20',
  brand: 'bg-brand ring-4 ring-brand/20',
  warn: 'border-2 border-warn',
  loss: 'border-2 border-loss',
  neutral: 'border-2 border-line-strong',
} as const;

type StateLineProps = Omit<Parameters<typeof doingOf>[0], 'limits'> &
  Partial<Pick<Parameters<typeof doingOf>[0], 'limits'>> & {
    /** Whether what it counts down to is counted each second. */
    counts?: boolean;
  };

/** What the bot is doing: in a word, and why in a sentence. */
export function StateLine({ limits = [], counts = false, ...input }: StateLineProps) {
  const { text, until } = doingOf({ ...input, limits });
  const { run, now, timeZone } = input;
  return (
    <div className="min-w-0">
      <p className="text-small sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-3">
        <PhaseWord run={run} />
        <span className="text-muted">
          {text} {counts && until !== null && <Countdown until={until} />}
        </span>
      </p>
      {run.phase === 'running' && (
        <LastBars
          run={run}
          most={counts ? LAST_BARS_MAX : 1}
          isNextSaid={until === run.next_bar_at}
          {...{ now, timeZone }}
        />
      )}
    </div>
  );
}

/** As many as fit above what the page is for. */
const LAST_BARS_MAX = 6;

type LastBarsProps = {
  run: RunState;
  most: number;
  isNextSaid: boolean;
  now: number;
  timeZone: string;
};

/** That the bot reads each bar, also where nothing comes of it for hours, and when the next one closes. */
function LastBars({ run, most, isNextSaid, now, timeZone }: LastBarsProps) {
  const { last_bars: bars, next_bar_at: next } = run;
  const shown = bars.slice(0, most);
  if (shown.length === 0) return null;
  const nextAt = isNextSaid || next === null ? null : localTime(next, now, timeZone);
  return (
    <ul aria-label={t`Last bars`} className="mt-1 text-tiny text-muted">
      {shown.map((bar, index) => (
        <li key={bar.symbol}>
          <span className="figures">{localTime(bar.at, now, timeZone)}</span> {lastBarWords(bar)}
          {index === 0 && nextAt !== null && ` · ${t`next bar ${nextAt}`}`}
        </li>
      ))}
    </ul>
  );
}

/** The phase with its dot; the word says what the colour does. */
function PhaseWord({ run }: { run: RunState }) {
  const { name, tone } = phaseWords(run);
  return (
    <span className="me-2 inline-flex items-center gap-2.5 ps-1 font-semibold">
      <span aria-hidden="true" className={classNames('size-2.5 rounded-full', DOTS[tone])} />
      {name}
    </span>
  );
}

/** What is left until a time, each second and without reading it out. @param props.until ISO 8601 */
function Countdown({ until }: { until: string }) {
  const left = Date.parse(until) - useNow();
  return (
    <span role="timer" aria-live="off" className="figures text-tiny whitespace-nowrap">
      {left > 0 ? t`in ${spanWords(left)}` : t`any moment now`}
    </span>
  );
}
