import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { downloadSpend, getSpend, listUserSpend } from '@quorate/contract/admin-spend';
import type { DecisionId, TradingAccountId } from '@quorate/values/ids';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import { sumUpSpend } from './sum-up.ts';

const CLAUDE = { provider: 'anthropic', model: 'claude-x' };
const GPT = { provider: 'openai', model: 'gpt-x' };
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { db, clock } = service;
  const operator = await signedInOperator(service);
  const { user } = await signedInUser(service, { username: 'mira', plan: 'Pro' });
  const accountId = await addTradingAccount(db, user.id);
  const decide = (at: string, micro: number, voter = CLAUDE) =>
    addDecision(db, {
      userId: user.id,
      accountId,
      at,
      votes: [{ ...voter, tokens: 1_000, micro }],
    });
  const spend = (query: object = {}) =>
    service.call(getSpend, { query: { ...MARCH, ...query } }, operator.token);
  const users = async (query: object = {}) =>
    (await service.call(listUserSpend, { query: { ...MARCH, ...query } }, operator.token)).users;
  const file = (query: Record<string, string>) =>
    service.app.inject({
      url: downloadSpend.path,
      query: { ...MARCH, ...query },
      headers: { authorization: `Bearer ${operator.token}` },
    });
  return { service, db, clock, operator, user, decide, spend, users, file };
}

