import { plural, select, t } from '@lingui/core/macro';
import type { HostedAccount, PriceSource } from '@quorate/contract/hosted-accounts';
import { DEFAULT_HOSTED_BALANCE } from '@quorate/contract/hosted-terms';
import type { CommandKind } from '@quorate/contract/live';
import { formatCount } from './format.ts';
import { formatClock, formatDay } from './time-format.ts';

export const SOURCE_WORDS: Readonly<Record<PriceSource, { mark: string; market: string }>> = {
  practice: { mark: t`Practice · made-up market`, market: t`a made-up market` },
  file: { mark: t`Paper · recorded prices`, market: t`recorded prices` },
};

/** How an account is doing, in a word and a sentence. */
export type HostedStanding = Readonly<{
  word: string;
  tone: 'brand' | 'gain' | 'warn' | 'neutral';
  sentence: string;
  /** What its owner can do about it, where that is a page. */
  link?: Readonly<{ to: `/${string}`; words: string }>;
}>;

type Now = Readonly<{ timeZone: string; now: number; limit: number }>;

const PLANS = { to: '/pricing', words: t`Compare the plans` } as const;

/** What says how an account is doing. */
type Standing = Pick<
  HostedAccount,
  | 'state'
  | 'paused_by'
  | 'waits_for'
  | 'open_positions'
  | 'source'
  | 'pace'
  | 'bot_state'
  | 'next_bar_at'
  | 'market_time'
  | 'in_real_time'
>;

/** @param now the time by the service's clock, in ms */
export function standingOf(account: Standing, { timeZone, now, limit }: Now): HostedStanding {
  const { state, paused_by: by, waits_for: reason, open_positions: open } = account;
  switch (state) {
    case 'paused':
      return {
        word: t`Paused`,
        tone: 'neutral',
        sentence:
          by === 'idle'
            ? t`We paused it because you were away for 14 days. Press Resume to go on.`
            : open > 0
              ? t`You paused it. It opens nothing; what is open keeps its stop.`
              : t`You paused it. It opens nothing.`,
      };
    case 'waiting':
      return { word: t`Waiting`, tone: 'warn', ...waitWords(reason, timeZone, now, limit) };
    case 'running':
      return runningWords(account, timeZone, now);
  }
}

function waitWords(
  reason: HostedAccount['waits_for'],
  timeZone: string,
  now: number,
  limit: number,
): Pick<HostedStanding, 'sentence' | 'link'> {
  switch (reason) {
    case 'practice_hours':
      return {
        sentence: t`Today's fast time is used up. It goes on at ${momentText(nextUtcDay(now), timeZone, now)}.`,
        link: { to: '/pricing', words: t`Get more with a plan` },
      };
    case 'plan':
      return {
        sentence: t`Your plan runs ${plural(limit, { one: '# paper account', other: '# paper accounts' })}. Delete one, or upgrade.`,
        link: PLANS,
      };
    case 'file_end':
      return {
        sentence: t`The file has ended; start again to begin at its first bar.`,
      };
    case 'runner':
    case null:
      return {
        sentence: t`It waits for a free place in our service and starts automatically.`,
      };
  }
}

function runningWords(account: Standing, timeZone: string, now: number): HostedStanding {
  const { next_bar_at: next, market_time: time } = account;
  if (isFast(account, now)) {
    const { source } = account;
    const moment = time === null ? null : momentText(time, timeZone, now, 'day');
    return {
      word: t`Fast time`,
      tone: 'brand',
      sentence:
        moment === null
          ? t`Going through ${select(source, { practice: 'the last weeks', other: 'recorded prices' })}: it is about to begin.`
          : t`Going through ${select(source, { practice: 'the last weeks', other: 'recorded prices' })}: now at ${moment}.`,
    };
  }
  if (account.bot_state === 'reducing' || account.bot_state === 'halted')
    return {
      word: t`Nothing new`,
      tone: 'warn',
      sentence: t`A limit or a command keeps it from opening trades.`,
      link: { to: '/dashboard#limits', words: t`See its limits` },
    };
  return {
    word: t`Running`,
    tone: 'gain',
    sentence:
      next === null
        ? t`It decides on the newest bar.`
        : t`Next bar at ${momentText(next, timeZone, now)}.`,
  };
}

