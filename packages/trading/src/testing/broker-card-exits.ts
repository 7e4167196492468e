import assert from 'node:assert/strict';
import { priceToDecimal } from '@quorate/values/price';
import { type Card, onlyDeal, opened, QUIET, sale } from './broker-bench.ts';
import { anOrder } from './builders.ts';

/** How stops and targets take positions out. */
export function exitsCards(card: Card): void {
  card(8, 'a stop that is touched closes the position at the stop', async (bench) => {
    await opened(bench);
    const deal = onlyDeal(await bench.bar([110_200, 110_220, 109_990, 110_100]));
    assert.deepEqual(
      [deal.entry, deal.reason, priceToDecimal(deal.price)],
      ['out', 'stop-loss', '1.10000'],
    );
    // 210 points of 0.10 lots are 21.00; commission 0.35 on each side.
    assert.deepEqual([deal.profit.minor, deal.commission.minor], [-2_100, -35]);
    assert.deepEqual(await bench.broker.positions(), []);
    assert.equal((await bench.broker.account()).balance.minor, 1_000_000 - 2_100 - 70);
  });

  card(9, 'a target that is touched closes the position at the target', async (bench) => {
    await opened(bench);
    const deal = onlyDeal(await bench.bar([110_200, 110_600, 110_190, 110_500]));
    assert.deepEqual(
      [deal.reason, priceToDecimal(deal.price), deal.profit.minor],
      ['take-profit', '1.10600', 3_900],
    );
  });

  card(10, 'a bar that touches both the stop and the target ends at the stop', async (bench) => {
    await opened(bench);
    const deal = onlyDeal(await bench.bar([110_300, 110_700, 109_900, 110_300]));
    assert.equal(deal.reason, 'stop-loss');
  });

  card(11, 'a bar that opens beyond the stop fills at the open, which is worse', async (bench) => {
    await opened(bench);
    const deal = onlyDeal(await bench.bar([109_800, 110_700, 109_700, 110_000]));
    assert.deepEqual(
      [deal.reason, priceToDecimal(deal.price), deal.profit.minor],
      ['stop-loss', '1.09800', -4_100],
    );
  });

  card(12, 'a bar that opens beyond the target pays the target, no more', async (bench) => {
    await opened(bench);
    const deal = onlyDeal(await bench.bar([110_800, 110_900, 109_900, 110_000]));
    assert.deepEqual([deal.reason, priceToDecimal(deal.price)], ['take-profit', '1.10600']);
  });

  card(13, 'the bar on which a position is opened can close it', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(anOrder());
    const events = await bench.bar([110_200, 110_220, 109_950, 110_100]);
    assert.deepEqual(
      events.map((event) => event.kind === 'deal' && event.deal.entry),
      ['in', 'out'],
    );
  });

  card(14, 'a sale is closed by the ask, which the bid alone does not show', async (bench) => {
    await opened(bench, sale);
    // The stop is 1.10400: a bid of 1.10389 with 10 points of spread stays below it.
    assert.deepEqual(await bench.bar([110_300, 110_389, 110_200, 110_300]), []);
    const deal = onlyDeal(await bench.bar([110_300, 110_390, 110_200, 110_300]));
    assert.deepEqual(
      [deal.side, deal.reason, priceToDecimal(deal.price), deal.profit.minor],
      ['BUY', 'stop-loss', '1.10400', -2_000],
    );
  });

  card(15, 'a target of a sale is reached by the ask', async (bench) => {
    await opened(bench, sale);
    assert.deepEqual(await bench.bar([110_100, 110_150, 109_791, 110_000]), []);
    const deal = onlyDeal(await bench.bar([110_100, 110_150, 109_790, 110_000]));
    assert.deepEqual(
      [deal.reason, priceToDecimal(deal.price), deal.profit.minor],
      ['take-profit', '1.09800', 4_000],
    );
  });

  card(19, 'on a crossed quote nothing is opened and nothing is closed', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(anOrder());
    assert.deepEqual(await bench.crossedBar(QUIET), []);
    assert.equal(onlyDeal(await bench.bar(QUIET)).entry, 'in');
    assert.deepEqual(await bench.crossedBar([110_200, 110_700, 109_000, 110_200]), []);
    const [position] = await bench.broker.positions();
    const outcome = position && (await bench.broker.close(position.ticket));
    assert.ok(outcome?.kind === 'denied' && outcome.code === 'crossed_quote');
  });
}