describe('spend and margin', () => {
  it('are the same whether votes are summed up already, in part, or not at all', async (t) => {
    const { db, clock, decide, spend, users } = await start(t);
    await decide('2026-02-28T23:59:59.999Z', 7);
    await decide('2026-03-01T00:00:00Z', 1_500_000);
    await decide('2026-03-01T23:59:59.999Z', 250_000, GPT);
    await decide('2026-03-02T09:45:00Z', 1);
    clock.set('2026-03-02T10:05:00Z');
    const live = await spend();
    assert.deepEqual(
      live.periods.map(({ period, votes, cost_usd }) => [period, votes, cost_usd]),
      [
        ['2026-03-02', 1, 0.000001],
        ['2026-03-01', 2, 1.75],
      ],
    );
    assert.equal(live.summed_until, null);
    const dear = await users();
    assert.ok((await sumUpSpend({ db, clock })) > 0);
    const part = await spend();
    assert.equal(part.summed_until, '2026-03-02T09:00:00.000Z');
    assert.deepEqual({ ...part, summed_until: null }, live);
    assert.deepEqual(await users(), dear);
    clock.set('2026-03-04T00:15:00Z');
    await sumUpSpend({ db, clock });
    assert.deepEqual({ ...(await spend()), summed_until: null }, live);
    assert.deepEqual(await users(), dear);
    assert.equal(await sumUpSpend({ db, clock }), 0, 'nothing is added twice');
  });

  it('count each decision once, however many copies of the service sum up at once', async (t) => {
    const { db, clock, decide, spend } = await start(t);
    for (let hour = 0; hour < 24; hour += 1)
      await decide(`2026-03-05T${String(hour).padStart(2, '0')}:30:00Z`, 100);
    clock.set('2026-03-09T00:00:00Z');
    await Promise.all(Array.from({ length: 6 }, () => sumUpSpend({ db, clock })));
    const { totals } = await spend();
    assert.deepEqual([totals.votes, totals.cost_usd], [24, 0.0024]);
  });

  it('have income without tax and what went back, and each currency apart', async (t) => {
    const { db, user, decide, spend } = await start(t);
    await decide('2026-03-03T10:00:00Z', 2_000_000);
    const paid = { userId: user.id, at: '2026-03-03T12:00:00Z' };
    await addBill(db, { ...paid, amount: 12_100, tax: 2_100 });
    await addBill(db, { ...paid, amount: 12_100, tax: 2_100, returned: 12_100 });
    await addBill(db, { ...paid, amount: 12_100, tax: 2_100, returned: 6_050 });
    await addBill(db, { ...paid, amount: 0 });
    await addBill(db, { ...paid, amount: 9_900, status: 'draft' });
    await addBill(db, { ...paid, amount: 9_900, status: 'canceled' });
    await addBill(db, { ...paid, amount: 5_000, currency: 'JPY' });
    await addBill(db, { userId: null, at: paid.at, amount: 1_000 });
    const { periods, totals } = await spend();
    const income = [
      { currency: 'JPY', amount: 5_000 },
      { currency: 'USD', amount: 160 },
    ];
    assert.deepEqual(periods[0]?.income, income);
    assert.deepEqual(totals.income, income);
    assert.equal(totals.margin_usd, 158);
  });

  it('are by month, by model and by user, dearest first', async (t) => {
    const { db, service, user, decide, spend, users } = await start(t);
    const other = await signedInUser(service, { username: 'otto' });
    await decide('2026-03-03T10:00:00Z', 3_000_000);
    await decide('2026-02-03T10:00:00Z', 1_000_000, GPT);
    await decide('2026-03-07T10:00:00Z', 500_000, GPT);
    await addDecision(db, {
      userId: other.user.id,
      accountId: await addTradingAccount(db, other.user.id),
      at: '2026-03-07T11:00:00Z',
      votes: [{ ...CLAUDE, tokens: 50, micro: 9_000_000 }],
    });
    await addBill(db, { userId: user.id, at: '2026-03-03T12:00:00Z', amount: 9_900 });
    const { periods, models } = await spend({ by: 'month', from: '2026-01-01' });
    assert.deepEqual(
      periods.map(({ period, cost_usd }) => [period, cost_usd]),
      [
        ['2026-03', 12.5],
        ['2026-02', 1],
      ],
    );
    assert.deepEqual(
      models.map(({ model, cost_usd, votes }) => [model, cost_usd, votes]),
      [
        ['claude-x', 12, 2],
        ['gpt-x', 1.5, 2],
      ],
    );
    assert.deepEqual(
      (await users()).map((row) => [row.username, row.plan_name, row.cost_usd, row.margin_usd]),
      [
        ['otto', 'Free', 9, -9],
        ['mira', 'Pro', 3.5, 95.5],
      ],
    );
    assert.deepEqual((await users({ per_page: 1, page: 2 }))[0]?.username, 'mira');
    assert.deepEqual(await users({ per_page: 1, page: 3 }), []);
  });

  it('keep what models cost when an account is deleted, and forget whose it was', async (t) => {
    const { db, clock, user, decide, spend, users } = await start(t);
    await decide('2026-03-03T10:00:00Z', 3_000_000);
    clock.set('2026-03-04T00:15:00Z');
    await sumUpSpend({ db, clock });
    await db.deleteFrom('users').where('id', '=', user.id).execute();
    assert.equal((await spend()).totals.cost_usd, 3);
    assert.deepEqual(await users(), []);
  });

  it('count the assistant’s tokens beside them', async (t) => {
    const { db, spend } = await start(t);
    await db.insertInto('assistant_spending').values({ day: '2026-03-02', tokens: 321 }).execute();
    const { periods, totals } = await spend();
    assert.equal(periods[0]?.assistant_tokens, 321);
    assert.deepEqual([totals.assistant_tokens, totals.cost_usd], [321, 0]);
  });

  it('count what Free accounts take, and say how much of today’s ceiling that is', async (t) => {
    const { db, clock, spend } = await start(t);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const before = await spend();
    assert.deepEqual(before.free_today, { tokens: 0, limit: 20_000_000 });
    await db.insertInto('free_spending').values({ day: today, tokens: 700 }).execute();
    const { periods, totals, free_today } = await spend();
    assert.deepEqual([periods[0]?.period, periods[0]?.free_tokens], [today, 700]);
    assert.deepEqual([totals.free_tokens, free_today.tokens], [700, 700]);
  });
});

