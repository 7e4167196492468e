import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logout } from '@quorate/contract/account';
import { type Checklist, getChecklist, saveChecklist } from '@quorate/contract/checklist';
import { claimDevice, makeDeviceCode } from '@quorate/contract/devices';
import { getLive } from '@quorate/contract/live-stream';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';

const NOTHING_DONE = {
  'mt5-installed': false,
  'mt5-account': false,
  'algo-trading': false,
  'desktop-app': false,
  'bot-config': false,
  'risk-settings': false,
};

describe('the setup checklist', () => {
  // @spec 3.23, 7.17
  it('starts with all six items open', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    assert.deepEqual((await service.call(getChecklist, {}, token)).checklist, NOTHING_DONE);
  });

  // @spec 4.30, 6.11, 7.18
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

  // @spec 4.30, 7.18
  it('is turned on by a device that has looked, and never off', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { code } = await service.call(makeDeviceCode, {}, token);
    const device = { kind: 'desktop', name: 'trading-desk' } as const;
    const claimed = await service.call(claimDevice, { body: { code, device } });
    const app = claimed.access_token;
    const save = (checklist: Checklist, as: string) =>
      service.call(saveChecklist, { body: { checklist } }, as);
    await save({ 'bot-config': true }, token);
    const told = { 'mt5-installed': true, 'algo-trading': false, 'bot-config': false };
    const expected = { ...NOTHING_DONE, 'mt5-installed': true, 'bot-config': true };
    assert.deepEqual((await save(told, app)).checklist, expected);
    assert.deepEqual((await service.call(getChecklist, {}, app)).checklist, expected);
    const undone = { ...expected, 'mt5-installed': false };
    assert.deepEqual((await save({ 'mt5-installed': false }, token)).checklist, undone);
    await save({}, app);
    assert.deepEqual((await service.call(getChecklist, {}, token)).checklist, undone);
  });

  it('is shown again to whoever looks at it when a device has found something, and only then', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { code } = await service.call(makeDeviceCode, {}, token);
    const device = { kind: 'desktop', name: 'trading-desk' } as const;
    const app = (await service.call(claimDevice, { body: { code, device } })).access_token;
    const told = async () => (await service.call(getLive, {}, token)).counts.setup;
    const save = (checklist: Checklist, as: string) =>
      service.call(saveChecklist, { body: { checklist } }, as);
    await save({ 'mt5-installed': true, 'algo-trading': false }, app);
    assert.equal(await told(), 1);
    await save({ 'mt5-installed': true, 'algo-trading': false }, app);
    await save({ 'bot-config': true }, token);
    await save({}, app);
    assert.equal(await told(), 1);
    await save({ 'algo-trading': true }, app);
    assert.equal(await told(), 2);
  });

  it('holds under two devices and their owner at once, and hears nothing from one that was signed out', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const stranger = await signedInUser(service);
    const claim = async (name: string) => {
      const { code } = await service.call(makeDeviceCode, {}, token);
      return service.call(claimDevice, { body: { code, device: { kind: 'desktop', name } } });
    };
    const [desk, laptop] = [await claim('desk'), await claim('laptop')];
    const save = (checklist: Checklist, as: string) =>
      service.call(saveChecklist, { body: { checklist } }, as);
    const found = { 'mt5-installed': true, 'algo-trading': true };
    const other = { 'algo-trading': false, 'mt5-installed': false, 'bot-config': true };
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 3 === 0
          ? save({ 'risk-settings': at % 2 === 0 }, token)
          : save(
              at % 3 === 1 ? found : other,
              at % 3 === 1 ? desk.access_token : laptop.access_token,
            ),
      ),
    );
    await save({ 'risk-settings': true }, token);
    const expected = { ...NOTHING_DONE, ...found, 'bot-config': true, 'risk-settings': true };
    assert.deepEqual((await service.call(getChecklist, {}, token)).checklist, expected);
    const untouched = await service.call(getChecklist, {}, stranger.token);
    assert.deepEqual(untouched.checklist, NOTHING_DONE);
    await service.call(logout, {}, desk.access_token);
    const late = { body: { checklist: { 'desktop-app': true } } };
    assert.equal((await service.fail(saveChecklist, late, desk.access_token)).status, 401);
    assert.deepEqual(
      (await service.call(getChecklist, {}, laptop.access_token)).checklist,
      expected,
    );
  });

  // @spec 3.23
  it('refuses items it does not know and values that are no ticks', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    for (const checklist of [{ 'become-rich': true }, { 'bot-config': 'yes' }, [], null]) {
      assert.equal((await service.fail(saveChecklist, { body: { checklist } }, token)).status, 400);
    }
    assert.equal((await service.fail(getChecklist, {})).status, 401);
  });
});
