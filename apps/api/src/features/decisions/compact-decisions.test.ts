import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { explainDecision } from '@quorate/contract/decision-outcomes';
import { analyse, listDecisions } from '@quorate/contract/decisions';
import { exportMyData } from '@quorate/contract/my-data';
import { downloadRecord } from '@quorate/contract/record';
import { createRecordVerifier } from '@quorate/record/verify-record';
import type { UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { insertSession } from '../account/sessions/sessions.queries.ts';
import { createBarStore } from '../market/bar-store.ts';
import { createLogKey, verifierKeyOf } from '../records/log/log-key.ts';
import { compactDecisions } from './compact-decisions.ts';
import { storeOutcomes } from './outcomes.service.ts';
import { orderedInput } from './testing/outcomes.ts';
import { bar, request } from './testing/requests.ts';

const logKey = createLogKey(Buffer.alloc(32, 5));
const publicUrl = 'https://quorate.example';
const trusted = [verifierKeyOf(logKey, 'quorate.example/log')];

/** Six decisions on record, one of which led to an order. */
async function start(t: TestContext) {
  const service = await startTestService(t, { logKey, publicUrl, limits: { exports: 100 } });
  const { token, user } = await signedInUser(service, { plan: 'Elite' });
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    service.clock.advance(60_000);
    ids.push((await service.call(analyse, request(bar(at)), token)).decision.decision_id);
  }
  const [, ordered = ''] = ids;
  const outcomes = {
    db: service.db,
    clock: service.clock,
    announce: async () => {},
    learn: async () => {},
    barStore: createBarStore(),
    forgetLearned: () => {},
  };
  await storeOutcomes(outcomes, user.id as UserId, [orderedInput(ordered, '77')]);
  /** Months go by: a session of before has ended. */
  const signIn = () => {
    const seen = { name: 'Unknown browser', address: '127.0.0.1' };
    return insertSession(service, { ...seen, userId: user.id, kind: 'browser', withFactor: false });
  };
  const verdict = async () => {
    await service.sequenceLog();
    const url = downloadRecord.path;
    const headers = { authorization: `Bearer ${await signIn()}` };
    const { rawPayload, statusCode } = await service.app.inject({ url, headers });
    assert.equal(statusCode, 200);
    const verifier = createRecordVerifier({ trusted });
    verifier.push(rawPayload);
    const said = await verifier.end();
    if (said.kind === 'broken') assert.fail(JSON.stringify(said));
    return said;
  };
  const explained = async (decision_id: string) =>
    service.call(explainDecision, { params: { decision_id } }, await signIn());
  const entries = (kind: 'snapshot' | 'decision' | 'checks' | 'deletion') =>
    service.db
      .selectFrom('record_entries')
      .select(['position', 'body', 'body_salt', 'erased_at'])
      .where('kind', '=', kind)
      .orderBy('position')
      .execute();
  const compact = (days = { Elite: 90 } as Parameters<typeof compactDecisions>[1]) =>
    compactDecisions(service, days);
  return { ...service, signIn, user, ids, ordered, verdict, explained, entries, compact };
}

describe('decisions older than their plan keeps them', () => {
  it('lose their voters’ words and their bodies on record, and every verifier still calls it true', async (t) => {
    const service = await start(t);
    const { clock, ids, ordered, verdict, explained, entries, compact, signIn } = service;
    const before = await verdict();
    assert.equal(before.erased, 0);
    const first = await explained(ids[0] ?? '');
    assert.ok(first.decision.votes.some(({ reason, evidence }) => reason && evidence.length > 0));
    clock.advance(90 * DAY_MS - 10 * 60_000);
    assert.equal(await compact(), 0, 'not a day too early');
    clock.advance(10 * 60_000 + 1);
    assert.equal(await compact(), 5);
    assert.equal(await compact(), 0, 'once');

    const after = await verdict();
    assert.equal(after.kind, 'verified');
    assert.equal(after.erased, 10, 'a snapshot and a decision of each');
    assert.equal(after.entries, before.entries + 1, 'nothing is missing, and a deletion says why');
    const [deletion, ...more] = await entries('deletion');
    assert.deepEqual(more, []);
    const told = JSON.parse(deletion?.body ?? '{}');
    assert.deepEqual([told.of, told.days, told.erased, told.positions.length], ['age', 90, 10, 10]);
    for (const kind of ['snapshot', 'decision'] as const) {
      const rows = await entries(kind);
      assert.equal(
        rows.filter(({ body, body_salt }) => body === null && body_salt === null).length,
        5,
      );
      assert.ok(rows[1]?.body?.includes(ordered), 'the one that led to an order is whole');
    }
    for (const id of ids) {
      const { decision, erased_at, snapshot } = await explained(id);
      const isWhole = id === ordered;
      assert.equal(erased_at !== null, !isWhole);
      assert.equal(
        decision.votes.some(({ reason }) => reason !== ''),
        isWhole,
      );
      assert.ok(decision.votes.every(({ p_up }) => p_up > 0) && snapshot.bars.length > 0);
    }
    const { decisions } = await service.call(listDecisions, {}, await signIn());
    assert.equal(decisions.length, 6);
  });

  it('are taken out as they are then, with everything else', async (t) => {
    const { clock, compact, signIn, app } = await start(t);
    clock.advance(91 * DAY_MS);
    await compact();
    const headers = { authorization: `Bearer ${await signIn()}` };
    const { body, statusCode } = await app.inject({ url: exportMyData.path, headers });
    assert.equal(statusCode, 200);
    const all = JSON.parse(body);
    const text = JSON.stringify(all);
    assert.equal(text.match(/"compacted_at":"20/g)?.length, 5);
    assert.equal(text.match(/"erased_at":"20/g)?.length, 10);
  });

  it('stay whole on a plan without days, on a shown record, and where nobody has set any', async (t) => {
    const { db, user, clock, compact, verdict } = await start(t);
    clock.advance(400 * DAY_MS);
    assert.equal(await compact({}), 0);
    assert.equal(await compact({ Free: 90 }), 0);
    const { id } = await db.selectFrom('trading_accounts').select('id').executeTakeFirstOrThrow();
    const at = new Date(clock.now());
    const shown = { name: 'A', name_key: 'a', looks: 'a', shows_open: false, shows_money: false };
    await db
      .insertInto('public_records')
      .values({
        user_id: user.id,
        account_id: id,
        ...shown,
        listed: false,
        published_at: at,
        changed_at: at,
      })
      .execute();
    assert.equal(await compact(), 0);
    await db.deleteFrom('public_records').execute();
    assert.equal(await compact(), 5);
    assert.equal((await verdict()).erased, 10);
  });

  it('are compacted once where two copies do it at a time', async (t) => {
    const { clock, compact, verdict, entries } = await start(t);
    clock.advance(91 * DAY_MS);
    await Promise.all([compact(), compact(), compact()]);
    assert.equal((await verdict()).erased, 10);
    assert.equal((await entries('deletion')).length, 1);
  });
});