describe('the file of spend', () => {
  it('has a column for each currency, and a name that looks like a formula stays a name', async (t) => {
    const { db, user, decide, file } = await start(t);
    await decide('2026-03-03T10:00:00Z', 1_000_000, { provider: 'x', model: '=1+1' });
    await addBill(db, { userId: user.id, at: '2026-03-03T12:00:00Z', amount: 9_900 });
    await addBill(db, {
      userId: user.id,
      at: '2026-03-03T12:00:00Z',
      amount: 500,
      currency: 'EUR',
    });
    const periods = await file({ what: 'periods' });
    assert.equal(periods.statusCode, 200);
    assert.match(
      String(periods.headers['content-disposition']),
      /spend-periods-2026-03-01-2026-03-31\.csv/,
    );
    const [head, line] = periods.body.replace('\ufeff', '').split('\r\n');
    assert.ok(head?.endsWith('margin_usd,income_eur,income_usd'), periods.body);
    assert.ok(line?.endsWith('98,5,99'), periods.body);
    assert.match((await file({ what: 'models' })).body, /,'=1\+1,/);
    assert.match((await file({ what: 'users' })).body, /,mira,Pro,1,1000,1,98,5,99\r\n/);
  });

  it('of nothing is a file all the same', async (t) => {
    const { file } = await start(t);
    for (const what of ['periods', 'models', 'users'])
      assert.equal((await file({ what })).statusCode, 200);
  });
});

describe('a period', () => {
  it('that makes no sense is refused with what it should be', async (t) => {
    const { service, operator } = await start(t);
    const faults: [object, RegExp][] = [
      [{ from: '2026-03-02', to: '2026-03-01' }, /to must not be before from/],
      [{ from: '2020-01-01', to: '2026-03-01' }, /at most 800 days/],
      [{ from: '2019-12-31', to: '2020-01-05' }, /must be from 2020/],
      [{ from: '2026-02-30', to: '2026-03-05' }, /must be a day/],
      [{ to: '2026-03-05' }, /from/],
    ];
    for (const [query, message] of faults) {
      const failure = await service.fail(getSpend, { query }, operator.token);
      assert.equal(failure.code, 'validation_failed');
      assert.match(failure.message, message);
    }
  });
});

let made = 0;

/** A trading account that decisions of a user can stand on. */
async function addTradingAccount(db: Db, userId: string): Promise<string> {
  const id = newId<TradingAccountId>();
  await db
    .insertInto('trading_accounts')
    .values({
      id,
      user_id: userId,
      server: 'Demo-Server',
      login: id.slice(-12),
      account_type: 'demo',
      currency: 'USD',
      created_at: new Date('2026-01-01T00:00:00Z'),
    })
    .execute();
  return id;
}

type Spent = Readonly<{
  userId: string;
  accountId: string;
  at: string;
  votes: readonly Readonly<{ provider: string; model: string; tokens: number; micro: number }>[];
}>;

/** A decision at a moment, with what each of its votes cost. */
async function addDecision(db: Db, { userId, accountId, at, votes }: Spent): Promise<void> {
  made += 1;
  const id = newId<DecisionId>();
  const tokens = votes.reduce((sum, vote) => sum + vote.tokens, 0);
  const micro = votes.reduce((sum, vote) => sum + vote.micro, 0);
  await db
    .insertInto('decisions')
    .values({
      user_id: userId,
      id,
      account_id: accountId,
      symbol: 'EURUSD',
      timeframe: 'H1',
      as_of: new Date(Date.UTC(2020, 0, 1) + made * 3_600_000),
      snapshot_hash: 'ab'.repeat(32),
      snapshot: '{}',
      action: 'HOLD',
      p_up: 0.5,
      sl_atr: null,
      tp_atr: null,
      reason: 'Nothing stands out.',
      agreeing: 0,
      quorum: 2,
      voters: votes.length,
      rules: '[]',
      tokens,
      cost_micro_usd: micro,
      latency_ms: 1,
      decided_at: new Date(at),
    })
    .execute();
  if (votes.length === 0) return;
  await db
    .insertInto('votes')
    .values(
      votes.map((vote, position) => ({
        user_id: userId,
        decision_id: id,
        position,
        analyst: `voter ${position}`,
        model: vote.model,
        provider: vote.provider,
        action: 'HOLD' as const,
        p_up: 0.5,
        sl_atr: null,
        tp_atr: null,
        reason: 'Nothing stands out.',
        evidence: '[]',
        abstained: false,
        fault: null,
        first_action: null,
        first_p_up: null,
        share: null,
        p_pooled: null,
        tokens: vote.tokens,
        input_tokens: vote.tokens - 10,
        output_tokens: 10,
        cost_micro_usd: vote.micro,
      })),
    )
    .execute();
}

type Bill = Readonly<{
  userId: string | null;
  at: string;
  amount: number;
  tax?: number;
  returned?: number;
  currency?: string;
  status?: 'completed' | 'draft' | 'canceled';
}>;

/** A bill at a moment, in minor units. */
async function addBill(db: Db, bill: Bill): Promise<void> {
  made += 1;
  const at = new Date(bill.at);
  await db
    .insertInto('transactions')
    .values({
      id: `txn_${String(made).padStart(26, '0')}`,
      user_id: bill.userId,
      subscription_id: null,
      customer_id: null,
      status: bill.status ?? 'completed',
      origin: 'web',
      price_id: null,
      plan_name: 'Pro',
      billing_cycle: 'monthly',
      amount: bill.amount,
      tax: bill.tax ?? 0,
      returned: bill.returned ?? 0,
      currency: bill.currency ?? 'USD',
      period_start: null,
      period_end: null,
      invoice_number: null,
      billed_at: at,
      granted_at: null,
      provider_created_at: at,
      provider_updated_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
}
