import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  explainDecision,
  type OutcomeInput,
  reportOutcome,
  reportOutcomes,
} from '@quorate/contract/decision-outcomes';
import { analyse, listDecisions } from '@quorate/contract/decisions';
import { getLive } from '@quorate/contract/live-stream';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { orderedInput, outcomeInput } from './testing/outcomes.ts';
import { bar, request } from './testing/requests.ts';

async function start(t: TestContext, bars = 1) {
  const service = await startTestService(t);
  const { token } = await signedInUser(service, { plan: 'Elite' });
  const ids: string[] = [];
  for (let at = 0; at < bars; at++) {
    service.clock.advance(60_000);
    const { decision } = await service.call(analyse, request(bar(at)), token);
    ids.push(decision.decision_id);
  }
  // Which action the analysts vote for is not what these tests are about.
  await service.db.updateTable('decisions').set({ action: 'BUY' }).execute();
  await service.db
    .updateTable('decisions')
    .set({ outcome: null as never })
    .execute();
  const [first = ''] = ids;
  const explain = (id = first) =>
    service.call(explainDecision, { params: { decision_id: id } }, token);
  const list = async (query: object = {}) =>
    service.call(
      listDecisions,
      { query: { page: 1, per_page: 50, outcome: 'all', ...query } },
      token,
    );
  return { service, token, ids, id: first, explain, list };
}

describe('what became of a decision', () => {
  it('is told from the checks to the hypothetical outcome, with its bars in prices', async (t) => {
    const { service, token, id, explain } = await start(t);
    const before = await explain();
    assert.deepEqual([before.outcome, before.bars, before.trade], [null, [], null]);
    const outcome = outcomeInput(id);
    await service.call(reportOutcome, { params: { decision_id: id }, body: outcome }, token);
    const told = await explain();
    assert.deepEqual(told.outcome?.checks, outcome.checks);
    assert.deepEqual(told.outcome?.order, outcome.order);
    assert.deepEqual(told.outcome?.refusal, outcome.refusal);
    assert.deepEqual(told.outcome?.shadow, outcome.shadow);
    assert.deepEqual(told.bars[1], {
      time: '2026-02-02T09:00:00.000Z',
      open: 1.0822,
      high: 1.0862,
      low: 1.082,
      close: 1.086,
    });
    assert.equal(told.snapshot.bars.length, 30);
  });

  it('is news to whoever looks on, once', async (t) => {
    const { service, token, id } = await start(t);
    const count = async () => (await service.call(getLive, {}, token)).counts.usage;
    const before = await count();
    const report = () =>
      service.call(reportOutcomes, { body: { outcomes: [outcomeInput(id)] } }, token);
    assert.equal((await report()).stored, 1);
    assert.equal(await count(), before + 1);
    assert.equal((await report()).unchanged, 1);
    assert.equal(await count(), before + 1);
  });

  it('gives every voter the same weight and an abstention none', async (t) => {
    const { explain } = await start(t);
    const { decision, weights } = await explain();
    assert.deepEqual(
      weights.map(({ weight }) => weight > 0),
      decision.votes.map(({ abstained }) => !abstained),
    );
    const sum = weights.reduce((total, { weight }) => total + weight, 0);
    // Shares are kept in millionths.
    assert.ok(Math.abs(sum - (decision.voters > 0 ? 1 : 0)) < 1e-5);
  });

  it('comes with the stored trade and its R', async (t) => {
    const { service, token, id, explain, list } = await start(t);
    const trade = tradeInput({ decision_id: id, position_ticket: '77' });
    await service.call(syncTrades, { body: { account: accountInput(), trades: [trade] } }, token);
    await service.call(reportOutcomes, { body: { outcomes: [orderedInput(id, '77')] } }, token);
    const { trade: shown, outcome } = await explain();
    assert.equal(outcome?.fill?.slippage_points, 2);
    assert.deepEqual(
      [shown?.position_ticket, shown?.profit, shown?.r],
      ['77', 42.18, 4_218 / 2_210],
    );
    assert.deepEqual((await list()).decisions[0]?.outcome, {
      kind: 'traded',
      profit: 42.18,
      currency: 'USD',
      r: 4_218 / 2_210,
      hypothetical: false,
      ending: 'target',
      rule: null,
    });
  });

  it('finds the trade of a bot that told nothing of its order', async (t) => {
    const { service, token, id, explain } = await start(t);
    const opened_at = '2026-02-02T09:00:00.000Z';
    const trade = tradeInput({ decision_id: id, position_ticket: '78', opened_at });
    const other = tradeInput({ position_ticket: '79', opened_at });
    const body = { account: accountInput(), trades: [other, trade] };
    await service.call(syncTrades, { body }, token);
    assert.equal((await explain()).trade?.position_ticket, '78');
  });
});