/** Longer than any bar: what is as new as that has caught up, and its bar has just closed. */
const CAUGHT_UP_MS = 5 * 3_600_000;

/** Whether it goes through the past; one that decides on a bar that has just closed does not. */
function isFast(account: Standing, now: number): boolean {
  const { pace, in_real_time: inRealTime, market_time: time } = account;
  if (inRealTime || pace === 'real_time') return false;
  return time === null || now - Date.parse(time) > CAUGHT_UP_MS;
}

/** @example accountsText(1) // '1 paper account' */
export function accountsText(limit: number): string {
  return plural(limit, { one: '# paper account', other: '# paper accounts' });
}

function nextUtcDay(now: number): string {
  return new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS).toISOString();
}

const DAY_MS = 86_400_000;

/**
 * A time as shortly as it can be understood: without today's day, and without this year.
 *
 * @param now in ms
 * @param least 'day' names today's, too
 * @example momentText('2026-10-12T14:00:00Z', 'UTC', now) // '12 Oct, 14:00'
 */
export function momentText(
  iso: string,
  timeZone: string,
  now: number,
  least: 'clock' | 'day' = 'clock',
): string {
  const [day, today] = [formatDay(iso, timeZone), formatDay(new Date(now).toISOString(), timeZone)];
  const clock = formatClock(iso, timeZone).slice(0, 5);
  if (day === today && least === 'clock') return clock;
  const year = today.slice(-5);
  return `${day.endsWith(year) ? day.slice(0, -year.length) : day}, ${clock}`;
}

/** What is shown of a command until the account has obeyed. */
export const AWAITED_WORDS: Readonly<Record<CommandKind, string>> = {
  entries_off: t`Pausing. It takes effect at the next price.`,
  close_all: t`Closing everything at the next price.`,
  resume: t`Resuming.`,
};

/** Whether the account shows that it has obeyed. */
export function isFulfilled(kind: CommandKind, account: HostedAccount): boolean {
  const isPaused = account.state === 'paused';
  switch (kind) {
    case 'entries_off':
      return isPaused;
    case 'close_all':
      return isPaused && account.open_positions === 0;
    case 'resume':
      return !isPaused;
  }
}

/** Whether its figures change within seconds, or it is about to begin. */
export function isMoving({ state, in_real_time: inRealTime, waits_for: waitsFor }: HostedAccount) {
  return (state === 'running' && !inRealTime) || waitsFor === 'runner';
}

/** What the button does, in a sentence. @example 'We trade a made-up market for you with 10,000 EUR of practice money. …' */
export function startSentence(source: PriceSource, currency: string): string {
  const amount = formatCount(DEFAULT_HOSTED_BALANCE);
  return t`We trade ${select(source, { practice: 'a made-up market', other: 'recorded prices' })} for you with ${amount} ${currency} of practice money. You see each decision, refusal and trade within minutes. Nothing to install.`;
}

/** Change of the balance since the account began, in percent; null where the balance is not known. */
export function balanceChange({ balance, start_balance: start }: HostedAccount): number | null {
  return balance === null || start <= 0 ? null : ((balance - start) / start) * 100;
}

/** @example changeText(-1.234) // '-1.23%' */
export function changeText(percent: number): string {
  const rounded = Math.round(percent * 100) / 100;
  return `${rounded > 0 ? '+' : ''}${(rounded === 0 ? 0 : rounded).toFixed(2)}%`;
}

const EURO_AREA = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');

/** What people of the locale count in, where it is one that accounts are offered in. @example currencyFor('de') // 'EUR' */
export function currencyFor(locale: string): 'USD' | 'EUR' | 'GBP' {
  const region = regionOf(locale);
  if (region === 'GB') return 'GBP';
  return EURO_AREA.includes(region) ? 'EUR' : 'USD';
}

function regionOf(locale: string): string {
  try {
    return new Intl.Locale(locale).maximize().region ?? '';
  } catch {
    return '';
  }
}
