import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { aModel, aPanel } from '../../../test/helpers/fake-models/a-panel.ts';
import { startFakeModels } from '../../../test/helpers/fake-models/fake-models.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';
import { bar, request } from './testing/requests.ts';

const DAY_MS = 86_400_000;

function estimateOf(panel: Panel): number {
  return panel.estimateOf({ snapshot: bar(0), snapshotHash: '', depth: 'basic' }).paid;
}

/** @param calls how many calls the day has tokens for; bars differ a little in what they can take */
async function start(t: TestContext, calls: number, settings: { apiKey?: undefined } = {}) {
  const fake = await startFakeModels(t);
  const free = { inputUsd: 0, outputUsd: 0 };
  const model = { ...aModel(fake, 'anthropic'), ...('apiKey' in settings && free), ...settings };
  const gate = { open: Promise.resolve() };
  const models = aPanel([model]).panel;
  const panel: Panel = {
    ...models,
    async ask(question, signal) {
      await gate.open;
      return models.ask(question, signal);
    },
  };
  const each = estimateOf(panel);
  const limit = Math.max(1, Math.floor(calls * each * 1.2));
  const limits = { freeTokensPerDay: limit };
  const service = await startTestService(t, { panel, limits });
  const someone = async (plan: 'Free' | 'Starter') => (await signedInUser(service, { plan })).token;
  const spent = async () =>
    (await service.db.selectFrom('free_spending').select(['day', 'tokens']).execute()).map(
      ({ day, tokens }) => ({ day, tokens }),
    );
  const ask = (token: string, index = 0) => service.call(analyse, request(bar(index)), token);
  const refused = (token: string, index = 0) => service.fail(analyse, request(bar(index)), token);
  return { gate, service, each, limit, someone, spent, ask, refused };
}

describe('what all Free accounts may spend in a day', () => {
  it('is refused beyond the ceiling with when it begins again; paid plans go on', async (t) => {
    const { service, limit, someone, spent, ask, refused } = await start(t, 1);
    const first = await ask(await someone('Free'));
    const today = new Date(service.clock.now()).toISOString().slice(0, 10);
    assert.deepEqual(await spent(), [{ day: today, tokens: first.decision.tokens }]);

    const other = await someone('Free');
    const { status, code, error, details } = await refused(other);
    assert.deepEqual([status, code], [403, 'free_tokens_spent']);
    const midnight = new Date(Date.parse(today) + DAY_MS).toISOString();
    assert.deepEqual([details?.limit, details?.until], [limit, midnight]);
    assert.match(error, /All Free accounts together/);
    assert.deepEqual(await spent(), [{ day: today, tokens: first.decision.tokens }]);

    await ask(await someone('Starter'));
    assert.deepEqual(await spent(), [{ day: today, tokens: first.decision.tokens }]);

    service.clock.set(midnight);
    const later = await ask(other, 24);
    assert.equal(later.usage.tokens_used, later.decision.tokens, 'the refusal took nothing');
  });

  it('lets as many of twenty accounts through at once as it has tokens for', async (t) => {
    const { gate, limit, someone, spent, ask } = await start(t, 3);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const tokens = await Promise.all(Array.from({ length: 20 }, () => someone('Free')));
    let refusals = 0;
    const asked = tokens.map((token) =>
      ask(token).then(
        () => 'decided',
        () => {
          refusals += 1;
          if (refusals === 17) resolve();
          return 'refused';
        },
      ),
    );
    const ends = await Promise.all(asked);
    assert.equal(ends.filter((end) => end === 'decided').length, 3);
    const [day] = await spent();
    assert.ok((day?.tokens ?? 0) <= limit);
  });

  it('counts nothing of a server of one’s own, which asks for no key and has no price', async (t) => {
    const { someone, spent, ask } = await start(t, 0, { apiKey: undefined });
    await ask(await someone('Free'));
    assert.deepEqual(await spent(), []);
  });

  it('counts nothing of the offline analysts', () => {
    assert.equal(estimateOf(offlinePanel), 0);
  });
});
