import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const telemetryOf = (env: Record<string, string>) => readConfig(env).telemetry;

describe('settings of who watches the service', () => {
  it('leave all but the log off by default', () => {
    assert.deepEqual(telemetryOf({}), {
      logFormat: 'json',
      metrics: null,
      runnerMetrics: null,
      traces: null,
    });
  });

  it('give figures away to this machine only, until another address is named', () => {
    assert.deepEqual(telemetryOf({ METRICS_PORT: '9464' }).metrics, {
      host: '127.0.0.1',
      port: 9_464,
    });
    const { metrics } = telemetryOf({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' });
    assert.equal(metrics?.host, '10.0.0.5');
  });

  it('give each copy of a machine a port of its own where it is left to them', () => {
    for (const [PORT, port] of [
      ['3000', 13_000],
      ['3001', 13_001],
    ] as const)
      assert.equal(telemetryOf({ METRICS_PORT: 'auto', PORT }).metrics?.port, port);
    assert.throws(
      () => readConfig({ METRICS_PORT: 'auto', PORT: '60000' }),
      /METRICS_PORT auto is PORT plus 10000: set it, or a PORT of at most 55535/,
    );
  });

  it('give figures of a runner away at a port of its own, whatever the service has', () => {
    const { metrics, runnerMetrics } = telemetryOf({ RUNNER_METRICS_PORT: '9465' });
    assert.equal(metrics, null);
    assert.deepEqual(runnerMetrics, { host: '127.0.0.1', port: 9_465 });
  });

  it('read OpenTelemetry’s own variables', () => {
    const { traces } = telemetryOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-scope=a=b',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    assert.deepEqual(traces, {
      endpoint: 'http://localhost:4318',
      headers: { authorization: 'Bearer abc', 'x-scope': 'a=b' },
      serviceName: 'quorate',
      asksParent: false,
      ratio: 0.25,
    });
  });

  it('refuse figures at the port of the copy itself', () => {
    for (const PORT of [{ PORT: '4000' }, {}])
      assert.throws(
        () => readConfig({ METRICS_PORT: PORT.PORT ?? '3000', ...PORT }),
        /METRICS_PORT must not be \d+: that is PORT/,
      );
  });

  it('know which sampler keeps what', () => {
    const kept = (sampler: string) => {
      const { traces } = telemetryOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
        OTEL_TRACES_SAMPLER: sampler,
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      });
      return [traces?.asksParent, traces?.ratio];
    };
    assert.deepEqual(kept('always_on'), [false, 1]);
    assert.deepEqual(kept('always_off'), [false, 0]);
    assert.deepEqual(kept('parentbased_always_on'), [true, 1]);
    assert.deepEqual(kept('parentbased_traceidratio'), [true, 0.1]);
  });

  it('are refused with every fault at once', () => {
    const wrong = {
      LOG_FORMAT: 'xml',
      METRICS_PORT: '70000',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'no-value',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    assert.throws(
      () => readConfig(wrong),
      (error: unknown) =>
        error instanceof ConfigError &&
        Object.keys(wrong).every((name) => error.faults.some((fault) => fault.startsWith(name))),
    );
  });
});
