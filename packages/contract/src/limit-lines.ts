import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import type { DeskLimit, DeskLimits } from './desk.ts';
import type { FloorsView } from './rule-sets.ts';

/** The lines of an account's rules, each with how much of its room is used, in the order of the rules. */
export function limitLines({ state, rule_set: rules, equity }: FloorsView): DeskLimit[] {
  const currency = currencyOf(state.currency);
  const major = (minor: number) => moneyToNumber(money(minor, currency));
  const percent = (amount: number) =>
    state.initial_minor > 0 ? (100 * amount) / major(state.initial_minor) : 0;
  return rules.lines.flatMap((line, place) => {
    const kept = state.lines[place];
    if (!kept) return [];
    const floor = major(kept.floor_minor);
    const basis = major(line.trails === 'no' ? kept.basis_minor : kept.peak_minor);
    return [
      {
        kind: line.kind,
        floor,
        basis,
        room_percent: percent(basis - floor),
        used_percent: equity === null ? null : Math.max(0, percent(basis - equity)),
      },
    ];
  });
}

/** The line that has closed everything and still keeps entries off. @param now milliseconds since 1970 */
export function lockingLine(
  { state, rule_set: rules }: FloorsView,
  now: number,
): DeskLimits['lock'] {
  const { lock } = state;
  if (!lock || (lock.until !== null && Date.parse(lock.until) <= now)) return null;
  const line = rules.lines[lock.line];
  return line ? { kind: line.kind, until: lock.until } : null;
}

/** The two that a desk shows: the day's, or a week's where there is no day's, and the total one. */
export function shownLimitLines(lines: readonly DeskLimit[]): DeskLimit[] {
  const nearest = (kind: DeskLimit['kind']) =>
    lines.filter((line) => line.kind === kind).toSorted((a, b) => b.floor - a.floor)[0];
  return [nearest('day') ?? nearest('week'), nearest('total')].filter((line) => line !== undefined);
}
