import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appState } from '../../apps/desktop/src/contract/app-state.ts';
import { readAppFile } from '../../apps/desktop/src/instance/app-file.ts';
import { readCurrentIni } from '../../apps/desktop/src/updates/current-ini.ts';
import { LAUNCHER } from './installer.ts';
import type { BuiltInstaller } from './release.ts';
import { makeSmallRelease } from './testing/small-release.ts';
import { startUpdateFront, type UpdateFront } from './testing/update-front.ts';
import { createWine, type Wine, withoutWine } from './testing/wine.ts';
import { wineRelease } from './testing/wine-release.ts';

const UNINSTALL = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Quorate';
/** Wine on a machine with much else to do. */
const SOON_MS = 120_000;
/** What a configuration has, as its form sends it. */
const CONFIGURATION = {
  configuration_name: 'London',
  terminal_path: null,
  terminal_password: null,
  account_number: '51234567',
  broker_server: 'Simulated-Demo',
  timeframe: 'M15',
  transport: 'pipe',
  port: 47_800,
};

describe('a whole update of the installed app under Wine', { skip: withoutWine }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'whole update ü-'));
  let wine: Wine;
  let service: UpdateFront;
  let newer: BuiltInstaller;

  before(async () => {
    const { installer: setup } = await wineRelease('1.2.3');
    newer = await wineRelease('1.3.0');
    service = await startUpdateFront();
    wine = await createWine(folder);
    assert.equal((await wine.run(setup, ['/S'])).code, 0);
  });

  after(async () => {
    await wine?.end();
    await service?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  const installed = (...path: readonly string[]) =>
    join(wine.home, 'AppData/Local/Programs/Quorate', ...path);
  const data = (...path: readonly string[]) => join(wine.home, 'AppData/Roaming/Quorate', ...path);

  async function until<Found>(
    what: string,
    look: () => Found | null | Promise<Found | null>,
  ): Promise<Found> {
    const end = performance.now() + SOON_MS;
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      assert.ok(performance.now() < end, `${what} is what did not come; the app's log: ${log()}`);
      await sleep(50);
    }
  }

  function log(): string {
    const file = data('logs', 'app.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : 'none';
  }

  /** Makes a call to whichever app runs; null while none answers. */
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const app = readAppFile(data());
    if (app === null) return null;
    const response = await fetch(`http://127.0.0.1:${app.port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${app.secret}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null);
    if (response === null) return null;
    const answer: unknown = await response.json();
    assert.equal(response.status, 200, `${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async function state() {
    const answer = await call('GET', '/api/state');
    return answer === null ? null : appState.parse(answer);
  }

  /** The state of the app once it is of this version. */
  function stateOf(version: string) {
    return until(`an app of version ${version}`, async () => {
      const found = await state();
      return found?.app.version === version ? found : null;
    });
  }

  // @spec 1.7
  test('one that is signed in finds the newer version, puts it in, and goes on with everything', async (t) => {
    assert.equal((await wine.run(installed(LAUNCHER), ['ui', '--background'])).code, 0);
    await stateOf('1.2.3');
    await call('POST', '/api/sign-in', {
      service: service.address,
      username_or_email: 'mira',
      password: 'correct horse',
    });
    const begun = (await call('GET', '/api/new-configuration')) as {
      configuration: Record<string, unknown> & { risk: object };
    };
    const { account_type: _, has_terminal_password: _has, ...fields } = begun.configuration;
    const risk = { ...fields.risk, currency_pairs: ['EURUSD'] };
    await call('POST', '/api/configurations', { ...fields, ...CONFIGURATION, risk });
    service.offer('1.3.0', newer);
    const askedAt = performance.now();
    await call('POST', '/api/update/check');
    const { account, configurations } = await stateOf('1.3.0');
    t.diagnostic(
      `1.3.0 answered ${Math.round(performance.now() - askedAt)} ms after it was offered`,
    );
    assert.equal(account?.username, 'mira');
    assert.deepEqual(
      configurations.map((each) => each.configuration_name),
      ['London'],
    );
    await until('the word that it came up', () =>
      /Update to 1\.3\.0: confirmed/.test(log()) ? true : null,
    );
    assert.deepEqual(readCurrentIni(installed()), {
      current: '1.3.0',
      previous: '1.2.3',
      trial: null,
      tries: 0,
      rolledBack: null,
    });
  });

  test('no more of it was brought than the part without Node, and the Node is shared', (t) => {
    const { size } = newer.withoutNode;
    t.diagnostic(`${(size / 1e6).toFixed(2)} MB were brought`);
    assert.deepEqual(service.sent(), [size]);
    const nodes = readdirSync(installed('versions')).filter((name) => name.startsWith('node-'));
    assert.equal(nodes.length, 1);
  });

  test("Windows' list of installed apps names the newer version then", async () => {
    await until('its number', async () =>
      (await wine.registry(UNINSTALL, 'DisplayVersion')) === '1.3.0' ? true : null,
    );
  });

  test('one that does not come up is gone back from, and the person is told', async (t) => {
    service.offer('1.4.0', await makeSmallRelease(folder, { version: '1.4.0' }));
    const before = readAppFile(data());
    const askedAt = performance.now();
    await call('POST', '/api/update/check');
    const { app } = await until('the version before', async () => {
      const found = await state();
      return found?.app.update.kind === 'rolled-back' ? found : null;
    });
    t.diagnostic(`back after ${Math.round(performance.now() - askedAt)} ms`);
    assert.equal(app.version, '1.3.0');
    assert.equal(app.update.version, '1.4.0');
    assert.match(app.update.message ?? '', /^It ended with code/);
    assert.notEqual(readAppFile(data())?.secret, before?.secret);
    assert.deepEqual(readCurrentIni(installed()), {
      current: '1.3.0',
      previous: '1.2.3',
      trial: null,
      tries: 0,
      rolledBack: null,
    });
    assert.ok(!existsSync(installed('versions/1.4.0')));
    assert.equal(await wine.registry(UNINSTALL, 'DisplayVersion'), '1.3.0');
  });

  test('the updated app ends when it is asked to, with its data in place', async () => {
    const program = installed('versions/1.3.0/quorate-app.exe');
    const { code, output } = await wine.run(program, ['ui', '--quit']);
    assert.equal(code, 0, output);
    assert.ok(existsSync(data('profiles/London.json')) || existsSync(data('profiles/london.json')));
  });
});
