import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { login } from '@quorate/contract/account';
import { getCalibration } from '@quorate/contract/calibration';
import { explainDecision, reportOutcomes } from '@quorate/contract/decision-outcomes';
import { replayDecision } from '@quorate/contract/decision-replay';
import { analyse, getDecision, listDecisions } from '@quorate/contract/decisions';
import { getLedger } from '@quorate/contract/ledger';
import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { costAtrOf } from '@quorate/trading/ensemble/expected-value';
import { decideFirst } from '@quorate/trading/ensemble/verdict-1';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { v7 } from 'uuid';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { MIGRATIONS, migrateToLatest } from '../../db/migrate.ts';
import type { Db } from '../../db/tables.ts';
import { outcomeInput } from './testing/outcomes.ts';
import { bar, request } from './testing/requests.ts';

/** A database as it was before models voted, with a decision and what its bot had told of it. */
async function migrated(t: TestContext) {
  const database = await freshDatabase();
  t.after(() => database.close());
  const { db } = database;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateTo('0009-trade-imports');
  assert.equal(error, undefined);
  const user = { id: v7() };
  await sql`
    insert into users (id, username, username_key, email, email_key, password_hash, email_verified_at, given_plan,
      created_at)
    values (${user.id}, 'early', 'early', 'early@example.com', 'early@example.com', null, now(), 'Elite', now())
  `.execute(db);
  const id = await addOldDecision(db, user.id);
  await migrateToLatest(db);
  const service = await startTestService(t, { database });
  return { service, token: await tokenOf(service), user, id };
}

/** Signs the user of before in, with the password of one who has just signed up. */
async function tokenOf(service: TestService): Promise<string> {
  const { password, user } = await signedInUser(service);
  await service.db
    .updateTable('users')
    .set((row) => ({
      password_hash: row.selectFrom('users').select('password_hash').where('id', '=', user.id),
    }))
    .where('username', '=', 'early')
    .execute();
  const body = { username_or_email: 'early', password };
  return (await service.call(login, { body })).access_token;
}

async function addOldDecision(db: Db, userId: string): Promise<string> {
  const [id, accountId] = [v7(), v7()];
  const { server, login, account_type, currency } = accountInput();
  const { snapshot, snapshot_hash } = request(bar(0)).body;
  const votes = OFFLINE_ANALYSTS.map((analyst) => analyst.vote(snapshot));
  const pool = votes.map(({ analyst, pUp }) => ({ analyst, share: 1 / 3, pUp }));
  const said = decideFirst(votes, costAtrOf(snapshot), { pool, slope: 1 });
  await sql`
    insert into trading_accounts (user_id, id, server, login, account_type, currency, created_at)
    values (${userId}, ${accountId}, ${server}, ${login}, ${account_type}, ${currency}, now())
  `.execute(db);
  await sql`
    insert into decisions (user_id, id, account_id, symbol, timeframe, as_of, snapshot_hash, snapshot, action,
      p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, rules, tokens, decided_at, outcome)
    values (${userId}, ${id}, ${accountId}, ${snapshot.symbol}, ${snapshot.timeframe}, ${snapshot.as_of},
      ${snapshot_hash}, ${canonicalJson(snapshot)}, 'BUY', ${said.pUp}, 1.5, 3, ${said.reason}, 2, 2, 3,
      ${JSON.stringify(said.rules)}, 900, ${snapshot.as_of}, 'vetoed')
  `.execute(db);
  for (const [position, vote] of votes.entries()) {
    await sql`
      insert into votes (user_id, decision_id, position, analyst, model, action, p_up, sl_atr, tp_atr, reason,
        evidence, abstained, tokens)
      values (${userId}, ${id}, ${position}, ${vote.analyst}, 'offline', ${vote.action}, ${vote.pUp},
        ${vote.stopLossAtr}, ${vote.takeProfitAtr}, ${vote.reason}, ${JSON.stringify(vote.evidence)},
        ${vote.abstained}, 300)
    `.execute(db);
  }
  const told = outcomeInput(id);
  await sql`
    insert into decision_outcomes (user_id, decision_id, revision, verdict, checks, asked, fill, refusal, shadow,
      digits, bars, reported_at)
    values (${userId}, ${id}, 3, 'vetoed', ${JSON.stringify(told.checks)}, ${JSON.stringify(told.order)}, null,
      ${JSON.stringify(told.refusal)}, ${JSON.stringify(told.shadow)}, 5, ${JSON.stringify(told.bars)}, now())
  `.execute(db);
  return id;
}

describe('a decision of before models voted', () => {
  it('is shown, explained, listed, decided again and answered for its bar as ever', async (t) => {
    const { service, token, id } = await migrated(t);
    const params = { decision_id: id };
    const { decision } = await service.call(getDecision, { params }, token);
    assert.deepEqual(
      [decision.depth, decision.pool_slope, decision.tokens, decision.latency_ms],
      ['basic', 1, 900, null],
    );
    const [vote] = decision.votes;
    assert.deepEqual(
      [vote?.provider, vote?.family, vote?.round, vote?.first, vote?.share, vote?.tokens],
      ['offline', 'offline', 1, null, null, 300],
    );
    const { outcome, weights } = await service.call(explainDecision, { params }, token);
    assert.deepEqual([outcome?.revision, outcome?.first_touch], [3, null]);
    assert.deepEqual(
      weights.map(({ weight }) => weight),
      [1 / 3, 1 / 3, 1 / 3],
    );
    const { decisions } = await service.call(listDecisions, {}, token);
    assert.deepEqual([decisions[0]?.decision_id, decisions[0]?.outcome?.kind], [id, 'vetoed']);
    const { before } = await service.call(replayDecision, { params, body: {} }, token);
    assert.equal(before.verdict.p_up, decision.p_up);
    const again = await service.call(analyse, request(bar(0)), token);
    assert.equal(again.decision.decision_id, id);
    assert.equal((await service.call(getLedger, {}, token)).head.records, 0);
  });

  it('teaches once its bot tells what price did, and loses nothing to a bot of before', async (t) => {
    const { service, token, user, id } = await migrated(t);
    const report = (changes: object) => {
      const { first_touch: _, ...old } = outcomeInput(id);
      return service.call(reportOutcomes, { body: { outcomes: [{ ...old, ...changes }] } }, token);
    };
    assert.equal((await report({ revision: 3 })).unchanged, 1);
    assert.equal((await report({ revision: 4 })).stored, 1);
    // Brought up to date, a bot walks its run again and counts on its own way, past 4.
    assert.equal((await report({ revision: 5 })).stored, 1);
    assert.equal((await report({ revision: 8, first_touch: 'up' })).stored, 1);
    assert.equal((await report({ revision: 4 })).stored, 0);
    const { records } = await service.call(getCalibration, {}, token);
    assert.deepEqual(
      records.map(({ outcomes }) => outcomes),
      [1, 1, 1],
    );
    const pools = await service.db
      .selectFrom('calibration_cells')
      .select('analyst')
      .where('user_id', '=', user.id)
      .where('analyst', '=', '*')
      .execute();
    assert.deepEqual(pools, [], 'nobody’s share was kept');
    const touches = (await recorded(service.db, 'outcome')).map(({ body }) => body.first_touch);
    assert.deepEqual(touches, ['up']);
  });
});
