import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import { anOrder } from '@quorate/trading/testing/builders';
import { priceFromDecimal, priceToDecimal } from '@quorate/values/price';
import { levelsOnGrid } from './order-desk.ts';
import { openTerminalBench } from './testing/terminal-bench.ts';

const code = (outcome: { kind: string; code?: string }) => outcome.code ?? outcome.kind;

test('nothing is opened on a symbol, or a side, that the broker has closed', async () => {
  const cases = [
    ['disabled', 'symbol_closed', 'symbol_closed'],
    ['close_only', 'symbol_closed', 'symbol_closed'],
    ['long_only', 'placed', 'symbol_closed'],
    ['short_only', 'symbol_closed', 'placed'],
  ] as const;
  for (const [tradeMode, buy, sell] of cases) {
    const { broker, terminal } = await openTerminalBench({}, { tradeMode });
    const sale = {
      side: 'SELL',
      stopLoss: priceFromDecimal('1.10500', 5),
      takeProfit: null,
    } as const;
    const outcomes = [
      await broker.place(anOrder()),
      await broker.place(anOrder({ ...sale, key: 'BBBBBBBBBB' as OrderKey })),
    ];
    assert.deepEqual(outcomes.map(code), [buy, sell], tradeMode);
    terminal.close();
  }
});

test('stops stand on the tick grid, never further from the price than they were decided', () => {
  const levels = {
    stopLoss: priceFromDecimal('1.10003', 5),
    takeProfit: priceFromDecimal('1.10608', 5),
  };
  const texts = (side: 'BUY' | 'SELL') => {
    const { stopLoss, takeProfit } = levelsOnGrid({ side, ...levels }, 5);
    return [stopLoss, takeProfit].map((price) => price && priceToDecimal(price));
  };
  assert.deepEqual(texts('BUY'), ['1.10005', '1.10605']);
  assert.deepEqual(texts('SELL'), ['1.10000', '1.10610']);
});

test('a stop is not moved while the broker has frozen it', async () => {
  const { broker, terminal, bar } = await openTerminalBench({}, { freezeLevel: 30 });
  await broker.place(anOrder());
  await bar([110_200, 110_220, 110_180, 110_200]);
  const [position] = await broker.positions();
  assert.ok(position);
  await bar([110_200, 110_200, 110_020, 110_025]);
  const levels = { stopLoss: priceFromDecimal('1.10010', 5), takeProfit: null };
  const near = await broker.modify?.(position.ticket, levels);
  assert.ok(near?.kind === 'denied' && near.code === 'stops_invalid');
  assert.match(near.message, /25 points .* freezes both within 30/);
  await bar([110_025, 110_300, 110_025, 110_300]);
  const far = await broker.modify?.(position.ticket, levels);
  assert.equal(far?.kind, 'modified');
  terminal.close();
});
