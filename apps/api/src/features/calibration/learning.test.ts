import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { reportOutcomes } from '@quorate/contract/decision-outcomes';
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

  it('counts for the pool of the votes, at the weighted mean of their log-odds', async (t) => {
    const { service, token, user } = await start(t);
    const id = await addDecision(service, user.id, [
      { analyst: 'trend', p_up: 0.6, share: 0.75 },
      { analyst: 'breakout', p_up: 0.3, share: 0.25 },
      { analyst: 'mean-reversion', p_up: 0.99, share: 0 },
    ]);
    await reportTouches(service, token, { [id]: 'up' });
    const pool = { analyst: '*', model: '*', symbol: 'EURUSD', hundredth: 52, ups: 1, downs: 0 };
    const cells = await cellsOf(service, user.id);
    assert.deepEqual(
      cells.filter(({ analyst }) => analyst === '*'),
      [pool],
    );
    // A voter without a share has a record all the same.
    assert.equal(cells.length, 4);
  });

  it('counts for no pool that a model voted in on an old bar', async (t) => {
    const { service, token, user } = await start(t);
    const votes = [
      { analyst: 'trend', p_up: 0.6, share: 0.5 },
      { analyst: 'gpt', model: 'gpt-5', p_up: 0.6, share: 0.5 },
    ];
    const old = await addDecision(service, user.id, votes, { agedMs: 2 * DAY_MS });
    await reportTouches(service, token, { [old]: 'up' });
    const names = (await cellsOf(service, user.id)).map(({ analyst }) => analyst);
    assert.deepEqual(names, ['trend']);
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

describe('what is known of a voter', () => {
  const trend: Voter = {
    analyst: 'trend',
    provider: 'offline',
    model: 'offline',
    family: 'trend',
    paid: false,
  };

  async function learned(t: TestContext) {
    const { service, user } = await start(t);
    const { db, clock } = service;
    const learning = createLearning({ clock });
    const addCells = (symbol: string, outcomes: number, changes: object = {}) =>
      db
        .insertInto('calibration_cells')
        .values({
          user_id: user.id,
          analyst: 'trend',
          model: 'offline',
          symbol,
          hundredth: 70,
          ups: outcomes,
          downs: 0,
          ...changes,
        })
        .execute();
    const outcomes = async (symbol: string | null, voter = trend) =>
      (await learning.readTrust(db, user.id as UserId, symbol, [voter])).trust.trend?.outcomes;
    return { service, user, learning, addCells, outcomes };
  }

  it('comes from its record on the symbol from 50 outcomes on, from its whole record before', async (t) => {
    const { addCells, outcomes, service } = await learned(t);
    await addCells('EURUSD', 49);
    await addCells('XAUUSD', 50);
    await addCells('EURUSD', 30, { model: 'another' });
    await addCells('EURUSD', 30, { analyst: 'breakout' });
    assert.deepEqual(
      [await outcomes('EURUSD'), await outcomes('XAUUSD'), await outcomes('GBPUSD')],
      [99, 50, 99],
    );
    assert.equal(await outcomes(null), 99);
    assert.equal(await outcomes('EURUSD', { ...trend, model: 'another' }), 30);
    service.clock.advance(60_000);
    await addCells('EURUSD', 1, { hundredth: 60 });
    assert.equal(await outcomes('EURUSD'), 50);
  });

  it('is its family even when it has no record', async (t) => {
    const { learning, service, user } = await learned(t);
    const known = await learning.readTrust(service.db, user.id as UserId, 'EURUSD', [
      { ...trend, family: 'house' },
    ]);
    assert.deepEqual(known, {
      trust: { trend: { family: 'house', outcomes: 0, brier: null, merit: 0, platt: null } },
      poolSlope: 1,
    });
  });

  it('comes with the slope of the pool, from the pool’s record on the symbol where that is long', async (t) => {
    const { addCells, learning, service, user } = await learned(t);
    const pool = { analyst: '*', model: '*', hundredth: 60 };
    await addCells('EURUSD', 90, { ...pool, downs: 10 });
    await addCells('XAUUSD', 20, { ...pool, downs: 40 });
    const slopeOn = async (symbol: string) =>
      (await learning.readTrust(service.db, user.id as UserId, symbol, [])).poolSlope;
    assert.ok((await slopeOn('EURUSD')) > 2);
    assert.ok((await slopeOn('XAUUSD')) < 1);
    const overall = await slopeOn('GBPUSD');
    assert.ok(overall > 1 && overall < 2, `${overall}`);
  });

  it('is read again after a minute, and at once when this service learns more', async (t) => {
    const { addCells, outcomes, service, user, learning } = await learned(t);
    await addCells('EURUSD', 10);
    assert.equal(await outcomes('EURUSD'), 10);
    await addCells('GBPUSD', 5);
    service.clock.advance(59_999);
    assert.equal(await outcomes('EURUSD'), 10);
    service.clock.advance(1);
    assert.equal(await outcomes('EURUSD'), 15);
    const id = await addDecision(service, user.id, [{ analyst: 'trend', p_up: 0.6 }]);
    await learning.learn(service.db, user.id as UserId, [
      { decisionId: id, firstTouch: 'neither' },
    ]);
    await learning.learn(service.db, user.id as UserId, [{ decisionId: id, firstTouch: 'up' }]);
    learning.forgetTrust(user.id as UserId);
    assert.equal(await outcomes('EURUSD'), 16);
    await addCells('GBPUSD', 4, { hundredth: 60 });
    service.clock.advance(-86_400_000);
    assert.equal(await outcomes('EURUSD'), 20, 'a clock was set back');
  });
});
