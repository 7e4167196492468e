import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { ENVIRONMENT_NAMES, readConfig } from '../../apps/api/src/config/config.ts';
import { fromRoot } from '../root.ts';
import { NODE_FLAGS, PROGRAMS } from '../service-build.ts';
import { readVariables } from './variables.ts';

const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

const unit = read('deploy/quorate@.service');
const caddyfile = read('deploy/Caddyfile');
const nginx = read('deploy/nginx.conf');

/** The values of a setting of the unit; it may stand there more than once. */
const settings = (name: string) =>
  Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value);

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

describe('the systemd unit', () => {
  it('starts the built service with the Node that npm brought', () => {
    const [program = '', ...args] = (settings('ExecStart')[0] ?? '').split(' ');
    assert.equal(program, `${settings('WorkingDirectory')[0]}/node_modules/.bin/node`);
    assert.deepEqual(args, [...NODE_FLAGS, 'build/service/server.js']);
    assert.ok('server' in PROGRAMS);
  });

  it('sets variables that there are, and where the data is as the file of settings says it to commands', () => {
    const own = readVariables(settings('Environment').join('\n'));
    const names = Object.keys(own);
    for (const name of names) assert.ok(ENVIRONMENT_NAMES.includes(name), name);
    const example = readVariables(read('deploy/service.env.example'));
    assert.deepEqual(
      names.filter((name) => name in example),
      ['NODE_ENV', 'DATA_DIR'],
    );
    for (const name of ['NODE_ENV', 'DATA_DIR']) assert.equal(own[name], example[name], name);
  });

  it('lets it write to its own folder alone, and gives it time to end', () => {
    assert.deepEqual(settings('ProtectSystem'), ['strict']);
    assert.deepEqual(settings('NoNewPrivileges'), ['true']);
    const environment = readVariables(settings('Environment').join('\n'));
    assert.equal(environment.DATA_DIR, `/var/lib/${settings('StateDirectory')[0]}`);
    const needed = Number(environment.SHUTDOWN_DRAIN_S) + readConfig({}).process.finishMs / 1_000;
    assert.ok(Number(settings('TimeoutStopSec')[0]) > needed);
  });

  it('starts it again for as long as it takes: a database that is away for an hour is no reason to give up', () => {
    assert.deepEqual(settings('Restart'), ['always']);
    assert.deepEqual(settings('StartLimitIntervalSec'), ['0']);
    assert.ok(unit.indexOf('StartLimitIntervalSec') < unit.indexOf('[Service]'), 'of the unit');
  });

  it('is what systemd understands', {
    skip: !has('systemd-analyze') && 'systemd-analyze is not installed',
  }, (t) => {
    const folder = tempFolder(t);
    // The folders and the user that an installation makes.
    const file = join(folder, 'quorate@.service');
    writeFileSync(
      file,
      unit
        .replace(/^(User|Group|EnvironmentFile)=.*\n/gm, '')
        .replace(/^WorkingDirectory=.*/m, `WorkingDirectory=${folder}`)
        .replace(/^ExecStart=.*/m, 'ExecStart=/bin/true'),
    );
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    const ours = stderr.split('\n').filter((line) => line.includes('quorate@'));
    assert.deepEqual(ours, [], stderr);
  });
});

