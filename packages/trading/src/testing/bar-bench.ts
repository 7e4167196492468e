import { HOUR_MS, instant } from '@quorate/values/instant';
import type { BrokerEvent } from '../loop/ports.ts';
import type { CandleSeries } from '../market/candle.ts';
import { createCandleBuilder } from '../market/candle-builder.ts';
import { type CostModel, NO_COSTS } from '../simulation/costs.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import type { BrokerBench } from './broker-bench.ts';
import { anInstrument, MONDAY, type Row, usd } from './builders.ts';

/**
 * The bench of the simulated broker.
 *
 * @param terms costs are spread and commission alone where they are absent
 */
export function openBarBench(
  terms: Readonly<{ costs?: CostModel; inside?: readonly CandleSeries[] }> = {},
): BrokerBench & Readonly<{ bar(row: Row): readonly BrokerEvent[] }> {
  const instrument = anInstrument();
  const broker = createSimulatedBroker({
    instruments: [instrument],
    start: usd('10000'),
    leverage: 30,
    costs: NO_COSTS,
    ...terms,
  });
  const builder = createCandleBuilder({ symbol: 'EURUSD', timeframe: 'H1', digits: 5 });
  let next = MONDAY;
  function bar([open, high, low, close, spread = 10]: Row): readonly BrokerEvent[] {
    builder.pushBid({ time: next, open, high, low, close }, spread);
    next = instant(next + HOUR_MS);
    return broker.barClosed(builder.series, builder.series.length - 1);
  }
  return {
    broker,
    instrument,
    bar,
    crossedBar: ([open, high, low, close]) => bar([open, high, low, close, -1]),
    silence(hours) {
      next = instant(next + hours * HOUR_MS);
    },
  };
}
