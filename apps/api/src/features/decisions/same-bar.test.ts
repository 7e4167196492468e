import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';
import { slowPanel } from './testing/slow-panel.ts';

describe('a bar that is asked about while it is decided', () => {
  it('is put to the panel once, and every caller has the one decision for one charge', async (t) => {
    const panel = slowPanel();
    const service = await startTestService(t, { panel });
    const { token } = await signedInUser(service);
    const first = service.call(analyse, request(bar(0)), token);
    await panel.whenAsked(1);
    const others = Array.from({ length: 9 }, () => service.call(analyse, request(bar(0)), token));
    const another = service.fail(analyse, request(bar(0, { spread_points: 99 })), token);
    panel.answer();
    const replies = await Promise.all([first, ...others]);
    assert.equal(new Set(replies.map(({ decision }) => decision.decision_id)).size, 1);
    assert.equal((await another).code, 'decision_conflict');
    assert.equal(panel.asked(), 1);
    const { usage } = await service.call(getDashboard, {}, token);
    assert.equal(usage.tokens_used, replies[0]?.decision.tokens);
  });

  it('costs none of them anything when the panel fails, and is decided when it is asked again', async (t) => {
    const broken = slowPanel();
    const service = await startTestService(t, { panel: broken });
    const { token } = await signedInUser(service);
    const calls = Array.from({ length: 10 }, () =>
      service.fail(analyse, request(bar(0)), token).then(({ status }) => status),
    );
    await broken.whenAsked(1);
    broken.answer(new Error('the model has hung up'));
    assert.deepEqual(await Promise.all(calls), Array(10).fill(500));
    const { usage } = await service.call(getDashboard, {}, token);
    assert.equal(usage.tokens_remaining, usage.token_limit);

    const { database, clock } = service;
    const panel = slowPanel();
    panel.answer();
    const mended = await startTestService(t, { panel, database, clock });
    await mended.call(analyse, request(bar(0)), token);
  });

  it('costs nobody a request of the minute but the first', async (t) => {
    const panel = slowPanel();
    panel.answer();
    const service = await startTestService(t, { panel });
    const { token } = await signedInUser(service);
    for (let index = 0; index < 20; index += 1)
      await service.call(analyse, request(bar(index)), token);
    for (let again = 0; again < 30; again += 1)
      await service.call(analyse, request(bar(again % 20)), token);
    assert.equal((await service.fail(analyse, request(bar(20)), token)).code, 'rate_limited');
    await service.call(analyse, request(bar(3)), token);
  });
});
