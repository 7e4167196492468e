import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getSuccessRate } from '@quorate/contract/trades';
import type { ShownTrade } from '../../apps/bot/src/live/shown-journal.ts';
import { decodeText } from '../../apps/bot/src/mt5/install/files.ts';
import type { AppState } from '../../apps/desktop/src/contract/app-state.ts';
import type { RunDetail, RunState } from '../../apps/desktop/src/contract/runs.ts';
import type { SetupCheck } from '../../apps/desktop/src/contract/setup.ts';
import { type Person, signedUp } from '../../e2e/support/account.ts';
import { marketHours, writeTradedMinutes } from '../../e2e/support/desktop.ts';
import { tokenOf } from '../../e2e/support/record.ts';
import { freePort } from '../free-port.ts';
import { type RunningService, startService } from '../service.ts';
import { ensureSite } from '../site.ts';
import { LAUNCHER } from './installer.ts';
import { addMetaTrader, type FakeMetaTrader } from './testing/fake-metatrader.ts';
import { installedApp, windowsPath } from './testing/installed-app.ts';
import { createWine, type Wine, withoutWine } from './testing/wine.ts';
import { wineRelease } from './testing/wine-release.ts';

/** Of its own: releases of other tests may be built at the same time. */
const VERSION = '1.4.0';
const ACCOUNT = '51234567';
const PASSWORD = 'geheim ü';
const SERVER = 'Simulated-Demo';
const NAME = 'Two Cities';
const PRELOAD = fileURLToPath(new URL('./testing/wine-preload.ts', import.meta.url));

