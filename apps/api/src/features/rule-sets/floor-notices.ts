import type { FloorsStateJson, RuleSetJson } from '@quorate/contract/rule-sets';
import type { ToldOfFloors } from '../../db/rule-set-tables.ts';

/** What is said of an account's floors: each once. Money in minor units. */
export type FloorNotice =
  | Readonly<{ kind: 'near'; line: RuleSetJson['lines'][number]; floor: number; left: number }>
  | Readonly<{
      kind: 'locked';
      line: RuleSetJson['lines'][number] | null;
      equity: number;
      until: string | null;
    }>
  | Readonly<{ kind: 'turned' }>;

type Report = Readonly<{
  rule_set: RuleSetJson;
  state: FloorsStateJson;
  equity: number | null;
}>;

/** A floor is near once no more than this part of what the line allows is left above it. */
const NEAR_PART = 0.25;

/** An approach is over, and may be told again, once this part is left. */
const OVER_PART = 0.5;

/**
 * What a report is to be told for, and what counts as told from then on. While an account is locked only the
 * lock is news.
 */
export function floorNotices(
  { rule_set, state, equity }: Report,
  told: ToldOfFloors,
): { notices: readonly FloorNotice[]; told: ToldOfFloors } {
  const { lock } = state;
  const wasLocked = told.locked ?? null;
  if (lock) {
    if (wasLocked === lock.since) return { notices: [], told };
    const line = rule_set.lines[lock.line] ?? null;
    const notice = { kind: 'locked', line, equity: lock.equity_minor, until: lock.until } as const;
    return { notices: [notice], told: { ...told, locked: lock.since } };
  }
  const notices: FloorNotice[] = wasLocked === null ? [] : [{ kind: 'turned' }];
  const before = told.near ?? [];
  const near: string[] = [];
  for (const [index, line] of rule_set.lines.entries()) {
    const held = state.lines[index];
    const allowance = held ? allowanceOf(line, state, held.basis_minor) : 0;
    if (!held || equity === null || allowance <= 0) continue;
    // A day's approach ends with its day, a total line's with equity.
    const key = `${rule_set.id} ${index} ${line.kind === 'total' ? '' : held.turn}`;
    const left = equity - held.floor_minor;
    if (before.includes(key) && left <= allowance * OVER_PART) near.push(key);
    else if (left <= allowance * NEAR_PART) {
      near.push(key);
      notices.push({ kind: 'near', line, floor: held.floor_minor, left });
    }
  }
  return { notices, told: { near, locked: null } };
}

/** How far equity may fall by a line, in minor units. */
function allowanceOf(
  { amount }: RuleSetJson['lines'][number],
  { initial_minor }: FloorsStateJson,
  basisMinor: number,
): number {
  if ('money_minor' in amount) return amount.money_minor;
  return 'percent_of_initial' in amount
    ? (initial_minor * amount.percent_of_initial) / 100
    : (basisMinor * amount.percent_of_basis) / 100;
}
