import type { SnapshotIndicators } from '../market/market-reader.ts';
import type { Snapshot } from '../market/snapshot.ts';
import type { Lean } from './lean.ts';
import { leanOf, NO_LEAN } from './lean.ts';
import { RSI_DISTANCE } from './may-lean.ts';
import { offlineBallot, offlineVote } from './offline-vote.ts';
import type { Ballot, Vote } from './vote.ts';

/** Standard deviations from the 20-bar mean that count as stretched. */
const STRETCHED = 1.5;

/** Up when price is stretched below its mean and RSI confirms it; down when stretched above. */
export function meanReversionLean(indicators: SnapshotIndicators): Lean {
  const { zscore20, rsi14 } = indicators;
  const strength = (Math.abs(zscore20) - STRETCHED) / 1.5;
  if (zscore20 <= -STRETCHED && rsi14 <= 50 - RSI_DISTANCE) return leanOf(1, strength);
  if (zscore20 >= STRETCHED && rsi14 >= 50 + RSI_DISTANCE) return leanOf(-1, strength);
  return NO_LEAN;
}

/** What this analyst asks for, without its reasons. */
export function meanReversionBallot(indicators: SnapshotIndicators): Ballot {
  return offlineBallot('mean-reversion', meanReversionLean(indicators), {
    stopLossAtr: 1.5,
    takeProfitAtr: 3,
  });
}

/** The contrarian: expects a stretched price to come back to its 20-bar mean. */
export function meanReversionVote(snapshot: Snapshot): Vote {
  const { zscore20, rsi14 } = snapshot.indicators;
  const side = zscore20 >= 0 ? 'above' : 'below';
  const stretch = `The close is ${Math.abs(zscore20)} deviations ${side} its 20-bar mean with RSI ${rsi14}`;
  return offlineVote(snapshot, meanReversionBallot(snapshot.indicators), {
    fields: ['zscore20', 'rsi14'],
    because: {
      BUY: `${stretch}: stretched, likely to come back up.`,
      SELL: `${stretch}: stretched, likely to come back down.`,
      HOLD: `${stretch}: not stretched (needs ${STRETCHED} deviations and RSI ${RSI_DISTANCE} from 50).`,
    },
  });
}