describe('a report of an outcome', () => {
  it('changes nothing when it is sent again, and nothing older overwrites it', async (t) => {
    const { service, token, id, explain } = await start(t);
    const send = (changes: object) =>
      service.call(reportOutcomes, { body: { outcomes: [outcomeInput(id, changes)] } }, token);
    assert.equal((await send({ revision: 2 })).stored, 1);
    const again = await send({ revision: 2 });
    assert.deepEqual([again.stored, again.unchanged], [0, 1]);
    assert.equal((await send({ revision: 1, checks: [] })).stored, 0);
    assert.equal((await explain()).outcome?.checks.length, 2);
    assert.equal((await send({ revision: 3, checks: [] })).stored, 1);
    assert.equal((await explain()).outcome?.revision, 3);
  });

  it('keeps the newest when sent twenty times at once in any order', async (t) => {
    const { service, token, ids, explain } = await start(t, 3);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const outcomes = ids.map((id) => outcomeInput(id, { revision: 1 + ((at * 7) % 20) }));
        if (at % 2) outcomes.reverse();
        return service.call(reportOutcomes, { body: { outcomes } }, token);
      }),
    );
    for (const id of ids) assert.equal((await explain(id)).outcome?.revision, 20);
  });

  it('names what is not on record and stores the rest', async (t) => {
    const { service, token, id } = await start(t);
    const unknown = '0197a0c0-0000-7000-8000-00000000dead';
    const reply = await service.call(
      reportOutcomes,
      { body: { outcomes: [outcomeInput(unknown), outcomeInput(id)] } },
      token,
    );
    assert.deepEqual([reply.stored, reply.unknown], [1, [unknown]]);
  });

  it('is refused when it contradicts itself', async (t) => {
    const { service, token, id } = await start(t);
    const params = { decision_id: id };
    for (const changes of [
      { refusal: null },
      { verdict: 'ordered' as const },
      { bars: outcomeInput(id).bars.toReversed() },
      { bars: Array.from({ length: 401 }, (_, at) => [at + 1, 1, 1, 1, 1] as never) },
    ]) {
      const body = outcomeInput(id, changes);
      const failure = await service.fail(reportOutcome, { params, body }, token);
      assert.equal(failure.code, 'validation_failed', JSON.stringify(changes).slice(0, 80));
    }
    const other = outcomeInput('0197a0c0-0000-7000-8000-00000000dead');
    const failure = await service.fail(reportOutcome, { params, body: other }, token);
    assert.equal(failure.code, 'validation_failed');
  });

  it('is refused with text that no database takes', async (t) => {
    const { service, token, id } = await start(t);
    const { refusal, checks } = outcomeInput(id);
    const [check] = checks;
    assert.ok(refusal && check);
    for (const odd of ['a\u0000b', 'half \ud83d']) {
      const reports: Partial<OutcomeInput>[] = [
        { refusal: { ...refusal, sentence: odd } },
        { refusal: { ...refusal, actual: odd } },
        { checks: [{ ...check, rule: odd }] },
        { checks: [{ ...check, unit: odd }] },
      ];
      for (const changes of reports) {
        const body = { outcomes: [outcomeInput(id, changes)] };
        const { status, code } = await service.fail(reportOutcomes, { body }, token);
        assert.deepEqual([status, code], [400, 'validation_failed'], JSON.stringify(changes));
      }
    }
  });

  it('and its explanation are nobody else’s', async (t) => {
    const { service, id, explain } = await start(t);
    const { token: stranger } = await signedInUser(service);
    const params = { decision_id: id };
    const body = outcomeInput(id);
    const written = await service.fail(reportOutcome, { params, body }, stranger);
    const read = await service.fail(explainDecision, { params }, stranger);
    assert.deepEqual([written.code, read.code], ['not_found', 'not_found']);
    const batch = await service.call(reportOutcomes, { body: { outcomes: [body] } }, stranger);
    assert.deepEqual([batch.stored, batch.unknown], [0, [id]]);
    assert.equal((await explain()).outcome, null);
  });
});

describe('the list of decisions', () => {
  it('is narrowed to what was traded, vetoed or held, to a symbol and a kind of account', async (t) => {
    const { service, token, ids, list } = await start(t, 5);
    const [a = '', b = '', c = ''] = ids;
    const outcomes = [
      orderedInput(a, '90'),
      outcomeInput(b),
      outcomeInput(c, { verdict: 'held', refusal: null, shadow: null, order: null }),
    ];
    await service.call(reportOutcomes, { body: { outcomes } }, token);
    const found = async (query: object) =>
      (await list(query)).decisions.map(({ decision_id }) => decision_id);
    assert.deepEqual(await found({ outcome: 'traded' }), [a]);
    assert.deepEqual(await found({ outcome: 'vetoed' }), [b]);
    assert.deepEqual(await found({ outcome: 'held' }), [c]);
    assert.deepEqual(await found({}), ids.toReversed());
    assert.deepEqual(await found({ symbol: 'EURUSD', account_type: 'demo' }), ids.toReversed());
    assert.deepEqual(await found({ symbol: 'GBPUSD' }), []);
    assert.deepEqual(await found({ account_type: 'real' }), []);
    const [veto] = (await list({ outcome: 'vetoed' })).decisions;
    assert.deepEqual(
      [veto?.outcome?.hypothetical, veto?.outcome?.r, veto?.outcome?.ending, veto?.outcome?.rule],
      [true, 1.38, 'target', 'spread'],
    );
  });

  it('has every decision on exactly one page, whichever end a page is read from', async (t) => {
    const { ids, list } = await start(t, 7);
    for (const per_page of [1, 2, 3, 7, 10]) {
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(7 / per_page) + 1; page++) {
        const { decisions, pagination } = await list({ page, per_page });
        assert.equal(pagination.total, 7);
        seen.push(...decisions.map(({ decision_id }) => decision_id));
      }
      assert.deepEqual(seen, ids.toReversed(), `${per_page} a page`);
    }
  });
});
