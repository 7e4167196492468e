import assert from 'node:assert/strict';
import { get } from 'node:http';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { bar, request } from '../../features/decisions/testing/requests.ts';
import { serveMetrics } from './metrics-server.ts';
import { observedJobs } from './observed-jobs.ts';
import { figureOf, parseMetrics } from './testing/parse-metrics.ts';
import { startWatchedService } from './testing/watched-service.ts';

const REQUESTS = 'quorate_http_request_duration_seconds_count';

describe('the figures at /metrics', () => {
  it('are named, explained and of one kind each, by the rules of Prometheus', async (t) => {
    const { figures } = await startWatchedService(t);
    const { types, helps, samples } = await figures();
    for (const [name, type] of types) {
      assert.match(name, /^(quorate|process|nodejs)_[a-z0-9_]+$/);
      assert.ok((helps.get(name) ?? '').length > 10, name);
      if (!name.startsWith('quorate_')) continue;
      assert.equal(type === 'counter', name.endsWith('_total'), name);
      if (type === 'histogram') assert.match(name, /_seconds$/);
      assert.doesNotMatch(name, /_(ms|milliseconds|minutes|kb|mb|count|sum|bucket)$/);
      assert.match(helps.get(name) ?? '', /[.]$/, name);
    }
    for (const { name, value } of samples) {
      const family = name.replace(/_(bucket|sum|count)$/, '');
      assert.ok(types.has(name) || types.has(family), name);
      if (name.startsWith('quorate_')) assert.ok(!Number.isNaN(value), name);
    }
  });

  it('are given under a name of this machine alone where only this machine may ask', async (t) => {
    const metrics = { scrape: async () => ({ type: 'text/plain', text: 'up 1' }) };
    const statusAs = (url: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(url, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    const local = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
    t.after(() => local.stop());
    assert.equal(await statusAs(local.url, 'localhost:9464'), 200);
    assert.equal(await statusAs(local.url, 'evil.example:9464'), 403);
    const open = await serveMetrics(metrics, { host: '0.0.0.0', port: 0 });
    t.after(() => open.stop());
    assert.equal(await statusAs(open.url, 'copy-1.internal:9464'), 200);
  });

  it('count requests by route, method and kind of answer', async (t) => {
    const service = await startWatchedService(t);
    const { token } = await signedInUser(service);
    const before = await service.figures();
    await service.call(getDashboard, {}, token);
    await service.call(getDashboard, {}, token);
    await service.fail(getDashboard, {});
    const after = await service.figures();
    const grown = (labels: Record<string, string>) =>
      figureOf(after, REQUESTS, labels) - figureOf(before, REQUESTS, labels);
    const route = getDashboard.path;
    assert.equal(grown({ route, method: 'GET', status: '2xx' }), 2);
    assert.equal(grown({ route, method: 'GET', status: '4xx' }), 1);
    assert.equal(figureOf(after, 'quorate_failures_total', { route, code: 'unauthorized' }), 1);
    assert.equal(figureOf(after, 'quorate_http_requests_in_flight'), 0);
  });

  it('stay few whatever a stranger asks for', async (t) => {
    const service = await startWatchedService(t);
    await service.app.inject('/');
    await service.app.inject('/api/user/decisions/first');
    await service.app.inject({ method: 'PUT', url: '/' });
    const before = (await service.figures()).samples.length;
    for (let i = 0; i < 300; i += 1) {
      await service.app.inject(`/page-${i}/${'x'.repeat(i % 50)}?q=${i}`);
      await service.app.inject(`/api/user/decisions/${i}`);
      const odd = ['PUT', 'TRACE', 'OPTIONS', 'PROPFIND', 'LOCK'][i % 5] ?? 'PUT';
      await service.app.inject({ method: odd as 'PUT', url: `/odd-${i}` });
    }
    const { samples } = await service.figures();
    // Garbage that was collected meanwhile may be of a kind that was not seen before.
    const ours = samples.filter(({ name }) => name.startsWith('quorate_http'));
    assert.ok(samples.length <= before + 60, `${before} → ${samples.length}`);
    const routes = new Set(ours.map(({ labels }) => labels.route));
    for (const route of routes) assert.doesNotMatch(route ?? '', /\d/);
  });

  it('count what is decided, what models took and who was refused', async (t) => {
    const service = await startWatchedService(t);
    const { token } = await signedInUser(service);
    const { decision } = await service.call(analyse, request(bar(0)), token);
    await service.fail(login, { body: { username_or_email: 'nobody', password: 'wrong horse' } });
    const figures = await service.figures();
    const { action } = decision;
    assert.equal(figureOf(figures, 'quorate_decisions_total', { action }), 1);
    const [vote] = decision.votes;
    const model = vote?.analyst ?? '';
    assert.equal(figureOf(figures, 'quorate_model_votes_total', { model, outcome: 'vote' }), 1);
    const code = 'invalid_credentials';
    assert.equal(figureOf(figures, 'quorate_sign_in_failures_total', { code }), 1);
    assert.ok(
      figureOf(figures, 'quorate_database_statement_duration_seconds_count', { kind: 'insert' }) >
        0,
    );
  });

  it('count the turns of jobs', async (t) => {
    const service = await startWatchedService(t);
    const [good, bad] = observedJobs([
      { name: 'good', run: async () => 1 },
      { name: 'bad', run: async () => Promise.reject(new Error('no')) },
    ]);
    await good?.run();
    await assert.rejects(async () => bad?.run());
    const figures = await service.figures();
    const turns = 'quorate_job_duration_seconds_count';
    assert.equal(figureOf(figures, turns, { job_name: 'good', outcome: 'ok' }), 1);
    assert.equal(figureOf(figures, turns, { job_name: 'bad', outcome: 'failed' }), 1);
  });
});

describe('the port of the figures', () => {
  it('knows one address and one way to ask', async (t) => {
    const { url } = await startWatchedService(t);
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 200);
    assert.equal((await fetch(url, { method: 'POST' })).status, 404);
    assert.equal((await fetch(new URL('/', url))).status, 404);
    assert.match((await fetch(url)).headers.get('content-type') ?? '', /^text\/plain; version=0/);
  });

  it('is none of the service’s own', async (t) => {
    const { app } = await startWatchedService(t);
    const response = await app.inject('/metrics');
    assert.throws(() => assert.ok(parseMetrics(response.body).types.size > 0));
  });
});
