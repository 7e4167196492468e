import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse, getDecision, listDecisions } from '@quorate/contract/decisions';
import type { PlanName } from '@quorate/contract/plans';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getDashboard, getEntitlements } from '@quorate/contract/usage';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';

async function signedIn(service: TestService, plan: PlanName = 'Free') {
  return (await signedInUser(service, { plan })).token;
}

describe('a decision', () => {
  // @spec 1.1, 3.4, 10.47
  it('holds every vote with its reason and evidence, and can be read again', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    const snapshot = bar(0);
    const { decision, usage } = await service.call(analyse, request(snapshot), token);
    assert.deepEqual(
      decision.votes.map((vote) => vote.analyst),
      ['trend', 'mean-reversion', 'breakout'],
    );
    for (const vote of decision.votes) {
      assert.ok(vote.reason.length > 10);
      assert.ok(vote.tokens > 0);
      for (const { field, value } of vote.evidence) {
        const actual = field
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], snapshot);
        assert.equal(value, actual, field);
      }
    }
    assert.ok(decision.rules.length > 0);
    assert.equal(
      decision.tokens,
      decision.votes.reduce((sum, vote) => sum + vote.tokens, 0),
    );
    assert.equal(decision.tokens, 100, 'the offline analysts are metered at a flat figure');
    assert.equal(usage.tokens_used, decision.tokens);
    assert.equal(usage.tokens_remaining, 300_000 - decision.tokens);

    const stored = await service.call(
      getDecision,
      { params: { decision_id: decision.decision_id } },
      token,
    );
    assert.deepEqual(stored.decision, decision);
    assert.deepEqual(stored.snapshot, snapshot);
    const list = await service.call(listDecisions, {}, token);
    const [listed] = list.decisions;
    assert.ok(listed);
    const { outcome, account_type, ...rest } = listed;
    assert.equal(account_type, 'demo');
    assert.deepEqual(rest, decision);
    assert.equal(outcome?.kind ?? null, decision.action === 'HOLD' ? 'held' : null);
  });

  it('keeps the limits of its owner; a bot of before has the usual ones', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    const limitsAt = async (index: number, body: object) => {
      const asked = request(bar(index));
      const { decision } = await service.call(analyse, { body: { ...asked.body, ...body } }, token);
      const { decision: stored } = await service.call(
        getDecision,
        { params: { decision_id: decision.decision_id } },
        token,
      );
      assert.deepEqual(stored.verdict_figures, decision.verdict_figures);
      return stored.verdict_figures?.limits;
    };
    const usual = { min_voters: 3, min_agreement: 1.3 };
    assert.deepEqual(await limitsAt(0, {}), {
      ...usual,
      one_proven: true,
      min_expected_r: 0,
      confidence_percent: 80,
    });
    const verdict = { one_proven: false, min_expected_r: 0.4, confidence_percent: 90 };
    assert.deepEqual(await limitsAt(1, { verdict }), { ...usual, ...verdict });
  });

  it('is made once for a bar: asked 20 times at once it is the same, and metered once', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => service.call(analyse, request(bar(0)), token)),
    );
    assert.equal(new Set(replies.map(({ decision }) => decision.decision_id)).size, 1);
    const { usage } = await service.call(getDashboard, {}, token);
    assert.equal(usage.tokens_used, replies[0]?.decision.tokens);
    assert.equal((await service.db.selectFrom('votes').selectAll().execute()).length, 3);
  });

  // @spec 10.32
  it('is refused on another snapshot of a bar that was decided', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    await service.call(analyse, request(bar(0)), token);
    const failure = await service.fail(analyse, request(bar(0, { spread_points: 99 })), token);
    assert.equal(failure.status, 409);
    assert.match(failure.message, /EURUSD/);
  });

  it('is refused when the hash is of something else, and costs nothing', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    const failure = await service.fail(
      analyse,
      request(bar(0), { snapshot_hash: 'a'.repeat(64) }),
      token,
    );
    assert.equal(failure.code, 'snapshot_hash_mismatch');
    assert.equal((await service.call(getDashboard, {}, token)).usage.tokens_used, 0);
  });

  // @spec 6.11
  it('is nobody else’s to read', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    const { decision } = await service.call(analyse, request(bar(0)), token);
    const stranger = await signedIn(service);
    const failure = await service.fail(
      getDecision,
      { params: { decision_id: decision.decision_id } },
      stranger,
    );
    assert.equal(failure.status, 404);
    assert.equal((await service.call(listDecisions, {}, stranger)).pagination.total, 0);
  });

  it('is refused for snapshots that are none, naming the field', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    const bad: [unknown, string][] = [
      [{ ...bar(0), bars: bar(0).bars.slice(1) }, 'snapshot.bars'],
      [{ ...bar(0), atr_points: 0 }, 'snapshot.atr_points'],
      // Costs in units of it would be infinite, which no record holds.
      [{ ...bar(0), atr_points: 5e-324 }, 'snapshot.atr_points'],
      [{ ...bar(0), as_of: 'yesterday' }, 'snapshot.as_of'],
      [{ ...bar(0), symbol: 'EUR USD' }, 'snapshot.symbol'],
      [{ ...bar(0), timeframe: 'H2' }, 'snapshot.timeframe'],
      [undefined, 'snapshot'],
      ['text', 'snapshot'],
    ];
    for (const [snapshot, field] of bad) {
      const body = { ...request(bar(0)).body, snapshot };
      const failure = await service.fail(analyse, { body }, token);
      assert.equal(failure.status, 400);
      assert.ok(
        Object.keys(failure.fields ?? {}).some((name) => name.startsWith(field)),
        field,
      );
    }
  });
});

