import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { setupCheck } from '../contract/setup.ts';
import { createLocalRoute } from '../host/local-route.ts';
import { registerParts } from '../routes.ts';
import { setupStage, whenSetup } from './testing/setup-stage.ts';

it('the calls of the setup check answer at once, and tell how it goes in the words of the contract', async (t) => {
  const { setup } = await setupStage(t, { over: { terminalWaitMs: 0 } });
  const app = fastify();
  t.after(() => app.close());
  registerParts(createLocalRoute(app), { setup } as Parameters<typeof registerParts>[1]);
  const call = (method: 'GET' | 'POST', what: string, name = 'Main') =>
    app.inject({ method, url: `/api/configurations/${encodeURIComponent(name)}/${what}` });
  for (const what of ['setup-check', 'terminal']) {
    assert.deepEqual((await call('POST', what)).json(), { done: true });
    const told = setupCheck.strict().parse((await call('GET', 'setup-check')).json());
    assert.equal(told.items.length, 6);
    await whenSetup(setup, ({ running }) => !running);
  }
  for (const name of ['Nobody', '../profiles/main', 'x'.repeat(41)]) {
    for (const what of ['setup-check', 'terminal']) {
      assert.ok((await call('POST', what, name)).statusCode >= 400, name);
    }
  }
});
