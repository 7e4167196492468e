import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  explainDecision,
  type FirstTouch,
  type OutcomeInput,
  reportOutcome,
} from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { type CandleSeries, closeTimeAt } from '@quorate/trading/market/candle';
import { rawBarsOf } from '@quorate/trading/market/raw-bars';
import { watchFirstTouch } from '@quorate/trading/simulation/first-touch';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { cellsOf, heldInput } from '../calibration/testing/decided.ts';
import { orderedInput } from './testing/outcomes.ts';
import { payingUser } from './testing/paying.ts';
import { barsRequest, hourlyBars } from './testing/real-bars.ts';

const SERIES = hourlyBars();
const AT = 400;

type RawBars = OutcomeInput['raw_bars'];

/** What price did first after a bar, and on which bar. */
function touchAfter(series: CandleSeries, after: number, atrPoints: number) {
  const watch = watchFirstTouch(series, { after, atrPoints });
  for (let index = after + 1; index < series.length; index += 1) {
    const touch = watch.barClosed(index);
    if (touch !== null) return { touch, index };
  }
  throw new Error('no touch within the series');
}

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service, { plan: 'Elite' });
  const request = barsRequest(SERIES, AT);
  const { decision } = await service.call(analyse, request, token);
  const id = decision.decision_id;
  const known = touchAfter(SERIES, AT, request.body.snapshot.atr_points);
  const bars = rawBarsOf(SERIES, AT, known.index) as unknown as RawBars;
  const report = async (raw_bars: RawBars, said: FirstTouch | null = known.touch) => {
    const body = { ...heldInput(id, said), raw_bars };
    await service.call(reportOutcome, { params: { decision_id: id }, body }, token);
    const explained = await service.call(explainDecision, { params: { decision_id: id } }, token);
    const { first_touch, touch_grade, touched_at } = explained.outcome ?? {};
    return [first_touch, touch_grade, touched_at];
  };
  const refused = (body: OutcomeInput) =>
    service.fail(reportOutcome, { params: { decision_id: id }, body }, token);
  const touchedAt = new Date(closeTimeAt(SERIES, known.index)).toISOString();
  const other = known.touch === 'up' ? 'down' : 'up';
  const learned = async () => (await cellsOf(service, user.id)).length > 0;
  return { service, token, id, known, bars, report, refused, touchedAt, other, learned } as const;
}

