import { plural, t } from '@lingui/core/macro';
import { BOT_STATE_WORDS } from '@quorate/ui/bot-state-words';
import { formatList } from '@quorate/ui/format';
import { type LockView, lockView } from '@quorate/ui/limits-words';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { formatClock, formatTime } from '@quorate/ui/time-format';
import type { LastBar, LimitUse, RunState } from '../../contract/runs.ts';

type Doing = Readonly<{
  text: string;
  /** What is counted down to, in ISO 8601; null where nothing is. */
  until: string | null;
}>;

type DoingInput = Readonly<{
  run: RunState;
  limits: readonly LimitUse[];
  symbols: readonly string[];
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}>;

/** What a bot is doing now and why, in a sentence or two. */
export function doingOf({ run, limits, symbols, now, timeZone }: DoingInput): Doing {
  const said = (text: string): Doing => ({ text: run.message ?? text, until: null });
  if (run.flattening) return said(t`Every position is being closed. Nothing new is opened.`);
  switch (run.phase) {
    case 'stopped':
      return said(t`Press Start Bot to trade.`);
    case 'starting':
      return said(t`Signing in to the service and getting ready for the terminal.`);
    case 'waiting':
      return said(t`The terminal has not connected. Nothing is traded until it does.`);
    case 'stopping':
      return said(t`Positions stay open with their stops at the broker.`);
    case 'restarting':
      return said(t`The bot stopped unexpectedly and restarts automatically.`);
    case 'failed':
      return said(t`The bot stopped after a failure and does not restart automatically.`);
    case 'running':
      return runningWords();
  }

  function runningWords(): Doing {
    if (run.halted)
      return said(t`It opens nothing new and manages open positions. Press Resume to go on.`);
    const lock = lockOf(run, now, timeZone);
    if (lock) {
      const until = run.floors?.state.lock?.until ?? null;
      const why = lock.title;
      return {
        text:
          until === null
            ? t`Nothing is opened. ${why}.`
            : t`Nothing is opened before ${localTime(until, now, timeZone)}. ${why}.`,
        until,
      };
    }
    const [off] = run.floors?.entries_off ?? [];
    if (off !== undefined)
      return { text: `${t`Nothing is opened.`} ${storedSentence(off)}`, until: null };
    const reached = limits.find((limit) => limit.reached !== null);
    if (reached?.reached) return { text: storedSentence(reached.reached), until: null };
    if (run.service_away_since !== null) {
      const since = localTime(run.service_away_since, now, timeZone);
      return {
        text: t`The service has not answered since ${since}. Nothing new is opened until it does; what is open is managed, with its stops at the broker.`,
        until: null,
      };
    }
    if (run.message !== null) return { text: run.message, until: run.next_bar_at };
    if (run.next_bar_at === null)
      return {
        text: t`Following the market. The time of the next bar is not known yet.`,
        until: null,
      };
    const at = localTime(run.next_bar_at, now, timeZone);
    return { text: waitingWords(symbols, at), until: run.next_bar_at };
  }
}

/** The lock of the account's limits at a moment; null without one. @param now milliseconds since 1970 */
export function lockOf(
  { floors }: Pick<RunState, 'floors'>,
  now: number,
  timeZone: string,
): LockView | null {
  return lockView({ floors, carried_lock: null, rule_set: null }, now, timeZone);
}

/** @example waitingWords(['EURUSD', 'GBPUSD'], '14:00') // 'Waiting for the next bar of EURUSD and GBPUSD at 14:00.' */
function waitingWords(symbols: readonly string[], at: string): string {
  const count = symbols.length;
  if (count === 0) return t`Waiting for the next bar of the market at ${at}.`;
  return count > 4
    ? t`Waiting for the next bar of ${plural(count, { one: '# symbol', other: '# symbols' })} at ${at}.`
    : t`Waiting for the next bar of ${formatList(symbols)} at ${at}.`;
}

/**
 * What came of a closed bar, with its symbol: most bars leave nothing but this.
 *
 * @example 'EURUSD: nothing to ask, 1 of 3 analysts lean up'
 */
export function lastBarWords({ symbol, outcome, leans, action, why }: LastBar): string {
  switch (outcome) {
    case 'reading':
      return t`${symbol}: being read`;
    case 'decided':
      if (action === 'BUY') return t`${symbol}: decided to buy`;
      return action === 'SELL' ? t`${symbol}: decided to sell` : t`${symbol}: decided not to trade`;
    case 'undecided':
      return t`${symbol}: no decision. ${storedSentence(why ?? '')}`;
    case 'quiet':
      return t`${symbol}: nothing to ask, ${leansWords(leans)}`;
  }
}

function leansWords(leans: LastBar['leans']): string {
  if (leans === null) return t`too few bars yet`;
  const { up, down, analysts } = leans;
  if (up > 0 && down > 0) return t`of ${analysts} analysts ${up} lean up and ${down} down`;
  if (up > 0) return t`${up} of ${analysts} analysts lean up`;
  return down > 0
    ? t`${down} of ${analysts} analysts lean down`
    : t`none of ${analysts} analysts leans`;
}

/**
 * A time that is still to go, calm where it is long and exact where it is short.
 *
 * @example spanWords(725_000) // '12 min 05 s'
 */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return plural(Math.floor(hours / 24), { one: '# day', other: '# days' });
  if (hours >= 1) return t`${hours} h ${twoDigits(minutes % 60)} min`;
  if (minutes >= 1) return t`${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${seconds} s`;
}

/** How long ago, in the one unit that matters. @example ageWords(95_000) // '1 min' */
export function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return t`${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return plural(Math.floor(seconds / 86_400), { one: '# day', other: '# days' });
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

/**
 * Time of day, with the day in front where it is another one than now.
 *
 * @param iso UTC in ISO 8601
 * @param now milliseconds since 1970
 * @example localTime('2026-05-20T14:00:00Z', Date.parse('2026-05-20T09:12:00Z'), 'UTC') // '14:00'
 */
export function localTime(iso: string, now: number, timeZone: string): string {
  const whole = formatTime(iso, timeZone);
  const [day] = formatTime(new Date(now).toISOString(), timeZone).split(',');
  return whole.startsWith(`${day},`) ? formatClock(iso, timeZone).slice(0, 5) : whole;
}

type PhaseWords = Readonly<{
  name: string;
  tone: 'neutral' | 'brand' | 'gain' | 'loss' | 'warn';
}>;

const PHASES: Readonly<Record<RunState['phase'], PhaseWords>> = {
  stopped: { name: t`Stopped`, tone: 'neutral' },
  starting: { name: t`Starting`, tone: 'brand' },
  waiting: { name: t`Waiting for the terminal`, tone: 'warn' },
  running: { name: t`Running`, tone: 'gain' },
  stopping: { name: t`Stopping`, tone: 'neutral' },
  restarting: { name: t`Restarting`, tone: 'warn' },
  failed: { name: t`Failed`, tone: 'loss' },
};

/** The phase in one or a few words; a bot that opens nothing is not called running. */
export function phaseWords({ phase, halted, flattening }: RunState): PhaseWords {
  if (flattening) return { name: t`Closing everything`, tone: 'warn' };
  if (halted && phase === 'running') return { name: BOT_STATE_WORDS.halted.name, tone: 'warn' };
  return PHASES[phase];
}
