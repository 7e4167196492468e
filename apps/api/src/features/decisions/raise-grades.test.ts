import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getPrior } from '@quorate/contract/calibration';
import {
  explainDecision,
  type OutcomeInput,
  reportOutcome,
} from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { type CandleSeries, closeTimeAt } from '@quorate/trading/market/candle';
import { rawBarsOf } from '@quorate/trading/market/raw-bars';
import { watchFirstTouch } from '@quorate/trading/simulation/first-touch';
import { accountInput } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { countBoard } from '../board/count-board.ts';
import { heldInput } from '../calibration/testing/decided.ts';
import { findAlone } from './raise-grades.queries.ts';
import { raiseGrades } from './raise-grades.ts';
import { payingUser } from './testing/paying.ts';
import { barsRequest, hourlyBars } from './testing/real-bars.ts';

const SERIES = hourlyBars();
/** A market that nobody else has. */
const MADE_UP = hourlyBars(77);
const AT = SERIES.length - 40;
const HOUR_MS = 3_600_000;

/** The bar on which price first has moved by one ATR. */
function touchBar(): number {
  const { atr_points: atrPoints } = barsRequest(SERIES, AT).body.snapshot;
  const watch = watchFirstTouch(SERIES, { after: AT, atrPoints });
  let index = AT + 1;
  while (watch.barClosed(index) === null) index += 1;
  return index;
}
const TOUCHED = touchBar();

async function start(t: TestContext) {
  const service = await startTestService(t);
  const clockAt = (index: number) =>
    service.clock.set(new Date(closeTimeAt(SERIES, index)).toISOString());
  const bot = async (login: string, series: CandleSeries = SERIES, as?: { token: string }) => {
    const { token } = as ?? (await payingUser(service));
    return {
      token,
      async asks(index: number) {
        clockAt(index);
        const request = barsRequest(series, index, { account: accountInput({ login }) });
        return (await service.call(analyse, request, token)).decision.decision_id;
      },
      async reports(id: string) {
        const raw_bars = rawBarsOf(series, AT, TOUCHED) as unknown as OutcomeInput['raw_bars'];
        const body = { ...heldInput(id, null), raw_bars };
        await service.call(reportOutcome, { params: { decision_id: id }, body }, token);
      },
      async grades(id: string) {
        const params = { decision_id: id };
        const { decision, outcome } = await service.call(explainDecision, { params }, token);
        return [decision.market_grade, decision.agreed_by, outcome?.touch_grade ?? null];
      },
      async knows() {
        const query = { symbol: 'EURUSD', timeframe: 'H1' } as const;
        const { own_outcomes, shared_outcomes } = await service.call(getPrior, { query }, token);
        return [own_outcomes, shared_outcomes];
      },
    };
  };
  return { service, bot };
}

