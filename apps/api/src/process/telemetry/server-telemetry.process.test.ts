import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshStorage } from '../../../test/helpers/fresh-database.ts';
import { freePort, startAndFail, startServer } from '../../../test/helpers/server-process.ts';
import { startCollector } from './testing/collector.ts';
import { figureOf, parseMetrics } from './testing/parse-metrics.ts';

it('a service gives its figures away and sends its traces, the last ones when it ends', async (t) => {
  const storage = await freshStorage();
  t.after(storage.remove);
  const collector = await startCollector(t);
  const port = await freePort();
  const server = await startServer({
    ...storage.env,
    PORT: await freePort(),
    METRICS_PORT: port,
    LOG_FORMAT: 'text',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_SERVICE_NAME: 'tried-out',
  });
  t.after(server.kill);
  await fetch(`${server.url}/api/bot/entitlements`);
  const figures = parseMetrics(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  assert.equal(figureOf(figures, 'quorate_build_info'), 1);
  assert.equal(figureOf(figures, 'quorate_database_up'), 1);
  assert.ok(figureOf(figures, 'quorate_schema_version') >= 11);
  assert.ok(Math.abs(figureOf(figures, 'quorate_clock_ahead_seconds')) < 1);
  const requests = 'quorate_http_request_duration_seconds_count';
  assert.equal(figureOf(figures, requests, { route: '/api/bot/entitlements', status: '4xx' }), 1);
  assert.equal(
    (await fetch(`${server.url}/metrics`)).headers.get('content-type')?.includes('version='),
    false,
  );
  await fetch(`${server.url}/api/bot/entitlements`, {
    headers: { 'x-request-id': '5f0c8d0e-1111-4222-8333-abcdefabcdef' },
  });
  assert.equal(await server.stop(), 0);
  const last = await collector.until(
    ({ traceId }) => traceId === '5f0c8d0e111142228333abcdefabcdef',
  );
  assert.equal(last.name, 'GET /api/bot/entitlements');
  assert.equal(collector.resources[0]?.['service.name'], 'tried-out');
});

it('copies of one machine share a file of settings: each has its figures 10000 above its port', async (t) => {
  for (let copy = 0; copy < 2; copy += 1) {
    const storage = await freshStorage();
    t.after(storage.remove);
    const port = await freePort();
    const server = await startServer({ ...storage.env, PORT: port, METRICS_PORT: 'auto' });
    t.after(server.kill);
    const url = `http://127.0.0.1:${Number(port) + 10_000}/metrics`;
    const figures = parseMetrics(await (await fetch(url)).text());
    assert.equal(figureOf(figures, 'quorate_build_info'), 1);
    const [size, free] = ['size', 'free'].map((each) =>
      figureOf(figures, `quorate_disk_${each}_bytes`),
    );
    assert.ok(size && free && free < size, `${free} of ${size}`);
    const late = figures.samples.filter(({ name }) => name === 'quorate_job_late_seconds');
    assert.deepEqual(
      late.map(({ value }) => value),
      late.map(() => 0),
      'nothing is late after a start',
    );
  }
});

it('a service whose port for figures is taken does not start, and says which', async (t) => {
  const storage = await freshStorage();
  t.after(storage.remove);
  const collector = await startCollector(t);
  const port = new URL(collector.endpoint).port;
  const { code, stderr } = await startAndFail({
    ...storage.env,
    PORT: await freePort(),
    METRICS_PORT: port,
  });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`METRICS_PORT ${port} at 127.0.0.1`));
});
