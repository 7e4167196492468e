import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parse } from 'yaml';
import { ENVIRONMENT_NAMES, readConfig } from '../../apps/api/src/config/config.ts';
import { SECRETS as SECRET_VARIABLES } from '../../apps/api/src/config/secret-files.ts';
import { fromRoot } from '../root.ts';
import { ignoredBy } from './dockerfile.ts';
import { readVariables } from './variables.ts';

const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  env_file?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  profiles?: string[];
  read_only: boolean;
  cap_drop: string[];
  cap_add?: string[];
  security_opt: string[];
  mem_limit: string;
  pids_limit: number;
  healthcheck?: { test: string[] };
  depends_on?: unknown;
  stop_grace_period?: string;
  logging: { driver: string; options: Record<string, string> };
  networks: string[] | Record<string, { ipv4_address: string; aliases: string[] }>;
};

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
};
const FILED: readonly string[] = SECRET_VARIABLES;
const { services } = compose;
const copies = Object.entries(services).filter(([name]) => name.startsWith('service-'));
const dockerfile = read('deploy/Dockerfile');
const example = readVariables(read('deploy/service.env.example'));

/** What compose makes of `${NAME:-otherwise}` and `${NAME:?message}`. */
const filled = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, _kind, otherwise: string) => example[name] || otherwise,
  );

const SECRETS: Readonly<Record<string, string>> = {
  database_password: 'pass/word',
  secret_key: randomBytes(32).toString('base64'),
  smtp_url: 'smtps://user:password@mail.example:465',
};

