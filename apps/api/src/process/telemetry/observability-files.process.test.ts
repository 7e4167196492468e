import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseEnv } from 'node:util';
import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { testClock } from '../../../test/helpers/test-clock.ts';
import { readConfig } from '../../config/config.ts';
import { createMetrics } from './metrics.ts';
import { promtoolTests } from './testing/alert-cases.ts';
import { ALERTS, fileAt, readAlerts, textOf } from './testing/alert-rules.ts';

const dashboard = z.looseObject({
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string() })) }),
  panels: z.array(
    z.looseObject({
      id: z.number(),
      type: z.string(),
      title: z.string(),
      gridPos: z.looseObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      datasource: z
        .object({ uid: z.literal(`\${datasource}`) })
        .loose()
        .optional(),
      targets: z.array(z.looseObject({ expr: z.string() })).optional(),
    }),
  ),
});

const scraped = z.looseObject({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.looseObject({
      job_name: z.string(),
      static_configs: z.array(z.object({ targets: z.array(z.string()) })),
    }),
  ),
});

/** What every figure has besides its own: those of the scrape. */
const LABELS_OF_SCRAPES = ['job', 'instance', 'le'];

/** Every figure with its own labels, as there are in a service that runs. */
async function labelsOfFigures(t: TestContext): Promise<Map<string, readonly string[]>> {
  const database = await freshDatabase();
  const metrics = createMetrics({ database, clock: testClock(), version: '1' });
  t.after(async () => {
    metrics.stop();
    await database.close();
  });
  const labels = new Map<string, readonly string[]>();
  for (const { name, type } of await metrics.registry.getMetricsAsJSON()) {
    const of = z
      .looseObject({ labelNames: z.array(z.string()).default([]) })
      .parse(metrics.registry.getSingleMetric(name)).labelNames;
    const isHistogram = String(type) === 'histogram';
    for (const end of isHistogram ? ['_bucket', '_sum', '_count'] : [''])
      labels.set(name + end, of);
  }
  return labels;
}

function expressions(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { title, targets = [] } of dashboard.parse(
    JSON.parse(textOf('deploy/observability/dashboard.json')),
  ).panels)
    for (const [index, { expr }] of targets.entries()) found.set(`${title} ${index}`, expr);
  for (const { alert, expr } of readAlerts()) found.set(alert, expr);
  return found;
}

