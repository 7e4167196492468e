import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { heldAfterReading } from '../../../test/helpers/held-after-reading.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { until } from '../../../test/helpers/until.ts';
import type { Db } from '../../db/tables.ts';
import { bar, request } from './testing/requests.ts';
import { type SlowPanel, slowPanel } from './testing/slow-panel.ts';

const ESTIMATE = 1_000;
const IS_POSTGRES = process.env.TEST_DATABASE === 'postgres';

/** Two copies on one database, each with a panel of its own, and a caller who is signed in to both. */
async function start(t: TestContext, spent?: number) {
  const [here, there] = [
    slowPanel({ estimate: ESTIMATE, spent }),
    slowPanel({ estimate: ESTIMATE, spent }),
  ];
  const one = await startTestService(t, { panel: here });
  const { db, clock } = one;
  const cable = { cut: false };
  const database = { ...one.database, db: one.database.db.withPlugin(throughCable(cable)) };
  const two = await startTestService(t, { panel: there, database: one.database, clock });
  const cutOff = await startTestService(t, { panel: here, database, clock });
  const { token } = await signedInUser(one);
  return { here, there, one, two, cutOff, cable, token, db };
}

/** The way from one copy of the service to the database. */
function throughCable(cable: { cut: boolean }) {
  return {
    transformQuery<T>({ node }: { node: T }): T {
      if (cable.cut) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
      return node;
    },
    transformResult: async <T>({ result }: { result: T }): Promise<T> => result,
  };
}

const ask = (service: TestService, token: string) => service.call(analyse, request(bar(0)), token);

async function usageOf(service: TestService, token: string) {
  return (await service.call(getDashboard, {}, token)).usage;
}

/** Until somebody who asked second has come so far that nothing but the first one's end is missing. */
async function waits(panel: SlowPanel): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(panel.asked(), 0, 'the bar is put to the panel of another copy as well');
}

async function endLeases(db: Db): Promise<void> {
  await sql`update token_reservations set held_until = now()`.execute(db);
}

