import { HOUR_MS, instant } from '@quorate/values/instant';
import type { Instrument } from '../account/instrument.ts';
import type { BrokerEvent } from '../loop/ports.ts';
import { createCandleBuilder } from '../market/candle-builder.ts';
import { createSimulatedBroker, type SimulatedBroker } from '../simulation/simulated-broker.ts';
import type { BrokerBench } from './broker-bench.ts';
import { anInstrument, MONDAY, type Row, usd } from './builders.ts';

/**
 * The bench of a broker that trades on bars: the simulated one, or one around it.
 *
 * @param around puts something around the simulated broker
 */
export function openBarBench(
  around: (inner: SimulatedBroker, instrument: Instrument) => SimulatedBroker = (inner) => inner,
): BrokerBench & Readonly<{ bar(row: Row): readonly BrokerEvent[] }> {
  const instrument = anInstrument();
  const broker = around(
    createSimulatedBroker({ instruments: [instrument], start: usd('10000'), leverage: 30 }),
    instrument,
  );
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
