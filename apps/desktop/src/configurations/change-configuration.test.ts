import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import { profileSecret } from '@quorate/bot/vault/vault';
import { refusalOf } from '../testing/refusal.ts';
import { FREE, fields, stage } from './testing/configuration-stage.ts';

const PASSWORD = profileSecret('Main', 'terminal-password');

describe('changing a configuration', () => {
  it('keeps what is absent, and the password unless another is given or it is emptied', (t) => {
    const { deps, configurations } = stage(t);
    configurations.add(fields({ terminal_password: 'first' }));
    const before = configurations.load('Main');
    configurations.change('Main', { timeframe: 'M15', terminal_password: null });
    assert.deepEqual(configurations.load('Main'), { ...before, timeframe: 'M15' });
    assert.equal(deps.vault.get(PASSWORD), 'first');
    configurations.change('Main', { terminal_password: 'second' });
    assert.equal(deps.vault.get(PASSWORD), 'second');
    configurations.change('Main', { terminal_password: '' });
    assert.equal(configurations.form('Main').has_terminal_password, false);
    assert.deepEqual(configurations.load('Main'), { ...before, timeframe: 'M15' });
  });

  it('is refused while its bot runs, and not for that of another', async (t) => {
    const { working, configurations } = stage(t);
    configurations.add(fields());
    working.add('MAIN');
    const change = await refusalOf(() => configurations.change('main', { timeframe: 'D1' }));
    const removal = await refusalOf(() => configurations.remove('main'));
    assert.deepEqual([change.code, removal.code], ['bot_at_work', 'bot_at_work']);
    working.clear();
    working.add('Main 2');
    configurations.change('main', { timeframe: 'D1' });
    assert.equal(configurations.load('Main').timeframe, 'D1');
  });

  it('does not let real money learn: that is typed for itself', async (t) => {
    const { configurations } = stage(t);
    configurations.add(fields());
    const verdict = { ...configurations.load('Main').verdict, mode: 'learning' as const };
    configurations.change('Main', { verdict });
    assert.equal(configurations.load('Main').verdict.mode, 'learning');
    configurations.save({
      ...configurations.load('Main'),
      account_type: 'real',
      verdict: { ...verdict, mode: null },
    });
    const refusal = await refusalOf(() => configurations.change('Main', { verdict }));
    assert.match(refusal.fields['verdict.mode'] ?? '', /--learning 5012345$/);
    assert.equal(configurations.load('Main').verdict.mode, null);
  });

  it('takes secrets along under a new name, and leaves none under the old one', (t) => {
    const { deps, configurations } = stage(t);
    configurations.add(fields({ terminal_password: 'geheim' }));
    deps.vault.set(profileSecret('Main', 'bridge-token'), 'token');
    deps.vault.set(profileSecret('Gold', 'bridge-token'), 'of somebody before');
    configurations.change('Main', { configuration_name: 'Gold' });
    assert.deepEqual(configurations.names(), ['Gold']);
    assert.equal(deps.vault.get(profileSecret('Gold', 'terminal-password')), 'geheim');
    assert.equal(deps.vault.get(profileSecret('Gold', 'bridge-token')), 'token');
    assert.equal(deps.vault.get(PASSWORD), null);
    assert.equal(deps.vault.get(profileSecret('Main', 'bridge-token')), null);
  });

  it('takes other capitals of the same name', (t) => {
    const { deps, configurations } = stage(t);
    configurations.add(fields({ terminal_password: 'geheim' }));
    configurations.change('main', { configuration_name: 'MAIN' });
    assert.deepEqual(configurations.names(), ['MAIN']);
    assert.equal(deps.vault.get(PASSWORD), 'geheim');
    assert.equal(readdirSync(join(deps.dataDir, 'profiles')).length, 1);
  });

  it('refuses a name, and a port, that another has', async (t) => {
    const { configurations } = stage(t);
    configurations.add(fields());
    configurations.add(fields({ configuration_name: 'Gold', port: 7_421 }));
    const name = await refusalOf(() =>
      configurations.change('Gold', { configuration_name: 'main' }),
    );
    assert.ok(name.fields.configuration_name);
    const port = await refusalOf(() => configurations.change('Gold', { port: 7_420 }));
    assert.equal(port.fields.port, 'Port 7420 belongs to Main; 7421 is free.');
    configurations.change('Gold', { port: 7_421, configuration_name: 'Gold' });
  });

  it('lets everything else be changed where a smaller plan has fewer symbols', async (t) => {
    const { limits, configurations } = stage(t);
    const risk = { ...fields().risk, currency_pairs: ['EURUSD', 'GBPUSD', 'XAUUSD'] };
    configurations.add(fields({ risk }));
    limits.now = FREE;
    configurations.change('Main', { risk: { ...risk, risk_per_trade_percent: 0.5 } });
    assert.equal(configurations.load('Main').risk.risk_per_trade_percent, 0.5);
    const more = { ...risk, currency_pairs: [...risk.currency_pairs, 'USDJPY'] };
    const refusal = await refusalOf(() => configurations.change('Main', { risk: more }));
    assert.match(
      refusal.fields['risk.currency_pairs'] ?? '',
      /has 2 symbols a day, and 4 are chosen/,
    );
    configurations.change('Main', { risk: { ...risk, currency_pairs: ['USDJPY'] } });
  });

  it('refuses to move real money to another account or name', async (t) => {
    const { deps, configurations } = stage(t);
    configurations.add(fields());
    const store = profileStore(deps.dataDir);
    store.save({ ...store.load('Main'), account_type: 'real' });
    for (const change of [
      { account_number: '999' },
      { broker_server: 'Other-Live' },
      { configuration_name: 'Gold' },
    ]) {
      const refusal = await refusalOf(() => configurations.change('Main', change));
      assert.equal(refusal.code, 'real_money_locked');
      assert.deepEqual(Object.keys(refusal.fields), Object.keys(change));
    }
    configurations.change('Main', { ...fields(), timeframe: 'D1' });
    assert.equal(configurations.load('Main').account_type, 'real');
    assert.equal(configurations.load('Main').timeframe, 'D1');
  });

  it('leaves one whole file when many changes come at once', async (t) => {
    const { deps, configurations } = stage(t);
    configurations.add(fields());
    const frames = ['M1', 'M5', 'M15', 'H1', 'H4', 'D1'] as const;
    await Promise.all(
      frames.map(async (timeframe) => configurations.change('Main', { timeframe })),
    );
    assert.equal(configurations.load('Main').timeframe, 'D1');
    assert.deepEqual(readdirSync(join(deps.dataDir, 'profiles')), ['main.json']);
  });
});
