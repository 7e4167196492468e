import { Panel } from '@quorate/ui/panel';
import { formatTime } from '@quorate/ui/time-format';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK, type RunState } from '../../contract/run-state.ts';
import type { RunDetail } from '../../contract/runs.ts';
import { Countdown } from './countdown.tsx';
import { doingOf } from './doing-words.ts';
import { localTime } from './local-time.ts';
import { MoneyStrip } from './money-strip.tsx';

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
      title="Now"
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
