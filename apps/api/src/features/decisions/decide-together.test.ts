import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse, getDecision } from '@quorate/contract/decisions';
import { idOf, type TradingAccountId, type UserId } from '@quorate/values/ids';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import { createAnnouncer } from '../../process/announcer.ts';
import { createDecideTogether } from './decide-together.ts';
import { bar, request } from './testing/requests.ts';

const ACCOUNT = accountInput({ kind: 'paper' });

/** Users with a paper account each, and what decides for all of them at once. */
async function start(t: TestContext, users: number) {
  const service = await startTestService(t);
  const { db, clock } = service;
  const faults: unknown[] = [];
  const together = createDecideTogether({
    db,
    clock,
    panel: offlinePanel,
    announceAll: createAnnouncer({ db }).announceAll,
    log: { error: (fields) => faults.push(fields) },
  });
  const people: Readonly<{ token: string; userId: UserId; accountId: TradingAccountId }>[] = [];
  for (let number = 0; number < users; number += 1) {
    const { token, user } = await signedInUser(service, { plan: 'Free' });
    // The first bar is asked by itself, which makes the account.
    await service.call(analyse, request(bar(0)), token);
    const { id } = await db
      .selectFrom('trading_accounts')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    people.push({ token, userId: idOf<UserId>(user.id), accountId: idOf<TradingAccountId>(id) });
  }
  const ask = (person: (typeof people)[number], index: number, opened = 0) =>
    together({
      userId: person.userId,
      accountId: person.accountId,
      input: { ...request(bar(index), { trades_opened_today: opened }).body, account: ACCOUNT },
    });
  const tokensOf = async ({ userId }: (typeof people)[number]) =>
    (
      await db
        .selectFrom('token_usage')
        .select('tokens_used')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).tokens_used;
  return { service, people, ask, tokensOf, faults };
}

describe('accounts that are decided together', () => {
  it('have the decisions that each would have had by itself, charged and on record', async (t) => {
    const { service, people, ask, tokensOf, faults } = await start(t, 3);
    const [alone, ...others] = people;
    assert.ok(alone);
    const { decision: known } = await service.call(analyse, request(bar(1)), alone.token);
    // Two accounts of one moment, and one bar after another in the same batch.
    const answers = await Promise.all(others.flatMap((each) => [ask(each, 1), ask(each, 2)]));
    for (const [at, person] of others.entries()) {
      const decision = answers[2 * at];
      assert.ok(decision && answers[2 * at + 1]);
      const { decision_id, decided_at, latency_ms, ...rest } = decision;
      const { decision_id: _id, decided_at: _at, latency_ms: _ms, ...expected } = known;
      assert.deepEqual(rest, expected);
      const params = { decision_id };
      const stored = await service.call(getDecision, { params }, person.token);
      assert.deepEqual(stored.decision, decision);
      assert.equal(await tokensOf(person), 300);
      const entries = (await recorded(service.db, 'snapshot', 'decision')).filter(
        ({ user_id: userId }) => userId === person.userId,
      );
      const kinds = entries.map(({ kind }) => kind);
      assert.deepEqual(kinds, Array.from({ length: 3 }, () => ['snapshot', 'decision']).flat());
      assert.ok(
        entries.some(({ kind, body }) => kind === 'decision' && body.decision_id === decision_id),
      );
    }
    assert.deepEqual(faults, []);
  });

  it('leave what is no plain case to be asked by itself, and store nothing of it', async (t) => {
    const { service, people, ask, tokensOf, faults } = await start(t, 3);
    const [plain, spent, busy] = people;
    assert.ok(plain && spent && busy);
    await service.db
      .updateTable('token_usage')
      .set({ tokens_used: 299_950 })
      .where('user_id', '=', spent.userId)
      .execute();
    const answers = await Promise.all([
      ask(plain, 1),
      // Decided already, too few tokens, no trade left on the day, an account that is gone.
      ask(plain, 0),
      ask(spent, 1),
      ask(busy, 1, 1_000),
      ask({ ...busy, accountId: idOf<TradingAccountId>(crypto.randomUUID()) }, 1),
    ]);
    assert.deepEqual(
      answers.map((answer) => answer !== null),
      [true, false, false, false, false],
    );
    assert.equal(await tokensOf(spent), 299_950);
    for (const { userId } of [spent, busy]) {
      const rows = await service.db
        .selectFrom('decisions')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      assert.equal(rows.length, 1);
    }
    assert.deepEqual(faults, []);
  });

  it('never spend more than the plan has, however many batches ask at once', async (t) => {
    const { service, people, ask, tokensOf } = await start(t, 1);
    const [person] = people;
    assert.ok(person);
    await service.db.updateTable('token_usage').set({ tokens_used: 299_750 }).execute();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((index) => ask(person, index)));
    assert.equal(answers.filter((answer) => answer !== null).length, 2);
    assert.equal(await tokensOf(person), 299_950);
  });
});
