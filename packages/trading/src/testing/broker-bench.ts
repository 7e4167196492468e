import assert from 'node:assert/strict';
import { priceFromDecimal } from '@quorate/values/price';
import type { Deal } from '../account/deal.ts';
import type { Instrument } from '../account/instrument.ts';
import type { MarketOrder, OrderKey } from '../account/order.ts';
import type { Awaitable, Broker, BrokerEvent } from '../loop/ports.ts';
import { anOrder, type Row } from './builders.ts';

/** A broker on a bench: an account with 10,000 US dollars at 1:30 that trades EURUSD (see `anInstrument`). */
export type BrokerBench = Readonly<{
  broker: Broker;
  instrument: Instrument;
  /** Lets the market make the next hourly bar, the first at `MONDAY`. */
  bar(row: Row): Awaitable<readonly BrokerEvent[]>;
  /** Lets so many hours pass without a price. */
  silence(hours: number): void;
  /** Makes the next bar with an ask that lies below its bid. */
  crossedBar(row: Row): Awaitable<readonly BrokerEvent[]>;
}>;

/** Registers one numbered test; each gets a bench of its own. */
export type Card = (
  number: number,
  title: string,
  run: (bench: BrokerBench) => Promise<void>,
) => void;

/** A quiet bar around 1.10200. */
export const QUIET: Row = [110_200, 110_250, 110_150, 110_200];

/** To sell with a stop at 1.10400 and a target at 1.09800. */
export function sale(key: OrderKey = 'AAAAAAAAAA' as OrderKey): MarketOrder {
  return anOrder({
    key,
    side: 'SELL',
    stopLoss: priceFromDecimal('1.10400', 5),
    takeProfit: priceFromDecimal('1.09800', 5),
  });
}

/** A position that was opened on a quiet bar. */
export async function opened(
  bench: BrokerBench,
  order: () => MarketOrder = anOrder,
): Promise<Deal> {
  await bench.bar(QUIET);
  const outcome = await bench.broker.place(order());
  assert.equal(outcome.kind, 'placed');
  return onlyDeal(await bench.bar(QUIET));
}

/** The one deal that happened. */
export function onlyDeal(events: readonly BrokerEvent[]): Deal {
  const [event] = events;
  assert.equal(events.length, 1);
  assert.ok(event?.kind === 'deal');
  return event.deal;
}

/** The code of the one refusal that happened. */
export function onlyRefusal(events: readonly BrokerEvent[]): string {
  const [event] = events;
  assert.equal(events.length, 1);
  assert.ok(event?.kind === 'order-refused');
  return event.refusal.code;
}
