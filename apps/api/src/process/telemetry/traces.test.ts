import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { aModel, FAKE_KEY } from '../../../test/helpers/fake-models/a-panel.ts';
import { type FakeModels, startFakeModels } from '../../../test/helpers/fake-models/fake-models.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { TraceSettings } from '../../config/telemetry.ts';
import { bar, request } from '../../features/decisions/testing/requests.ts';
import { createModelPanel } from '../../models/model-panel.ts';
import { systemClock } from '../clock.ts';
import { inAttempt } from './context.ts';
import { observedJobs } from './observed-jobs.ts';
import { observedCall } from './provider-calls.ts';
import { startCollector } from './testing/collector.ts';
import { startTraces } from './traces.ts';

const CALLERS = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${CALLERS}-b7ad6b7169203331-01`;
const ID = '5f0c8d0e-1111-4222-8333-abcdefabcdef';

const VOTERS = (fake: FakeModels) =>
  ['a', 'b', 'c'].map((name) => aModel(fake, 'openai-compatible', { name, rounds: 1 }));

function settings(endpoint: string, changes: Partial<TraceSettings> = {}): TraceSettings {
  return { endpoint, headers: {}, serviceName: 'service', asksParent: true, ratio: 1, ...changes };
}

function deps(lines: string[] = []) {
  const take = (_fields: object, message: string) => void lines.push(message);
  return { version: '1.2.3', copy: 'copy-1', log: { warn: take, info: take } };
}

describe('a trace', () => {
  it('holds the request, its statements and its calls of models, and goes on at the provider', async (t) => {
    const collector = await startCollector(t);
    const fake = await startFakeModels(t);
    const seen: Headers[] = [];
    const panel = createModelPanel(
      {
        clock: systemClock,
        onFault: () => {},
        fetch: (input, init) => {
          seen.push(new Headers(init?.headers));
          return fetch(input, init);
        },
      },
      { voters: VOTERS(fake), deadlineMs: 5_000 },
    );
    const service = await startTestService(t, { panel });
    const { token } = await signedInUser(service);
    const traces = startTraces(settings(collector.endpoint), deps());
    const response = await service.app.inject({
      method: 'POST',
      url: analyse.path,
      headers: { authorization: `Bearer ${token}`, 'x-request-id': ID, traceparent: PARENT },
      payload: request(bar(0)).body,
    });
    assert.equal(response.statusCode, 200, response.body);
    await new Promise(setImmediate);
    await traces.stop();
    const root = await collector.until(({ name }) => name === `POST ${analyse.path}`);
    assert.deepEqual([root.traceId, root.parentSpanId], [CALLERS, 'b7ad6b7169203331']);
    assert.equal(root.attributes['service.request_id'], ID);
    assert.equal(root.attributes['http.response.status_code'], 200);
    const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    const calls = children.filter(({ name }) => name === 'call openai-compatible');
    assert.equal(calls.length, 3);
    for (const { traceId } of children) assert.equal(traceId, CALLERS);
    const parents = calls.map(({ spanId }) => `00-${CALLERS}-${spanId}-01`);
    assert.deepEqual(new Set(seen.map((headers) => headers.get('traceparent'))), new Set(parents));
    for (const headers of seen) assert.equal(headers.get('x-client-request-id'), ID);
    const statements = children.filter(({ name }) => name.startsWith('database '));
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text']));
    assert.ok(texts.some((text) => text.includes('insert into decisions')));
    // Each span begins by a clock of whole milliseconds.
    const slack = 1_000_000n;
    for (const { startTimeUnixNano, endTimeUnixNano } of statements) {
      assert.ok(BigInt(startTimeUnixNano) + slack >= BigInt(root.startTimeUnixNano));
      assert.ok(BigInt(endTimeUnixNano) <= BigInt(root.endTimeUnixNano) + slack);
    }
    assert.ok(!collector.text().includes(token), 'a token is in a trace');
    assert.ok(!collector.text().includes(FAKE_KEY), 'a key is in a trace');
    const [resource] = collector.resources;
    assert.deepEqual(
      [
        resource?.['service.name'],
        resource?.['service.version'],
        resource?.['service.instance.id'],
      ],
      ['service', '1.2.3', 'copy-1'],
    );
  });

  it('has the id of its request where it begins here', async (t) => {
    const collector = await startCollector(t);
    const traces = startTraces(settings(collector.endpoint), deps());
    const { app } = await startTestService(t);
    await app.inject({ url: '/readyz', headers: { 'x-request-id': ID } });
    await app.inject({ url: '/readyz', headers: { 'x-request-id': ID, traceparent: 'nonsense' } });
    await new Promise(setImmediate);
    await traces.stop();
    const roots = collector.spans.filter(({ name }) => name === 'GET /readyz');
    const id = ID.replaceAll('-', '');
    assert.deepEqual(
      roots.map(({ traceId }) => traceId),
      [id, id],
    );
  });

  it('is taken of the part that the settings say, whatever a stranger wants', async (t) => {
    const collector = await startCollector(t);
    const none = settings(collector.endpoint, { asksParent: false, ratio: 0 });
    const traces = startTraces(none, deps());
    const { app } = await startTestService(t);
    await app.inject({ url: '/readyz', headers: { traceparent: PARENT } });
    await new Promise(setImmediate);
    await traces.stop();
    assert.deepEqual(collector.spans, []);
  });

  it('of a job is left out where it found nothing to do', async (t) => {
    const collector = await startCollector(t);
    const traces = startTraces(settings(collector.endpoint), deps());
    const [idle, broken] = observedJobs([
      { name: 'idle', run: async () => {} },
      { name: 'broken', run: async () => Promise.reject(new Error('no')) },
    ]);
    await idle?.run();
    await assert.rejects(async () => broken?.run());
    await traces.stop();
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['job broken'],
    );
  });
});

it('of a job is kept with its calls, however quick it was', async (t) => {
  const collector = await startCollector(t);
  const traces = startTraces(settings(collector.endpoint), deps());
  const call = { provider: 'smtp', operation: 'send' };
  const run = () => inAttempt(1, () => observedCall(call, async () => {}));
  const [job] = observedJobs([{ name: 'deliver-mail', run }]);
  await job?.run();
  await traces.stop();
  const names = collector.spans.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ['call smtp', 'job deliver-mail']);
});

describe('a collector', () => {
  it('is sent the headers of the settings', async (t) => {
    const collector = await startCollector(t);
    const headers = { authorization: 'Bearer of-the-collector' };
    const traces = startTraces(settings(`${collector.endpoint}/`, { headers }), deps());
    const { app } = await startTestService(t);
    await app.inject('/readyz');
    await new Promise(setImmediate);
    await traces.stop();
    assert.deepEqual(collector.headers, ['Bearer of-the-collector']);
  });

  it('that is away costs one line of the log, and no answer', async (t) => {
    const lines: string[] = [];
    const traces = startTraces(settings('http://127.0.0.1:9'), deps(lines));
    const { app } = await startTestService(t);
    for (let i = 0; i < 3_000; i += 1) {
      const { statusCode } = await app.inject('/healthz');
      assert.equal(statusCode, 200);
    }
    await traces.stop();
    assert.deepEqual(lines, ['traces do not reach their collector and are dropped until they do']);
  });
});
