import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse, type SnapshotDocument } from '@quorate/contract/decisions';
import { sendHeartbeat } from '@quorate/contract/live';
import { PLANS, type PlanName } from '@quorate/contract/plans';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';

/** The clock of tests stands at 2026-03-02T10:00Z. */
const at = (as_of: string, changes: Partial<SnapshotDocument> = {}) =>
  bar(0, { as_of, ...changes });
const OTHER_DATES = [
  '2026-03-01T10:00:00.000Z',
  '2026-02-27T10:00:00.000Z',
  '2026-02-02T08:00:00.000Z',
  '2025-03-03T10:00:00.000Z',
  '2019-01-02T10:00:00.000Z',
  '2026-03-02T08:00:00.000Z',
  '2026-03-01T22:00:00.000Z',
];
const BEAT = {
  run_id: 'run-1',
  sequence: 1,
  state: 'active' as const,
  equity: 10_000,
  balance: 10_000,
  open_positions: 0,
  version: '0.1.0',
  at: '2026-03-02T10:00:00.000Z',
};
const demo = accountInput();
const paper = (login: string) => accountInput({ kind: 'paper', login });
const onDemo = { account: demo };

describe('the trades a day of an account at a broker', () => {
  // @spec 9.8
  it('are counted by the service’s clock: none of seven other dates lets a fourth through', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const opened_at = '2026-03-02T09:00:00.000Z';
    const trades = [1, 2, 3].map(() => tradeInput({ opened_at, closed_at: opened_at }));
    await service.call(syncTrades, { body: { account: demo, trades } }, token);
    for (const date of OTHER_DATES) {
      const failure = await service.fail(analyse, request(at(date), onDemo), token);
      assert.deepEqual([failure.status, failure.code], [400, 'snapshot_not_current'], date);
    }
    const old = await service.fail(analyse, request(at('2026-03-02T08:00:00.000Z'), onDemo), token);
    assert.equal(
      old.message,
      'The H1 snapshot of EURUSD at 2026-03-02T08:00:00.000Z is 2 hours old; at most 62 minutes is taken on a demo or real account. Only a paper account may trade past candles.',
    );
    for (const date of ['2026-03-02T10:00:00.000Z', '2026-03-02T09:00:00.000Z']) {
      const failure = await service.fail(analyse, request(at(date), onDemo), token);
      assert.equal(failure.code, 'daily_trade_limit_reached');
      assert.equal(failure.details?.day, '2026-03-02');
    }
    const daily = at('2026-03-01T22:00:00.000Z', { timeframe: 'D1' });
    const byBot = request(daily, { ...onDemo, trades_opened_today: 0 });
    assert.equal((await service.fail(analyse, byBot, token)).code, 'daily_trade_limit_reached');
    service.clock.set('2026-03-02T22:00:00Z');
    await service.call(analyse, request(at('2026-03-02T22:00:00.000Z'), onDemo), token);
  });

  // @attack 1.9
  it('take a bar for as long as it is the newest, and two minutes', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const snapshot = at('2026-03-02T09:00:00.000Z');
    service.clock.set('2026-03-02T10:02:00.001Z');
    const late = await service.fail(analyse, request(snapshot, onDemo), token);
    assert.equal(late.code, 'snapshot_not_current');
    service.clock.set('2026-03-02T10:02:00.000Z');
    await service.call(analyse, request(snapshot, onDemo), token);
    service.clock.advance(86_400_000);
    await service.call(analyse, request(snapshot, onDemo), token);
  });
});

describe('a paper account', () => {
  it('counts the days of its own market', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const account = paper('P1');
    const snapshot = at('2019-01-02T10:00:00.000Z');
    const full = request(snapshot, { account, trades_opened_today: 3 });
    const failure = await service.fail(analyse, full, token);
    assert.deepEqual(
      [failure.code, failure.details?.day],
      ['daily_trade_limit_reached', '2019-01-02'],
    );
    await service.call(analyse, request(at('2019-01-03T10:00:00.000Z'), { account }), token);
  });

  it('is one for good, whatever it is called later, and never a real one', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const account = paper('P1');
    await service.call(analyse, request(at(OTHER_DATES[4] ?? ''), { account }), token);
    const trades = [tradeInput()];
    for (const changes of [{ kind: 'terminal' }, { account_type: 'real' }] as const) {
      const named = { ...account, ...changes };
      for (const failure of [
        await service.fail(analyse, request(bar(1), { account: named }), token),
        await service.fail(syncTrades, { body: { account: named, trades } }, token),
        await service.fail(sendHeartbeat, { body: { ...BEAT, account: named } }, token),
      ])
        assert.deepEqual([failure.status, failure.code], [409, 'account_mismatch']);
    }
    await service.call(syncTrades, { body: { account: demo, trades } }, token);
    const later = await service.fail(
      analyse,
      request(bar(0), { account: { ...demo, kind: 'paper' } }),
      token,
    );
    assert.equal(later.message, 'Account 100200 at Demo-Server is known with terminal, not paper.');
    const broker = accountInput({ server: 'paper', login: '7', kind: 'terminal' });
    const failure = await service.fail(analyse, request(bar(0), { account: broker }), token);
    assert.equal(failure.code, 'account_mismatch', 'no broker’s server is called paper');
  });

  // @spec 10.15
  it('has a limit of its own, apart from terminal accounts', async (t) => {
    const service = await startTestService(t);
    const limits: Record<PlanName, number> = { Free: 1, Starter: 2, Pro: 5, Elite: 20 };
    for (const { name, granted } of PLANS) {
      assert.equal(granted.paper_accounts, limits[name]);
      const { token } = await signedInUser(service, { plan: name });
      for (let index = 0; index < limits[name]; index += 1)
        await service.call(analyse, request(bar(0), { account: paper(`P${index}`) }), token);
      for (const beyond of [paper('P99'), accountInput({ server: 'paper', login: 'P98' })]) {
        const failure = await service.fail(analyse, request(bar(0), { account: beyond }), token);
        assert.deepEqual([failure.status, failure.code], [403, 'paper_account_limit_reached']);
        assert.deepEqual(
          [failure.details?.plan_name, failure.details?.limit, failure.details?.actual],
          [name, limits[name], limits[name]],
        );
      }
      await service.call(analyse, request(bar(1), { account: paper('P0') }), token);
      await service.call(analyse, request(at('2026-03-02T10:00:00.000Z'), onDemo), token);
    }
  });

  it('lends its decisions to no other account: a trade that names one is refused', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const account = paper('P1');
    const { decision } = await service.call(analyse, request(bar(0), { account }), token);
    const trades = [tradeInput(), tradeInput({ decision_id: decision.decision_id })];
    const failure = await service.fail(syncTrades, { body: { account: demo, trades } }, token);
    assert.deepEqual([failure.status, failure.code], [400, 'validation_failed']);
    assert.match(
      failure.message,
      /trades\.1\.decision_id is a decision of account P1 at Demo-Server/,
    );
    assert.deepEqual(await service.db.selectFrom('trades').selectAll().execute(), []);
    await service.call(syncTrades, { body: { account, trades } }, token);
  });
});
