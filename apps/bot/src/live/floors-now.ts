import {
  type FloorsView,
  floorsState,
  ruleSet as ruleSetSchema,
} from '@quorate/contract/rule-sets';
import { openRiskNow } from '@quorate/run/open-risk';
import { valuationOf } from '@quorate/trading/account/valuation';
import { floorMinor } from '@quorate/trading/governor/floors';
import type { FloorsState } from '@quorate/trading/governor/rule-set';
import { floorsToJson, ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { money, moneyToNumber } from '@quorate/values/money';
import type { LiveJournal } from './live-journal.ts';
import type { LiveRun } from './live-run.ts';
import { type ShownFloors, shownFloors } from './shown-floors.ts';

type Standing = Pick<LiveRun, 'governed' | 'terminal'>;

/** How the account of a run stands to its floors, by the positions that were told last; null while rules, floors or the terminal are not there. */
export async function floorsNow(run: Standing, now: Instant): Promise<FloorsView | null> {
  const rules = run.governed?.rules ?? null;
  const state = rules?.floors() ?? null;
  if (rules === null || state === null || !run.terminal.isReady()) return null;
  const ruleSet = rules.ruleSet();
  const { broker } = run.terminal;
  const { equity, balance } = await broker.account();
  const open = broker.knownPositions();
  const risk = openRiskNow(open, (symbol) => {
    const instrument = run.terminal.terms().instruments.get(symbol);
    const valuation =
      instrument && valuationOf(instrument, run.terminal.terms().currency, broker.rates);
    const quote = broker.quote(symbol);
    return instrument && quote && valuation?.kind === 'valuation'
      ? { instrument, valuation, quote }
      : undefined;
  });
  const amount = (minor: number) => moneyToNumber(money(minor, equity.currency));
  const floor = floorMinor(state);
  const at = isoFromInstant(now);
  return {
    at,
    reported_at: at,
    rule_set: ruleSetSchema.parse(ruleSetToJson(ruleSet)),
    state: floorsState.parse(floorsToJson(state)),
    equity: moneyToNumber(equity),
    balance: moneyToNumber(balance),
    floor: amount(floor),
    open_risk: risk && amount(risk.openRiskMinor),
    headroom: risk && amount(equity.minor - risk.openRiskMinor - floor),
    if_stopped: risk && amount(equity.minor - risk.atStopsMinor),
    open_positions: open.length,
    next_turn: isoFromInstant(rules.nextTurn(now)),
    revision: rules.revision(),
  };
}

/** The newest that the run has seen, for whoever looks once it has ended. */
const SHOWN = 'floors_shown';

/** The same with what keeps the run from opening anything, and what is about to be closed. */
export async function shownFloorsNow(run: Standing, now: Instant): Promise<ShownFloors | null> {
  const floors = await floorsNow(run, now);
  const { governed } = run;
  if (floors === null || governed === null) return null;
  const state = governed.rules.floors();
  return {
    ...floors,
    entries_off: [
      ...(state ? offByState(state) : []),
      governed.lastLine.refusal(),
      governed.rules.isLocked(now)
        ? 'A lock of the rules before still holds: a change of the rules lifts none.'
        : null,
    ].filter((sentence) => sentence !== null),
    warning: floors.open_positions > 0 ? governed.warning(now) : null,
  };
}

function offByState({ lock, lines, weeklyProfitLatch: profit }: FloorsState): string[] {
  const sentences: string[] = [];
  if (lock === null && lines.some(({ touchedAt }) => touchedAt !== null))
    sentences.push('Equity has touched a limit of the account.');
  if (profit !== null)
    sentences.push(
      `The week's profit reached ${profit.toFixed(2)}%, at which your rules stop. Trading goes on next week.`,
    );
  return sentences;
}

export function keepShownFloors(
  journal: Pick<LiveJournal, 'setFact'>,
  floors: ShownFloors | null,
): void {
  if (floors !== null) journal.setFact(SHOWN, JSON.stringify(floors));
}

/** What a run that is over saw last; null where none did, or it cannot be read. */
export function lastShownFloors(journal: Pick<LiveJournal, 'fact'>): ShownFloors | null {
  try {
    return shownFloors.parse(JSON.parse(journal.fact(SHOWN) ?? 'null'));
  } catch {
    return null;
  }
}