describe('the limits of a plan', () => {
  // @spec 10.4
  it('are told to the bot with the figures that are enforced', async (t) => {
    const service = await startTestService(t);
    const reply = await service.call(getEntitlements, {}, await signedIn(service, 'Pro'));
    assert.deepEqual(
      [
        reply.plan_name,
        reply.symbols,
        reply.daily_trades,
        reply.terminal_accounts,
        reply.usage.token_limit,
      ],
      ['Pro', 20, 20, -1, 10_000_000],
    );
    const elite = await service.call(getDashboard, {}, await signedIn(service, 'Elite'));
    assert.deepEqual(
      [elite.plan.is_unlimited, elite.usage.token_limit, elite.usage.tokens_remaining],
      [true, -1, -1],
    );
  });

  // @spec 9.39
  it('begin again with the next billing cycle', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service, 'Free');
    await service.call(analyse, request(bar(0)), token);
    const { usage } = await service.call(getDashboard, {}, token);
    await service.db.updateTable('token_usage').set({ tokens_used: 300_000 }).execute();
    assert.equal((await service.fail(analyse, request(bar(1)), token)).code, 'token_limit_reached');
    // Sign in again: a month is longer than a session may lie idle.
    service.clock.set(usage.period_end);
    const [account] = await service.db.selectFrom('users').select('username').execute();
    const { access_token } = (
      await service.app.inject({
        method: 'POST',
        url: '/login',
        payload: { username_or_email: account?.username, password: 'correct horse battery' },
      })
    ).json();
    await service.call(analyse, request(bar(1)), access_token);
  });

  // @spec 9.7
  it('let a Free plan analyse two symbols a day, and another one the next day', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    await service.call(analyse, request(bar(0)), token);
    await service.call(analyse, request(bar(0, { symbol: 'GBPUSD' })), token);
    await service.call(analyse, request(bar(1)), token);
    const failure = await service.fail(analyse, request(bar(0, { symbol: 'USDJPY' })), token);
    assert.equal(failure.code, 'symbol_limit_reached');
    assert.match(failure.message, /EURUSD, GBPUSD/);
    assert.equal(failure.details?.until, '2026-03-03T00:00:00.000Z');
    service.clock.set('2026-03-03T00:00:00Z');
    await service.call(analyse, request(bar(0, { symbol: 'USDJPY' })), token);
  });

  // @spec 9.8
  it('count a paper account’s trades by the clock of its candles, from the bot and from the record', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    const failure = await service.fail(analyse, request(bar(0), { trades_opened_today: 3 }), token);
    assert.equal(failure.code, 'daily_trade_limit_reached');
    assert.equal(
      failure.details?.until,
      '2026-02-02T22:00:00.000Z',
      'midnight of the server is 17:00 in New York',
    );

    const opened_at = '2026-02-02T09:00:00.000Z';
    const closed_at = '2026-02-02T09:30:00.000Z';
    const trades = [1, 2, 3].map(() => tradeInput({ opened_at, closed_at }));
    await service.call(
      syncTrades,
      { body: { account: accountInput({ kind: 'paper' }), trades } },
      token,
    );
    assert.equal(
      (await service.fail(analyse, request(bar(2)), token)).code,
      'daily_trade_limit_reached',
    );
    await service.call(analyse, request(bar(24)), token);
  });

  it('cost nothing when they refuse', async (t) => {
    const service = await startTestService(t);
    const token = await signedIn(service);
    await service.fail(analyse, request(bar(0), { trades_opened_today: 3 }), token);
    assert.equal((await service.call(getDashboard, {}, token)).usage.tokens_used, 0);
    assert.deepEqual(await service.db.selectFrom('symbol_usage').selectAll().execute(), []);
  });
});
