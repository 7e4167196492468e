import type { SnapshotIndicators } from '../market/market-reader.ts';
import type { Snapshot } from '../market/snapshot.ts';
import type { Lean } from './lean.ts';
import { leanOf, NO_LEAN } from './lean.ts';
import { offlineBallot, offlineVote } from './offline-vote.ts';
import type { Ballot, Vote } from './vote.ts';

/** Up when the close leaves the channel of the 20 bars before it upwards, down when downwards. */
export function breakoutLean(indicators: SnapshotIndicators): Lean {
  const { above_high20, below_low20, atr_ratio50 } = indicators;
  // A range that widens confirms the break.
  const widening = Math.max(0, atr_ratio50 - 1);
  if (above_high20 > 0) return leanOf(1, above_high20 + widening);
  if (below_low20 > 0) return leanOf(-1, below_low20 + widening);
  return NO_LEAN;
}

/** What this analyst asks for, without its reasons. */
export function breakoutBallot(indicators: SnapshotIndicators): Ballot {
  return offlineBallot('breakout', breakoutLean(indicators), {
    stopLossAtr: 1.5,
    takeProfitAtr: 3,
  });
}

/** The break-out trader: follows a close beyond the Donchian channel of the last 20 bars. */
export function breakoutVote(snapshot: Snapshot): Vote {
  const { above_high20, below_low20, atr_ratio50 } = snapshot.indicators;
  const range = `with ATR at ${atr_ratio50} of its mean`;
  return offlineVote(snapshot, breakoutBallot(snapshot.indicators), {
    fields: ['above_high20', 'below_low20', 'atr_ratio50'],
    because: {
      BUY: `The close is ${above_high20} ATR above the 20-bar high ${range}: a break upwards.`,
      SELL: `The close is ${below_low20} ATR below the 20-bar low ${range}: a break downwards.`,
      HOLD: `The close is inside the 20-bar channel, ${-above_high20} ATR under its high and ${-below_low20} ATR over its low.`,
    },
  });
}
