import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { failure } from '@quorate/bot/testing/stand-in-answers';
import { refusalOf } from '../testing/refusal.ts';
import { PASSWORD, request, stage } from './testing/real-money-stage.ts';

describe('switching to real money', () => {
  it('turns account, server, type and password at once, and keeps what it was allowed for', async (t) => {
    const { deps, open, main, file, asked } = await stage(t);
    const realMoney = open();
    assert.deepEqual(await realMoney.terms('main'), {
      account_type: 'demo',
      setup_check_passed: true,
      demo_trades: 20,
      demo_trades_needed: 20,
    });
    await realMoney.toReal('main', request());
    const profile = main();
    assert.deepEqual(
      [profile.account_type, profile.account_number, profile.broker_server],
      ['real', '800777', 'Broker-Live'],
    );
    assert.equal(deps.vault.get(PASSWORD), 'echtes geld');
    assert.equal(realMoney.isUnlocked(profile), true);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).switches, [
      {
        configuration: 'Main',
        account_number: '800777',
        broker_server: 'Broker-Live',
        user_id: '0197a0c0-0000-7000-8000-000000000009',
        at: '2025-01-08T10:00:00.000Z',
        setup_checked_at: '2025-01-08T09:00:00.000Z',
        demo_trades: 20,
        acknowledged: false,
      },
    ]);
    assert.match(deps.lines.at(-1) ?? '', /^Main was switched to Real: account 800777/);
    assert.ok(!`${deps.lines.join()}${readFileSync(file, 'utf8')}`.includes('geld'));
    assert.equal(asked[0], '/api/bot/trade-statistics/0197a0c0-0000-7000-8000-000000000009');
    assert.equal(open().isUnlocked(profile), true);
  });

  it('leaves learning behind: on real money it is typed for itself', async (t) => {
    const { open, main, configurations } = await stage(t);
    const learning = { ...main().verdict, mode: 'learning' as const, confidence_percent: 70 };
    configurations.save({ ...main(), verdict: learning });
    await open().toReal('Main', request());
    assert.deepEqual(main().verdict, { ...learning, mode: null });
  });

  it('needs a setup check that has passed', async (t) => {
    const { open, setup, main, file } = await stage(t);
    setup.passed = false;
    const before = main();
    const refusal = await refusalOf(() =>
      open().toReal('Main', request({ few_trades_accepted: true })),
    );
    assert.equal(refusal.code, 'setup_check_needed');
    assert.deepEqual(main(), before);
    assert.equal(existsSync(file), false);
  });

  it('needs 20 demo trades or a plain acceptance that there are fewer', async (t) => {
    const { open, trades, file, main } = await stage(t);
    const realMoney = open();
    trades.closed = [['USD', 19]];
    const few = await refusalOf(() => realMoney.toReal('Main', request()));
    assert.equal(few.code, 'acknowledgement_needed');
    assert.equal(
      few.message,
      '19 trades were closed on demo accounts, and 20 are wanted before real money. Trade on, or accept that there are fewer.',
    );
    await realMoney.toReal('Main', request({ few_trades_accepted: true }));
    const [kept] = JSON.parse(readFileSync(file, 'utf8')).switches;
    assert.deepEqual([kept.demo_trades, kept.acknowledged], [19, true]);
    assert.equal(main().account_type, 'real');
  });

  it('needs the acceptance while the service cannot be asked', async (t) => {
    const { service, open, main } = await stage(t);
    const realMoney = open();
    const { status, document } = failure('unauthorized');
    service.mischief = () => ({ status, body: JSON.stringify(document) });
    assert.equal((await realMoney.terms('Main')).demo_trades, null);
    await service.kill();
    assert.equal((await realMoney.terms('Main')).demo_trades, null);
    const away = await refusalOf(() => realMoney.toReal('Main', request()));
    assert.equal(away.code, 'acknowledgement_needed');
    assert.match(away.message, /^The service cannot be asked/);
    await realMoney.toReal('Main', request({ few_trades_accepted: true }));
    assert.equal(main().account_type, 'real');
  });

  it('needs the account number typed once more', async (t) => {
    const { open, main } = await stage(t);
    for (const typed of ['', '80077', '8007777', '５', '800 777']) {
      const refusal = await refusalOf(() =>
        open().toReal('Main', request({ confirm_account_number: typed })),
      );
      assert.equal(refusal.code, 'account_number_mismatch');
      assert.match(refusal.fields.confirm_account_number ?? '', /the account is 800777\.$/);
    }
    assert.equal(main().account_type, 'demo');
    await open().toReal('Main', request({ confirm_account_number: ' 800777 ' }));
  });

  it('waits until the bot is stopped, also one that starts while the service is asked', async (t) => {
    const { service, working, open, main } = await stage(t);
    working.add('main');
    assert.equal((await refusalOf(() => open().toReal('Main', request()))).code, 'bot_at_work');
    working.clear();
    const answer = service.mischief;
    service.mischief = (call) => {
      working.add('Main');
      return answer(call);
    };
    assert.equal((await refusalOf(() => open().toReal('Main', request()))).code, 'bot_at_work');
    assert.equal(main().account_type, 'demo');
  });

  it('changes nothing when its record, or the password, cannot be written', async (t) => {
    const { deps, open, main } = await stage(t);
    const before = main();
    const unkept = open({ dataDir: '/dev/null/data' });
    const refusal = await refusalOf(() => unkept.toReal('Main', request()));
    assert.equal(refusal.code, 'data_folder');
    const vault = {
      ...deps.vault,
      set() {
        throw new Error('locked');
      },
    };
    await assert.rejects(open({ vault }).toReal('Main', request()), /locked/);
    assert.deepEqual(main(), before);
    assert.equal(deps.vault.get(PASSWORD), 'nur demo');
  });

  it('never takes the password of the demo account along', async (t) => {
    const { deps, open } = await stage(t);
    await open().toReal('Main', request({ terminal_password: null }));
    assert.equal(deps.vault.get(PASSWORD), null);
    deps.vault.set(PASSWORD, 'typed later');
    await open().toReal('Main', request({ terminal_password: null }));
    assert.equal(deps.vault.get(PASSWORD), 'typed later');
  });

  it('leaves one record when it is sent twice, or for two accounts at once', async (t) => {
    const { open, file, main } = await stage(t);
    const realMoney = open();
    const other = request({ account_number: '900', confirm_account_number: '900' });
    await Promise.all([
      realMoney.toReal('Main', request()),
      realMoney.toReal('Main', request()),
      realMoney.toReal('main', other),
    ]);
    assert.equal(main().account_number, '900');
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).switches.length, 1);
    assert.equal(realMoney.isUnlocked(main()), true);
    assert.equal(realMoney.isUnlocked({ ...main(), account_number: '800777' }), false);
  });

  it('knows no configuration that is not there', async (t) => {
    const { open } = await stage(t);
    assert.equal((await refusalOf(() => open().terms('None'))).code, 'not_found');
    assert.equal((await refusalOf(() => open().toReal('None', request()))).code, 'not_found');
  });
});
