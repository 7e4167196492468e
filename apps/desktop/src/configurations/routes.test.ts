import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fastify from 'fastify';
import { configuration as configurationShape } from '../contract/configurations.ts';
import { createLocalRoute, failureOf } from '../host/local-route.ts';
import { registerParts } from '../routes.ts';
import { createTerminals } from '../terminals/create-terminals.ts';
import { FREE, fields, stage } from './testing/configuration-stage.ts';

async function call(t: TestContext, terms: Parameters<typeof stage>[1] = {}) {
  const { configurations, deps } = stage(t, terms);
  const app = fastify();
  t.after(() => app.close());
  app.setErrorHandler((error, _request, reply) => {
    const { status, failure } = failureOf(error);
    return reply.status(status).send(failure);
  });
  const route = createLocalRoute(app);
  const terminals = createTerminals(deps);
  registerParts(route, { configurations, terminals } as Parameters<typeof registerParts>[1]);
  await app.ready();
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const response = await app.inject({ method, url, ...(payload && { payload }) });
    return { status: response.statusCode, document: response.json(), text: response.body };
  };
}

describe('the calls of the configurations', () => {
  it('suggest, add, show, change and remove one, and never tell its password', async (t) => {
    const send = await call(t);
    const { document: suggested } = await send('GET', '/api/new-configuration');
    const { has_terminal_password: _, account_type: _type, ...form } = suggested.configuration;
    const filled = {
      ...form,
      account_number: '5012345',
      broker_server: 'Größe-Demo',
      terminal_password: 'geheim',
    };
    assert.deepEqual((await send('POST', '/api/configurations', filled)).document, { done: true });
    const shown = await send('GET', '/api/configurations/main');
    const read = configurationShape.parse(shown.document.configuration);
    assert.equal(read.broker_server, 'Größe-Demo');
    assert.equal(read.has_terminal_password, true);
    assert.ok(!shown.text.includes('geheim'));
    const renamed = { configuration_name: 'Main 2', port: 7_500 };
    assert.equal((await send('PATCH', '/api/configurations/Main', renamed)).status, 200);
    assert.equal((await send('GET', '/api/configurations/Main')).status, 404);
    const after = await send('GET', '/api/configurations/Main%202');
    assert.equal(after.document.configuration.port, 7_500);
    assert.equal((await send('DELETE', '/api/configurations/Main%202')).status, 200);
    assert.equal((await send('DELETE', '/api/configurations/Main%202')).status, 404);
  });

  it('refuse each bound of the risk settings at its own field, and what is no field', async (t) => {
    const send = await call(t);
    const wrong = {
      risk_per_trade_percent: 2.01,
      maximum_daily_trades: 0,
      daily_loss_limit_percent: 101,
      weekly_loss_limit_percent: 0,
      weekly_profit_limit_percent: -1,
      minimum_risk_reward: 0.5,
      currency_pairs: [],
    };
    const risk = { ...fields().risk, ...wrong };
    const refused = await send('POST', '/api/configurations', fields({ risk }));
    assert.equal(refused.status, 400);
    assert.deepEqual(
      Object.keys(refused.document.fields).toSorted(),
      Object.keys(wrong)
        .map((name) => `risk.${name}`)
        .toSorted(),
    );
    const { fields: said } = refused.document;
    assert.equal(said['risk.risk_per_trade_percent'], 'must be from 0.01 to 2');
    assert.equal(said['risk.maximum_daily_trades'], 'must be from 1 to 1000, a whole number');
    for (const extra of [{ account_type: 'real' }, { user: 'otto' }, { magic: 1 }]) {
      const sent = { ...fields(), ...extra };
      assert.equal((await send('POST', '/api/configurations', sent)).status, 400);
    }
    for (const name of ['', ' ', '../up', 'a/b', 'Größe', 'x'.repeat(41), '-a', 'a\u0000']) {
      const sent = fields({ configuration_name: name });
      const { status, document } = await send('POST', '/api/configurations', sent);
      assert.deepEqual([status, Object.keys(document.fields)], [400, ['configuration_name']], name);
    }
    assert.equal((await send('GET', '/api/configurations/Main')).status, 404);
  });

  it('keep the limit of the plan also when two are added at once', async (t) => {
    const send = await call(t, { limits: FREE });
    const sent = await Promise.all([
      send('POST', '/api/configurations', fields()),
      send('POST', '/api/configurations', fields({ configuration_name: 'Gold', port: 7_421 })),
    ]);
    assert.deepEqual(
      sent.map(({ status }) => status),
      [200, 409],
    );
  });

  it('show terminals and folders', async (t) => {
    const send = await call(t);
    const terminals = await send('GET', '/api/terminals');
    assert.deepEqual(terminals.document, { terminals: [], broker_servers: [] });
    const root = await send('GET', '/api/folders?path=%2F');
    assert.equal(root.document.path, '/');
    assert.ok(root.document.folders.length > 0);
    const wrong = await send('GET', '/api/folders?path=relative');
    assert.deepEqual([wrong.status, Object.keys(wrong.document.fields)], [400, ['path']]);
  });
});
