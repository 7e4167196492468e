import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type OutcomeInput, reportOutcomes } from '@quorate/contract/decision-outcomes';
import { type DecisionSums, getDecisionSums } from '@quorate/contract/decision-sums';
import { analyse } from '@quorate/contract/decisions';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { up } from '../../db/migrations/0060-decision-cells.ts';
import { orderedInput, outcomeInput } from '../decisions/testing/outcomes.ts';
import { bar, request } from '../decisions/testing/requests.ts';

async function start(t: TestContext, bars: number) {
  const service = await startTestService(t);
  const user = await signedInUser(service, { plan: 'Elite' });
  const ids: string[] = [];
  for (let at = 0; at < bars; at++) {
    service.clock.advance(60_000);
    const { decision } = await service.call(analyse, request(bar(at)), user.token);
    ids.push(decision.decision_id);
  }
  const sums = (query: object = {}): Promise<DecisionSums> =>
    service.call(getDecisionSums, { query } as never, user.token);
  const report = (outcomes: OutcomeInput[]) =>
    service.call(reportOutcomes, { body: { outcomes } }, user.token);
  return { service, user, ids, sums, report };
}

const shadow = outcomeInput('').shadow ?? assert.fail('a veto has a shadow');

describe('the sums of decisions', () => {
  it('are nothing before the first decision', async (t) => {
    const { sums } = await start(t, 0);
    assert.deepEqual(await sums(), {
      success: true,
      decisions: 0,
      traded: 0,
      held: 0,
      waiting: 0,
      refused: { decisions: 0, ended: 0, won: 0, r: 0 },
      rules: [],
    });
  });

  it('follow each decision from the verdict to what its refused trade would have done', async (t) => {
    const { ids, sums, report } = await start(t, 4);
    const before = await sums();
    assert.equal(before.decisions, 4);
    assert.equal(before.held + before.waiting, 4);
    const [traded = '', won = '', lost = '', open = ''] = ids;
    const still = { ...shadow, exit: null, exit_reason: 'open', exit_at: null, r: null } as const;
    await report([
      orderedInput(traded, '7'),
      outcomeInput(won),
      outcomeInput(lost, {
        refusal: { rule: 'daily_loss', limit: 5, actual: 6, sentence: 'The day’s loss is 6%.' },
        shadow: { ...shadow, exit_reason: 'stop', r: -1.05 },
      }),
      outcomeInput(open, { shadow: still }),
    ]);
    const told = await sums();
    assert.deepEqual([told.decisions, told.traded, told.held, told.waiting], [4, 1, 0, 0]);
    assert.deepEqual(told.refused, { decisions: 3, ended: 2, won: 1, r: 0.33 });
    assert.deepEqual(told.rules, [
      { stage: 'desk', rule: 'spread', decisions: 2, ended: 1, won: 1, r: 1.38 },
      { stage: 'desk', rule: 'daily_loss', decisions: 1, ended: 1, won: 0, r: -1.05 },
    ]);
    await report([
      outcomeInput(open, { revision: 2, shadow: { ...shadow, exit_reason: 'stop', r: -1 } }),
    ]);
    const later = await sums();
    assert.deepEqual(later.refused, { decisions: 3, ended: 3, won: 1, r: -0.67 });
  });

  it('count a report that comes twice, or too late, once', async (t) => {
    const { ids, sums, report } = await start(t, 1);
    const [id = ''] = ids;
    await report([outcomeInput(id, { revision: 3 })]);
    const once = await sums();
    await report([outcomeInput(id, { revision: 3 })]);
    await report([outcomeInput(id, { revision: 2, shadow: null })]);
    assert.deepEqual(await sums(), once);
    assert.deepEqual(once.refused, { decisions: 1, ended: 1, won: 1, r: 1.38 });
  });

  it('name the rule of the verdict that held', async (t) => {
    const { service, ids, sums, report } = await start(t, 2);
    const rules = [
      { name: 'voters', value: 3, limit: 3, pass: true },
      { name: 'agreement', value: 1, limit: 1.3, pass: false },
      { name: 'expected_r', value: -0.1, limit: 0, pass: false },
    ];
    await service.db
      .updateTable('decisions')
      .set({ action: 'HOLD', rules: JSON.stringify(rules) as never } as never)
      .execute();
    await sql`delete from decision_cells`.execute(service.db);
    await sql`drop table decision_cells`.execute(service.db);
    await up(service.db as never);
    await report([
      outcomeInput(ids[0] ?? '', { verdict: 'held', order: null, refusal: null, shadow: null }),
    ]);
    const told = await sums();
    assert.equal(told.held, 2);
    assert.deepEqual(told.rules, [
      { stage: 'verdict', rule: 'agreement', decisions: 2, ended: 0, won: 0, r: 0 },
    ]);
  });

  it('are the same when the migration counts what was stored before', async (t) => {
    const { service, ids, sums, report } = await start(t, 4);
    await report([outcomeInput(ids[0] ?? ''), orderedInput(ids[1] ?? '', '8')]);
    const counted = await sums();
    await sql`drop table decision_cells`.execute(service.db);
    await up(service.db as never);
    assert.deepEqual(await sums(), counted);
  });

  it('are of the days of the period, and of nobody else', async (t) => {
    const { service, sums } = await start(t, 2);
    const day = bar(0).as_of.slice(0, 10);
    const custom = { period: 'custom', time_zone: 'UTC' };
    assert.equal((await sums({ ...custom, start_date: day, end_date: day })).decisions, 2);
    const other = { ...custom, start_date: '2020-01-01', end_date: '2020-01-02' };
    assert.equal((await sums(other)).decisions, 0);
    const stranger = await signedInUser(service);
    const theirs = await service.call(getDecisionSums, { query: {} } as never, stranger.token);
    assert.equal(theirs.decisions, 0);
  });
});
