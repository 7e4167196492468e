import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import { bar, request } from './testing/requests.ts';
import { slowPanel } from './testing/slow-panel.ts';

/** A thousand hours would end ahead of the clock. */
function minute(index: number) {
  const as_of = new Date(Date.parse('2026-02-02T08:00:00Z') + index * 60_000).toISOString();
  return bar(0, { timeframe: 'M1', as_of });
}

describe('the requests a minute of a plan', () => {
  // @spec 9.9
  it('are let through to the last one when a thousand come at once, and the rest cost nothing', async (t) => {
    const panel = slowPanel();
    panel.answer();
    const service = await startTestService(t, { panel: { ...panel, offline: false } });
    const { token } = await signedInUser(service, { plan: 'Starter' });
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        service.app.inject({
          method: 'POST',
          url: analyse.path,
          headers: { authorization: `Bearer ${token}` },
          payload: request(minute(index)).body,
        }),
      ),
    );
    const made = replies.filter(({ statusCode }) => statusCode === 200);
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    assert.deepEqual([made.length, refused.length], [60, 940]);
    for (const reply of refused) assert.equal(reply.headers['retry-after'], '60');
    assert.equal(panel.asked(), 60);
    const { usage } = await service.call(getDashboard, {}, token);
    const spent = made.reduce((sum, reply) => sum + reply.json().decision.tokens, 0);
    assert.equal(usage.tokens_used, spent);
    assert.equal(usage.tokens_remaining, usage.token_limit - spent);
  });

  // @promise 5.5
  it('are named in the refusal, and free the next call a minute after the first', async (t) => {
    const service = await startTestService(t, { panel: { ...offlinePanel, offline: false } });
    const { token } = await signedInUser(service);
    for (let index = 0; index < 20; index += 1) {
      await service.call(analyse, request(bar(index)), token);
      service.clock.advance(1_000);
    }
    const failure = await service.fail(analyse, request(bar(20)), token);
    assert.equal(failure.status, 429);
    assert.equal(
      failure.message,
      'Too many requests: the limit is 20 requests a minute on the Free plan. Try again in 40 s.',
    );
    service.clock.advance(39_999);
    assert.equal((await service.fail(analyse, request(bar(20)), token)).code, 'rate_limited');
    service.clock.advance(1);
    await service.call(analyse, request(bar(20)), token);
    assert.equal((await service.fail(analyse, request(bar(21)), token)).code, 'rate_limited');
  });
});
