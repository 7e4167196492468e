import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { reportOutcomes } from '@quorate/contract/decision-outcomes';
import { emptyRecord } from '@quorate/trading/ensemble/learned-record';
import type { UserId } from '@quorate/values/ids';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { Voter } from '../../models/panel.ts';
import { createLearning } from './learning.ts';
import { addDecision, cellsOf, heldInput, reportTouches } from './testing/decided.ts';

const DAY_MS = 86_400_000;

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  return { service, token, user };
}

describe('an outcome', () => {
  it('counts for every vote on its decision, under the chance it said', async (t) => {
    const { service, token, user } = await start(t);
    const first = await addDecision(service, user.id, [
      { analyst: 'trend', p_up: 0.7 },
      { analyst: 'breakout', p_up: 0.355 },
      { analyst: 'mean-reversion', p_up: 0.2, abstained: true },
    ]);
    const second = await addDecision(service, user.id, [{ analyst: 'trend', p_up: 0.704 }]);
    const third = await addDecision(service, user.id, [{ analyst: 'trend', p_up: 0.9 }], {
      symbol: 'XAUUSD',
    });
    await reportTouches(service, token, { [first]: 'up', [second]: 'down', [third]: 'down' });
    const cell = { model: 'offline', symbol: 'EURUSD', ups: 0, downs: 0 };
    assert.deepEqual(await cellsOf(service, user.id), [
      { ...cell, analyst: 'breakout', hundredth: 36, ups: 1 },
      { ...cell, analyst: 'trend', hundredth: 70, ups: 1, downs: 1 },
      { ...cell, analyst: 'trend', symbol: 'XAUUSD', hundredth: 90, downs: 1 },
    ]);
  });

  it('counts nothing where price went neither way, or it is not known yet', async (t) => {
    const { service, token, user } = await start(t);
    const votes = [{ analyst: 'trend', p_up: 0.7 }];
    const a = await addDecision(service, user.id, votes);
    const b = await addDecision(service, user.id, votes);
    await reportTouches(service, token, { [a]: 'neither', [b]: null });
    assert.deepEqual(await cellsOf(service, user.id), []);
  });

  it('counts once, however often, late and contradicting it is told', async (t) => {
    const { service, token, user } = await start(t);
    const votes = [
      { analyst: 'trend', p_up: 0.7 },
      { analyst: 'breakout', p_up: 0.6 },
    ];
    const ids = await Promise.all([1, 2, 3].map(() => addDecision(service, user.id, votes)));
    const send = (revision: number, touch: 'up' | 'down' | null, order = ids) =>
      service.call(
        reportOutcomes,
        { body: { outcomes: order.map((id) => heldInput(id, touch, revision)) } },
        token,
      );
    assert.equal((await send(5, null)).stored, 3);
    // Older than what is stored, and still the first to know.
    const late = await send(2, 'up');
    assert.deepEqual([late.stored, late.unchanged], [3, 0]);
    const counted = await cellsOf(service, user.id);
    assert.deepEqual(
      counted.map(({ ups, downs }) => [ups, downs]),
      [
        [3, 0],
        [3, 0],
      ],
    );
    assert.equal((await send(2, 'up')).stored, 0);
    assert.equal((await send(7, 'down')).stored, 3, 'the revision is news, the touch is not');
    assert.equal((await send(8, null)).stored, 3);
    assert.deepEqual(await cellsOf(service, user.id), counted);
    const rows = await service.db
      .selectFrom('decision_outcomes')
      .select(['revision', 'first_touch'])
      .execute();
    assert.deepEqual(rows, Array(3).fill({ revision: 8, first_touch: 'up' }));
  });

  it('counts once when it is told thirty times at once, in any order', async (t) => {
    const { service, token, user } = await start(t);
    const votes = [
      { analyst: 'trend', p_up: 0.7 },
      { analyst: 'breakout', p_up: 0.4 },
    ];
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => addDecision(service, user.id, votes)),
    );
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const some = ids.filter((_id, nth) => (nth + at) % 3 > 0);
        const order = at % 2 ? some : some.toReversed();
        const outcomes = order.map((id) => heldInput(id, 'down', 1 + (at % 4)));
        return service.call(reportOutcomes, { body: { outcomes } }, token);
      }),
    );
    const cells = await cellsOf(service, user.id);
    assert.deepEqual(
      cells.map(({ analyst, ups, downs }) => [analyst, ups, downs]),
      [
        ['breakout', 0, 10],
        ['trend', 0, 10],
      ],
    );
  });

  it('of a batch that names a decision twice is the one of its older revision', async (t) => {
    const { service, token, user } = await start(t);
    const id = await addDecision(service, user.id, [{ analyst: 'trend', p_up: 0.7 }]);
    const outcomes = [heldInput(id, 'down', 4), heldInput(id, 'up', 2)];
    const { stored, unchanged } = await service.call(reportOutcomes, { body: { outcomes } }, token);
    assert.deepEqual([stored, unchanged], [1, 1]);
    const [cell] = await cellsOf(service, user.id);
    assert.deepEqual([cell?.ups, cell?.downs], [1, 0]);
  });

  it('says nothing of a language model that may have read what came: only of votes within a day of their bar', async (t) => {
    const { service, token, user } = await start(t);
    const votes = [
      { analyst: 'gpt', model: 'gpt-5-mini', p_up: 0.7 },
      { analyst: 'trend', p_up: 0.7 },
    ];
    const fresh = await addDecision(service, user.id, votes, { agedMs: DAY_MS - 60_000 });
    const old = await addDecision(service, user.id, votes, { agedMs: DAY_MS + 60_000 });
    await reportTouches(service, token, { [fresh]: 'up', [old]: 'up' });
    assert.deepEqual(
      (await cellsOf(service, user.id)).map(({ analyst, ups }) => [analyst, ups]),
      [
        ['gpt', 1],
        ['trend', 2],
      ],
    );
  });

  it('is stored and learned together or not at all', async (t) => {
    const { service, token, user } = await start(t);
    const id = await addDecision(service, user.id, [{ analyst: 'trend', p_up: 0.7 }]);
    await service.db.schema.alterTable('live_counts').renameTo('live_counts_away').execute();
    const failed = await service.fail(
      reportOutcomes,
      { body: { outcomes: [heldInput(id, 'up')] } },
      token,
    );
    assert.equal(failed.status, 500);
    await service.db.schema.alterTable('live_counts_away').renameTo('live_counts').execute();
    assert.deepEqual(await cellsOf(service, user.id), []);
    const rows = await service.db.selectFrom('decision_outcomes').select('decision_id').execute();
    assert.deepEqual(rows, []);
    await reportTouches(service, token, { [id]: 'up' });
    assert.equal((await cellsOf(service, user.id)).length, 1);
  });

  it('moves nobody else’s record, and goes with its user', async (t) => {
    const { service, token, user } = await start(t);
    const other = await signedInUser(service);
    const votes = [{ analyst: 'trend', p_up: 0.7 }];
    const mine = await addDecision(service, user.id, votes);
    const theirs = await addDecision(service, other.user.id, votes);
    await reportTouches(service, token, { [mine]: 'up', [theirs]: 'down' });
    assert.deepEqual(await cellsOf(service, other.user.id), []);
    await reportTouches(service, other.token, { [theirs]: 'down' });
    await service.db.deleteFrom('users').where('id', '=', user.id).execute();
    assert.deepEqual(await cellsOf(service, user.id), []);
    assert.equal((await cellsOf(service, other.user.id)).length, 1);
  });
});