describe('the nightly backup by systemd', () => {
  const backup = read('deploy/quorate-backup.service');
  const settingOf = (text: string, name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';

  it('works with the settings, as the user and in the folders of the service', () => {
    for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile'])
      assert.equal(settingOf(backup, name), settings(name)[0], name);
    const own = settings('Environment').find((each) => each.startsWith('DATA_DIR='));
    assert.ok(backup.includes(`\nEnvironment=${own}\n`));
  });

  it('is confined as the service is, setting by setting', () => {
    const confined = (text: string) =>
      text
        .split('\n')
        .filter((line) =>
          /^(No|Protect|Private|Remove|Restrict|Lock|Capab|Ambient|SystemCall|UMask)/.test(line),
        );
    assert.ok(confined(unit).length > 20);
    assert.deepEqual(confined(backup), confined(unit));
  });

  it('writes a new file each time and removes those of two weeks ago, as its shell reads it', (t) => {
    const folder = tempFolder(t);
    // As systemd reads it: %% is a percent sign, and $$ a dollar sign.
    const typed = (name: string) =>
      settingOf(backup, name)
        .replaceAll('%%', '%')
        .replaceAll('$$', '$')
        .replaceAll('/var/lib/quorate-backups', folder);
    const [, line = ''] = /^\/bin\/sh -c '(.*)'$/.exec(typed('ExecStart')) ?? [];
    const [, program = '', file = ''] = /^exec (\S+) (\S+) /.exec(line) ?? [];
    assert.equal(file, 'build/service/backup.js');
    assert.ok('backup' in PROGRAMS);
    assert.ok(
      settings('ExecStart')[0]?.startsWith(`${settings('WorkingDirectory')[0]}/${program}`),
    );
    // The program's place is taken by one that only writes.
    const run = () =>
      spawnSync('/bin/sh', ['-c', line.replace(`exec ${program} ${file}`, 'exec touch')]);
    assert.equal(run().status, 0);
    const [made = ''] = readdirSync(folder);
    assert.match(made, /^\d{4}-\d\d-\d\dT\d{6}\.backup$/);
    const cutShort = 'old.backup.unfinished-00';
    writeFileSync(join(folder, cutShort), '');
    writeFileSync(join(folder, 'old.backup'), '');
    writeFileSync(join(folder, 'old.txt'), '');
    const longAgo = new Date(Date.now() - 15 * 86_400_000);
    for (const name of ['old.backup', cutShort, 'old.txt'])
      utimesSync(join(folder, name), longAgo, longAgo);
    const [find = '', ...args] = typed('ExecStartPost').split(' ');
    assert.equal(spawnSync(find, args).status, 0);
    assert.deepEqual(readdirSync(folder).sort(), [made, 'old.txt'].sort());
  });

  it('is what systemd understands', {
    skip: !has('systemd-analyze') && 'systemd-analyze is not installed',
  }, (t) => {
    const folder = tempFolder(t);
    const unit = backup
      .replace(/^(User|Group|EnvironmentFile)=.*\n/gm, '')
      .replace(/^WorkingDirectory=.*/m, `WorkingDirectory=${folder}`);
    writeFileSync(join(folder, 'quorate-backup.service'), unit);
    const timer = join(folder, 'quorate-backup.timer');
    writeFileSync(timer, read('deploy/quorate-backup.timer'));
    const { stderr } = spawnSync('systemd-analyze', ['verify', timer], { encoding: 'utf8' });
    assert.deepEqual(
      stderr.split('\n').filter((said) => said.includes('quorate-')),
      [],
      stderr,
    );
  });
});

/** Beyond its 0.5 for a network of its own, what is left is what a JIT, a socket and a disk need. */
const EXPOSURE_MOST = 2;

it('the service and its backup are confined alike, as systemd scores them', {
  skip: !has('systemd-analyze') && 'systemd-analyze is not installed',
}, () => {
  for (const file of ['quorate@.service', 'quorate-backup.service']) {
    const { stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', fromRoot('deploy', file)],
      { encoding: 'utf8' },
    );
    const score = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    assert.ok(score <= EXPOSURE_MOST, `${file}: ${score} ${stderr}`);
  }
});

describe('the proxies', () => {
  it('send to ports that the service listens on', () => {
    const services = /reverse_proxy ([^{]*)/.exec(caddyfile)?.[1] ?? '';
    const port = /\bPORT=(\d+)/.exec(read('deploy/Dockerfile'))?.[1];
    assert.deepEqual(services.trim().split(' '), [`service-1:${port}`, `service-2:${port}`]);
    assert.deepEqual(nginx.match(/server 127\.0\.0\.1:\d+/g), [
      'server 127.0.0.1:3000',
      'server 127.0.0.1:3001',
    ]);
  });

  it('replace whatever a visitor says of its address', () => {
    assert.match(caddyfile, /header_up X-Forwarded-For \{remote_host\}/);
    const locations = nginx.match(/proxy_pass/g)?.length ?? 0;
    assert.equal(nginx.match(/X-Forwarded-For \$remote_addr/g)?.length, locations);
    assert.doesNotMatch(nginx, /proxy_add_x_forwarded_for/);
  });

  it('let through what is large, by its path, and wait longer than the slowest answer', () => {
    const large = (Object.values(ENDPOINTS) as Endpoint[]).filter(
      ({ bodyLimit = 0 }) => bodyLimit > 5_000_000,
    );
    assert.ok(large.length > 1);
    for (const text of [caddyfile, nginx]) {
      for (const { path } of large)
        assert.ok(text.includes(path.replace(/\/(preview|:\w+)$/, '')), path);
      const sizes = Array.from(text.matchAll(/size (\d+)m/gi), ([, size]) => Number(size));
      for (const { path, bodyLimit = 0 } of large)
        assert.ok(Math.max(...sizes) * 1e6 > bodyLimit, path);
      const waits = Array.from(text.matchAll(/(?:read|header)_timeout (\d+)s/g), ([, s]) =>
        Number(s),
      );
      assert.ok(Math.max(...waits) > 60);
    }
  });

  it('bound what one visitor holds, and keep busy connections', () => {
    assert.match(nginx, /limit_conn_zone \$binary_remote_addr zone=quorate:/);
    assert.match(nginx, /server_name quorate\.example;[\s\S]*limit_conn quorate \d+;/);
    const kept = Number(
      /maxRequestsPerSocket: ([\d_]+)/.exec(read('apps/api/src/app.ts'))?.[1]?.replaceAll('_', ''),
    );
    const requests = Array.from(nginx.matchAll(/keepalive_requests (\d+);/g), ([, n]) => Number(n));
    assert.deepEqual(requests, [kept, kept], 'to the service, and from visitors');
  });

  it('keep no copy of a download, and let a browser have as many live dashboards as it likes', () => {
    assert.match(nginx, /location \/ \{[^}]*proxy_max_temp_file_size 0;/);
    assert.match(nginx, /listen 443 ssl http2;/);
    assert.doesNotMatch(nginx, /proxy_buffering on/);
  });

  it('give idle connections up before the service does', () => {
    const keptS = Number(/keepAliveTimeout: (\d+)_000/.exec(read('apps/api/src/app.ts'))?.[1]);
    assert.ok(Number(/keepalive (\d+)s/.exec(caddyfile)?.[1]) < keptS);
    assert.ok(Number(/keepalive_timeout (\d+)s/.exec(nginx)?.[1]) < keptS);
  });

  it('with Caddy are what Caddy understands', {
    skip: spawnSync('caddy', ['version']).error !== undefined && 'caddy is not installed',
  }, () => {
    const { status, stderr } = spawnSync(
      'caddy',
      ['adapt', '--adapter', 'caddyfile', '--config', fromRoot('deploy/Caddyfile'), '--validate'],
      { encoding: 'utf8', env: { ...process.env, DOMAIN: 'localhost' } },
    );
    assert.equal(status, 0, stderr);
  });

  it('with nginx are what nginx understands', {
    skip: spawnSync('nginx', ['-v']).error !== undefined && 'nginx is not installed',
  }, (t) => {
    const folder = tempFolder(t);
    const site = nginx.replace(/^\s*(ssl_certificate|listen 443.*http2;).*\n/gm, '');
    writeFileSync(join(folder, 'site.conf'), site);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${folder}/site.conf; }`,
    );
    const { stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    });
    // What it goes on to try are the system's folders, which only an installed one has.
    assert.match(stderr, /syntax is ok/);
  });
});

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
