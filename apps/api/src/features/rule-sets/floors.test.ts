import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { reportFloors } from '@quorate/contract/rule-sets';
import { idOf, type UserId } from '@quorate/values/ids';
import { accountInput } from '../../../test/helpers/builders.ts';
import { floorsJson, ruleSetJson } from '../../../test/helpers/fill-rule-sets.ts';
import { storeReport } from './floors.service.ts';
import { aReport, ruleSetStage, traderAt } from './testing/rule-set-stage.ts';

const FROM = { brand: DEFAULT_BRAND, publicUrl: 'http://localhost:3000' };

const LOCK = {
  line: 0,
  since: '2026-03-02T10:00:00.000Z',
  until: '2026-03-02T23:00:00.000Z',
  equity_minor: 951_000,
};

describe('a report of floors', () => {
  it('is what its owner sees, and what a bot that was installed again goes on with', async (t) => {
    const { report, onlyAccount, botRules } = await ruleSetStage(t);
    const reply = await report();
    assert.deepEqual(reply, {
      success: true,
      counted: true,
      revision: 0,
      peaks_minor: [1_000_000, 1_000_000],
      rebase: null,
    });
    const { account_id: _, ...account } = await onlyAccount();
    assert.deepEqual(account, {
      account: accountInput({ kind: 'terminal' }),
      rule_set: null,
      revision: 0,
      set_at: null,
      floors: {
        at: '2026-03-02T10:00:00.000Z',
        reported_at: '2026-03-02T10:00:00.000Z',
        rule_set: ruleSetJson(),
        state: floorsJson(),
        revision: 0,
        equity: 9_900,
        balance: 10_000,
        floor: 9_500,
        open_risk: 260,
        headroom: 140,
        if_stopped: 9_640,
        open_positions: 1,
        next_turn: '2026-03-02T23:00:00.000Z',
      },
      carried_lock: null,
      rebase_waiting: false,
      confirmation: 'positions_open',
    });
    const rules = await botRules();
    assert.deepEqual([rules.rule_set, rules.floors], [null, floorsJson()]);
  });

  it('that comes twice, late or out of order leaves the newest', async (t) => {
    const { service, report, onlyAccount } = await ruleSetStage(t);
    assert.equal((await report({ seq: 5, equity: 9_800 })).counted, true);
    for (const seq of [5, 3, 1]) assert.equal((await report({ seq, equity: 1 })).counted, false);
    assert.equal((await onlyAccount()).floors?.equity, 9_800);
    const other = { run_id: 'run-2', seq: 1, equity: 9_700 };
    assert.equal((await report(other)).counted, false);
    service.clock.advance(46_000);
    assert.equal((await report(other)).counted, true);
    assert.equal((await onlyAccount()).floors?.equity, 9_700);
  });

  it('of two at once both count one after the other', async (t) => {
    const { report, onlyAccount } = await ruleSetStage(t);
    await Promise.all([3, 1, 2].map((seq) => report({ seq, equity: 9_000 + seq })));
    assert.equal((await onlyAccount()).floors?.equity, 9_003);
  });

  it('with what is not known says so', async (t) => {
    const { report, onlyAccount } = await ruleSetStage(t);
    await report({ equity: null, open_risk: null, headroom: null, if_stopped: null });
    const { floors } = await onlyAccount();
    assert.deepEqual(
      [floors?.equity, floors?.open_risk, floors?.headroom, floors?.if_stopped],
      [null, null, null, null],
    );
  });

  it('never lowers the peak of a trailing line', async (t) => {
    const { report, botRules } = await ruleSetStage(t);
    const [, total] = ruleSetJson().lines;
    const rule_set = ruleSetJson({ lines: total ? [{ ...total, trails: 'on_equity' }] : [] });
    const state = (peak_minor: number) => {
      const [, line] = floorsJson().lines;
      return floorsJson({ lines: line ? [{ ...line, peak_minor }] : [] });
    };
    await report({ rule_set, state: state(1_100_000) });
    const later = await report({ rule_set, state: state(1_000_000), seq: 2, run_id: 'again' });
    assert.deepEqual(later.peaks_minor, [1_100_000]);
    assert.equal((await botRules()).floors?.lines[0]?.peak_minor, 1_100_000);
  });

  it('of another currency than the account has is refused', async (t) => {
    const { service, token, report } = await ruleSetStage(t);
    await report();
    const body = aReport({ seq: 2, account: accountInput({ currency: 'EUR' }) });
    const failure = await service.fail(reportFloors, { body }, token);
    assert.equal(failure.code, 'account_mismatch');
  });

  it('is about the own account alone', async (t) => {
    const { service, report, onlyAccount } = await ruleSetStage(t);
    await report();
    const other = await traderAt(service);
    assert.deepEqual((await other.botRules()).floors, null);
    await other.report({ seq: 9, equity: 1 });
    assert.equal((await onlyAccount()).floors?.equity, 9_900);
  });
});

