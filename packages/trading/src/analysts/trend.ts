import type { SnapshotIndicators } from '../market/market-reader.ts';
import type { Snapshot } from '../market/snapshot.ts';
import type { Lean } from './lean.ts';
import { leanOf, NO_LEAN } from './lean.ts';
import { LEAST_ADX, LEAST_SEPARATION } from './may-lean.ts';
import { offlineBallot, offlineVote } from './offline-vote.ts';
import type { Ballot, Vote } from './vote.ts';

/** Up when EMA20 stands clear above EMA50, ADX shows a trend and +DI leads; down the other way round. */
export function trendLean(indicators: SnapshotIndicators): Lean {
  const separation = indicators.ema20_less_ema50;
  if (indicators.adx14 < LEAST_ADX || Math.abs(separation) < LEAST_SEPARATION) return NO_LEAN;
  const direction = separation > 0 ? 1 : -1;
  return leanOf(direction, (indicators.adx14 - LEAST_ADX) / 20);
}

/** What this analyst asks for, without its reasons. */
export function trendBallot(indicators: SnapshotIndicators): Ballot {
  return offlineBallot('trend', trendLean(indicators), { stopLossAtr: 1.5, takeProfitAtr: 3 });
}

/** The trend follower: EMA20 against EMA50, with ADX as the judge of whether there is a trend at all. */
export function trendVote(snapshot: Snapshot): Vote {
  const { ema20_less_ema50: separation, adx14 } = snapshot.indicators;
  const side = separation >= 0 ? 'above' : 'below';
  const averages = `EMA20 is ${Math.abs(separation)} ATR ${side} EMA50 and ADX is ${adx14}`;
  return offlineVote(snapshot, trendBallot(snapshot.indicators), {
    fields: ['ema20_less_ema50', 'adx14'],
    because: {
      BUY: `${averages}: the rise is likely to go on.`,
      SELL: `${averages}: the fall is likely to go on.`,
      HOLD: `${averages}: no trend worth following (needs ADX ${LEAST_ADX} and ${LEAST_SEPARATION} ATR).`,
    },
  });
}
