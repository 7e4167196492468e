import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getChecklist, saveChecklist } from '@quorate/contract/checklist';
import { signedInUser } from '../../testing/builders.ts';
import { startTestService } from '../../testing/test-service.ts';

const NOTHING_DONE = {
  'mt5-installed': false,
  'mt5-account': false,
  'algo-trading': false,
  'desktop-app': false,
  'bot-config': false,
  'risk-settings': false,
};

describe('the setup checklist', () => {
  it('starts with all six items open', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    assert.deepEqual((await service.call(getChecklist, {}, token)).checklist, NOTHING_DONE);
  });

  it('keeps what is ticked and unticked, item by item, for each user apart', async (t) => {
    const service = await startTestService(t);
    const one = await signedInUser(service);
    const other = await signedInUser(service);
    await Promise.all([
      service.call(saveChecklist, { body: { checklist: { 'mt5-installed': true } } }, one.token),
      service.call(saveChecklist, { body: { checklist: { 'bot-config': true } } }, one.token),
    ]);
    await service.call(saveChecklist, { body: { checklist: { 'bot-config': false } } }, one.token);
    const { checklist } = await service.call(getChecklist, {}, one.token);
    assert.deepEqual(checklist, { ...NOTHING_DONE, 'mt5-installed': true });
    assert.deepEqual((await service.call(getChecklist, {}, other.token)).checklist, NOTHING_DONE);
  });

  it('refuses items it does not know and values that are no ticks', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    for (const checklist of [{ 'become-rich': true }, { 'bot-config': 'yes' }, [], null]) {
      assert.equal((await service.fail(saveChecklist, { body: { checklist } }, token)).status, 400);
    }
    assert.equal((await service.fail(getChecklist, {})).status, 401);
  });
});
