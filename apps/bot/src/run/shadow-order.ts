import type { Instrument } from '@quorate/trading/account/instrument';
import type { MarketOrder, OrderKey } from '@quorate/trading/account/order';
import type { AskedTrade } from '@quorate/trading/loop/trading-loop-events';
import { type CandleSeries, timeframeMs } from '@quorate/trading/market/candle';
import { addMilliseconds, type Instant } from '@quorate/values/instant';
import { type Lots, lots } from '@quorate/values/lots';
import { price } from '@quorate/values/price';

/**
 * The order that the desk would have made had it not refused, for one lot: R does not depend on the
 * volume, and a refused idea has none.
 *
 * @returns null where nothing was asked for, or no stop could be set
 */
export function shadowOrder(
  { asked, asOf, decisionId }: { asked: AskedTrade | null; asOf: Instant; decisionId: string },
  { series, instrument }: { series: CandleSeries; instrument: Instrument },
): MarketOrder | null {
  if (asked === null || asked.stopLoss === null) return null;
  const { digits, symbol } = instrument;
  return {
    key: decisionId as OrderKey,
    symbol,
    side: asked.side,
    lots: oneLot(instrument),
    stopLoss: price(asked.stopLoss, digits),
    takeProfit: asked.takeProfit === null ? null : price(asked.takeProfit, digits),
    placedAt: asOf,
    expiresAt: addMilliseconds(asOf, timeframeMs(series.timeframe)),
    decisionId,
  };
}

function oneLot({ volumeStep, volumeMinSteps, volumeMaxSteps }: Instrument): Lots {
  const steps = Math.round(10 ** volumeStep.digits / volumeStep.units);
  return lots(Math.min(volumeMaxSteps, Math.max(volumeMinSteps, steps)), volumeStep);
}
