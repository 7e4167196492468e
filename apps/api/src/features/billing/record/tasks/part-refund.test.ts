import assert from 'node:assert/strict';
import { it } from 'node:test';
import { queueTask } from '../../../../process/tasks.ts';
import type { ProviderAdjustment } from '../../provider-entities.ts';
import { leftTasks, soldShop } from '../../testing/tasks.ts';
import { runProviderTasks } from '../provider-tasks.ts';

it('a refund of all finds that a part went back meanwhile: no more is given, and a person is told', async (t) => {
  const parts: ProviderAdjustment[] = [];
  let refunds = 0;
  const { shop, sale } = await soldShop(t, (real) => ({
    ...real,
    findAdjustments: async () => parts,
    refundTransaction: (...all) => {
      refunds += 1;
      return real.refundTransaction(...all);
    },
  }));
  const at = new Date(shop.clock.now());
  const part = (total: number): ProviderAdjustment => ({
    id: `adj_${String(parts.length + 1).padStart(26, '0')}`,
    action: 'refund',
    status: 'approved',
    transactionId: sale.transactionId,
    subscriptionId: sale.subscriptionId,
    total,
    currency: 'USD',
    createdAt: at,
    updatedAt: at,
  });
  const askForAll = async () => {
    const task = { kind: 'refund_transaction', subject: sale.transactionId } as const;
    await queueTask(shop.service.db, shop.clock, task);
    await runProviderTasks(shop.deps);
    assert.deepEqual([await leftTasks(shop), refunds], [0, 0]);
  };
  parts.push(part(1_000));
  await askForAll();
  const words = 'only a part of a payment has gone back: give the rest back by hand';
  assert.deepEqual(shop.log.errors(), [words]);
  parts.push(part(7_000));
  await askForAll();
  assert.deepEqual(shop.log.errors(), [words], 'all of it has gone back by now');
});
