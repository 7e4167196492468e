import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import { refusalOf } from '../testing/refusal.ts';
import { PASSWORD, request, stage } from './testing/real-money-stage.ts';

describe('a lock on real money', () => {
  it('holds for a profile that somebody wrote real into, and for one changed since', async (t) => {
    const { deps, open, main } = await stage(t);
    const realMoney = open();
    assert.equal(realMoney.isUnlocked(main()), true);
    const store = profileStore(deps.dataDir);
    store.save({ ...main(), account_type: 'real' });
    assert.equal(realMoney.isUnlocked(main()), false);
    await realMoney.toReal('Main', request());
    const real = main();
    for (const change of [
      { account_number: '800778' },
      { broker_server: 'broker-live' },
      { broker_server: 'Broker-Live ' },
      { configuration_name: 'MAIN' },
      { configuration_name: 'Gold' },
    ]) {
      assert.equal(realMoney.isUnlocked({ ...real, ...change }), false, JSON.stringify(change));
    }
    assert.equal(realMoney.isUnlocked({ ...real, timeframe: 'M5' }), true);
  });

  it('closes when its record is damaged, and says so once', async (t) => {
    const { deps, open, main, file } = await stage(t);
    const realMoney = open();
    await realMoney.toReal('Main', request());
    for (const text of ['', '{', '[]', '{"format":1}', '{"format":2,"switches":[]}']) {
      writeFileSync(file, text);
      assert.equal(realMoney.isUnlocked(main()), false);
      assert.equal(realMoney.isUnlocked(main()), false);
    }
    const told = deps.lines.filter((line) => line.includes('is damaged')).length;
    assert.equal(told, 5);
    await realMoney.toReal('Main', request());
    assert.equal(realMoney.isUnlocked(main()), true);
  });

  it('holds against a record that somebody edited, and one that came with a copy of the folder', async (t) => {
    const { deps, open, main, file } = await stage(t);
    const realMoney = open();
    await realMoney.toReal('Main', request());
    const real = main();
    const text = readFileSync(file, 'utf8');
    assert.equal(open().isUnlocked(real), true);
    writeFileSync(file, text.replaceAll('800777', '800778'));
    assert.equal(realMoney.isUnlocked({ ...real, account_number: '800778' }), false);
    writeFileSync(file, text);
    assert.equal(realMoney.isUnlocked(real), true);
    const copy = mkdtempSync(join(tmpdir(), 'copy '));
    t.after(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(deps.dataDir, copy, { recursive: true });
    assert.equal(open({ dataDir: copy }).isUnlocked(real), false);
    // On another computer there is nothing of it in the vault.
    deps.vault.remove('profile/main/real-money');
    assert.equal(open().isUnlocked(real), false);
  });

  it('holds for another person who signs in, and opens for nobody who is signed out', async (t) => {
    const { open, main, who } = await stage(t);
    const realMoney = open();
    await realMoney.toReal('Main', request());
    who.signIn('ali');
    assert.equal(realMoney.isUnlocked(main()), false);
    who.signIn('mira');
    assert.equal(realMoney.isUnlocked(main()), true);
    const demo = { account_number: '5012345', broker_server: 'Broker-Demo' };
    await realMoney.toDemo('Main', { ...demo, terminal_password: null });
    who.signIn(null);
    const refusal = await refusalOf(() => realMoney.toReal('Main', request()));
    assert.equal(refusal.code, 'signed_out');
    assert.equal(main().account_type, 'demo');
  });

  it('is there again for a configuration that is removed and made again', async (t) => {
    const { deps, open, main, configurations } = await stage(t);
    const realMoney = open();
    await realMoney.toReal('Main', request());
    const real = main();
    configurations.remove('Main');
    profileStore(deps.dataDir).save(real);
    assert.equal(realMoney.isUnlocked(main()), false);
  });
});

describe('switching back to demo', () => {
  it('works at any time while the bot is stopped, and locks real money again', async (t) => {
    const { service, deps, working, setup, open, main } = await stage(t);
    const realMoney = open();
    await realMoney.toReal('Main', request());
    const real = main();
    const demo = {
      account_number: '5012345',
      broker_server: 'Broker-Demo',
      terminal_password: 'nur demo',
    };
    working.add('Main');
    const refusal = await refusalOf(() => realMoney.toDemo('Main', demo));
    assert.equal(refusal.code, 'bot_at_work');
    working.clear();
    setup.passed = false;
    await service.kill();
    await realMoney.toDemo('Main', demo);
    assert.deepEqual(
      [main().account_type, main().account_number, main().broker_server],
      ['demo', '5012345', 'Broker-Demo'],
    );
    assert.equal(deps.vault.get(PASSWORD), 'nur demo');
    assert.equal(realMoney.isUnlocked(main()), true);
    assert.equal(realMoney.isUnlocked(real), false);
    await realMoney.toDemo('Main', demo);
    assert.match(deps.lines.at(-1) ?? '', /^Main was switched to Demo: account 5012345/);
  });
});
