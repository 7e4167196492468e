import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  chooseRuleSet,
  listRuleSetChanges,
  listRuleSetPresets,
  rebaseRuleSet,
} from '@quorate/contract/rule-sets';
import { floorsJson, ruleSetJson } from '../../../test/helpers/fill-rule-sets.ts';
import { ruleSetStage, traderAt } from './testing/rule-set-stage.ts';

const FLAT = { open_positions: 0, open_risk: 0, headroom: 400, if_stopped: 9_900 };
const DAY_LOCK = {
  line: 0,
  since: '2026-03-02T10:00:00.000Z',
  until: '2026-03-02T23:00:00.000Z',
  equity_minor: 951_000,
};
const TOTAL_LOCK = { ...DAY_LOCK, line: 1, until: null };

describe('a rule set', () => {
  it('is chosen by its preset, and the bot learns of it with its next report', async (t) => {
    const { report, choose, botRules } = await ruleSetStage(t);
    await report(FLAT);
    const { account, message } = await choose({ kind: 'preset', preset_id: 'ftmo-2-step' });
    assert.equal(account.rule_set?.id, 'ftmo-2-step');
    assert.equal(message, `The rules are ${account.rule_set?.name} from now on.`);
    assert.equal((await report({ ...FLAT, seq: 2 })).revision, 1);
    const rules = await botRules();
    assert.deepEqual([rules.rule_set, rules.revision], [account.rule_set, 1]);
  });

  it('of the owner’s own stands under that name, and is checked', async (t) => {
    const { service, token, report, choose, onlyAccount } = await ruleSetStage(t);
    await report(FLAT);
    const own = ruleSetJson({ id: 'ftmo-2-step', name: 'Mine' });
    assert.equal((await choose({ kind: 'own', rule_set: own })).account.rule_set?.id, 'own');
    const firms = { ...own, id: 'firm' };
    assert.equal((await choose({ kind: 'own', rule_set: firms })).account.rule_set?.id, 'firm');
    const [line] = own.lines;
    const wrong = line ? [{ ...line, turns_at: { time: '00:00', zone: 'Nowhere/Land' } }] : [];
    const body = {
      account_id: (await onlyAccount()).account_id,
      change_id: randomUUID(),
      choice: { kind: 'own' as const, rule_set: { ...own, lines: wrong } },
    };
    const failure = await service.fail(chooseRuleSet, { body }, token);
    assert.equal(failure.code, 'validation_failed');
    assert.deepEqual(Object.keys(failure.fields ?? {}), ['choice.rule_set.lines.0.turns_at']);
  });

  it('can be taken away, and is sent again without harm', async (t) => {
    const { service, token, report, choose, onlyAccount } = await ruleSetStage(t);
    await report(FLAT);
    const change_id = randomUUID();
    await choose({ kind: 'own', rule_set: ruleSetJson() }, { change_id });
    const again = await choose({ kind: 'own', rule_set: ruleSetJson() }, { change_id });
    assert.equal(again.account.revision, 1);
    const { account_id } = await onlyAccount();
    const other = { account_id, change_id, choice: { kind: 'none' as const } };
    const failure = await service.fail(chooseRuleSet, { body: other }, token);
    assert.equal(failure.code, 'rule_set_change_conflict');
    const none = await choose({ kind: 'none' });
    assert.deepEqual([none.account.rule_set, none.account.revision], [null, 2]);
  });

  it('changes with open positions only for the account’s number', async (t) => {
    const { service, token, report, choose, onlyAccount } = await ruleSetStage(t);
    await report();
    const { account_id } = await onlyAccount();
    const body = { account_id, change_id: randomUUID(), choice: { kind: 'none' as const } };
    const failure = await service.fail(chooseRuleSet, { body }, token);
    assert.equal(failure.code, 'account_number_needed');
    assert.equal(
      failure.message,
      'Positions are open on this account. Type the number of the account, 100200, to confirm.',
    );
    const done = await choose({ kind: 'none' }, { confirmation: '100200' });
    assert.equal(done.account.revision, 1);
  });

  it('never unlocks a day: its lock and its floor are carried over, until the day turns', async (t) => {
    const { service, token, report, choose, botRules, onlyAccount } = await ruleSetStage(t);
    await report({ ...FLAT, state: floorsJson({ lock: DAY_LOCK }) });
    const { account_id, confirmation } = await onlyAccount();
    assert.equal(confirmation, 'locked');
    const body = { account_id, change_id: randomUUID(), choice: { kind: 'none' as const } };
    const failure = await service.fail(chooseRuleSet, { body }, token);
    assert.equal(failure.code, 'account_number_needed');
    await choose({ kind: 'own', rule_set: ruleSetJson() }, { confirmation: '100200' });
    const carried = { since: DAY_LOCK.since, until: DAY_LOCK.until, floor: 9_500 };
    assert.deepEqual((await botRules()).carried_lock, carried);
    // A bot that forgot it, and rules that change again, keep it.
    await report({ ...FLAT, seq: 2 });
    await choose({ kind: 'none' }, { confirmation: '100200' });
    assert.deepEqual((await botRules()).carried_lock, carried);
    service.clock.advance(13 * 3_600_000);
    assert.equal((await botRules()).carried_lock, null);
    assert.equal((await onlyAccount()).confirmation, null);
  });

  it('keeps the history of its changes', async (t) => {
    const { service, token, report, choose, onlyAccount } = await ruleSetStage(t);
    await report(FLAT);
    await choose({ kind: 'own', rule_set: ruleSetJson() });
    service.clock.advance(1_000);
    await choose({ kind: 'none' });
    const { account_id } = await onlyAccount();
    const { changes, pagination } = await service.call(
      listRuleSetChanges,
      { params: { account_id } },
      token,
    );
    assert.equal(pagination.total, 2);
    assert.deepEqual(
      changes.map(({ kind, rule_set, before, equity, floor, confirmed, at }) => [
        kind,
        rule_set?.id ?? null,
        before?.id ?? null,
        equity,
        floor,
        confirmed,
        at,
      ]),
      [
        ['chosen', null, 'own', 9_900, 9_500, false, '2026-03-02T10:00:01.000Z'],
        ['chosen', 'own', null, 9_900, 9_500, false, '2026-03-02T10:00:00.000Z'],
      ],
    );
  });

  it('lists its changes in pages, the newest first, and none of an account that is gone', async (t) => {
    const { service, token, user, report, choose, onlyAccount } = await ruleSetStage(t);
    await report(FLAT);
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const change_id of ids) {
      await choose({ kind: 'own', rule_set: ruleSetJson() }, { change_id });
      service.clock.advance(1_000);
    }
    const params = { account_id: (await onlyAccount()).account_id };
    const read = async (page: number) => {
      const query = { page, per_page: 2 };
      const reply = await service.call(listRuleSetChanges, { params, query }, token);
      assert.deepEqual([reply.pagination.total, reply.pagination.total_pages], [5, 3]);
      return reply.changes.map(({ change_id }) => change_id);
    };
    const pages = [await read(1), await read(2), await read(3), await read(4)];
    assert.deepEqual(
      pages.map(({ length }) => length),
      [2, 2, 1, 0],
    );
    assert.deepEqual(pages.flat(), ids.toReversed());
    await service.db.deleteFrom('trading_accounts').where('user_id', '=', user.id).execute();
    const gone = await service.fail(listRuleSetChanges, { params }, token);
    assert.equal(gone.code, 'not_found');
    const left = await service.db.selectFrom('rule_set_changes').selectAll().execute();
    assert.deepEqual(left, []);
  });

  it('of somebody else’s account is found by nobody', async (t) => {
    const { service, report, onlyAccount } = await ruleSetStage(t);
    await report(FLAT);
    const { account_id } = await onlyAccount();
    const { token } = await traderAt(service);
    const change = { account_id, change_id: randomUUID() };
    const choice = { kind: 'none' as const };
    const calls = [
      await service.fail(chooseRuleSet, { body: { ...change, choice } }, token),
      await service.fail(rebaseRuleSet, { body: change }, token),
      await service.fail(listRuleSetChanges, { params: { account_id } }, token),
    ];
    assert.deepEqual(
      calls.map(({ code }) => code),
      ['not_found', 'not_found', 'not_found'],
    );
    const unknown = { preset_id: 'no-such-preset', kind: 'preset' as const };
    const failure = await service.fail(
      chooseRuleSet,
      { body: { ...change, choice: unknown } },
      token,
    );
    assert.equal(failure.code, 'preset_unknown');
  });
});