// On both databases (TEST_DATABASE): what is looked for over all users goes by expressions and partial indexes.
describe('the grade of who asked first', () => {
  it('stays on a made-up market, which agrees with nobody and contradicts nobody', async (t) => {
    const { service, bot } = await start(t);
    const practice = { ...MADE_UP, symbol: 'EURUSD.practice' };
    const [real, one, other] = [await bot('1'), await bot('2', practice), await bot('3', practice)];
    const ids: [typeof real, string][] = [];
    for (const each of [real, one, other]) ids.push([each, await each.asks(AT)]);
    for (const [each, id] of ids) {
      await each.asks(TOUCHED);
      if (each !== real) await each.reports(id);
    }
    const now = new Date(service.clock.now());
    assert.deepEqual(await findAlone(service.db, { now, bars: 1_000, limit: 10 }), []);
    assert.equal(await raiseGrades(service), 0);
    const [mine, ...practised] = ids;
    assert.deepEqual(await mine?.[0].grades(mine[1]), ['alone', 0, null]);
    for (const [each, id] of practised)
      assert.deepEqual(await each.grades(id), ['alone', 0, 'alone']);
    const told = await service.db.selectFrom('market_bars').select('user_id').distinct().execute();
    assert.equal(told.length, 1);
    assert.deepEqual(await service.db.selectFrom('shared_markets').selectAll().execute(), []);
  });

  it('rises once others have the same bars, and the outcome counts once', async (t) => {
    const { service, bot } = await start(t);
    const [first, second] = [await bot('1'), await bot('2')];
    const mine = await first.asks(AT);
    const theirs = await second.asks(AT);
    await first.asks(TOUCHED);
    await first.reports(mine);
    assert.deepEqual(await first.grades(mine), ['alone', 0, 'alone']);
    assert.deepEqual(await first.knows(), [1, 0]);
    await second.asks(TOUCHED);
    await second.reports(theirs);
    assert.deepEqual(await second.grades(theirs), ['agreed', 1, 'agreed']);
    assert.deepEqual(await first.knows(), [1, 1], 'the same moment, twice');

    // The decision and its outcome; the later decision had found the others' bars.
    assert.equal(await raiseGrades(service), 2);
    const waiting = await service.db.selectFrom('board_waiting').select('decision_id').execute();
    assert.deepEqual(waiting.map((row) => row.decision_id).sort(), [mine, theirs].sort());
    assert.equal(await countBoard(service), 2, 'both count on the board of models');
    assert.deepEqual(await first.grades(mine), ['agreed', 1, 'agreed']);
    assert.deepEqual(await first.knows(), [0, 1]);
    assert.deepEqual(await second.knows(), [0, 1]);
    assert.equal(await raiseGrades(service), 0);
    const grades = await recorded(service.db, 'grade');
    assert.deepEqual(
      grades.map(({ body }) => body),
      [{ decision_id: mine, market_grade: 'agreed', agreed_by: 1 }],
    );
    const touches = (await recorded(service.db, 'outcome')).filter(
      ({ body }) => body.decision_id === mine,
    );
    assert.deepEqual(
      touches.map(({ body }) => body.touch_grade),
      ['alone', 'agreed'],
    );
  });

  it('teaches the record of all accounts where nobody else has reported', async (t) => {
    const { service, bot } = await start(t);
    const [first, second] = [await bot('1'), await bot('2')];
    const mine = await first.asks(AT);
    await first.asks(TOUCHED);
    await first.reports(mine);
    await second.asks(AT);
    await second.asks(TOUCHED);
    await raiseGrades(service);
    assert.deepEqual(await first.grades(mine), ['agreed', 1, 'agreed']);
    assert.deepEqual(await first.knows(), [0, 1]);
  });

  it('keeps what is the user’s own beside it', async (t) => {
    const { service, bot } = await start(t);
    const first = await bot('1');
    const alone = await first.asks(AT - 3);
    const mine = await first.asks(AT);
    await first.asks(TOUCHED);
    await first.reports(mine);
    const own = { ...heldInput(alone, 'up'), raw_bars: [] };
    await service.call(reportOutcome, { params: { decision_id: alone }, body: own }, first.token);
    assert.deepEqual(await first.knows(), [2, 0]);
    const second = await bot('2');
    await second.asks(AT);
    await second.asks(TOUCHED);
    await raiseGrades(service);
    // A bot of before has told of it without its bars: nobody can agree.
    assert.deepEqual((await first.grades(alone))[2], 'alone');
    assert.deepEqual(await first.knows(), [1, 1]);
  });

  it('stays where others have other bars, and where nobody but the user has them', async (t) => {
    const { service, bot } = await start(t);
    const first = await bot('1');
    const mine = await first.asks(AT);
    await first.asks(TOUCHED);
    await first.reports(mine);
    const again = await bot('2', SERIES, first);
    await again.asks(AT);
    await again.asks(TOUCHED);
    const liar = await bot('3', MADE_UP);
    await liar.asks(AT);
    await liar.asks(TOUCHED);
    assert.equal(await raiseGrades(service), 0);
    assert.deepEqual(await first.grades(mine), ['alone', 0, 'alone']);
    assert.deepEqual(await first.knows(), [1, 0]);
  });

  it('is looked at for twelve bars', async (t) => {
    const { service, bot } = await start(t);
    const [first, second] = [await bot('1'), await bot('2')];
    const mine = await first.asks(AT);
    await second.asks(AT);
    service.clock.advance(13 * HOUR_MS);
    assert.equal(await raiseGrades(service), 0);
    assert.deepEqual(await first.grades(mine), ['alone', 0, null]);
  });
});
