import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { aModel, aPanel } from '../../../test/helpers/fake-models/a-panel.ts';
import { startFakeModels } from '../../../test/helpers/fake-models/fake-models.ts';
import { FORMATS } from '../../../test/helpers/fake-models/formats.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';

/** The service with a model of each provider, behind a real socket. */
async function start(t: TestContext) {
  const fake = await startFakeModels(t);
  const { panel } = aPanel(FORMATS.map((format) => aModel(fake, format)));
  const service = await startTestService(t, { panel });
  const { token } = await signedInUser(service, { plan: 'Pro' });
  const usage = async () => (await service.call(getDashboard, {}, token)).usage;
  return { fake, service, token, usage };
}

describe('a decision of three models', () => {
  // @spec 1.2
  it('is what they vote, at what they cost, and is metered by their own count', async (t) => {
    const { service, token, usage } = await start(t);
    const { decision } = await service.call(analyse, request(bar(0)), token);
    assert.equal(decision.action, 'BUY');
    assert.deepEqual(
      decision.votes.map(({ analyst, action, fault }) => [analyst, action, fault]),
      FORMATS.map((format) => [format, 'BUY', null]),
    );
    const sum = (of: (vote: (typeof decision.votes)[number]) => number) =>
      decision.votes.reduce((total, vote) => total + of(vote), 0);
    assert.equal(
      decision.tokens,
      sum(({ tokens }) => tokens),
    );
    const cost = sum((vote) => (vote.input_tokens + 4 * vote.output_tokens) / 1_000_000);
    assert.ok(Math.abs(decision.cost_usd - cost) < 1e-9);
    assert.equal((await usage()).tokens_used, decision.tokens);
  });

  it('is no trade when one provider fails, and says which', async (t) => {
    const { fake, service, token } = await start(t);
    fake.behave = ({ format }) =>
      format === 'anthropic' ? { kind: 'status', status: 401 } : { kind: 'vote' };
    const { decision } = await service.call(analyse, request(bar(0)), token);
    assert.deepEqual([decision.action, decision.voters], ['HOLD', 2]);
    const failed = decision.votes.find(({ fault }) => fault !== null);
    assert.deepEqual(
      [failed?.analyst, failed?.fault, failed?.abstained, failed?.tokens],
      ['anthropic', 'provider_refused', true, 0],
    );
  });

  it('ends every provider’s call within a second when the bot hangs up', async (t) => {
    const { fake, service, token } = await start(t);
    fake.behave = () => ({ kind: 'hang' });
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const bot = new AbortController();
    const call = fetch(url + analyse.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request(bar(0)).body),
      signal: bot.signal,
    });
    const refused = assert.rejects(call, { name: 'AbortError' });
    await fake.whenAsked(3);
    const left = fake.whenLeft(3);
    const hungUpAt = performance.now();
    bot.abort();
    await refused;
    assert.ok((await left) - hungUpAt < 1_000);
  });
});
