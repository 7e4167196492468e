import { select, t } from '@lingui/core/macro';
import type { DeskLimit } from '@quorate/contract/desk';
import type { AccountRuleSet, FloorsView, RuleSetJson } from '@quorate/contract/rule-sets';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { formatFigure } from './decision-words.ts';
import { formatMoney, formatPercent } from './format.ts';
import { storedName } from './stored-name.ts';
import { formatTime } from './time-format.ts';

type Line = RuleSetJson['lines'][number];

const DESK_NAMES = { day: t`Day limit`, week: t`Week limit`, total: t`Total limit` } as const;

/** @example limitText({ kind: 'day', used_percent: 0.9, room_percent: 5, … }) // ['Day limit', '0.9 of 5%'] */
export function limitText({ kind, used_percent: used, room_percent: room }: DeskLimit) {
  const figure = (percent: number) => formatFigure(Math.round(percent * 10) / 10);
  return [DESK_NAMES[kind], t`${used === null ? '–' : figure(used)} of ${figure(room)}%`] as const;
}

/** What is left of a limit in money, and when the next day begins. @param now milliseconds since 1970 */
export function limitNote(
  { kind, floor }: DeskLimit,
  { headroom, next_turn: turn, ...facts }: LimitFacts,
  currency: string,
  now: number,
): string {
  const rules = storedName(facts.rules);
  if (kind === 'total') return t`Floor ${formatMoney(floor, currency)}, ${rules}.`;
  const left = turn === null ? 0 : Date.parse(turn) - now;
  const minutes = Math.ceil(left / 60_000);
  const headroomWords =
    headroom === null
      ? t`Headroom not known after open risk.`
      : t`Headroom ${formatMoney(headroom, currency)} after open risk.`;
  if (left <= 0) return headroomWords;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${headroomWords} ${t`New day in ${hours} h ${rest} min.`}`;
}

type LimitFacts = Readonly<{ headroom: number | null; next_turn: string | null; rules: string }>;

/** A change as part of what there was before. @example changePercent(-89.29, 9_603.78) // '−0.93%' */
export function changePercent(change: number, before: number): string {
  if (before <= 0) return '–';
  const percent = (100 * change) / before;
  return `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;
}

/**
 * What would be left if every stop was hit now: true whatever is known.
 *
 * @param isOld the figures are of earlier: what happened since is not known
 */
export function ifStoppedSentence(
  { if_stopped: left, headroom, open_positions: open }: FloorsView,
  currency: string,
  isOld = false,
): string {
  if (left === null || headroom === null)
    return t`What you will have if everything is stopped out now is not known.`;
  const gap = formatMoney(Math.abs(headroom), currency);
  const side = headroom < 0 ? 'below' : 'above';
  const amount = formatMoney(left, currency);
  if (isOld)
    return open === 0
      ? t`Nothing was open then. You had ${amount}: ${gap} ${select(side, { below: 'below', other: 'above' })} your limit.`
      : t`If everything had been stopped out then, you would have had ${amount}: ${gap} ${select(side, { below: 'below', other: 'above' })} your limit.`;
  if (open === 0)
    return t`Nothing is open. You have ${amount}: ${gap} ${select(side, { below: 'below', other: 'above' })} your limit.`;
  return t`If everything is stopped out now, you will have ${amount}: ${gap} ${select(side, { below: 'below', other: 'above' })} your limit.`;
}

/** Money and its part of the initial balance. @example '$140.00 (1.40%)' */
export function amountOfInitial(amount: number | null, initial: number, currency: string): string {
  if (amount === null) return t`not known`;
  const money = formatMoney(amount, currency);
  return initial > 0 ? `${money} (${formatPercent((100 * amount) / initial)})` : money;
}

/** The line whose floor is the highest: the one that counts now. */
export function highestLine({
  rule_set,
  state,
}: FloorsView): { line: Line; floor: number; basis: number } | null {
  const held = rule_set.lines.flatMap((line, index) => {
    const found = state.lines[index];
    if (!found) return [];
    const from = line.trails === 'no' ? found.basis_minor : found.peak_minor;
    return [{ line, floor: majorOf(state, found.floor_minor), basis: majorOf(state, from) }];
  });
  return held.toSorted((a, b) => b.floor - a.floor)[0] ?? null;
}

/** What percent are of. */
export function initialBalance({ state }: FloorsView): number {
  return majorOf(state, state.initial_minor);
}

function majorOf({ currency }: FloorsView['state'], minor: number): number {
  return moneyToNumber(money(minor, currencyOf(currency)));
}