describe('a total limit that locked', () => {
  it('begins again on a private account, for its number and on record', async (t) => {
    const { service, token, report, botRules, onlyAccount } = await ruleSetStage(t);
    const locked = { ...FLAT, state: floorsJson({ lock: TOTAL_LOCK }) };
    await report(locked);
    const { account_id } = await onlyAccount();
    const body = { account_id, change_id: randomUUID() };
    const failure = await service.fail(rebaseRuleSet, { body }, token);
    assert.equal(failure.code, 'account_number_needed');
    const confirmed = { ...body, confirmation: '100200' };
    await service.call(rebaseRuleSet, { body: confirmed }, token);
    await service.call(rebaseRuleSet, { body: confirmed }, token);
    assert.equal((await onlyAccount()).rebase_waiting, true);
    assert.equal((await botRules()).rebase?.rebase_id, body.change_id);
    const done = await report({
      ...locked,
      seq: 2,
      rebase_id: body.change_id,
      state: floorsJson(),
    });
    assert.equal(done.rebase?.rebase_id, body.change_id);
    assert.equal((await onlyAccount()).rebase_waiting, false);
    const { changes } = await service.call(listRuleSetChanges, { params: { account_id } }, token);
    assert.deepEqual(
      changes.map(({ kind, equity, confirmed: typed }) => [kind, equity, typed]),
      [['rebased', 9_900, true]],
    );
  });

  it('does not where it follows a firm’s rules, or where a day locked it', async (t) => {
    const { service, token, report, onlyAccount } = await ruleSetStage(t);
    await report({ ...FLAT, state: floorsJson({ lock: DAY_LOCK }) });
    const { account_id } = await onlyAccount();
    const ask = async () => {
      const body = { account_id, change_id: randomUUID(), confirmation: '100200' };
      return (await service.fail(rebaseRuleSet, { body }, token)).message;
    };
    assert.equal(
      await ask(),
      'The total limit was not moved: no total limit has locked this account.',
    );
    const firm = ruleSetJson({ id: 'ftmo-2-step' });
    await report({ ...FLAT, seq: 2, rule_set: firm, state: floorsJson({ lock: TOTAL_LOCK }) });
    assert.equal(
      await ask(),
      'The total limit was not moved: it follows the rules of a firm, and only the firm can begin them again.',
    );
  });
});

describe('presets', () => {
  it('name their firm, their source and the day they were checked, by page', async (t) => {
    const { service, token } = await ruleSetStage(t);
    const { presets, pagination } = await service.call(
      listRuleSetPresets,
      { query: { per_page: 1 } },
      token,
    );
    assert.equal(presets.length, 1);
    assert.ok(pagination.total >= 1);
    const [first] = presets;
    assert.match(first?.checked_on ?? '', /^\d{4}-\d\d-\d\d$/);
    assert.ok(first?.firm && first.programme && first.source);
  });
});
