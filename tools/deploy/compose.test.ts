import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ENVIRONMENT_NAMES, readConfig } from '../../apps/api/src/config/config.ts';
import { fromRoot } from '../root.ts';
import { readVariables } from './variables.ts';

const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

type Service = {
  image?: string;
  build?: { context: string; dockerfile: string };
  env_file?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  healthcheck?: { test: string[] };
  depends_on?: unknown;
  stop_grace_period?: string;
  logging?: { driver: string; options: Record<string, string> };
  networks?: string[] | Record<string, { ipv4_address: string }>;
};

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const { services } = compose;
const copies = Object.entries(services).filter(([name]) => name.startsWith('service-'));
const dockerfile = read('deploy/Dockerfile');
const example = readVariables(read('deploy/service.env.example'));

/** What compose makes of `${NAME:-otherwise}` and `${NAME:?message}`. */
const filled = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, _kind, otherwise: string) =>
      example[name] || (name === 'POSTGRES_PASSWORD' ? 'secret' : otherwise),
  );

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
        if (from.startsWith('.')) assert.ok(existsSync(fromRoot('deploy', from)), from);
        else assert.ok(from in compose.volumes, `volume ${from} is not named`);
      }
    }
  });

  it('gives the service a configuration that it starts with in production', () => {
    const [, service] = copies[0] ?? assert.fail();
    const given = { ...example, ...service.environment };
    const strangers = Object.keys(given).filter((name) => !ENVIRONMENT_NAMES.includes(name));
    assert.deepEqual(strangers, ['DOMAIN', 'POSTGRES_PASSWORD'], 'those are for compose itself');
    const env = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, filled(value)]),
    );
    const config = readConfig({ ...env, SECRET_KEY: randomBytes(32).toString('base64') });
    assert.equal(config.publicUrl, 'https://quorate.example');
    assert.equal(config.databaseUrl, 'postgresql://quorate:secret@database:5432/quorate');
    assert.equal(new URL(config.databaseUrl ?? '').hostname in services, true);
  });

  it('believes the proxy, by its address, and nobody else', () => {
    const networks = services.proxy?.networks;
    assert.ok(networks && !Array.isArray(networks));
    for (const [, { environment }] of copies) {
      assert.equal(environment?.TRUST_PROXY, networks.inside?.ipv4_address);
    }
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    assert.deepEqual(
      open.map(([name]) => name),
      ['proxy'],
    );
  });

  it('holds the service in: no writing but to its volume, no rights', () => {
    for (const [, service] of copies) {
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      const [volume] = service.volumes ?? [];
      assert.equal(volume?.split(':')[1], /DATA_DIR=(\S+)/.exec(dockerfile)?.[1]);
    }
  });

  it('bounds the log of every container: one line a request fills the database’s disk in the end', () => {
    for (const [name, { logging }] of Object.entries(services)) {
      assert.match(logging?.options['max-size'] ?? '', /^\d+m$/, name);
      assert.match(logging?.options['max-file'] ?? '', /^\d+$/, name);
    }
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