/** The configuration of a copy, with its secrets where a container finds them. */
function configOf(t: TestContext, service: Service) {
  const folder = tempFolder(t);
  for (const name of service.secrets ?? [])
    writeFileSync(join(folder, name), `${SECRETS[name] ?? assert.fail(name)}\n`);
  const given = { ...example, ...service.environment };
  return readConfig(
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        filled(value).replace('/run/secrets', folder),
      ]),
    ),
  );
}

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('the compose file', () => {
  it('runs two copies of the service that are alike', () => {
    assert.equal(copies.length, 2);
    assert.deepEqual(copies[0]?.[1], copies[1]?.[1]);
  });

  it('builds from files that are there, and shares only volumes that it names', () => {
    for (const [, { build }] of copies) {
      assert.ok(build && existsSync(fromRoot('deploy', build.context, build.dockerfile)));
    }
    for (const { volumes = [] } of Object.values(services)) {
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (from === './secrets/alertmanager.yml') continue; // The operator's own, made from the example.
        if (from.startsWith('.')) assert.ok(existsSync(fromRoot('deploy', from)), from);
        else assert.ok(from in compose.volumes, `volume ${from} is not named`);
      }
    }
  });

  it('gives the service a configuration that it starts with in production', (t) => {
    const [, service] = copies[0] ?? assert.fail();
    const names = Object.keys({ ...example, ...service.environment });
    const known = [...ENVIRONMENT_NAMES, ...FILED.map((name) => `${name}_FILE`)];
    assert.deepEqual(
      names.filter((name) => !known.includes(name)),
      ['DOMAIN'],
      'that is for compose itself',
    );
    const config = configOf(t, service);
    assert.equal(config.publicUrl, 'https://quorate.example');
    assert.equal(config.databaseUrl, 'postgresql://quorate:pass%2Fword@database:5432/quorate');
    assert.equal(new URL(config.databaseUrl ?? '').hostname in services, true);
    assert.equal(config.smtpUrl, SECRETS.smtp_url);
    assert.equal(config.secretKey?.length, 32);
  });

  it('keeps secrets out of its settings: files that neither git nor an image has', () => {
    const ignored = ignoredBy(read('.dockerignore'));
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      assert.equal(file, `./secrets/${name}`);
      assert.ok(ignored(`deploy/secrets/${name}`));
    }
    assert.match(read('.gitignore'), /^deploy\/secrets\/$/m);
    for (const [name, { environment = {}, secrets = [] }] of Object.entries(services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (variable.endsWith('_FILE'))
          assert.ok(secrets.includes(value.replace('/run/secrets/', '')), `${name}: ${variable}`);
        assert.ok(!FILED.includes(variable) || variable === 'DATABASE_URL', `${name}: ${variable}`);
      }
      for (const secret of secrets) assert.ok(secret in compose.secrets, secret);
    }
    assert.deepEqual(
      FILED.filter((name) => example[name]),
      [],
    );
  });

  it('believes the proxy, by its address, and lets nobody else in from outside', () => {
    const networks = services.proxy?.networks;
    assert.ok(networks && !Array.isArray(networks));
    for (const [, { environment }] of copies) {
      assert.equal(environment?.TRUST_PROXY, networks.inside?.ipv4_address);
    }
    assert.deepEqual(networks.inside?.aliases.map(filled), ['quorate.example']);
    for (const [name, { ports = [], profiles }] of Object.entries(services)) {
      if (name === 'proxy') continue;
      assert.deepEqual(profiles, ports.length > 0 ? ['watch'] : undefined, name);
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, name);
    }
  });

  it('holds every container in: no rights, no writing but to volumes, an end to memory and log', () => {
    for (const [name, service] of Object.entries(services)) {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.cap_add ?? [], name === 'proxy' ? ['NET_BIND_SERVICE'] : [], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      assert.match(service.mem_limit, /^\d+[mg]$/, name);
      assert.ok(service.pids_limit > 0, name);
      // One line a request fills the database's disk in the end.
      assert.match(service.logging.options['max-size'] ?? '', /^\d+m$/, name);
      assert.match(service.logging.options['max-file'] ?? '', /^\d+$/, name);
    }
    for (const [, service] of copies)
      assert.equal(service.volumes?.[0]?.split(':')[1], /DATA_DIR=(\S+)/.exec(dockerfile)?.[1]);
  });

  it('names every image by an exact version, which a digest may follow', () => {
    const [, node = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? [];
    const images = Object.values(services).flatMap(({ build, image }) => (build ? [] : [image]));
    assert.ok(images.length > 4);
    for (const image of [node, ...images])
      assert.match(image, /^[a-z/]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/);
  });

  it('measures every copy where its figures are, by the names that containers have', (t) => {
    const scraped = parse(read('deploy/observability/prometheus.compose.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
      alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
    };
    const targets = copies.map(([name, service]) => {
      const { metrics } = configOf(t, service).telemetry;
      assert.equal(metrics?.host, '0.0.0.0');
      return `${name}:${metrics.port}`;
    });
    const [job] = scraped.scrape_configs;
    assert.deepEqual(job?.static_configs[0]?.targets, targets);
    const [alerted] = scraped.alerting.alertmanagers[0]?.static_configs[0]?.targets ?? [];
    assert.ok((alerted?.split(':')[0] ?? '') in services);
    const mounted = services.prometheus?.volumes?.map((volume) => volume.split(':')[0]);
    assert.ok(mounted?.includes('./observability/alerts.yml'));
    const source = parse(read('deploy/observability/grafana.datasources.yml')) as {
      datasources: { url: string }[];
    };
    assert.ok(new URL(source.datasources[0]?.url ?? '').hostname in services);
    const [{ options }] = (
      parse(read('deploy/observability/grafana.dashboards.yml')) as {
        providers: [{ options: { path: string } }];
      }
    ).providers;
    assert.ok(services.grafana?.volumes?.some((each) => each.includes(`:${options.path}/`)));
  });

  it('makes a backup at once and then each day, keeps two weeks, and ends when it is told to', (t) => {
    const [shell = '', flag = '', script = ''] = services.backup?.command ?? [];
    assert.deepEqual([shell, flag], ['sh', '-c']);
    assert.ok(existsSync(fromRoot(/node (\S+\.ts) /.exec(script)?.[1] ?? '')));
    assert.match(dockerfile, /mkdir \/data \/backups && chown node:node \/data \/backups/);
    const folder = tempFolder(t);
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const old = join(backups, 'old.backup');
    writeFileSync(old, '');
    const longAgo = new Date(Date.now() - 15 * 86_400_000);
    utimesSync(old, longAgo, longAgo);
    // Instead of the command one that only writes, and instead of a day the end.
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho backup > "$2"\n', { mode: 0o700 });
    writeFileSync(join(folder, 'sleep'), '#!/bin/sh\nkill -TERM $PPID\n', { mode: 0o700 });
    const typed = script.replaceAll('$$', '$').replaceAll('/backups', backups);
    const { status } = spawnSync('sh', ['-c', typed], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      timeout: 10_000,
    });
    assert.equal(status, 0);
    const [made = '', ...others] = readdirSync(backups);
    assert.match(made, /^\d{4}-\d\d-\d\dT\d{6}\.backup$/);
    assert.deepEqual(others, []);
  });

  it('waits for the database before a start, and for what runs before an end', () => {
    assert.match(services.database?.healthcheck?.test.join(' ') ?? '', /pg_isready/);
    const drainS = Number(/SHUTDOWN_DRAIN_S=(\d+)/.exec(dockerfile)?.[1]);
    const { finishMs } = readConfig({}).process;
    for (const [, { depends_on, stop_grace_period }] of copies) {
      assert.deepEqual(depends_on, { database: { condition: 'service_healthy' } });
      assert.ok(Number.parseInt(stop_grace_period ?? '', 10) > drainS + finishMs / 1_000);
    }
  });
});
