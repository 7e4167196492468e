import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fakeWindows } from '@quorate/bot/mt5/install/testing/fake-terminal-folder';
import { profileSecret } from '@quorate/bot/vault/vault';
import { refusalOf } from '../testing/refusal.ts';
import { FREE, fields, stage } from './testing/configuration-stage.ts';

const PASSWORD = profileSecret('Main', 'terminal-password');

describe('adding a configuration', () => {
  // @spec 3.27
  it('writes a profile for a demo account of whoever is signed in, its password in the vault alone', (t) => {
    const { deps, configurations } = stage(t);
    let told = 0;
    configurations.onChange(() => void told++);
    configurations.add(fields({ terminal_password: 'geheim wörd' }));
    const profile = configurations.load('Main');
    assert.equal(profile.account_type, 'demo');
    assert.deepEqual([profile.user, profile.service], ['mira', 'https://quorate.example']);
    assert.deepEqual(profile.bridge, { port: 7_420, transport: 'tcp', magic: 7_420_001 });
    assert.equal(deps.vault.get(PASSWORD), 'geheim wörd');
    const folder = join(deps.dataDir, 'profiles');
    for (const file of readdirSync(folder)) {
      assert.ok(!readFileSync(join(folder, file), 'utf8').includes('geheim'));
    }
    assert.ok(!deps.lines.join('').includes('geheim'));
    const form = configurations.form('main');
    assert.equal(form.has_terminal_password, true);
    assert.ok(!JSON.stringify(form).includes('geheim'));
    assert.equal(told, 1);
  });

  // @spec 1.28
  it('is refused at the limit of the plan with the limit and the number, also by the server', async (t) => {
    const { configurations } = stage(t, { limits: FREE });
    assert.deepEqual(configurations.mayAdd(), { allowed: true, reason: null });
    configurations.add(fields());
    const reason =
      'Your Free plan has 1 terminal account, and 1 is set up. Paid plans have any number.';
    assert.deepEqual(configurations.mayAdd(), { allowed: false, reason });
    const refusal = await refusalOf(() =>
      configurations.add(fields({ configuration_name: 'Gold' })),
    );
    assert.deepEqual([refusal.code, refusal.message], ['account_limit_reached', reason]);
    assert.deepEqual(configurations.names(), ['Main']);
  });

  it('allows one while nobody knows the plan, and any number without a limit', (t) => {
    const unknown = stage(t, { limits: null }).configurations;
    unknown.add(fields());
    assert.deepEqual(unknown.mayAdd(), {
      allowed: false,
      reason:
        'Your plan is not known yet; until the service is reached, 1 terminal account can be set up, and 1 is set up.',
    });
    const { configurations } = stage(t);
    for (let port = 8_000; port < 8_030; port++) {
      configurations.add(fields({ configuration_name: `Account ${port}`, port }));
    }
    assert.equal(configurations.mayAdd().allowed, true);
  });

  it('counts a damaged file, and one at the limit of a smaller plan after a change', (t) => {
    const { deps, configurations } = stage(t, { limits: FREE });
    mkdirSync(join(deps.dataDir, 'profiles'), { recursive: true });
    writeFileSync(join(deps.dataDir, 'profiles', 'a.json'), '{');
    writeFileSync(join(deps.dataDir, 'profiles', 'b.json'), '{');
    assert.match(configurations.mayAdd().reason ?? '', /1 terminal account, and 2 are set up/);
  });

  it('is refused while nobody is signed in', async (t) => {
    const { configurations } = stage(t, { token: null });
    assert.equal((await refusalOf(() => configurations.add(fields()))).code, 'signed_out');
  });

  it('names every field that is wrong at once', async (t) => {
    const { configurations } = stage(t, { limits: { ...FREE, terminal_accounts: -1 } });
    configurations.add(fields());
    const refusal = await refusalOf(() =>
      configurations.add(
        fields({
          configuration_name: 'MAIN ',
          terminal_path: '/no such/folder',
          terminal_password: 'two\nlines',
          port: 7_420,
          risk: { ...fields().risk, currency_pairs: ['EURUSD', 'GBPUSD', 'XAUUSD'] },
        }),
      ),
    );
    assert.equal(refusal.code, 'validation_failed');
    assert.deepEqual(refusal.fields, {
      configuration_name: 'There is a configuration Main already; capitals make no other name.',
      terminal_path: 'There is no MetaTrader 5 at /no such/folder.',
      terminal_password: 'The password holds a line end or another control character.',
      port: 'Port 7420 belongs to Main; 7421 is free.',
      'risk.currency_pairs':
        'Your Free plan has 2 symbols a day, and 3 are chosen: EURUSD, GBPUSD, XAUUSD. Take some away, or take a larger plan.',
    });
    assert.deepEqual(configurations.names(), ['Main']);
  });

  it('refuses names that Windows keeps, relative paths, and a pair that is chosen twice', async (t) => {
    const { configurations } = stage(t);
    const wrong = [
      ['configuration_name', fields({ configuration_name: 'con' })],
      ['configuration_name', fields({ configuration_name: 'LPT1 ' })],
      ['terminal_path', fields({ terminal_path: 'MetaTrader 5' })],
      [
        'risk.currency_pairs',
        fields({ risk: { ...fields().risk, currency_pairs: ['a11', 'A11'] } }),
      ],
    ] as const;
    for (const [field, given] of wrong) {
      const refusal = await refusalOf(() => configurations.add(given));
      assert.deepEqual(Object.keys(refusal.fields), [field]);
    }
  });

  it('gives nothing of an earlier configuration of that name to the new one', (t) => {
    const { deps, configurations } = stage(t);
    deps.vault.set(PASSWORD, 'of somebody before');
    configurations.add(fields());
    assert.equal(configurations.form('Main').has_terminal_password, false);
  });

  it('marks the orders of each with a number of its own', (t) => {
    const { configurations } = stage(t);
    const magics = ['One', 'Two', 'Three'].map((name, at) => {
      configurations.add(fields({ configuration_name: name, port: 9_000 + at }));
      return configurations.load(name).bridge.magic;
    });
    assert.deepEqual(magics, [7_420_001, 7_420_002, 7_420_003]);
    configurations.remove('Two');
    configurations.add(fields({ configuration_name: 'Four', port: 9_009 }));
    assert.equal(configurations.load('Four').bridge.magic, 7_420_002);
  });

  it('says of a terminal that was never started that it has to be, and takes one that was', async (t) => {
    const windows = fakeWindows(t);
    const { configurations } = stage(t, { roots: windows.roots });
    const fresh = join(windows.root, 'Program Files', 'Fresh MT5');
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, 'terminal64.exe'), '');
    for (const path of [fresh, join(fresh, 'terminal64.exe')]) {
      const refusal = await refusalOf(() => configurations.add(fields({ terminal_path: path })));
      assert.match(refusal.fields.terminal_path ?? '', /Fresh MT5.* has never been started/);
    }
    const { installFolder } = windows.addTerminal('Größe MT5');
    configurations.add(fields({ terminal_path: installFolder }));
    assert.equal(configurations.load('Main').terminal_path, installFolder);
  });
});
