import { formatCount, formatMoney } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { Stat, toneOf } from '@quorate/ui/stat';
import { formatTime } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK, type RunDetail, type RunState } from '../../contract/runs.ts';
import { doingOf, localTime, spanWords } from './run-words.ts';

type NowPanelProps = {
  configuration: ConfigurationSummary;
  /** undefined before it has been told. */
  detail: RunDetail | undefined;
  now: number;
  timeZone: string;
};

/** What the bot is doing now, in a sentence, and how the account stands. */
export function NowPanel({ configuration, detail, now, timeZone }: NowPanelProps) {
  // The stream tells a change of the state sooner than the next call does.
  const { run } = configuration;
  const doing = doingOf({
    run: saidAbove(run) ? { ...run, message: null } : run,
    limits: detail?.limits ?? [],
    symbols: configuration.currency_pairs,
    now,
    timeZone,
  });
  const atWork = AT_WORK.has(run.phase);
  return (
    <Panel
      title="Status"
      aside={
        <span className="text-tiny text-muted" title={formatTime(run.since, timeZone)}>
          since <time dateTime={run.since}>{localTime(run.since, now, timeZone)}</time>
        </span>
      }
    >
      <p className="font-serif text-[1.25rem] leading-snug">
        {doing.text} {doing.until !== null && <Countdown until={doing.until} />}
      </p>
      {atWork && detail && (
        <p className="mt-1.5 text-tiny text-muted">
          {seenWords('Terminal', detail.terminal_seen_at, now, timeZone)} ·{' '}
          {seenWords('Service', detail.service_seen_at, now, timeZone)}
        </p>
      )}
      <div className="mt-5 border-t border-line pt-4">
        <MoneyStrip run={withKnown(run, detail)} todayResult={detail?.today_result ?? null} />
      </div>
    </Panel>
  );
}

/** The notice above says why. */
function saidAbove({ phase }: RunState): boolean {
  return phase === 'failed' || phase === 'restarting';
}

/** Figures of the account from wherever they are known. */
function withKnown(run: RunState, detail: RunDetail | undefined): RunState {
  if (!detail) return run;
  return {
    ...run,
    equity: run.equity ?? detail.run.equity,
    balance: run.balance ?? detail.run.balance,
    currency: run.currency ?? detail.run.currency,
  };
}

function seenWords(what: string, at: string | null, now: number, timeZone: string): string {
  return at === null
    ? `${what}: not seen in this run`
    : `${what} seen at ${localTime(at, now, timeZone)}`;
}

/** What is left until a time, each second and without reading it out. @param props.until ISO 8601 */
function Countdown({ until }: { until: string }) {
  const left = Date.parse(until) - useNow();
  return (
    <span role="timer" aria-live="off" className="figures text-small whitespace-nowrap text-muted">
      {left > 0 ? `in ${spanWords(left)}` : 'any moment now'}
    </span>
  );
}

type MoneyStripProps = {
  run: RunState;
  /** Equity less that of the day's start; null while it is not known. */
  todayResult: number | null;
};

const UNKNOWN = 'not known yet';

/** The account in a few figures. */
function MoneyStrip({ run, todayResult }: MoneyStripProps) {
  const { equity, balance, currency, open_positions: open, trades_today: trades } = run;
  const amount = (value: number | null) =>
    value === null || currency === null ? '–' : formatMoney(value, currency);
  const count = (value: number | null) => (value === null ? '–' : formatCount(value));
  const isKnown = todayResult !== null && currency !== null;
  return (
    <dl
      aria-label="Account"
      className="grid grid-cols-2 gap-x-5 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-10"
    >
      <Stat label="Equity" value={amount(equity)} note={equity === null ? UNKNOWN : null} />
      <Stat label="Balance" value={amount(balance)} note={balance === null ? UNKNOWN : null} />
      <Stat
        label="Today's result"
        value={isKnown ? formatMoney(todayResult, currency, 'always') : '–'}
        tone={isKnown ? toneOf(todayResult) : 'plain'}
        note={isKnown ? 'open positions included' : UNKNOWN}
      />
      <Stat label="Open positions" value={count(open)} note={open === null ? UNKNOWN : null} />
      <Stat label="Trades today" value={count(trades)} note={trades === null ? UNKNOWN : null} />
    </dl>
  );
}
