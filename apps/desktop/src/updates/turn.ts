import { messageOf } from '@quorate/bot/error-text';
import type { Clock } from '@quorate/trading/loop/ports';
import { AT_WORK } from '../contract/runs.ts';
import type { Runs } from '../parts.ts';

type TurnDeps = Readonly<{
  clock: Clock;
  runs: Pick<Runs, 'atWork' | 'state' | 'isOpeningPosition'>;
  hasWindow(): boolean;
}>;

/** Why a version does not go in yet; null when it may. */
type Turn = string | null;

const DECISION_WITHIN_MS = 60_000;
/** Where bars are so short that a decision is always near, a smaller gap has to do after a while. */
const PATIENCE_MS = 3_600_000;
const IMPATIENT_WITHIN_MS = 15_000;
/** A bar that closed so long ago is still being decided on. */
const DECIDING_MS = 10_000;

/**
 * Whether a version may go in at this moment. While a position is being opened it never does, whoever asks.
 *
 * @param isAsked whether the person has pressed for it
 * @param waitedMs how long it has been ready
 */
export async function turnOf(
  deps: TurnDeps,
  { isAsked, waitedMs }: Readonly<{ isAsked: boolean; waitedMs: number }>,
): Promise<Turn> {
  const opening = await whyOpening(deps);
  if (opening !== null) return opening;
  if (isAsked) return null;
  if (deps.hasWindow())
    return 'It goes in automatically once this window is closed and no decision is near, or now when you say so.';
  const withinMs = waitedMs < PATIENCE_MS ? DECISION_WITHIN_MS : IMPATIENT_WITHIN_MS;
  try {
    return isDecisionNear(deps, withinMs) ? 'It goes in once no decision is near.' : null;
  } catch (error) {
    return `Whether a decision is near cannot be told (${messageOf(error)}). It goes in once it can, or now when you say so.`;
  }
}

/** What nobody can tell counts as yes. */
async function whyOpening({ runs }: TurnDeps): Promise<string | null> {
  try {
    const isOpening = await runs.isOpeningPosition();
    if (!isOpening) return null;
    return 'A position is being opened. It goes in as soon as the broker has answered.';
  } catch (error) {
    return `Whether a position is being opened cannot be told (${messageOf(error)}). It goes in once it can.`;
  }
}

function isDecisionNear({ clock, runs }: TurnDeps, withinMs: number): boolean {
  const now = clock.now();
  return runs.atWork().some((name) => {
    const { phase, next_bar_at } = runs.state(name);
    if (AT_WORK.has(phase) && phase !== 'running' && phase !== 'waiting') return true;
    if (next_bar_at === null) return false;
    const leftMs = Date.parse(next_bar_at) - now;
    return leftMs > -DECIDING_MS && leftMs < withinMs;
  });
}
