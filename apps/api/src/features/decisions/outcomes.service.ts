import type {
  DecidedTrade,
  OutcomeBar,
  OutcomeInput,
  OutcomeReply,
} from '@quorate/contract/decision-outcomes';
import { type ShortOutcome, snapshot, timeframe } from '@quorate/contract/decisions';
import { barsFault, fillFault, touchBarsFault } from '@quorate/trading/market/plausible';
import type { UserId } from '@quorate/values/ids';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import { inTransaction } from '../../db/in-transaction.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import { countDecisions, countedAs } from '../calibration/decision-cells.ts';
import type { KnownTouch } from '../calibration/learning.ts';
import { appendEvents } from '../records/append-events.ts';
import { figuresOf, toCorrections } from '../trades/trade-columns.ts';
import type { DecisionDeps } from './decisions.deps.ts';
import { isFillOutside, judgeTouch, type Touch } from './judge-outcomes.ts';
import {
  type Decided,
  type DecidedTradeRow,
  findOutcomes,
  lockDecisions,
  markDecisions,
  noteFirstTouches,
  type ShortOutcomeRow,
  type StoredOutcome,
  upsertOutcomes,
} from './outcomes.queries.ts';
import { outcomeEvents } from './record-events.ts';

/** What an outcome stands under in the lists. */
const KINDS = { ordered: 'traded', vetoed: 'vetoed', held: 'held' } as const;

type OutcomeDeps = Pick<
  DecisionDeps,
  'db' | 'clock' | 'announce' | 'learn' | 'forgetLearned' | 'barStore'
>;

type OutcomesStored = { stored: number; unchanged: number; unknown: string[] };

/**
 * Stores what became of decisions, all of it or nothing: with what it teaches about the voters, and with
 * its records on the ledger. An older revision never overwrites a newer one; of two in one batch the
 * newer counts. What price did first is a fact: the first answer stands, whichever revision brought it. It is
 * found here where a report brings its bars; nothing is learned from what others contradict.
 *
 * @throws AppError validation_failed for bars and fills that cannot have been
 */
export async function storeOutcomes(
  deps: OutcomeDeps,
  userId: UserId,
  outcomes: readonly OutcomeInput[],
  nameOf = (index: number, field: string) => `outcomes.${index}.${field}`,
): Promise<OutcomesStored> {
  const newest = newestOf(outcomes);
  const { learned, ...stored } = await inTransaction(deps.db, async (tx) => {
    // The account and the decisions first, in one order: every other row that is touched is behind them.
    const known = await lockDecisions(tx, userId, [...newest.keys()]);
    expectPossible(outcomes, known, deps.clock.now(), nameOf);
    const kept = [...newest.values()].filter(({ decision_id }) => known.has(decision_id));
    const now = new Date(deps.clock.now());
    const judging = { ...deps, db: tx };
    const judged: (OutcomeInput & { fill_outside: boolean })[] = [];
    for (const outcome of kept) {
      const decision = known.get(outcome.decision_id);
      const fill_outside =
        decision !== undefined && (await isFillOutside(judging, { userId, outcome, decision }));
      judged.push({ ...outcome, fill_outside });
    }
    const told = kept.length === 0 ? [] : await findOutcomes(tx, userId, [...known.keys()]);
    const before = new Map(told.map((row) => [row.decision_id, row]));
    const written = new Set(await upsertOutcomes(tx, { userId, now }, judged));
    for (const [verdict, kind] of Object.entries(KINDS)) {
      const ids = kept
        .filter((outcome) => outcome.verdict === verdict && written.has(outcome.decision_id))
        .map(({ decision_id }) => decision_id);
      await markDecisions(tx, userId, ids, kind);
    }
    const touches = await touchesOf(judging, userId, outcomes, known);
    const touched = inOrder(await noteFirstTouches(tx, { userId, now }, touches), known);
    const changed = [...written.union(new Set(touched.map(({ decisionId }) => decisionId)))];
    if (changed.length > 0) {
      const learnable = touched.filter(({ grade }) => grade !== 'contradicted');
      await deps.learn(tx, userId, learnable);
      const rows = await findOutcomes(tx, userId, changed);
      const inputs = new Map(kept.map((each) => [each.decision_id, each.desk_inputs]));
      await appendEvents(
        tx,
        rows.flatMap((row) => {
          const { decision_id: id } = row;
          const owner = { userId, subjectId: known.get(id)?.account_id ?? userId };
          return outcomeEvents(owner, row, before.get(id) ?? null, inputs.get(id) ?? null);
        }),
      );
      await countDecisions(
        tx,
        kept.flatMap((outcome) => {
          const decided = known.get(outcome.decision_id);
          if (!decided || !written.has(outcome.decision_id)) return [];
          return {
            userId,
            accountId: decided.account_id,
            asOf: decided.as_of,
            before: countedAs(decided, before.get(outcome.decision_id) ?? null),
            after: countedAs(decided, outcome),
          };
        }),
      );
      await deps.announce(tx, userId, 'usage');
    }
    return {
      stored: changed.length,
      unchanged:
        outcomes.filter(({ decision_id }) => known.has(decision_id)).length - changed.length,
      unknown: [...newest.keys()].filter((id) => !known.has(id)),
      learned: touched.length > 0,
    };
  });
  if (learned) deps.forgetLearned(userId);
  return stored;
}

