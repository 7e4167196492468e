import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startEmulator } from './start-emulator.ts';
import { bills, openShop, stoppedClock, subscribe } from './testing/shop.ts';

describe('an emulator that starts again', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'paddle-emulator-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps keys, customers and subscriptions, and goes on billing', async () => {
    const stateFolder = join(folder, 'kept');
    const first = await openShop({ stateFolder });
    const { subscriptionId } = await subscribe(first, 'pri_small');
    await first.control.moveClock({ advance: '3d' });
    const { now } = await first.control.clock();
    await first.close();
    assert.deepEqual(readdirSync(stateFolder), ['paddle-emulator.json']);
    const second = await openShop({ stateFolder, seed: 'another' });
    try {
      assert.equal(second.emulator.apiKey, first.emulator.apiKey);
      assert.equal(second.emulator.webhookSecret, first.emulator.webhookSecret);
      assert.equal((await second.control.clock()).now, now);
      assert.equal((await second.paddle.subscriptions.get(subscriptionId)).status, 'active');
      await second.control.moveClock({ advance: '31d' });
      assert.equal((await bills(second, subscriptionId)).length, 2);
      assert.ok(second.received.some(({ type }) => type === 'transaction.completed'));
    } finally {
      await second.close();
    }
  });

  it('does not write over a file that is none of its own', async () => {
    const stateFolder = join(folder, 'broken');
    const shop = await openShop({ stateFolder });
    await shop.close();
    const file = join(stateFolder, 'paddle-emulator.json');
    for (const text of ['{"half":', '{}', 'null']) {
      writeFileSync(file, text);
      await assert.rejects(startEmulator({ stateFolder }), /holds no state of this emulator/);
    }
  });

  it('gives the same ids and keys for the same seed and calls', async () => {
    const run = async () => {
      const shop = await openShop({ seed: 'same', clock: stoppedClock() });
      const ids = await subscribe(shop, 'pri_small');
      await shop.close();
      return { ...ids, apiKey: shop.emulator.apiKey };
    };
    const [one, two] = [await run(), await run()];
    assert.deepEqual({ ...one }, { ...two });
    assert.match(one.subscriptionId, /^sub_[0-9a-z]{26}$/);
  });

  it('has random keys without a seed, and is there within 300 ms', async () => {
    const one = await startEmulator();
    const startedAt = performance.now();
    const two = await startEmulator();
    assert.ok(performance.now() - startedAt < 300);
    assert.notEqual(one.apiKey, two.apiKey);
    await Promise.all([one.stop(), two.stop()]);
  });
});