describe('what is known of a market', () => {
  const voter = (analyst: string): Voter => ({
    analyst,
    provider: 'offline',
    model: 'offline',
    family: analyst,
    paid: false,
  });
  const EURUSD = { symbol: 'EURUSD', timeframe: 'H1' };

  async function learned(t: TestContext) {
    const { service, token, user } = await start(t);
    const learning = createLearning({
      clock: service.clock,
      brand: DEFAULT_BRAND,
      publicUrl: 'http://localhost',
    });
    const known = async (userId: string, market = EURUSD) =>
      (await learning.readLearned(service.db, userId as UserId, market, [])).record;
    const told = async (
      userId: string,
      id: string,
      grade: 'agreed' | 'alone' | 'contradicted',
      firstTouch: 'up' | 'down' = 'up',
    ) => {
      await service.db
        .insertInto('decision_outcomes')
        .values({
          user_id: userId,
          decision_id: id,
          revision: 1,
          verdict: 'held',
          checks: '[]',
          asked: null,
          fill: null,
          refusal: null,
          shadow: null,
          digits: 5,
          bars: '[]',
          first_touch: firstTouch,
          reported_at: new Date(service.clock.now()),
        })
        .execute();
      await learning.learn(service.db, userId as UserId, [
        { decisionId: id, firstTouch, grade, touchedAt: new Date(service.clock.now()) },
      ]);
      learning.forgetLearned(userId as UserId);
    };
    return { service, token, user, learning, known, told };
  }

  it('is who was right, from the user’s own outcomes on that market', async (t) => {
    const { service, token, user, known } = await learned(t);
    const votes = [
      { analyst: 'trend', p_up: 0.7, action: 'BUY' as const },
      { analyst: 'breakout', p_up: 0.4, action: 'SELL' as const },
    ];
    const first = await addDecision(service, user.id, votes);
    const second = await addDecision(service, user.id, votes);
    await reportTouches(service, token, { [first]: 'up', [second]: 'up' });
    const { outcomes, voters } = await known(user.id);
    assert.equal(outcomes, 2);
    assert.deepEqual(
      voters.map(({ key, votes: count, right }) => [JSON.parse(key)[0], count, right]),
      [
        ['trend', 2, 2],
        ['breakout', 2, 0],
      ],
    );
    assert.equal((await known(user.id, { ...EURUSD, symbol: 'XAUUSD' })).outcomes, 0);
    assert.equal((await known((await signedInUser(service)).user.id)).outcomes, 0);
  });

  it('counts a moment once, however many of the user’s accounts have seen it', async (t) => {
    const { service, token, user, known } = await learned(t);
    const votes = [{ analyst: 'trend', p_up: 0.7, action: 'BUY' as const }];
    const asOf = new Date(service.clock.now() - 3_600_000);
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        addDecision(service, user.id, votes, { asOf, login: `${at}` }),
      ),
    );
    await reportTouches(
      service,
      token,
      Object.fromEntries(ids.slice(0, 9).map((id) => [id, 'up'])),
    );
    await reportTouches(service, token, Object.fromEntries(ids.slice(9).map((id) => [id, 'up'])));
    const { outcomes, voters } = await known(user.id);
    assert.deepEqual([outcomes, voters[0]?.votes], [1, 1]);
  });

  it('is for everybody where several have seen the same, each voter once a moment', async (t) => {
    const { service, user, known, told } = await learned(t);
    const other = (await signedInUser(service)).user;
    const third = (await signedInUser(service)).user;
    const asOf = new Date(service.clock.now() - 3_600_000);
    const vote = (analyst: string) => ({ analyst, p_up: 0.7, action: 'BUY' as const });
    const mine = await addDecision(service, user.id, [vote('trend')], { asOf });
    const theirs = await addDecision(service, other.id, [vote('trend'), vote('breakout')], {
      asOf,
    });
    await told(user.id, mine, 'agreed');
    await told(other.id, theirs, 'agreed');
    for (const { id } of [user, other, third]) {
      const { outcomes, voters } = await known(id);
      assert.equal(outcomes, 1);
      assert.deepEqual(
        voters.map(({ votes }) => votes),
        [1, 1],
      );
    }
  });

  it('is the record of all accounts and the user’s own beside it', async (t) => {
    const { service, user, known, told } = await learned(t);
    const other = (await signedInUser(service)).user;
    const votes = [{ analyst: 'trend', p_up: 0.7, action: 'BUY' as const }];
    await told(other.id, await addDecision(service, other.id, votes), 'agreed');
    await told(user.id, await addDecision(service, user.id, votes), 'alone', 'down');
    await told(user.id, await addDecision(service, user.id, votes), 'contradicted');
    const { outcomes, voters } = await known(user.id);
    assert.deepEqual([outcomes, voters[0]?.votes, voters[0]?.right], [2, 2, 1]);
    assert.equal(
      (await known(other.id)).outcomes,
      1,
      'what one account says alone moves nobody else',
    );
  });

  it('loses none of what is told at once of a market that nothing was known of', async (t) => {
    const { service, token, user, known } = await learned(t);
    const votes = [{ analyst: 'trend', p_up: 0.7, action: 'BUY' as const }];
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await addDecision(service, user.id, votes));
    await Promise.all(ids.map((id) => reportTouches(service, token, { [id]: 'up' })));
    assert.equal((await known(user.id)).outcomes, 12);
  });

  it('is learned anew from what is stored where it was not kept yet', async (t) => {
    const { service, token, user, known } = await learned(t);
    const votes = [
      { analyst: 'trend', p_up: 0.7, action: 'BUY' as const },
      { analyst: 'breakout', p_up: 0.6, action: 'BUY' as const },
      { analyst: 'mean-reversion', p_up: 0.4, action: 'SELL' as const },
    ];
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await addDecision(service, user.id, votes));
    await reportTouches(service, token, Object.fromEntries(ids.map((id) => [id, 'up'])));
    await service.db.deleteFrom('learned_markets').execute();
    const next = await addDecision(service, user.id, votes);
    await reportTouches(service, token, { [next]: 'up' });
    const { outcomes, voters, pool } = await known(user.id);
    assert.deepEqual([outcomes, voters[0]?.right, pool.outcomes], [6, 6, 6]);
  });

  it('is read again after a minute, and at once when this service learns more', async (t) => {
    const { service, user, learning, known } = await learned(t);
    const put = (outcomes: number) =>
      service.db
        .insertInto('learned_markets')
        .values({
          user_id: user.id,
          ...EURUSD,
          record: JSON.stringify({ ...emptyRecord(), outcomes }),
          updated_at: new Date(service.clock.now()),
        })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'symbol', 'timeframe']).doUpdateSet({
            record: JSON.stringify({ ...emptyRecord(), outcomes }),
          }),
        )
        .execute();
    await put(10);
    assert.equal((await known(user.id)).outcomes, 10);
    await put(15);
    service.clock.advance(59_999);
    assert.equal((await known(user.id)).outcomes, 10);
    service.clock.advance(1);
    assert.equal((await known(user.id)).outcomes, 15);
    await put(20);
    learning.forgetLearned(user.id as UserId);
    assert.equal((await known(user.id)).outcomes, 20);
    await put(25);
    service.clock.advance(-86_400_000);
    assert.equal((await known(user.id)).outcomes, 25, 'a clock was set back');
  });

  it('names each voter by its model and its family', async (t) => {
    const { service, user, learning } = await learned(t);
    const { members } = await learning.readLearned(service.db, user.id as UserId, EURUSD, [
      { ...voter('trend'), family: 'house' },
    ]);
    assert.deepEqual(members, { trend: { key: '["trend","offline","1"]', family: 'house' } });
  });
});