function newestOf(outcomes: readonly OutcomeInput[]): Map<string, OutcomeInput> {
  const newest = new Map<string, OutcomeInput>();
  for (const outcome of outcomes) {
    const other = newest.get(outcome.decision_id);
    if (!other || other.revision < outcome.revision) newest.set(outcome.decision_id, outcome);
  }
  return newest;
}

/** Of the oldest revision that tells it. */
async function touchesOf(
  deps: Parameters<typeof judgeTouch>[0],
  userId: UserId,
  outcomes: readonly OutcomeInput[],
  decided: ReadonlyMap<string, Decided>,
): Promise<Map<string, Touch>> {
  const touches = new Map<string, Touch>();
  for (const outcome of outcomes.toSorted((a, b) => a.revision - b.revision)) {
    const decision = decided.get(outcome.decision_id);
    if (!decision || touches.has(outcome.decision_id)) continue;
    const touch = await judgeTouch(deps, { userId, outcome, decision });
    if (touch) touches.set(outcome.decision_id, touch);
  }
  return touches;
}

/** As a replay learns of them: by the bar of the touch, then by the bar that was decided on. */
function inOrder(
  touches: readonly KnownTouch[],
  decided: ReadonlyMap<string, Decided>,
): KnownTouch[] {
  const asOf = ({ decisionId }: KnownTouch) => decided.get(decisionId)?.as_of.getTime() ?? 0;
  return touches.toSorted(
    (a, b) => a.touchedAt.getTime() - b.touchedAt.getTime() || asOf(a) - asOf(b),
  );
}

/** @throws AppError validation_failed when two decisions are named, not_found for one that is not the user's */
export async function storeOutcome(
  deps: OutcomeDeps,
  userId: UserId,
  decisionId: string,
  outcome: OutcomeInput,
): Promise<boolean> {
  if (outcome.decision_id !== decisionId) {
    throw new AppError('validation_failed', {
      details: { reason: 'decision_id: must be the decision of the address' },
    });
  }
  const { stored, unknown } = await storeOutcomes(deps, userId, [outcome], (_, field) => field);
  if (unknown.length > 0) throw new AppError('not_found');
  return stored > 0;
}

/**
 * Bars and fills that cannot have been are refused, with the bar and the figures.
 *
 * @param nameOf names a field of the outcome at this place
 * @throws AppError validation_failed
 */
function expectPossible(
  outcomes: readonly OutcomeInput[],
  decided: ReadonlyMap<string, Decided>,
  now: number,
  nameOf: (index: number, field: string) => string,
): void {
  const faults = outcomes.flatMap((outcome, index) => {
    const decision = decided.get(outcome.decision_id);
    if (!decision) return [];
    return faultsOf(outcome, decision, now).map(({ field, message }) => ({
      field: nameOf(index, field),
      message,
    }));
  });
  if (faults.length > 0) throw validationError(faults);
}