describe('a bar that is asked about on one copy of the service while another decides it', () => {
  it('is put to one panel, and both callers have its decision for one charge and one request', async (t) => {
    const { here, there, one, two, token, db } = await start(t);
    const first = ask(one, token);
    await here.whenAsked(1);
    const second = ask(two, token);
    await waits(there);
    here.answer();
    there.answer();
    const [a, b] = await Promise.all([first, second]);
    assert.deepEqual(a.decision, b.decision);
    assert.deepEqual([here.asked(), there.asked()], [1, 0]);
    const { tokens_used, tokens_remaining, token_limit } = await usageOf(one, token);
    assert.deepEqual(
      [tokens_used, tokens_remaining],
      [a.decision.tokens, token_limit - tokens_used],
    );
    const { rows } = await sql<{ n: number }>`
      select cardinality(hits) as n from rate_hits where key like 'analyse:%'
    `.execute(db);
    assert.deepEqual(rows, [{ n: 1 }]);
  });

  it('is put to one panel also when both are asked at the same moment', async (t) => {
    const { here, there, one, two, token } = await start(t);
    here.answer();
    there.answer();
    for (let index = 0; index < 10; index += 1) {
      const replies = await Promise.all(
        [one, two].map((each) => each.call(analyse, request(bar(index)), token)),
      );
      assert.deepEqual(replies[0]?.decision, replies[1]?.decision);
    }
    assert.equal(here.asked() + there.asked(), 10);
  });

  it("is another one's answer on another snapshot: a conflict", async (t) => {
    const { here, there, one, two, token } = await start(t);
    const first = ask(one, token);
    await here.whenAsked(1);
    const other = two.fail(analyse, request(bar(0, { spread_points: 99 })), token);
    await waits(there);
    here.answer();
    await first;
    assert.equal((await other).code, 'decision_conflict');
  });

  it('is decided there, too, once the first panel has failed', async (t) => {
    const { here, there, one, two, token } = await start(t);
    const first = one.fail(analyse, request(bar(0)), token);
    await here.whenAsked(1);
    const second = ask(two, token);
    await waits(there);
    here.answer(new Error('the model has hung up'));
    assert.equal((await first).status, 500);
    there.answer();
    const { decision } = await second;
    assert.equal((await usageOf(one, token)).tokens_used, decision.tokens);
  });

  it('is waited for by one whose requests are used up, who is refused another bar', async (t) => {
    const { here, there, one, two, token } = await start(t);
    there.answer();
    for (let index = 1; index < 20; index += 1) await two.call(analyse, request(bar(index)), token);
    const first = ask(one, token);
    await here.whenAsked(1);
    const second = ask(two, token);
    assert.equal((await two.fail(analyse, request(bar(30)), token)).code, 'rate_limited');
    here.answer();
    assert.deepEqual((await second).decision, (await first).decision);
  });

  it('is answered to one whose requests are used up also when it is decided while that one is counted', {
    skip: !IS_POSTGRES && 'the embedded database has one connection',
  }, async (t) => {
    const { here, there, one, two, token } = await start(t);
    there.answer();
    for (let index = 1; index < 20; index += 1) await two.call(analyse, request(bar(index)), token);
    const first = ask(one, token);
    await here.whenAsked(1);
    const { plugin, whenRead, goOn } = heldAfterReading('decisions');
    const db = two.database.db.withPlugin(plugin);
    const late = await startTestService(t, { database: { ...two.database, db }, clock: two.clock });
    const second = ask(late, token);
    await whenRead;
    here.answer();
    const { decision } = await first;
    goOn();
    assert.deepEqual((await second).decision, decision);
  });

  it('is taken over from a copy that is cut off, with the tokens it had set aside', async (t) => {
    const { here, there, one, two, cutOff, cable, token, db } = await start(t);
    const limit = (await usageOf(one, token)).token_limit;
    const first = cutOff.fail(analyse, request(bar(0)), token);
    await here.whenAsked(1);
    cable.cut = true;
    // What the dead call holds and what the one after it needs are more than there is.
    await sql`update token_reservations set tokens = ${limit - 10}`.execute(db);
    const second = ask(two, token);
    await waits(there);
    await endLeases(db);
    there.answer();
    const { decision } = await second;
    here.answer();
    assert.equal((await first).status, 503);
    assert.equal((await usageOf(one, token)).tokens_used, decision.tokens);
    assert.equal((await usageOf(one, token)).tokens_remaining, limit - decision.tokens);
  });

  it('is taken over also when the clock of the database was put back meanwhile', async (t) => {
    const { here, there, one, two, token, db } = await start(t);
    const first = ask(one, token);
    await here.whenAsked(1);
    await sql`update token_reservations set held_until = now() + interval '1 hour'`.execute(db);
    there.answer();
    const { decision } = await ask(two, token);
    here.answer();
    assert.deepEqual((await first).decision, decision);
  });

  it('is not taken over from a copy that is slow: it says that it is at it', async (t) => {
    const { here, one, token, db } = await start(t);
    const first = ask(one, token);
    await here.whenAsked(1);
    const heldUntil = async () =>
      (
        await db.selectFrom('token_reservations').select('held_until').executeTakeFirstOrThrow()
      ).held_until?.getTime() ?? 0;
    const before = await heldUntil();
    await until(async () => (await heldUntil()) > before + 2_000);
    here.answer();
    await first;
  });

  it('is charged once when the copy that was given up answers after all', async (t) => {
    const { here, there, one, two, token, db } = await start(t);
    const first = ask(one, token);
    await here.whenAsked(1);
    await endLeases(db);
    const second = ask(two, token);
    await there.whenAsked(1);
    here.answer();
    const { decision } = await first;
    there.answer();
    assert.deepEqual((await second).decision, decision);
    assert.equal((await usageOf(one, token)).tokens_used, decision.tokens);
    assert.deepEqual(await db.selectFrom('token_reservations').selectAll().execute(), []);
  });

  it('keeps nobody waiting who has gone', async (t) => {
    const { here, there, one, two, token, db } = await start(t, 7);
    const first = ask(one, token);
    await here.whenAsked(1);
    const url = await two.app.listen({ host: '127.0.0.1', port: 0 });
    const caller = new AbortController();
    const second = fetch(url + analyse.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request(bar(0)).body),
      signal: caller.signal,
    }).catch((error: unknown) => error);
    await waits(there);
    caller.abort();
    assert.ok((await second) instanceof DOMException);
    here.answer();
    await first;
    await until(async () => {
      const rows = await db.selectFrom('token_reservations').selectAll().execute();
      return rows.length === 0;
    });
    assert.equal(there.asked(), 0);
  });
});