describe('the owner', () => {
  it('gets one mail when a floor is near, one when it locks, one when it turns', async (t) => {
    const { service, user, report } = await ruleSetStage(t);
    const subjects = async () =>
      (await service.mailsTo(user.email)).map(({ subject }) => subject).toReversed();
    await report();
    assert.deepEqual(await subjects(), []);
    await report({ seq: 2, equity: 9_600 });
    await report({ seq: 3, equity: 9_590 });
    assert.deepEqual(await subjects(), ['Near the daily limit: demo account 100200']);
    const lock = floorsJson({ lock: LOCK });
    await report({ seq: 4, equity: 9_510, state: lock, open_positions: 0 });
    await report({ seq: 5, equity: 9_510, state: lock, open_positions: 0 });
    await report({ seq: 6, equity: 9_900 });
    await report({ seq: 7, equity: 9_900 });
    assert.deepEqual(await subjects(), [
      'Near the daily limit: demo account 100200',
      'Locked by the daily limit: demo account 100200',
      'Trading again after a lock: demo account 100200',
    ]);
    const [, , near] = await service.mailsTo(user.email);
    assert.match(near?.text ?? '', /Equity is 100\.00 USD above the daily limit of 9500\.00 USD\./);
    assert.match(
      near?.text ?? '',
      /If everything is stopped out now, you will have 9640\.00 USD: 140\.00 USD above your limit\./,
    );
  });

  it('reads in the subject, the mail and the browser that an account is practice or paper', async (t) => {
    const { service, user } = await ruleSetStage(t);
    const browser = {
      id: randomUUID(),
      endpoint: 'https://push.example/1',
      p256dh: 'p',
      auth: 'a',
    };
    await service.db
      .insertInto('push_subscriptions')
      .values({ ...browser, user_id: user.id, name: 'Firefox', created_at: new Date() })
      .execute();
    const accounts = [
      ['900', 'practice', 'practice account 900', /practice money on a made-up market/],
      ['901', 'demo', 'paper account 901', /paper money: no real money/],
    ] as const;
    for (const [login, account_type, words, sentence] of accounts) {
      const deps = { ...service, ...FROM, announce: async () => {} };
      const account = { ...accountInput({ login }), account_type, kind: 'paper' as const };
      await storeReport(deps, idOf<UserId>(user.id), {
        ...aReport({ equity: 9_600 }),
        cash_flow: 0,
        account,
      });
      const [mail] = await service.mailsTo(user.email);
      assert.equal(mail?.subject, `Near the daily limit: ${words}`);
      assert.match(mail.text, new RegExp(`Near the daily limit, ${words} at Demo-Server\\.`));
      assert.match(mail.text, sentence);
      const pushed = await service.db.selectFrom('tasks').select('payload').execute();
      assert.ok(JSON.stringify(pushed).includes(`"Near the daily limit: ${words}"`));
    }
  });

  it('gets none for a past that a paper run walks through, and none that they turned off', async (t) => {
    const { service, user, report } = await ruleSetStage(t);
    await report({ equity: 9_600, at: '2020-03-02T10:00:00.000Z' });
    await service.db
      .insertInto('notification_settings')
      .values({ user_id: user.id, silent_bot_mail: true, silent_bot_push: true, floor_mail: false })
      .execute();
    await report({ seq: 2, equity: 9_600 });
    assert.deepEqual(await service.mailsTo(user.email), []);
  });
});