function faultsOf(
  { bars, raw_bars, fill, order, digits }: OutcomeInput,
  decision: Decided,
  now: number,
): { field: string; message: string }[] {
  const each = timeframe.parse(decision.timeframe);
  const bad = barsFault(each, bars, now);
  if (bad !== null) return [{ field: 'bars', message: bad }];
  const badRaw = touchBarsFault(each, raw_bars, { asOf: decision.as_of.getTime(), now });
  if (badRaw !== null) return [{ field: 'raw_bars', message: badRaw }];
  if (!fill) return [];
  const seen = snapshot.parse(JSON.parse(decision.snapshot));
  const scale = 10 ** seen.digits;
  const spread = order ? Math.abs(order.ask - order.bid) : seen.spread_points / scale;
  const message = fillFault(
    { price: fill.price, at: Date.parse(fill.at) },
    { timeframe: each, bars, digits },
    { spread, atr: seen.atr_points / scale },
  );
  return message === null ? [] : [{ field: 'fill.price', message }];
}

/** A stored outcome as it travels, without its bars. */
export function toOutcomeReply(row: StoredOutcome): OutcomeReply {
  const { revision, verdict, checks, asked, fill, refusal, shadow, reported_at } = row;
  const { first_touch, touch_grade, touched_at } = row;
  return {
    revision,
    verdict,
    checks,
    order: asked,
    fill,
    refusal,
    shadow,
    first_touch,
    touch_grade,
    touched_at: touched_at?.toISOString() ?? null,
    reported_at: reported_at.toISOString(),
  };
}

/** Bars in prices, from whole points. */
export function toBars(bars: OutcomeInput['bars'], digits: number): OutcomeBar[] {
  const scale = 10 ** digits;
  return bars.map(([seconds, open, high, low, close]) => ({
    time: new Date(seconds * 1_000).toISOString(),
    open: open / scale,
    high: high / scale,
    low: low / scale,
    close: close / scale,
  }));
}

/** The trade with its R. */
export function toDecidedTrade(
  row: DecidedTradeRow,
  provenance: DecidedTrade['provenance'],
): DecidedTrade {
  const { account_id, position_ticket, symbol, trade_type, digits, currency, account_type } = row;
  return {
    account_id,
    position_ticket,
    symbol,
    trade_type,
    digits,
    currency,
    account_type,
    decision_id: row.decision_id,
    exit_reason: row.exit_reason,
    ...figuresOf(row),
    trade_time: row.trade_time.toISOString(),
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    corrections: toCorrections(row.corrections, currency),
    provenance,
    r: resultInR(row),
  };
}

/** @param kind as the decision's own row says; null until its bot has told */
export function toShortOutcome(
  kind: ShortOutcome['kind'] | null,
  row: ShortOutcomeRow | undefined,
): ShortOutcome | null {
  if (kind === null) return null;
  const nothing = {
    kind,
    profit: null,
    currency: null,
    r: null,
    hypothetical: false,
    ending: null,
    rule: null,
  };
  if (!row) return nothing;
  if (kind === 'vetoed') {
    const { shadow, refusal } = row;
    return {
      ...nothing,
      r: shadow?.r ?? null,
      hypothetical: shadow !== null,
      ending: shadow?.exit_reason ?? null,
      rule: refusal?.rule ?? null,
    };
  }
  if (row.status === null || row.profit === null || row.currency === null) return nothing;
  return {
    ...nothing,
    profit: row.profit / 10 ** currencyDigits(currencyOf(row.currency)),
    currency: row.currency,
    r: resultInR({ ...row, status: row.status, profit: row.profit }),
    ending: endingOf(row),
  };
}

/** R counts for closed trades that had a stop. */
function resultInR(trade: {
  status: 'OPEN' | 'CLOSED';
  profit: number;
  initial_risk: number | null;
}): number | null {
  const { status, profit, initial_risk: risk } = trade;
  return status === 'CLOSED' && risk !== null && risk > 0 ? profit / risk : null;
}

/** Where a trade ended, as far as its prices tell. */
function endingOf(row: ShortOutcomeRow): ShortOutcome['ending'] {
  if (row.status === 'OPEN') return 'open';
  const exit = Number(row.close_price);
  if (row.take_profit !== null && exit === Number(row.take_profit)) return 'target';
  if (row.stop_loss !== null && exit === Number(row.stop_loss)) return 'stop';
  return 'closed';
}
