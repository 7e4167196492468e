import type { ExitFacts, ExitWish } from './exit.ts';
import { signOf } from './exit.ts';
import { EXITS, type ExitSettings } from './exits.ts';

/** What is done to a position at the close of a bar, and by which exit. */
export type ExitAct =
  | Readonly<{ act: 'close'; exit: string; why: string }>
  /** So many steps are closed. */
  | Readonly<{ act: 'part'; exit: string; why: string; steps: number }>
  /** The stop goes to this price, in points. */
  | Readonly<{ act: 'stop'; exit: string; why: string; points: number }>;

/** What an exit wanted and may not have now; it is tried at the next bar. */
export type ExitSkip = Readonly<{ exit: string; why: string }>;

export type ExitPlan = Readonly<{ acts: readonly ExitAct[]; skipped: readonly ExitSkip[] }>;

const NOTHING: ExitPlan = { acts: [], skipped: [] };

/**
 * What the chosen exits do to a position at the close of a bar. A closing comes first and alone; else a part is
 * closed, and the stop goes to the nearest place that an exit wants and the broker takes. No stop moves away
 * from the price and nothing is opened: open risk only falls. The same facts give the same plan, and a plan
 * that was carried out gives none, so that a run which begins again does nothing twice.
 *
 * @example decideExits(facts, { ...NO_EXITS, breakEvenAfterR: 1 }).acts
 */
export function decideExits(facts: ExitFacts, settings: ExitSettings): ExitPlan {
  const { bid, ask } = facts.quote;
  // On a crossed quote nobody knows where the price is.
  if (!(ask >= bid)) return NOTHING;
  const wishes: (readonly [string, string, ExitWish])[] = [];
  const context = { ...facts, settings };
  for (const { exit } of EXITS) {
    const wish = exit.check(context);
    if (wish) wishes.push([exit.name, exit.label, wish]);
  }
  if (wishes.length === 0) return NOTHING;
  const skipped: ExitSkip[] = [];
  const acts: ExitAct[] = [];
  let stop: Extract<ExitAct, { act: 'stop' }> | undefined;
  for (const [exit, label, wish] of wishes) {
    switch (wish.act) {
      case 'close': {
        const frozen = closingFault(facts);
        if (frozen !== null) skipped.push({ exit, why: `${label}: ${frozen}` });
        else return { acts: [{ act: 'close', exit, why: closingWords(label, facts) }], skipped };
        break;
      }
      case 'leave': {
        const steps = Math.max(0, facts.openSteps - wish.steps);
        if (steps === 0 && wish.steps < facts.openedSteps) break;
        const fault = partFault(facts, steps, wish.steps) ?? closingFault(facts);
        if (fault !== null) {
          skipped.push({ exit, why: `${label}: ${fault}` });
          break;
        }
        const why = `${label}: ${steps} of ${facts.openedSteps} steps of ${facts.instrument.symbol} are closed.`;
        acts.push({ act: 'part', exit, why, steps });
        break;
      }
      case 'stop': {
        const points = onTicks(facts, wish.points);
        if (!isNearer(facts, points, facts.stopLoss)) break;
        const fault = stopFault(facts, points);
        if (fault !== null) skipped.push({ exit, why: `${label}: ${fault}` });
        else if (isNearer(facts, points, stop?.points ?? null)) {
          const why = `${label}: the stop of ${facts.instrument.symbol} moves by ${movedBy(facts, points)}.`;
          stop = { act: 'stop', exit, why, points };
        }
      }
    }
  }
  if (stop) acts.push(stop);
  return { acts, skipped };
}

/** Where the broker lets a stop stand: at the wish, or the next place behind it. */
function onTicks({ side, instrument: { tickPoints = 1 } }: ExitFacts, points: number): number {
  const ticks = points / tickPoints;
  return (side === 'BUY' ? Math.floor(ticks) : Math.ceil(ticks)) * tickPoints;
}

/** Whether a stop stands nearer to profit than another; any stop is nearer than none. */
function isNearer({ side }: ExitFacts, points: number, than: number | null): boolean {
  return than === null || signOf(side) * (points - than) > 0;
}

function closingSide({ side, quote }: ExitFacts): number {
  return side === 'BUY' ? quote.bid : quote.ask;
}

/** Brokers refuse to change or close what is about to be executed. */
function closingFault(facts: ExitFacts): string | null {
  const { freezeLevelPoints: freeze = 0 } = facts.instrument;
  if (freeze === 0) return null;
  const price = closingSide(facts);
  for (const level of [facts.stopLoss, facts.takeProfit]) {
    const distance = level === null ? Number.POSITIVE_INFINITY : Math.abs(price - level);
    if (distance <= freeze)
      return `the price is ${distance} points from a level; nothing is changed within ${freeze}.`;
  }
  return null;
}

function stopFault(facts: ExitFacts, points: number): string | null {
  const { side, instrument } = facts;
  const frozen = closingFault(facts);
  if (frozen !== null) return frozen;
  const least = Math.max(1, instrument.stopsLevelPoints, instrument.freezeLevelPoints ?? 0);
  const distance = signOf(side) * (closingSide(facts) - points);
  if (distance >= least) return null;
  return `its stop would be ${distance} points from the price, at least ${least} are required.`;
}

function partFault(
  { instrument: { volumeMinSteps, symbol }, openedSteps }: ExitFacts,
  steps: number,
  left: number,
): string | null {
  if (steps < volumeMinSteps)
    return `${steps} of ${openedSteps} steps of ${symbol} is below the smallest order of ${volumeMinSteps}.`;
  if (left < volumeMinSteps)
    return `${left} of ${openedSteps} steps of ${symbol} would stay open, at least ${volumeMinSteps} must.`;
  return null;
}

function closingWords(label: string, { instrument, barsHeld, oppositePercent }: ExitFacts): string {
  const verdict =
    oppositePercent === null ? '' : `, against a verdict of ${Math.round(oppositePercent)}%`;
  return `${label}: ${instrument.symbol} is closed after ${barsHeld} bars${verdict}.`;
}

function movedBy({ side, stopLoss }: ExitFacts, points: number): string {
  if (stopLoss === null) return 'being set for the first time';
  return `${signOf(side) * (points - stopLoss)} points`;
}
