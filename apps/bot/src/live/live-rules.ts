import {
  highestLine,
  nextFloorTurn,
  raisePeaks,
  rollFloors,
  SERVER_MIDNIGHT,
} from '@quorate/trading/governor/floors';
import { rebaseTotal, resumeFloors } from '@quorate/trading/governor/floors-moved';
import { type AccountFigures, lockEnd } from '@quorate/trading/governor/lines';
import type { FloorsState, RuleSet, TurnsAt } from '@quorate/trading/governor/rule-set';
import {
  floorsFromJson,
  ruleSetFromJson,
  ruleSetToJson,
} from '@quorate/trading/governor/rule-set-json';
import { HOUR_MS, type Instant } from '@quorate/values/instant';
import type { LiveJournal } from './live-journal.ts';
import type { ServerClock } from './server-clock.ts';

/** What the service says of an account's rules, as it came over the wire. */
export type ServedRules = Readonly<{
  ruleSet: unknown;
  revision: number;
  floors: unknown;
  rebaseId: string | null;
  /** A lock of the rules before that a change of them did not lift; until null: only its owner ends it. */
  lock: Readonly<{ until: Instant | null }> | null;
}>;

/** The rules of a live account, and what their floors remember over restarts. */
export type LiveRules = Readonly<{
  ruleSet(): RuleSet;
  /** Of the owner's choice at the service; 0 where the rules are the bot's own. */
  revision(): number;
  /** The last rebase of the total limit that was done; null for none. */
  rebaseId(): string | null;
  /** Whether the service holds a lock over from other rules. */
  isLocked(now: Instant): boolean;
  /** @returns whether a run has to begin again: other rules, or a total limit that begins again */
  take(served: ServedRules): boolean;
  /** What a run goes on with; undefined where nothing is remembered anywhere. */
  floorsAt(account: AccountFigures, asOf: Instant): FloorsState | undefined;
  /** The newest that were told; null until a run has begun by the rules of now. */
  floors(): FloorsState | null;
  /** Peaks that the service knows of; the higher ones count from the next run on. */
  heardPeaks(peaksMinor: readonly number[]): void;
  nextTurn(after: Instant): Instant;
  /** When entries come back after everything was closed at a moment; null: only the owner lets them. */
  lockEnds(closedAt: Instant): Instant | null;
}>;

type LiveRulesDeps = Readonly<{
  journal: Pick<LiveJournal, 'fact' | 'setFact' | 'floors' | 'keepFloors'>;
  serverClock: Pick<ServerClock, 'kind' | 'offsetMs'>;
  /** What governs where the owner has chosen nothing at the service. */
  own(): RuleSet;
  /** The owner had the total limit begin again: the floor may be lower from here on. */
  rebased(equityMinor: number): void;
  now(): Instant;
  notify(line: string): void;
}>;

/** The choice as the service told it last; it holds while the service is out of reach. */
const SERVED = 'rules_served';
/** The rules that the floors of the journal were counted by. */
const COUNTED = 'rules_counted';
const SERVED_FLOORS = 'floors_served';
const REBASED = 'rules_rebased';
const LOCKED = 'rules_locked';