/** The parts of the bar in percent of what the line allows: what is lost of it, at risk, and left. */
export type BarParts = Readonly<{ lost: number; atRisk: number; left: number }>;

/** @returns null where equity or what is at risk is not known */
export function barParts(floors: FloorsView): BarParts | null {
  const { equity, floor, headroom } = floors;
  const highest = highestLine(floors);
  if (equity === null || headroom === null || !highest) return null;
  const room = Math.max(highest.basis, equity) - floor;
  if (room <= 0) return { lost: 100, atRisk: 0, left: 0 };
  const within = (amount: number) => Math.min(100, Math.max(0, (100 * amount) / room));
  const left = within(headroom);
  const atRisk = within(equity - floor) - left;
  return { lost: 100 - left - Math.max(0, atRisk), atRisk: Math.max(0, atRisk), left };
}

/** @example turnSentence(floors, now, 'Europe/London') // 'The day turns in 3 h 12 min: 2 Mar 2026, 23:00 for you, 00:00 in Prague.' */
export function turnSentence(floors: FloorsView, now: number, timeZone: string): string {
  const { next_turn: turn, rule_set } = floors;
  if (turn === null) return t`When the day turns is not known.`;
  const daily = rule_set.lines.find(({ kind }) => kind === 'day') ?? rule_set.lines[0];
  const left = Date.parse(turn) - now;
  const yours = formatTime(turn, timeZone);
  const theirs = daily && clockText(daily.turns_at);
  const span = spanText(left);
  if (left <= 0)
    return theirs
      ? t`The day turned: ${yours} for you, ${theirs}.`
      : t`The day turned: ${yours} for you.`;
  return theirs
    ? t`The day turns in ${span}: ${yours} for you, ${theirs}.`
    : t`The day turns in ${span}: ${yours} for you.`;
}

/** @example spanText(11_520_000) // '3 h 12 min' */
export function spanText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return t`${Math.floor(hours / 24)} days`;
  return hours === 0 ? t`${minutes} min` : t`${hours} h ${minutes % 60} min`;
}

/** @example clockText({ time: '17:00', zone: 'America/New_York' }) // '17:00 in New York' */
export function clockText({ time, zone }: Line['turns_at']): string {
  const fixed = /^Etc\/GMT([+-])(\d+)$/.exec(zone);
  // The names of these zones have the sign of the other direction.
  if (fixed) return t`${time} UTC${fixed[1] === '-' ? '+' : '-'}${fixed[2] ?? ''}`;
  if (/^(Etc\/)?(UTC|GMT)$/.test(zone)) return t`${time} UTC`;
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return t`${time} in ${city}`;
}

export type LockView = Readonly<{
  title: string;
  /** What holds now, and what the owner can do. */
  words: string;
  /** Whether the owner may begin the total limit again. */
  canRebase: boolean;
}>;

/**
 * The lock that holds at a moment, of the newest report or of the rules before a change; null without one.
 *
 * @param now milliseconds since 1970
 */
export function lockView(
  {
    floors,
    carried_lock: carried,
    rule_set,
  }: Pick<AccountRuleSet, 'floors' | 'carried_lock' | 'rule_set'>,
  now: number,
  timeZone: string,
): LockView | null {
  const lasts = (until: string | null) => until === null || Date.parse(until) > now;
  const lock = floors?.state.lock;
  if (lock && floors && lasts(lock.until)) {
    const line = floors.rule_set.lines[lock.line];
    const kind = line?.kind ?? 'other';
    const since = formatTime(lock.since, timeZone);
    const isOwn = (rule_set ?? floors.rule_set).id === 'own' && floors.rule_set.id === 'own';
    const canRebase = lock.until === null && line?.kind === 'total' && isOwn;
    return {
      title: t`Locked by the ${select(kind, { day: 'daily limit', week: 'weekly limit', total: 'total limit', other: 'limit' })} since ${since}`,
      words: `${t`Everything was closed and nothing is opened.`} ${endWords(lock.until, timeZone, canRebase)}`,
      canRebase,
    };
  }
  if (!carried || !lasts(carried.until)) return null;
  return {
    title: t`Locked by earlier rules since ${formatTime(carried.since, timeZone)}`,
    words: `${t`A change of the rules lifts no lock.`} ${endWords(carried.until, timeZone, false)}`,
    canRebase: false,
  };
}

function endWords(until: string | null, timeZone: string, canRebase: boolean): string {
  if (until !== null)
    return t`Trading may begin again on ${formatTime(until, timeZone)}. Until then there is nothing to do.`;
  return canRebase
    ? t`You can begin the total limit again at the equity you have now.`
    : t`It does not end: ask your firm for a new account, then choose its rules here.`;
}
