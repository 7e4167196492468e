import assert from 'node:assert/strict';
import type { PositionTicket } from '@quorate/values/ids';
import { DAY_MS, instant } from '@quorate/values/instant';
import { lotsFromDecimal, lotsToDecimal, volumeStep } from '@quorate/values/lots';
import { addMoney, sumMoney } from '@quorate/values/money';
import { priceFromDecimal, priceToDecimal } from '@quorate/values/price';
import type { Deal } from '../account/deal.ts';
import type { OrderKey } from '../account/order.ts';
import { type Card, onlyDeal, opened, QUIET, sale } from './broker-bench.ts';
import { anOrder, MONDAY } from './builders.ts';

/** How positions are closed on request, and what that does to the account. */
export function closesCards(card: Card): void {
  card(
    20,
    'a position is closed at the market on request, and the deal is told once',
    async (bench) => {
      const { positionTicket } = await opened(bench);
      await bench.bar([110_200, 110_350, 110_150, 110_300]);
      const outcome = await bench.broker.close(positionTicket, undefined, 'managed');
      assert.ok(outcome.kind === 'closed');
      assert.equal(outcome.deal.closedBy, 'managed', 'for whom');
      assert.deepEqual(
        [outcome.deal.reason, priceToDecimal(outcome.deal.price), outcome.deal.profit.minor],
        ['close', '1.10300', 900],
      );
      assert.deepEqual(await bench.broker.positions(), []);
      assert.deepEqual(onlyDeal(await bench.bar(QUIET)), outcome.deal);
      assert.deepEqual(await bench.bar(QUIET), []);
    },
  );

  card(21, 'a part is closed and the rest is kept with its stop and target', async (bench) => {
    const { positionTicket } = await opened(bench);
    await bench.bar([110_200, 110_350, 110_150, 110_300]);
    const step = bench.instrument.volumeStep;
    const part = await bench.broker.close(positionTicket, lotsFromDecimal('0.04', step));
    assert.ok(part.kind === 'closed');
    assert.deepEqual(
      [lotsToDecimal(part.deal.lots), part.deal.profit.minor, part.deal.commission.minor],
      ['0.04', 360, -14],
    );
    const [rest] = await bench.broker.positions();
    assert.equal(rest && lotsToDecimal(rest.lots), '0.06');
    assert.equal(rest?.stopLoss && priceToDecimal(rest.stopLoss), '1.10000');
    const events = await bench.bar([110_300, 110_700, 110_250, 110_650]);
    const last = events.at(-1);
    assert.ok(last?.kind === 'deal' && lotsToDecimal(last.deal.lots) === '0.06');
    assert.equal(last.deal.profit.minor, 2_340);
  });

  card(
    22,
    'more than is open, a part of a step, and a stranger’s ticket are refused',
    async (bench) => {
      const { positionTicket } = await opened(bench);
      const codes: string[] = [];
      for (const text of ['0.11', '0.00', '0.005']) {
        const outcome = await bench.broker.close(
          positionTicket,
          lotsFromDecimal(text, volumeStep('0.001')),
        );
        codes.push(outcome.kind === 'denied' ? outcome.code : outcome.kind);
      }
      const stranger = await bench.broker.close('no-such-ticket' as PositionTicket);
      codes.push(stranger.kind === 'denied' ? stranger.code : stranger.kind);
      assert.deepEqual(codes, [
        'volume_above_maximum',
        'volume_below_minimum',
        'volume_step',
        'unknown_ticket',
      ]);
      assert.equal((await bench.broker.positions()).length, 1);
    },
  );

  card(
    27,
    'stop and target of a position are moved, and the bar after meets the new ones',
    async (bench) => {
      const { positionTicket } = await opened(bench);
      const levels = {
        stopLoss: priceFromDecimal('1.10150', 5),
        takeProfit: priceFromDecimal('1.10900', 5),
      };
      const outcome = await bench.broker.modify?.(positionTicket, levels);
      assert.ok(outcome?.kind === 'modified');
      assert.deepEqual(await bench.broker.positions(), [outcome.position]);
      assert.deepEqual(
        [outcome.position.stopLoss, outcome.position.takeProfit],
        [levels.stopLoss, levels.takeProfit],
      );
      const deal = onlyDeal(await bench.bar([110_200, 110_250, 110_140, 110_200]));
      assert.deepEqual([deal.reason, deal.price.points], ['stop-loss', 110_150]);
    },
  );

  card(
    28,
    'a stop on the wrong side of the price, and a stranger’s ticket, are refused',
    async (bench) => {
      const { positionTicket } = await opened(bench);
      const beyond = { stopLoss: priceFromDecimal('1.10201', 5), takeProfit: null };
      const wrong = await bench.broker.modify?.(positionTicket, beyond);
      const stranger = await bench.broker.modify?.('no-such-ticket' as PositionTicket, beyond);
      assert.ok(wrong?.kind === 'denied' && stranger?.kind === 'denied');
      assert.deepEqual([wrong.code, stranger.code], ['stops_invalid', 'unknown_ticket']);
      const [position] = await bench.broker.positions();
      assert.equal(position?.stopLoss && priceToDecimal(position.stopLoss), '1.10000');
    },
  );

  card(
    23,
    'equity is balance and floating profit, free margin is equity less margin',
    async (bench) => {
      await opened(bench);
      await bench.bar([110_200, 110_350, 110_150, 110_300]);
      const { balance, equity, margin, freeMargin } = await bench.broker.account();
      assert.equal(balance.minor, 1_000_000 - 35);
      assert.equal(equity.minor, balance.minor + 900);
      // 10,000 euros at 1.10210 over 30.
      assert.equal(margin.minor, 36_737);
      assert.equal(freeMargin.minor, equity.minor - margin.minor);
    },
  );

  card(26, 'the balance is what it was and every deal, to the cent', async (bench) => {
    await bench.bar(QUIET);
    const { balance: start, currency } = await bench.broker.account();
    const deals: Deal[] = [];
    for (let i = 0; i < 60; i += 1) {
      const digits = i.toString(5).padStart(7, '0');
      const key =
        `KEY${digits.replace(/\d/g, (digit) => 'ABCDE'.charAt(Number(digit)))}` as OrderKey;
      const order = i % 2 === 0 ? anOrder({ key }) : sale(key);
      await bench.broker.place({ ...order, expiresAt: instant(MONDAY + 90 * DAY_MS) });
      const level = 110_200 + ((i * 37) % 90) - 45;
      const events = await bench.bar([level, level + (i % 7) * 80, level - (i % 5) * 70, level]);
      for (const event of events) if (event.kind === 'deal') deals.push(event.deal);
    }
    const booked = deals.map((deal) =>
      [deal.profit, deal.commission, deal.swap, deal.fee].reduce(addMoney),
    );
    const { balance } = await bench.broker.account();
    assert.ok(deals.length > 60);
    assert.equal(balance.minor, addMoney(start, sumMoney(booked, currency)).minor);
  });
}
