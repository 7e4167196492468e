import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { deleteAccount } from '@quorate/contract/my-data';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { KnownTouch } from '../calibration/learning.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { createBarStore } from '../market/bar-store.ts';
import { storeOutcomes } from './outcomes.service.ts';
import { orderedInput, outcomeInput } from './testing/outcomes.ts';
import { bar, request } from './testing/requests.ts';

const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres';

/** Two decisions on record, and what storing outcomes of them tells the ledger and the teacher. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service, { plan: 'Elite' });
  const ids: string[] = [];
  for (const at of [0, 1]) {
    service.clock.advance(60_000);
    ids.push((await service.call(analyse, request(bar(at)), token)).decision.decision_id);
  }
  const appended: LedgerEntry[] = [];
  const learned: KnownTouch[] = [];
  const steps: string[] = [];
  const deps = {
    db: service.db,
    clock: service.clock,
    announce: async () => void steps.push('announce'),
    learn: async (_db: unknown, _userId: unknown, known: readonly KnownTouch[]) => {
      steps.push('learn');
      learned.push(...known);
    },
    barStore: createBarStore(),
    appendRecords: async (_db: unknown, _userId: unknown, entries: readonly LedgerEntry[]) => {
      steps.push('append');
      appended.push(...entries);
    },
    forgetLearned: () => void steps.push('forget'),
  };
  const [first = '', second = ''] = ids;
  const store = (...outcomes: OutcomeInput[]) => storeOutcomes(deps, user.id as UserId, outcomes);
  return { service, deps, token, user, first, second, store, appended, learned, steps };
}

describe('what became of a decision, on the ledger', () => {
  it('is all that was reported but the bars and the desk’s inputs, when it is reported first and when it changes', async (t) => {
    const { service, first, store, appended } = await start(t);
    const outcome = outcomeInput(first, { first_touch: 'up' });
    await store(outcome);
    const { bars: _, digits: __, desk_inputs: ___, raw_bars: ____, ...told } = outcome;
    const graded = { touch_grade: 'alone', touched_at: null };
    const reported_at = new Date(service.clock.now()).toISOString();
    assert.deepEqual(appended, [
      { kind: 'outcome', at: new Date(reported_at), body: { ...told, ...graded, reported_at } },
    ]);
    await store(outcome, outcomeInput(first, { revision: 1, checks: [] }));
    assert.equal(appended.length, 1, 'nothing has changed');
    service.clock.advance(60_000);
    await store(outcomeInput(first, { revision: 2, first_touch: 'down' }));
    assert.deepEqual(
      appended.slice(1).map(({ body }) => [body.revision, body.first_touch]),
      [[2, 'up']],
    );
    for (const { body } of appended) assert.ok(canonicalJson(body).length > 100);
  });

  it('has a record more when price is known late to have gone first', async (t) => {
    const { service, first, store, appended, learned } = await start(t);
    await store(orderedInput(first, '77'));
    await store({ ...orderedInput(first, '77'), revision: 3 });
    service.clock.advance(60_000);
    await store({ ...orderedInput(first, '77'), revision: 2, first_touch: 'down' });
    assert.equal(appended[2]?.at.getTime(), service.clock.now(), 'when it became known');
    assert.deepEqual(
      appended.map(({ body }) => [body.revision, body.first_touch]),
      [
        [1, null],
        [3, null],
        [3, 'down'],
      ],
    );
    const touchedAt = new Date(service.clock.now());
    assert.deepEqual(learned, [
      { decisionId: first, firstTouch: 'down', grade: 'alone', touchedAt },
    ]);
  });

  it('is appended for a whole batch at once, in one order, after the voters have been judged', async (t) => {
    const { first, second, store, appended, steps } = await start(t);
    const unknown = '0197a0c0-0000-7000-8000-00000000dead';
    const outcomes = [second, unknown, first].map((id) => outcomeInput(id, { first_touch: 'up' }));
    await store(...outcomes);
    // What is read until the transaction ends is what was known before it.
    assert.deepEqual(steps, ['learn', 'append', 'announce', 'forget']);
    assert.deepEqual(
      appended.map(({ body }) => body.decision_id),
      [first, second],
    );
    await store(...outcomes);
    assert.equal(steps.length, 4, 'nothing new: nothing is written');
  });

  it('and the outcome itself are stored together or not at all', async (t) => {
    const { service, deps, user, first } = await start(t);
    const broken = { ...deps, appendRecords: () => Promise.reject(new Error('the chain is away')) };
    await assert.rejects(
      storeOutcomes(broken, user.id as UserId, [outcomeInput(first, { first_touch: 'up' })]),
      /the chain is away/,
    );
    const rows = await service.db.selectFrom('decision_outcomes').select('revision').execute();
    assert.deepEqual(rows, []);
  });

  it('is stored before its account is deleted, where both are asked for at once', {
    skip: ON_POSTGRES ? false : 'needs PostgreSQL: npm test does it',
  }, async (t) => {
    const { service, deps, token, user, first } = await start(t);
    const { db } = service;
    const { username } = user;
    const deletions: Promise<unknown>[] = [];
    const deleting = {
      ...deps,
      learn: async () => {
        deletions.push(service.call(deleteAccount, { body: { username } }, token));
        for (let waiting = false; !waiting; ) {
          const { rows } = await sql`
            select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          `.execute(db);
          waiting = rows.length > 0;
        }
      },
      barStore: createBarStore(),
      appendRecords: async (tx: typeof db) => {
        const record = { user_id: user.id, position: 9, record: '', hash: '' };
        await tx.insertInto('ledger_records').values(record).execute();
      },
    };
    const told = outcomeInput(first, { first_touch: 'up' });
    const { stored } = await storeOutcomes(deleting, user.id as UserId, [told]);
    await Promise.all(deletions);
    assert.equal(stored, 1);
    assert.deepEqual(await db.selectFrom('users').select('id').execute(), []);
  });
});