describe('what price did first, as the service finds it', () => {
  it('is found in the bars of the report, alone on a market that nobody else has', async (t) => {
    const { report, bars, known, touchedAt, learned } = await start(t);
    assert.deepEqual(await report(bars), [known.touch, 'alone', touchedAt]);
    assert.ok(await learned());
  });

  it('wins over what the report says', async (t) => {
    const { report, bars, known, other, touchedAt } = await start(t);
    assert.deepEqual(await report(bars, other), [known.touch, 'alone', touchedAt]);
  });

  it('is not known while the bars do not reach it, whatever the report says', async (t) => {
    const { report, bars, other, learned } = await start(t);
    assert.deepEqual(await report(bars.slice(0, -1), other), [null, null, null]);
    assert.equal(await learned(), false);
  });

  it('is what a bot of the release before says, which sends no bars: alone', async (t) => {
    const { report, other, learned } = await start(t);
    assert.deepEqual(await report([], other), [other, 'alone', null]);
    assert.ok(await learned());
  });

  // @attack 1.6
  it('is contradicted, and not learned from, where the bars are not those that were sent before', async (t) => {
    const { service, token, report, bars, known, other, learned } = await start(t);
    await service.call(analyse, barsRequest(SERIES, known.index + 5, { after: AT }), token);
    const first = bars[0];
    assert.ok(first);
    const [seconds, , , , close] = first;
    const far = other === 'up' ? close + 2_000 : close - 2_000;
    const bent: RawBars = [
      first,
      [seconds + 3_600, close, Math.max(close, far), Math.min(close, far), close, 8],
    ];
    const [touch, grade] = await report(bent);
    assert.deepEqual([touch, grade], [other, 'contradicted']);
    assert.equal(await learned(), false);
  });

  // @attack 1.6
  it('is contradicted where a bar is left out, or the first is not what the snapshot shows', async (t) => {
    const kept = await start(t);
    await kept.service.call(
      analyse,
      barsRequest(SERIES, kept.known.index + 5, { after: AT }),
      kept.token,
    );
    assert.ok(kept.bars.length > 2, 'the touch comes later than the next bar');
    assert.equal((await kept.report(kept.bars.toSpliced(1, 1)))[1], 'contradicted');

    const unseen = await start(t);
    await unseen.service.db.deleteFrom('bar_series').execute();
    const copy = await startTestService(t, {
      database: unseen.service.database,
      clock: unseen.service.clock,
    });
    const [first, ...rest] = unseen.bars;
    assert.ok(first);
    const [seconds, open, high, low, close, spread] = first;
    const body = {
      ...heldInput(unseen.id, null),
      raw_bars: [[seconds, open, high + 300, low, close, spread], ...rest] as RawBars,
    };
    await copy.call(reportOutcome, { params: { decision_id: unseen.id }, body }, unseen.token);
    const row = await copy.db
      .selectFrom('decision_outcomes')
      .select('touch_grade')
      .where('decision_id', '=', unseen.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.touch_grade, 'contradicted');
  });

  it('is refused with the bar for bars that cannot be', async (t) => {
    const { refused, id, bars } = await start(t);
    const cases: [RawBars, RegExp][] = [
      [bars.slice(1), /raw_bars bar 1 closes at .*, the decision is of/],
      [[bars[0], bars[0]] as RawBars, /bar 2 .*it opens at the time of the bar before it/],
      [[bars[0], [7_226_582_400, 1, 1, 1, 1, 1]] as RawBars, /bar 2 \(2199-/],
    ];
    for (const [raw_bars, words] of cases) {
      const failure = await refused({ ...heldInput(id, 'up'), raw_bars });
      assert.deepEqual([failure.status, failure.code], [400, 'validation_failed']);
      assert.match(failure.message, words);
    }
  });

  it('is agreed where others have the bar that was decided on and the one of the touch', async (t) => {
    const service = await startTestService(t);
    const [one, two] = [await payingUser(service), await payingUser(service)];
    const at = SERIES.length - 40;
    const known = touchAfter(SERIES, at, barsRequest(SERIES, at).body.snapshot.atr_points);
    const live = async (token: string, login: string, index: number) => {
      service.clock.set(new Date(closeTimeAt(SERIES, index)).toISOString());
      const request = barsRequest(SERIES, index, { account: accountInput({ login }) });
      return (await service.call(analyse, request, token)).decision;
    };
    const mine = await live(one.token, '1', at);
    const theirs = await live(two.token, '2', at);
    assert.deepEqual([mine.market_grade, theirs.market_grade], ['alone', 'agreed']);
    await live(two.token, '2', known.index);
    const raw_bars = rawBarsOf(SERIES, at, known.index) as unknown as RawBars;
    const gradeOf = async (id: string, token: string) => {
      const params = { decision_id: id };
      await service.call(
        reportOutcome,
        { params, body: { ...heldInput(id, null), raw_bars } },
        token,
      );
      return (await service.call(explainDecision, { params }, token)).outcome?.touch_grade;
    };
    assert.equal(await gradeOf(mine.decision_id, one.token), 'agreed', 'also of who asked first');
    assert.equal(
      await gradeOf(theirs.decision_id, two.token),
      'alone',
      'nobody else has its touch',
    );
  });
});

describe('a fill', () => {
  // @attack 1.5
  it('outside of its bar, as the account itself has sent it, is marked', async (t) => {
    const { service, token, id } = await start(t);
    await service.call(analyse, barsRequest(SERIES, AT + 3, { after: AT }), token);
    const [, open] = rawBarsOf(SERIES, AT + 1, AT + 1)[0] ?? [];
    const at = new Date(closeTimeAt(SERIES, AT)).toISOString();
    const outside = async (price: number, revision: number) => {
      const fill = { ticket: '77', price, at, slippage_points: 0 };
      const body = { ...orderedInput(id, '77'), revision, fill, order: null, bars: [] };
      await service.call(reportOutcome, { params: { decision_id: id }, body }, token);
      const stored = await service.db
        .selectFrom('decision_outcomes')
        .select('fill_outside')
        .execute();
      return stored[0]?.fill_outside;
    };
    assert.equal(await outside((open ?? 0) / 1e5, 1), false);
    assert.equal(await outside((open ?? 0) / 1e5 + 0.02, 2), true);
  });
});