describe('from the installation to a synced trade under Wine', { skip: withoutWine }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'whole cycle ü-'));
  let setup: string;
  let wine: Wine;
  let app: ReturnType<typeof installedApp>;
  let service: RunningService;
  let person: Person;
  let metatrader: FakeMetaTrader;

  before(async () => {
    setup = (await wineRelease(VERSION)).installer;
    await ensureSite(() => undefined);
    const { env } = marketHours();
    wine = await createWine(folder, {
      JOURNEY_CLOCK_AHEAD_MS: env.JOURNEY_CLOCK_AHEAD_MS ?? '',
      WINE_PRELOAD: windowsPath(PRELOAD),
    });
    app = installedApp(wine, folder, VERSION);
    metatrader = await addMetaTrader(folder, wine);
    service = await startService({ port: await freePort(), dataDir: join(folder, 'service'), env });
    person = await signedUp(service.url);
  });

  after(async () => {
    await wine?.end();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  const configuration = `/api/configurations/${encodeURIComponent(NAME)}`;
  const run = () => app.call<RunDetail>('GET', `${configuration}/run`);
  const check = () => app.call<SetupCheck>('GET', `${configuration}/setup-check`);
  const bridgeFile = () => join(metatrader.dataFolder, 'MQL5/Files/Quorate/bridge.txt');

  /** The simulated terminal in place of the one that was set up. */
  const terminal = (...more: readonly string[]) =>
    wine.start(app.program(), [
      'simulate-terminal',
      '--bridge-file',
      windowsPath(bridgeFile()),
      '--account',
      ACCOUNT,
      '--server',
      SERVER,
      ...more,
    ]);

  /** What is pressed once, with the simulated terminal in place of the one that it starts. */
  async function setUpWithTerminal(): Promise<void> {
    rmSync(bridgeFile(), { force: true });
    await app.call('POST', `${configuration}/terminal`);
    await app.until('the token is shared', async () => existsSync(bridgeFile()));
    const simulated = terminal();
    try {
      await allGreen();
    } catch (error) {
      throw new Error(`The terminal said: ${simulated.output()}`, { cause: error });
    } finally {
      await simulated.kill();
    }
  }

  /** Whoever dials without the token. */
  function strangersFile(): string {
    const file = join(folder, 'strangers.txt');
    writeFileSync(
      file,
      readFileSync(bridgeFile(), 'utf8').replace(/token=\w+/, `token=${'0'.repeat(64)}`),
    );
    return file;
  }

  const phase = (wanted: RunState['phase']) =>
    app.until(`the bot is ${wanted}`, async () => (await run()).run.phase === wanted);

  async function allGreen(): Promise<void> {
    await app.until('the setup check is through', async () => !(await check()).running);
    const { items } = await check();
    const open = items.filter(({ status }) => status !== 'green');
    assert.deepEqual(open, []);
  }

  test('installed and started, it lets its person sign in', async () => {
    assert.equal((await wine.run(setup, ['/S'])).code, 0);
    assert.equal((await wine.run(app.installed(LAUNCHER), ['ui', '--background'])).code, 0);
    await app.until('it is up', async () => existsSync(app.data('app.json')));
    await app.call('POST', '/api/sign-in', {
      service: service.url,
      username_or_email: person.username,
      password: person.password,
    });
    const state = await app.call<AppState>('GET', '/api/state');
    assert.equal(state.account?.username, person.username);
    assert.equal(state.app.platform, 'win32');
    assert.equal(state.app.vault.why, null, 'secrets are in the Credential Manager');
  });

  test('a configuration uses the pipe, and its terminal is set up by one press', async () => {
    const begun = await app.call<{ configuration: Record<string, unknown> }>(
      'GET',
      '/api/new-configuration',
    );
    const { account_type: _, has_terminal_password: _has, ...fields } = begun.configuration;
    assert.equal(fields.transport, 'pipe');
    await app.call('POST', '/api/configurations', {
      ...fields,
      configuration_name: NAME,
      account_number: ACCOUNT,
      broker_server: SERVER,
      timeframe: 'M1',
      port: await freePort(),
      terminal_password: PASSWORD,
    });
    await setUpWithTerminal();
    const started = decodeText(readFileSync(join(metatrader.installFolder, 'started.ini')));
    assert.match(started, new RegExp(`Login=${ACCOUNT}\\r\\nPassword=${PASSWORD}\\r\\n`));
    const temporary = ['Temp', 'AppData/Local/Temp'].map((name) => join(wine.home, name));
    await app.until('the password is on the disk no longer', async () => {
      const files = temporary
        .filter((path) => existsSync(path))
        .flatMap((path) => readdirSync(path));
      return !files.some((name) => /^quorate-(start|compile)-/.test(name));
    });
  });

  test('the command line finds the terminal and says how everything stands', async () => {
    const list = await wine.run(app.program(), ['terminal', 'list', '--json']);
    assert.match(list.output, /C:\\\\Program Files\\\\Märkte Terminal/, list.output);
    const place = ['--profile', NAME, '--data-dir', windowsPath(app.data())];
    const simulated = terminal();
    const doctor = await wine.run(app.program(), ['doctor', ...place]);
    await simulated.kill();
    assert.match(doctor.output, /Märkte Terminal/, doctor.output);
    assert.match(doctor.output, /51234567/, doctor.output);
    const status = await wine.run(app.program(), ['status', ...place]);
    assert.match(status.output, /No bot/i, status.output);
  });

  test('the bot decides, trades over the pipe, and the service has the trade', async (t) => {
    await app.call('POST', `${configuration}/start`);
    const minutes = windowsPath(writeTradedMinutes(folder));
    const simulated = terminal('--candles', minutes, '--timeframe', 'M1');
    try {
      await phase('running');
      await app.until('a position is open', async () => (await run()).positions.length > 0);
      assert.equal((await run()).decisions[0]?.outcome.kind, 'traded');
      t.diagnostic(`PSS: the app ${app.memoryOf('ui')} MB, its bot ${app.memoryOf('live')} MB`);
      await app.call('POST', `${configuration}/flatten`);
      await app.until('the trade is closed and synced', async () => {
        const { trades } = await app.call<{ trades: ShownTrade[] }>(
          'GET',
          `${configuration}/trades`,
        );
        return trades[0]?.synced === true && trades[0].status === 'CLOSED';
      });
      const reply = await fetch(service.url + getSuccessRate.path, {
        headers: { authorization: `Bearer ${await tokenOf(service.url, person)}` },
      });
      assert.equal(getSuccessRate.reply.parse(await reply.json()).total_trades, 1);
    } finally {
      await simulated.kill();
    }
  });

  test('the pipe outlives a terminal that vanishes, and keeps a stranger out', async () => {
    await phase('waiting');
    const dialling = ['simulate-terminal', '--bridge-file', windowsPath(strangersFile())];
    const stranger = wine.start(app.program(), dialling);
    const simulated = terminal();
    try {
      await phase('running');
      await app.until('the stranger was turned away', async () =>
        /turned away: the token/.test(app.logs()),
      );
    } finally {
      await stranger.kill();
      await simulated.kill();
    }
  });

  test('an app that is killed takes no bot with it, and the next one finds it', async () => {
    const before = app.appPid();
    const bot = app.processes('live');
    assert.equal(bot.length, 1);
    assert.equal((await wine.run('taskkill', ['/F', '/PID', String(before)])).code, 0);
    assert.equal((await wine.run(app.installed(LAUNCHER), ['ui', '--background'])).code, 0);
    await app.until('another app is up', async () => ![0, before].includes(app.appPid()));
    await phase('waiting');
    assert.deepEqual(app.processes('live'), bot);
    await app.call('POST', `${configuration}/stop`);
    await phase('stopped');
    assert.deepEqual(app.processes('live'), []);
  });

  test('over tcp it is the same', async () => {
    await app.call('PATCH', configuration, { transport: 'tcp' });
    await setUpWithTerminal();
    await app.call('POST', `${configuration}/start`);
    const simulated = terminal();
    try {
      await phase('running');
    } finally {
      await simulated.kill();
    }
  });

  test('uninstalled with its data it stops app and bot, and nothing is left', async () => {
    assert.equal(app.processes('live').length, 1);
    await wine.run(app.installed('uninstall.exe'), ['/S', '/REMOVEDATA']);
    await app.until('the program is gone', async () => !existsSync(app.installed()));
    assert.ok(!existsSync(app.data()), readdirSync(join(app.data(), '..')).join());
    assert.deepEqual([...app.processes('live'), ...app.processes('ui')], []);
  });
});
