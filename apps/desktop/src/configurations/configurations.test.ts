import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BotFault } from '@quorate/bot/bot-fault';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import { memoryVault } from '@quorate/bot/testing/memory-vault';
import { profileSecret, type Vault } from '@quorate/bot/vault/vault';
import { refusalOf } from '../testing/refusal.ts';
import { fields, stage } from './testing/configuration-stage.ts';

const PASSWORD = profileSecret('Main', 'terminal-password');

describe('what there is', () => {
  it('hides no configuration because of a damaged one', async (t) => {
    const { deps, configurations } = stage(t);
    configurations.add(fields());
    const folder = join(deps.dataDir, 'profiles');
    for (const [name, text] of Object.entries({ cut: '{"format":1', text: 'no', list: '[]' })) {
      writeFileSync(join(folder, `${name}.json`), text);
    }
    writeFileSync(join(folder, 'copy.json'), readFileSync(join(folder, 'main.json')));
    assert.deepEqual(configurations.names(), ['copy', 'cut', 'list', 'Main', 'text']);
    assert.equal((await refusalOf(() => configurations.load('cut'))).code, 'profile');
    assert.equal((await refusalOf(() => configurations.form('cut'))).code, 'profile');
    assert.equal((await refusalOf(() => configurations.form('none'))).code, 'not_found');
    assert.equal((await refusalOf(() => configurations.remove('none'))).code, 'not_found');
    assert.equal((await refusalOf(() => configurations.form('../main'))).code, 'not_found');
    configurations.remove('cut');
    assert.deepEqual(configurations.names(), ['copy', 'list', 'Main', 'text']);
  });

  it('forgets the secrets of what is removed, and keeps its journals', (t) => {
    const { deps, configurations } = stage(t);
    configurations.add(fields({ terminal_password: 'geheim' }));
    const journal = join(deps.dataDir, 'live', '5012345-Broker-Demo');
    mkdirSync(journal, { recursive: true });
    configurations.remove('MAIN');
    assert.deepEqual(configurations.names(), []);
    assert.equal(deps.vault.get(PASSWORD), null);
    assert.deepEqual(readdirSync(join(deps.dataDir, 'live')), ['5012345-Broker-Demo']);
  });

  it('belongs to whoever signs in, a profile of the command line too', (t) => {
    const { deps, who, configurations } = stage(t);
    configurations.add(fields());
    who.signIn('otto');
    const store = profileStore(deps.dataDir);
    assert.equal(store.load('Main').user, 'otto');
    store.save({ ...store.load('Main'), configuration_name: 'Typed', user: 'x@y.z' });
    assert.equal(configurations.load('typed').user, 'otto');
    assert.equal(store.load('Typed').user, 'otto');
    who.signIn(null);
    assert.equal(store.load('Typed').user, 'otto');
  });
});

describe('a vault that does not open', () => {
  it('keeps every configuration as it is, and shows its form', async (t) => {
    const kept = memoryVault();
    let locked = false;
    const refuse = <R>(work: () => R): R => {
      if (locked) throw new BotFault('vault', 'The vault is locked.');
      return work();
    };
    const vault: Vault = {
      describe: kept.describe,
      get: (name) => refuse(() => kept.get(name)),
      set: (name, secret) => refuse(() => kept.set(name, secret)),
      remove: (name) => refuse(() => kept.remove(name)),
    };
    const { deps, configurations } = stage(t, { vault });
    configurations.add(fields({ terminal_password: 'geheim' }));
    const before = configurations.load('Main');
    locked = true;
    for (const work of [
      () => configurations.add(fields({ configuration_name: 'Gold', port: 9_000 })),
      () => configurations.change('Main', { configuration_name: 'Gold' }),
      () => configurations.change('Main', { timeframe: 'D1', terminal_password: 'other' }),
      () => configurations.remove('Main'),
    ]) {
      assert.equal((await refusalOf(work)).code, 'vault');
      assert.deepEqual(configurations.names(), ['Main']);
      assert.deepEqual(configurations.load('Main'), before);
    }
    assert.equal(configurations.form('Main').has_terminal_password, false);
    configurations.change('Main', { timeframe: 'M30' });
    assert.equal(configurations.load('Main').timeframe, 'M30');
    assert.equal(kept.get(PASSWORD), 'geheim');
    assert.ok(!deps.lines.join().includes('geheim'));
  });
});

describe('what the form of a new configuration begins with', () => {
  it('is the terminal that was found, its account, and the defaults of the risk settings', (t) => {
    const { configurations } = stage(t, {
      terminals: [terminal('/mt5 a', '5012345', 'Broker-Demo'), terminal('/mt5 b', null, null)],
    });
    const first = configurations.suggest();
    assert.deepEqual(
      [first.configuration_name, first.terminal_path, first.account_number, first.broker_server],
      ['Main', '/mt5 a', '5012345', 'Broker-Demo'],
    );
    assert.equal(first.account_type, 'demo');
    assert.equal(first.has_terminal_password, false);
    assert.deepEqual(first.risk.currency_pairs, ['EURUSD']);
    // Within what the guide recommends.
    assert.ok(first.risk.risk_per_trade_percent >= 1 && first.risk.risk_per_trade_percent <= 2);
    assert.ok(first.risk.maximum_daily_trades >= 3 && first.risk.maximum_daily_trades <= 5);
    assert.equal(first.risk.minimum_risk_reward, 1.5);
  });

  it('is the next name, port and terminal that no other has', (t) => {
    const { deps, configurations } = stage(t, {
      terminals: [terminal('/mt5 a', '1', 'A'), terminal('/mt5 b', '2', 'B')],
    });
    configurations.add(fields({ port: 7_421 }));
    const store = profileStore(deps.dataDir);
    store.save({ ...store.load('Main'), terminal_path: '/mt5 a' });
    const next = configurations.suggest();
    assert.deepEqual(
      [next.configuration_name, next.terminal_path, next.port],
      ['Main 2', '/mt5 b', 7_420],
    );
  });

  it('leaves the terminal and the account of another configuration to it', (t) => {
    const { configurations } = stage(t, {
      terminals: [terminal('/mt5 a', '5012345', 'Broker-Demo')],
    });
    configurations.add(fields());
    const next = configurations.suggest();
    assert.deepEqual([next.terminal_path, next.account_number], [null, '']);
  });

  it('is empty where nobody knows, and uses the pipe on Windows', (t) => {
    const { configurations } = stage(t, { platform: 'win32' });
    const first = configurations.suggest();
    assert.deepEqual(
      [first.terminal_path, first.account_number, first.broker_server, first.transport],
      [null, '', '', 'pipe'],
    );
  });
});

function terminal(folder: string, account_number: string | null, broker_server: string | null) {
  return {
    install_folder: folder,
    data_folder: `${folder}/data`,
    portable: false,
    account_number,
    broker_server,
  };
}
