import { t } from '@lingui/core/macro';
import { limitLines, lockingLine, shownLimitLines } from '@quorate/contract/limit-lines';
import { LeadFigure, LimitLine, ResultText } from '@quorate/ui/desk-parts';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { changePercent, limitNote } from '@quorate/ui/limits-words';
import { NOTHING_YET } from '@quorate/ui/stat';
import { formatTime } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import type { RunState } from '../../contract/runs.ts';

type RunStripProps = {
  run: RunState;
  /** Equity less that of the day's start; null while it is not known. */
  todayResult?: number | null;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
  /** Further figures beside open positions and trades today. */
  children?: ReactNode;
};

/** The one figure that leads, how far it is from its limits, and what is open. */
export function RunStrip({ run, todayResult = null, now, timeZone, children }: RunStripProps) {
  const { floors, open_positions: open, trades_today: trades } = run;
  const { equity, currency, label } = equityOf(run, timeZone);
  return (
    <div className="grid grid-cols-2 items-start gap-x-6 gap-y-3 lg:grid-cols-[auto_1fr_1fr_auto]">
      <LeadFigure
        className="max-lg:col-span-2"
        label={label}
        value={equity === null || currency === null ? NOTHING_YET : formatMoney(equity, currency)}
        note={<LeadNote run={run} equity={equity} currency={currency} todayResult={todayResult} />}
      />
      {floors && currency !== null ? (
        shownLimitLines(limitLines(floors)).map((line) => (
          <LimitLine
            key={line.kind}
            wraps
            line={line}
            openRisk={floors.open_risk}
            isLocked={lockingLine(floors, now)?.kind === line.kind}
            note={limitNote(line, { ...floors, rules: floors.rule_set.name }, currency, now)}
          />
        ))
      ) : (
        <p className="col-span-2 self-center text-small text-muted">{t`Limits are not known yet. They appear once the bot trades.`}</p>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 max-lg:col-span-2">
        <Figure label={t`Open positions`}>{countOf(open)}</Figure>
        <Figure label={t`Trades today`}>{countOf(trades)}</Figure>
        {children}
      </dl>
    </div>
  );
}

/** What the terminal tells now, or what was known last and when. */
function equityOf({ equity, currency, floors, phase }: RunState, timeZone: string) {
  const label = t`Equity`;
  if (equity !== null) return { equity, currency, label };
  if (!floors) return { equity: null, currency, label };
  return {
    equity: floors.equity,
    currency: currency ?? floors.state.currency,
    label:
      phase === 'running' ? label : t`Equity as of ${formatTime(floors.reported_at, timeZone)}`,
  };
}

type LeadNoteProps = {
  run: RunState;
  equity: number | null;
  currency: string | null;
  todayResult: number | null;
};

function LeadNote({ run, equity, currency, todayResult }: LeadNoteProps) {
  if (currency === null) return t`Known once the terminal reports`;
  if (todayResult !== null)
    return (
      <>
        <ResultText amount={todayResult} currency={currency} /> {t`today`}
        {equity !== null && ` (${changePercent(todayResult, equity - todayResult)})`}
      </>
    );
  return run.balance === null
    ? t`Change of today not known`
    : t`Balance ${formatMoney(run.balance, currency)}`;
}

/** One figure of the strip under its name. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-tiny leading-tight whitespace-nowrap text-muted">{label}</dt>
      <dd className="mt-0.5 text-body font-medium whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  );
}

function countOf(count: number | null): ReactNode {
  if (count !== null) return formatCount(count);
  return (
    <>
      <span aria-hidden="true">{NOTHING_YET}</span>
      <span className="sr-only">{t`not known yet`}</span>
    </>
  );
}
