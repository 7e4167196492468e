import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { deleteAccount } from '@quorate/contract/my-data';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { KnownTouch } from '../calibration/learning.ts';
import { createBarStore } from '../market/bar-store.ts';
import { storeOutcomes } from './outcomes.service.ts';
import { orderedInput, outcomeInput } from './testing/outcomes.ts';
import { bar, request } from './testing/requests.ts';

const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres';

/** Two decisions, and what storing outcomes of them puts on record and tells the teacher. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service, { plan: 'Elite' });
  const ids: string[] = [];
  for (const at of [0, 1]) {
    service.clock.advance(60_000);
    ids.push((await service.call(analyse, request(bar(at)), token)).decision.decision_id);
  }
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
    forgetLearned: () => void steps.push('forget'),
  };
  const [first = '', second = ''] = ids;
  const store = (...outcomes: OutcomeInput[]) => storeOutcomes(deps, user.id as UserId, outcomes);
  const told = () => recorded(service.db, 'checks', 'order', 'fill', 'outcome', 'correction');
  return { service, deps, token, user, first, second, store, told, learned, steps };
}

describe('what became of a decision, on record', () => {
  it('is each part when it becomes known, without the money that only its owner shows', async (t) => {
    const { first, store, told } = await start(t);
    const ordered = orderedInput(first, '77');
    await store({ ...ordered, fill: null });
    await store({ ...ordered, revision: 2 });
    await store({ ...ordered, revision: 3, first_touch: 'up' });
    const entries = await told();
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['checks', 'order', 'fill', 'outcome'],
    );
    const [checks, order, fill, outcome] = entries;
    assert.equal(checks?.body.decision_id, first);
    assert.equal(checks?.body.checks.length, ordered.checks.length);
    for (const { unit, value, limit } of checks?.body.checks ?? [])
      if (unit === 'minor' || unit === 'lots') assert.deepEqual([value, limit], [null, null]);
    assert.deepEqual(checks?.private.checks, ordered.checks);
    const { lots, volume_step: _, ...asked } = ordered.order ?? assert.fail();
    assert.deepEqual(order?.body, { decision_id: first, ...asked });
    assert.equal(order?.private.lots, lots);
    assert.deepEqual(fill?.body, { decision_id: first, ...ordered.fill });
    assert.deepEqual([outcome?.body.first_touch, outcome?.body.touch_grade], ['up', 'alone']);
  });

  it('is nothing again where nothing has changed, and nothing for a decision to hold', async (t) => {
    const { first, second, store, told } = await start(t);
    const vetoed = outcomeInput(first, { first_touch: 'up' });
    await store(vetoed);
    const once = await told();
    await store(vetoed, outcomeInput(first, { revision: 1, checks: [] }));
    await store({ ...vetoed, revision: 2 });
    assert.deepEqual(await told(), once);
    const held = { verdict: 'held' as const, refusal: null, shadow: null, order: null, checks: [] };
    await store(outcomeInput(second, held));
    assert.deepEqual(await told(), once);
  });

  it('keeps what was told first beside what is told later', async (t) => {
    const { first, store, told } = await start(t);
    const ordered = orderedInput(first, '77');
    await store(ordered);
    const before = await told();
    const fill = ordered.fill && { ...ordered.fill, price: ordered.fill.price + 0.0001 };
    await store({ ...ordered, fill, revision: 2 });
    await store({ ...ordered, fill: null, revision: 3 });
    const corrections = (await told()).slice(before.length);
    assert.deepEqual(
      corrections.map(({ kind, body }) => [kind, body.of]),
      [
        ['correction', 'fill'],
        ['correction', 'fill'],
      ],
    );
    const [changed, gone] = corrections;
    assert.deepEqual([changed?.body.was, changed?.body.now], [ordered.fill, fill]);
    assert.deepEqual([gone?.body.was, gone?.body.now], [fill, null]);
  });

  it('has an entry more when price is known late to have gone first', async (t) => {
    const { service, first, store, told, learned } = await start(t);
    await store(orderedInput(first, '77'));
    await store({ ...orderedInput(first, '77'), revision: 3 });
    service.clock.advance(60_000);
    await store({ ...orderedInput(first, '77'), revision: 2, first_touch: 'down' });
    const last = (await told()).at(-1);
    assert.deepEqual([last?.kind, last?.body.first_touch], ['outcome', 'down']);
    assert.equal(last?.at.getTime(), service.clock.now(), 'when it became known');
    const touchedAt = new Date(service.clock.now());
    assert.deepEqual(learned, [
      { decisionId: first, firstTouch: 'down', grade: 'alone', touchedAt },
    ]);
  });

  it('is entered for a whole batch at once, in one order, after the voters have been judged', async (t) => {
    const { first, second, store, told, steps } = await start(t);
    const unknown = '0197a0c0-0000-7000-8000-00000000dead';
    const outcomes = [second, unknown, first].map((id) => outcomeInput(id, { first_touch: 'up' }));
    await store(...outcomes);
    // What is read until the transaction ends is what was known before it.
    assert.deepEqual(steps, ['learn', 'announce', 'forget']);
    const touches = (await told()).filter(({ kind }) => kind === 'outcome');
    assert.deepEqual(
      touches.map(({ body }) => body.decision_id),
      [first, second],
    );
    await store(...outcomes);
    assert.equal(steps.length, 3, 'nothing new: nothing is written');
  });

  it('and the outcome itself are stored together or not at all', async (t) => {
    const { service, first, store } = await start(t);
    await service.db.schema
      .alterTable('record_entries')
      .addCheckConstraint('full', sql`kind <> 'outcome'`)
      .execute();
    await assert.rejects(store(outcomeInput(first, { first_touch: 'up' })), /full/);
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
    };
    const told = outcomeInput(first, { first_touch: 'up' });
    const { stored } = await storeOutcomes(deleting, user.id as UserId, [told]);
    await Promise.all(deletions);
    assert.equal(stored, 1);
    assert.deepEqual(await db.selectFrom('users').select('id').execute(), []);
    assert.deepEqual(await recorded(db), []);
  });
});
