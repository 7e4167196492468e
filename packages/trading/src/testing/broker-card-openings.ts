import assert from 'node:assert/strict';
import { instant } from '@quorate/values/instant';
import { lotsFromDecimal, volumeStep } from '@quorate/values/lots';
import { priceToDecimal } from '@quorate/values/price';
import type { OrderKey } from '../account/order.ts';
import { type Card, onlyDeal, onlyRefusal, opened, QUIET, sale } from './broker-bench.ts';
import { anOrder, MONDAY } from './builders.ts';

/** How a broker opens positions, and when it refuses to. */
export function openingsCards(card: Card): void {
  card(1, 'a market order to buy is filled at the ask of the next open', async (bench) => {
    const deal = await opened(bench);
    assert.deepEqual([deal.entry, deal.side, priceToDecimal(deal.price)], ['in', 'BUY', '1.10210']);
    const [position] = await bench.broker.positions();
    assert.equal(position?.ticket, deal.positionTicket);
    assert.equal(position?.stopLoss && priceToDecimal(position.stopLoss), '1.10000');
    assert.equal(position?.takeProfit && priceToDecimal(position.takeProfit), '1.10600');
  });

  card(2, 'a market order to sell is filled at the bid of the next open', async (bench) => {
    const deal = await opened(bench, sale);
    assert.deepEqual([deal.side, priceToDecimal(deal.price)], ['SELL', '1.10200']);
  });

  card(
    3,
    'the same order sent twice, before and after its fill, opens one position',
    async (bench) => {
      await bench.bar(QUIET);
      const order = anOrder();
      const first = await bench.broker.place(order);
      assert.deepEqual(await bench.broker.place(order), first);
      await bench.bar(QUIET);
      assert.deepEqual(await bench.broker.place(order), first);
      await bench.bar(QUIET);
      assert.equal((await bench.broker.positions()).length, 1);
    },
  );

  card(4, 'a key never stands for two orders', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(anOrder());
    const other = await bench.broker.place(anOrder({ side: 'SELL' }));
    assert.ok(other.kind === 'denied' && other.code === 'key_conflict');
  });

  card(5, 'an order without a stop loss is refused', async (bench) => {
    await bench.bar(QUIET);
    const outcome = await bench.broker.place(anOrder({ stopLoss: null }));
    assert.ok(outcome.kind === 'denied' && outcome.code === 'stop_loss_required');
    await bench.bar(QUIET);
    assert.deepEqual(await bench.broker.positions(), []);
  });

  card(
    6,
    'a volume below the minimum, above the maximum or between two steps is refused',
    async (bench) => {
      await bench.bar(QUIET);
      const thousandth = volumeStep('0.001');
      const volumes = {
        '0.000': 'volume_below_minimum',
        '0.105': 'volume_step',
        '100.010': 'volume_above_maximum',
      };
      for (const [text, code] of Object.entries(volumes)) {
        const outcome = await bench.broker.place(
          anOrder({ lots: lotsFromDecimal(text, thousandth) }),
        );
        assert.ok(outcome.kind === 'denied', text);
        assert.equal(outcome.code, code);
      }
      const finer = await bench.broker.place(
        anOrder({ lots: lotsFromDecimal('0.100', thousandth) }),
      );
      assert.equal(finer.kind, 'placed');
    },
  );

  card(7, 'a symbol that is not traded is refused by name', async (bench) => {
    const outcome = await bench.broker.place(anOrder({ symbol: 'NOPE' }));
    assert.ok(outcome.kind === 'denied' && outcome.code === 'unknown_symbol');
    assert.match(outcome.message, /NOPE/);
  });

  card(16, 'an order whose stop the next open has passed is not filled', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(anOrder());
    assert.equal(
      onlyRefusal(await bench.bar([109_990, 110_100, 109_950, 110_050])),
      'stops_invalid',
    );
    assert.deepEqual(await bench.broker.positions(), []);
  });

  card(17, 'an order whose target the next open has passed is not filled', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(anOrder());
    assert.equal(
      onlyRefusal(await bench.bar([110_650, 110_700, 110_600, 110_650])),
      'stops_invalid',
    );
  });

  card(18, 'an order is not filled after its time', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(anOrder({ expiresAt: instant(MONDAY + 2 * 3_600_000) }));
    bench.silence(2);
    assert.equal(onlyRefusal(await bench.bar(QUIET)), 'order_expired');
    assert.deepEqual(await bench.broker.positions(), []);
  });

  card(24, 'an order that the free margin does not carry is not filled', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(
      anOrder({ lots: lotsFromDecimal('2.73', bench.instrument.volumeStep) }),
    );
    assert.equal(onlyRefusal(await bench.bar(QUIET)), 'margin');
    const second = anOrder({
      key: 'BBBBBBBBBB' as OrderKey,
      lots: lotsFromDecimal('2.72', bench.instrument.volumeStep),
    });
    await bench.broker.place(second);
    assert.equal(onlyDeal(await bench.bar(QUIET)).entry, 'in');
  });

  card(25, 'several positions of a symbol are held side by side', async (bench) => {
    await bench.bar(QUIET);
    await bench.broker.place(anOrder());
    await bench.broker.place(sale('BBBBBBBBBB' as OrderKey));
    await bench.bar(QUIET);
    const positions = await bench.broker.positions();
    assert.deepEqual(
      positions.map(({ side }) => side),
      ['BUY', 'SELL'],
    );
    assert.notEqual(positions[0]?.ticket, positions[1]?.ticket);
  });
}
