import type {
  HostedAccount,
  HostedSettings,
  HostedTimeframe,
  PriceSource,
  RiskProfileName,
} from '@quorate/contract/hosted-accounts';
import { PRACTICE_SUFFIX, RECORDED_SUFFIX, RISK_PROFILES } from '@quorate/contract/hosted-accounts';
import { EXIT_SETTINGS } from '@quorate/trading/exits/exits';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { formatClock, formatDay } from '@quorate/ui/time-format';

export const SOURCE_WORDS: Readonly<Record<PriceSource, { mark: string; market: string }>> = {
  practice: { mark: 'Practice · made-up market', market: 'a made-up market' },
  file: { mark: 'Paper · recorded prices', market: 'recorded prices' },
};

export const PROFILE_WORDS: Readonly<Record<RiskProfileName, string>> = {
  careful: 'Careful',
  standard: 'Standard',
  bold: 'Bold',
};

export const ANALYST_WORDS: Readonly<Record<HostedSettings['analysts'], string>> = {
  rules: 'Built-in analysts',
  models: 'AI models of your plan',
};

/** From the shortest: the order in which they are offered and named. */
export const TIMEFRAMES: readonly HostedTimeframe[] = ['M5', 'M15', 'M30', 'H1', 'H4'];

/** @example profileFigures('standard') // '1% a trade. Stops at a loss of 5% a day, 10% a week, 10% in total.' */
export function profileFigures(name: RiskProfileName): string {
  const { risk_percent, daily_loss_percent, weekly_loss_percent, drawdown_percent } =
    RISK_PROFILES[name];
  return `Risks ${risk_percent}% per trade. Stops at a loss of ${daily_loss_percent}% per day, ${weekly_loss_percent}% per week, ${drawdown_percent}% in total.`;
}

/** How an account is doing, in a word and a sentence. */
export type HostedStanding = Readonly<{
  word: string;
  tone: 'brand' | 'gain' | 'warn' | 'neutral';
  sentence: string;
  /** What its owner can do about it, where that is a page. */
  link?: Readonly<{ to: string; words: string }>;
}>;

type Now = Readonly<{ timeZone: string; now: number; limit: number }>;

const PLANS = { to: '/pricing', words: 'Compare the plans' };

/** @param now the time by the service's clock, in ms */
export function standingOf(account: HostedAccount, { timeZone, now, limit }: Now): HostedStanding {
  const { state, paused_by: by, waits_for: reason, open_positions: open } = account;
  switch (state) {
    case 'paused':
      return {
        word: 'Paused',
        tone: 'neutral',
        sentence:
          by === 'idle'
            ? 'We paused it because you were away for 14 days. Press Resume to go on.'
            : `You paused it. It opens nothing${open > 0 ? '; what is open keeps its stop' : ''}.`,
      };
    case 'waiting':
      return { word: 'Waiting', tone: 'warn', ...waitWords(reason, timeZone, now, limit) };
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
        sentence: `Today's fast time is used up. It goes on at ${momentText(nextUtcDay(now), timeZone, now)}.`,
        link: { to: '/pricing', words: 'Get more with a plan' },
      };
    case 'plan':
      return {
        sentence: `Your plan runs ${accountsText(limit)}. Delete one, or upgrade.`,
        link: PLANS,
      };
    case 'file_end':
      return {
        sentence: 'The file has ended; start again to begin at its first bar.',
      };
    case 'runner':
    case null:
      return {
        sentence: 'It waits for a free place in our service and starts automatically.',
      };
  }
}

function runningWords(account: HostedAccount, timeZone: string, now: number): HostedStanding {
  const { next_bar_at: next, market_time: time } = account;
  if (isFast(account, now)) {
    const way = account.source === 'practice' ? 'the last weeks' : 'recorded prices';
    const where =
      time === null ? 'it is about to begin' : `now at ${momentText(time, timeZone, now, 'day')}`;
    return { word: 'Fast time', tone: 'brand', sentence: `Going through ${way}: ${where}.` };
  }
  if (account.bot_state === 'reducing' || account.bot_state === 'halted')
    return {
      word: 'Nothing new',
      tone: 'warn',
      sentence: 'A limit or a command keeps it from opening trades.',
      link: { to: '/dashboard#limits', words: 'See its limits' },
    };
  return {
    word: 'Running',
    tone: 'gain',
    sentence:
      next === null
        ? 'It decides on the newest bar.'
        : `Next bar at ${momentText(next, timeZone, now)}.`,
  };
}

/** Longer than any bar: what is as new as that has caught up, and its bar has just closed. */
const CAUGHT_UP_MS = 5 * 3_600_000;

/** Whether it goes through the past; one that decides on a bar that has just closed does not. */
function isFast(account: HostedAccount, now: number): boolean {
  const { pace, in_real_time: inRealTime, market_time: time } = account;
  if (inRealTime || pace === 'real_time') return false;
  return time === null || now - Date.parse(time) > CAUGHT_UP_MS;
}

/** @example accountsText(1) // '1 paper account' */
export function accountsText(limit: number): string {
  return `${formatCount(limit)} paper account${limit === 1 ? '' : 's'}`;
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

/** Without what marks it as made up or recorded, for where that is said of the whole account. @example symbolText('EURUSD.practice') // 'EURUSD' */
export function symbolText(symbol: string): string {
  const suffix = [PRACTICE_SUFFIX, RECORDED_SUFFIX].find((each) => symbol.endsWith(each)) ?? '';
  return symbol.slice(0, symbol.length - suffix.length);
}

/** @example hoursText(5_640) // '1 h 34 min' */
export function hoursText(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
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

/** How an account was set up, each setting by its name. */
function settingsOf(account: HostedAccount): ReadonlyMap<string, string> {
  const { symbols, timeframes, risk_profile: risk, analysts, exits } = account.settings;
  const managed = Object.entries(exits)
    .filter(([, figure]) => figure !== null)
    .map(([field, figure]) => exitText(field, figure))
    .toSorted();
  return new Map([
    ['Prices', SOURCE_WORDS[account.source].market],
    ['Start', formatMoney(account.start_balance, account.account.currency)],
    ['Symbols', symbols.map(symbolText).toSorted().join(', ')],
    ['Timeframes', TIMEFRAMES.filter((each) => timeframes.includes(each)).join(', ')],
    ['Risk', PROFILE_WORDS[risk]],
    ['Analysts', ANALYST_WORDS[analysts]],
    ['Exits', managed.length === 0 ? 'stop and target' : managed.join(', ')],
  ]);
}

function exitText(field: string, figure: number | null): string {
  const setting = EXIT_SETTINGS.find((each) => each.field === field);
  return setting ? `${setting.label} ${figure} ${setting.unit}` : `${field} ${figure}`;
}

/** Of each account, the settings that are not the same for all. */
export function differingSettings(accounts: readonly HostedAccount[]): string[][] {
  const all = accounts.map(settingsOf);
  return all.map((settings) =>
    [...settings]
      .filter(([name, words]) => all.some((other) => other.get(name) !== words))
      .map(([name, words]) => `${name}: ${words}`),
  );
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
