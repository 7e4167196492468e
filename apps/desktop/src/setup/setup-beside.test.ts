import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openControl } from '@quorate/bot/live/control';
import { liveFolder } from '@quorate/bot/live/live-account';
import { shareToken } from '@quorate/bot/mt5/install/share-token';
import { profileSecret } from '@quorate/bot/vault/vault';
import { refusalOf } from '../testing/refusal.ts';
import {
  ALL_GREEN,
  ALLOWED,
  look,
  setupStage,
  statuses,
  whenSetup,
} from './testing/setup-stage.ts';

describe('what a setup check found', () => {
  it('counts no longer once the configuration was changed', async (t) => {
    const stage = await setupStage(t);
    const { setup, terminal, profile } = stage;
    terminal();
    await look(stage);
    stage.change({ account_number: '5012346' });
    assert.equal(setup.passed({ ...profile, account_number: '5012346' }), false);
    assert.equal(setup.summary('Main').green, 0);
    assert.match(stage.item('algo-trading').detail, /was changed since the last check/);
    stage.change({ account_number: '5012345' });
    assert.equal(setup.passed(profile), true);
  });

  it('goes with a configuration that is removed', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    await look(stage);
    const folder = join(stage.dataDir, 'setup');
    assert.deepEqual(readdirSync(folder), ['main.json']);
    const { configurations } = stage.deps;
    const without = { ...configurations, names: () => [] };
    const bare = await setupStage(t, { over: { dataDir: stage.dataDir, configurations: without } });
    assert.deepEqual(readdirSync(folder), []);
    const refused = await refusalOf(() => bare.setup.start('Main'));
    assert.equal(refused.code, 'not_found');
  });

  it('is absent where its file is damaged, and is kept in mind where it cannot be written', async (t) => {
    const stage = await setupStage(t);
    mkdirSync(join(stage.dataDir, 'setup'), { recursive: true });
    writeFileSync(join(stage.dataDir, 'setup', 'main.json'), '{"format":1');
    const again = stage.again();
    assert.deepEqual(again.summary('Main'), { green: 0, checked_at: null });
    assert.match(stage.lines.join('\n'), /main\.json is damaged and counts as absent/);
    const full = await setupStage(t);
    writeFileSync(join(full.dataDir, 'setup'), 'a file in the way');
    full.terminal();
    await look(full);
    assert.equal(full.setup.summary('Main').green, 6);
    assert.match(full.lines.join('\n'), /What was found of main cannot be kept/i);
  });

  it('says that the file of a configuration cannot be used, and looks at the rest', async (t) => {
    const stage = await setupStage(t);
    writeFileSync(join(stage.dataDir, 'profiles', 'main.json'), '{ no json');
    await look(stage);
    assert.match(stage.item('bot-config').detail, /main\.json is no JSON/);
    assert.equal(stage.item('desktop-app').status, 'green');
    assert.equal(stage.item('risk-settings').status, 'unknown');
  });
});

describe('a setup check beside others', () => {
  it('is one, however often it is started', async (t) => {
    const stage = await setupStage(t);
    for (let n = 0; n < 20; n++) stage.setup.start(n % 2 ? 'Main' : 'MAIN');
    stage.terminal();
    assert.deepEqual(statuses(await stage.settled()), ALL_GREEN);
    await whenSetup(stage.setup, ({ reported_at }) => reported_at !== null);
    assert.deepEqual(stage.service.calls, ['GET', 'POST']);
  });

  it('leaves the port to a bot that is started, and takes its word', async (t) => {
    const stage = await setupStage(t);
    const { setup, profile, dataDir } = stage;
    setup.start('Main');
    await whenSetup(setup, ({ items }) => items.some(({ status }) => status === 'green'));
    stage.atWork.push('main');
    stage.runsChanged();
    const { port } = profile.bridge;
    const bot = createServer();
    for (;;) {
      bot.listen(port, '127.0.0.1');
      const [fault] = await Promise.race([once(bot, 'listening'), once(bot, 'error')]);
      if (!(fault instanceof Error)) break;
    }
    t.after(() => bot.close());
    const permissions: Record<string, boolean> = { ...ALLOWED };
    let connected = false;
    const control = await openControl(liveFolder(dataDir, profile), async () => {
      const account = { login: '5012345', server: 'Broker-Demo', trade_mode: 'demo' };
      const told = connected ? { connected, account, permissions } : { connected };
      connected = true;
      return { halted: false, ...told };
    });
    t.after(() => control.close());
    assert.deepEqual(statuses(await stage.settled()), ALL_GREEN);
    permissions.algo_trading = false;
    await look(stage);
    assert.match(stage.item('algo-trading').detail, /Missing: algo_trading/);
  });

  it('says so where the bot at work waits for its terminal', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 0 } });
    const folder = liveFolder(stage.dataDir, stage.profile);
    const control = await openControl(folder, async () => ({ connected: false, halted: false }));
    t.after(() => control.close());
    await look(stage);
    assert.match(stage.item('mt5-account').detail, /and waits for its terminal/);
    assert.equal(stage.item('mt5-account').status, 'red');
  });

  it('does not take the bot of another configuration with the same account for its own', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 600_000 } });
    const control = await openControl(liveFolder(stage.dataDir, stage.profile), async () => ({
      profile: 'Other',
      connected: true,
      halted: false,
      account: { login: '5012345', server: 'Broker-Demo', trade_mode: 'demo' },
      permissions: ALLOWED,
    }));
    t.after(() => control.close());
    await look(stage);
    const { status, detail, advice, action } = stage.item('mt5-account');
    assert.deepEqual([status, action], ['red', 'check-again']);
    assert.equal(detail, 'The bot of Other is at work on account 5012345 at Broker-Demo.');
    assert.equal(advice, 'Stop that bot, or give Main an account of its own.');
    assert.equal(stage.setup.passed(stage.profile), false);
  });

  it('ends at once when the app does, and counts as never made', async (t) => {
    const stage = await setupStage(t, { over: { terminalWaitMs: 600_000 } });
    stage.setup.start('Main');
    await whenSetup(stage.setup, ({ items }) => items.some(({ status }) => status === 'green'));
    await stage.setup.close();
    assert.equal(existsSync(join(stage.dataDir, 'setup', 'main.json')), false);
    const free = createServer().listen(stage.profile.bridge.port, '127.0.0.1');
    await once(free, 'listening');
    free.close();
  });

  it('tells no secret', async (t) => {
    const stage = await setupStage(t, { windows: {} });
    const { vault } = stage.deps;
    vault.set(profileSecret('Main', 'terminal-password'), 'hunter2');
    const [data = ''] = readdirSync(join(stage.deps.roots.appData ?? '', 'MetaQuotes', 'Terminal'));
    const folder = join(stage.deps.roots.appData ?? '', 'MetaQuotes', 'Terminal', data);
    shareToken(folder, vault.get(profileSecret('Main', 'bridge-token')) ?? '', stage.profile);
    stage.terminal();
    const told = JSON.stringify(await look(stage));
    assert.doesNotMatch(told, /hunter2|a1a1a1|d4d4d4/);
  });
});