describe('the dashboard and the alerts', () => {
  it('ask only for figures and labels that there are', async (t) => {
    const labels = await labelsOfFigures(t);
    let asked = 0;
    for (const [where, expr] of expressions()) {
      for (const [, name = '', selector = ''] of expr.matchAll(
        /\b((?:quorate|nodejs|process)_\w+)(?:\{([^}]*)\})?/g,
      )) {
        const own = labels.get(name);
        assert.ok(own, `${where} asks for ${name}`);
        asked += 1;
        for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"/g))
          assert.ok(
            [...own, ...LABELS_OF_SCRAPES].includes(label),
            `${where}: ${name} has no ${label}`,
          );
      }
    }
    assert.ok(asked > 60, `${asked}`);
  });

  it('name only routes of the contract', () => {
    const paths = new Set(
      (Object.values(ENDPOINTS) as Endpoint[]).map(({ path }) => path as string),
    );
    for (const [where, expr] of expressions()) {
      for (const [, routes = ''] of expr.matchAll(/route(?:=|!~)"([^"]+)"/g))
        for (const route of routes.split('|')) assert.ok(paths.has(route), `${where}: ${route}`);
    }
  });

  it('use every figure of the service somewhere', async (t) => {
    const all = [...expressions().values(), 'quorate_build_info'].join('\n');
    const labels = await labelsOfFigures(t);
    const unused = [...labels.keys()]
      .filter((name) => name.startsWith('quorate_') && !/_(sum|count|bucket)$/.test(name))
      .filter((name) => !all.includes(name));
    assert.deepEqual(unused, []);
  });

  it('can be laid out: panels do not overlap, and each has an id of its own', () => {
    const { panels, templating } = dashboard.parse(
      JSON.parse(textOf('deploy/observability/dashboard.json')),
    );
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    assert.deepEqual(
      templating.list.map(({ name }) => name),
      ['datasource', 'job'],
    );
    const taken = new Set<string>();
    for (const {
      title,
      gridPos: { x, y, w, h },
    } of panels) {
      assert.ok(x + w <= 24, title);
      for (let at = 0; at < w * h; at += 1) {
        const place = `${x + (at % w)},${y + Math.floor(at / w)}`;
        assert.ok(!taken.has(place), `${title} lies over another`);
        taken.add(place);
      }
    }
  });

  it('are what Prometheus takes, the expressions of the dashboard and the figures themselves, too', async (t) => {
    const check = (what: string, input: string | null, ...files: string[]) => {
      const { status, stdout, stderr, error } = spawnSync('promtool', ['check', what, ...files], {
        ...(input !== null && { input }),
        encoding: 'utf8',
      });
      if (!error) assert.equal(status, 0, `${what}: ${stdout}${stderr}`);
      return !error;
    };
    if (!check('rules', null, fileAt(ALERTS)))
      return t.skip('promtool is not installed (Debian: prometheus)');
    const folder = mkdtempSync(join(tmpdir(), 'quorate-rules-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const shown = [...expressions()].map(([where, expr], index) => ({
      alert: `Panel${index}`,
      annotations: { where },
      expr: expr.replaceAll('$job', 'service').replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(folder, 'panels.yml');
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules: shown }] }));
    check('rules', null, file);
    for (const name of ['prometheus.yml', 'prometheus.compose.yml'])
      check('config', null, fileAt(`deploy/observability/${name}`));
    const database = await freshDatabase();
    const metrics = createMetrics({ database, clock: testClock(), version: '1' });
    const { text } = await metrics.scrape();
    metrics.stop();
    await database.close();
    // Its rules of style are broken by what prom-client tells of Node, and only there.
    const ours = text.split('\n').filter((line) => /^(# \w+ )?quorate_/.test(line));
    check('metrics', `${ours.join('\n')}\n`);
  });

  it('ring in their cases, also where a thing never worked, and keep quiet where all is well', {
    skip:
      spawnSync('promtool', ['--version']).error !== undefined &&
      'promtool is not installed (Debian: prometheus)',
  }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-alerts-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const files = promtoolTests(fileAt(ALERTS)).map((tests, at) => {
      const file = join(folder, `${at}.yml`);
      writeFileSync(file, stringify(tests));
      return file;
    });
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
  });

  it('belong to the job that is scraped, and the collector is one that parses', () => {
    const jobs = ['prometheus.yml', 'prometheus.compose.yml'].map((file) => {
      const { rule_files: rules, scrape_configs: jobs } = scraped.parse(
        parse(textOf(`deploy/observability/${file}`)),
      );
      assert.deepEqual(rules, ['alerts.yml']);
      for (const [, name] of textOf(ALERTS).matchAll(/job="(\w+)"/g))
        assert.equal(name, jobs[0]?.job_name);
      return jobs;
    });
    // Those of systemd: every copy that the proxy's file knows, where METRICS_PORT=auto puts its figures.
    const ports = textOf('deploy/nginx.conf').matchAll(/server 127\.0\.0\.1:(\d+)/g);
    const { METRICS_PORT } = parseEnv(textOf('deploy/service.env.example'));
    assert.deepEqual(
      jobs[0]?.[0]?.static_configs[0]?.targets,
      Array.from(ports, ([, PORT]) => {
        const { metrics } = readConfig({ PORT, METRICS_PORT }).telemetry;
        return `${metrics?.host}:${metrics?.port}`;
      }),
    );
    const collector = z
      .looseObject({
        receivers: z.record(z.string(), z.unknown()),
        processors: z.record(z.string(), z.unknown()),
        exporters: z.record(z.string(), z.unknown()),
        service: z.object({
          pipelines: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
        }),
      })
      .parse(parse(textOf('deploy/observability/otel-collector.yml')));
    for (const pipeline of Object.values(collector.service.pipelines))
      for (const [kind, names] of Object.entries(pipeline))
        for (const name of names)
          assert.ok(name in z.record(z.string(), z.unknown()).parse(collector[kind]), name);
  });
});

describe('the list in docs/reference/service.md', () => {
  it('has every figure of the service with what it means, and no other', async (t) => {
    const labels = await labelsOfFigures(t);
    const names = [...labels.keys()]
      .filter((name) => name.startsWith('quorate_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const listed = [
      ...textOf('docs/reference/service.md').matchAll(/^\| `(quorate_\w+)` \|/gm),
    ].map(([, name = '']) => name);
    assert.deepEqual(listed.toSorted(), [...new Set(names)].toSorted());
  });
});