export function createLiveRules(deps: LiveRulesDeps): LiveRules {
  const { journal, notify } = deps;
  let rules = readServed();
  let peaks: readonly number[] = [];

  function readServed(): { ruleSet: RuleSet | null; revision: number } {
    const text = journal.fact(SERVED);
    if (text === null) return { ruleSet: null, revision: 0 };
    const { rule_set, revision } = JSON.parse(text) as { rule_set: unknown; revision: number };
    const ruleSet = rule_set === null ? null : ruleSetFromJson(rule_set).ruleSet;
    return { ruleSet, revision };
  }

  const ruleSet = () => byServerClock(rules.ruleSet ?? deps.own(), deps.serverClock, deps.now());

  const textOfRules = () => JSON.stringify(ruleSetToJson(ruleSet()));

  function counted(): RuleSet {
    const text = journal.fact(COUNTED);
    return (text === null ? null : ruleSetFromJson(JSON.parse(text)).ruleSet) ?? ruleSet();
  }

  function remembered(): FloorsState | null {
    const kept = journal.floors();
    if (kept !== null) return kept;
    const text = journal.fact(SERVED_FLOORS);
    return text === null ? null : floorsFromJson(JSON.parse(text)).floors;
  }

  return {
    ruleSet,
    revision: () => rules.revision,
    rebaseId: () => journal.fact(REBASED) || null,
    isLocked(now) {
      const lock = journal.fact(LOCKED) ?? '';
      return lock === 'owner' || (lock !== '' && Number(lock) > now);
    },
    take({ ruleSet: served, revision, floors, rebaseId, lock }) {
      const reading = served === null ? null : ruleSetFromJson(served);
      if (reading?.faults) {
        notify(
          `The rules of this account at the service cannot be read (${reading.faults[0]?.message ?? ''}); those of before hold.`,
        );
        return false;
      }
      journal.setFact(LOCKED, lock === null ? '' : String(lock.until ?? 'owner'));
      const before = textOfRules();
      rules = { ruleSet: reading?.ruleSet ?? null, revision };
      journal.setFact(SERVED, JSON.stringify({ rule_set: served, revision }));
      if (floors !== null) journal.setFact(SERVED_FLOORS, JSON.stringify(floors));
      const known = floors === null ? null : floorsFromJson(floors).floors;
      if (known) peaks = known.lines.map(({ peakMinor }) => peakMinor);
      const due = rebaseId !== null && rebaseId !== journal.fact(REBASED);
      if (due) journal.setFact(REBASE_DUE, rebaseId);
      return due || textOfRules() !== before;
    },
    floorsAt(account, asOf) {
      const now = ruleSet();
      const was = counted();
      const kept = remembered();
      const facts: Record<string, string> = { [COUNTED]: textOfRules() };
      if (kept === null) {
        journal.setFact(COUNTED, textOfRules());
        return undefined;
      }
      let state =
        kept.lines.length === was.lines.length ? rollFloors(kept, was, asOf, account) : kept;
      state = resumeFloors(state, was, now, account, asOf);
      if (peaks.length === state.lines.length && state.ruleSetId === kept.ruleSetId) {
        state = raisePeaks(state, now, peaks);
      }
      const due = journal.fact(REBASE_DUE);
      if (due) {
        if (now.id === 'own') {
          state = rebaseTotal(state, now, account, asOf);
          peaks = [];
          deps.rebased(account.equityMinor);
          notify('The total limit of this account begins again at its equity, as its owner asked.');
        }
        facts[REBASED] = due;
        facts[REBASE_DUE] = '';
      }
      // The loop tells of changes alone: what it begins with would be known here no more after a restart.
      journal.keepFloors(state, asOf, facts);
      return state;
    },
    floors: () =>
      (journal.fact(COUNTED) ?? textOfRules()) === textOfRules() ? journal.floors() : null,
    heardPeaks(heard) {
      peaks = heard;
    },
    nextTurn: (after) => nextFloorTurn(ruleSet(), after),
    lockEnds(closedAt) {
      const state = journal.floors();
      const now = ruleSet();
      if (state === null || state.lines.length !== now.lines.length) {
        return nextFloorTurn(now, closedAt);
      }
      const at = state.lock?.line ?? highestLine(state, now);
      const line = now.lines[at];
      const ended = line?.onTouch === 'end' && state.lines[at]?.touchedAt !== null;
      return line && !ended ? lockEnd(line, closedAt) : null;
    },
  };
}

/** A rebase that the service asks for and that no run has done yet. */
const REBASE_DUE = 'rules_rebase_due';

/**
 * Rules that turn at the server's midnight, by the clock that was measured: most servers keep New York + 7 hours,
 * and where one does not, its own midnight counts.
 */
function byServerClock(
  rules: RuleSet,
  { kind, offsetMs }: Pick<ServerClock, 'kind' | 'offsetMs'>,
  now: Instant,
): RuleSet {
  if (kind() === 'new-york') return rules;
  const midnight = midnightOf(offsetMs(now));
  if (midnight === null) return rules;
  const isServers = ({ time, zone }: TurnsAt) =>
    time === SERVER_MIDNIGHT.time && zone === SERVER_MIDNIGHT.zone;
  return {
    ...rules,
    lines: rules.lines.map((line) =>
      isServers(line.turnsAt) ? { ...line, turnsAt: midnight } : line,
    ),
  };
}

/** Midnight of a clock so far from UTC, in UTC. */
function midnightOf(offsetMs: number): TurnsAt | null {
  if (!Number.isInteger(offsetMs / (HOUR_MS / 4))) return null;
  const minutes = ((((-offsetMs / 60_000) % 1_440) + 1_440) % 1_440) | 0;
  const two = (value: number) => String(value).padStart(2, '0');
  return { time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, zone: 'UTC' };
}
