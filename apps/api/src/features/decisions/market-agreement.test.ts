import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse, type DecisionReply } from '@quorate/contract/decisions';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { removeOldRows } from '../../process/retention/remove-old-rows.ts';
import { payingUser } from './testing/paying.ts';
import { barsRequest, hourlyBars } from './testing/real-bars.ts';

const SERIES = hourlyBars();
const LAST = SERIES.length - 1;
const terminal = (login: string, symbol?: string) => ({ account: accountInput({ login }), symbol });

/** The same market at another broker: other ticks, a few points apart. */
const OTHER_FEED = {
  ...SERIES,
  open: SERIES.open.map((points, at) => points + (at % 3)),
  close: SERIES.close.map((points, at) => points - (at % 2)),
  high: SERIES.high.map((points) => points + 3),
  low: SERIES.low.map((points) => points - 2),
};
/** A market that nobody else has. */
const MADE_UP = hourlyBars(77);

async function start(t: TestContext) {
  const service = await startTestService(t);
  const asks = async (token: string, login: string, series = SERIES, index = LAST) =>
    (await service.call(analyse, barsRequest(series, index, terminal(login)), token)).decision;
  return { service, asks };
}

const graded = ({ market_grade, agreed_by }: DecisionReply) => [market_grade, agreed_by];

describe('what other terminals say of a decision’s bars', () => {
  it('is nothing for the first, and from the second on how many other paying users agree', async (t) => {
    const { service, asks } = await start(t);
    const [one, two, three] = [
      await payingUser(service),
      await payingUser(service),
      await payingUser(service),
    ];
    const first = await asks(one.token, '1');
    assert.deepEqual([first.clock_class, ...graded(first)], ['live', 'alone', 0]);
    assert.deepEqual(graded(await asks(two.token, '2', OTHER_FEED)), ['agreed', 1]);
    const suffixed = { ...SERIES, symbol: 'EURUSD.r' };
    assert.deepEqual(graded(await asks(three.token, '3', suffixed)), ['agreed', 2]);
    const stranger = await payingUser(service);
    const micro = { ...SERIES, symbol: 'EURUSDm' };
    assert.deepEqual(graded(await asks(stranger.token, '4', micro)), ['alone', 0]);
  });

  // @attack 1.10
  it('counts no other account of the same user, and no other user of the same account', async (t) => {
    const { service, asks } = await start(t);
    const [one, two] = [await payingUser(service), await payingUser(service)];
    await asks(one.token, '1');
    assert.deepEqual(graded(await asks(one.token, '2')), ['alone', 0]);
    assert.deepEqual(graded(await asks(two.token, '1')), ['alone', 0]);
  });

  // @attack 1.11
  it('counts nobody who does not pay, except for an operator’s own terminal', async (t) => {
    const { service, asks } = await start(t);
    const free = await signedInUser(service, { plan: 'Elite' });
    const paying = await payingUser(service);
    const operator = await signedInUser(service, { plan: 'Elite' });
    await service.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('id', '=', operator.user.id)
      .execute();
    await asks(free.token, '1');
    assert.deepEqual(graded(await asks(paying.token, '2')), ['alone', 0]);
    await asks(operator.token, '3');
    assert.deepEqual(graded(await asks((await payingUser(service)).token, '4')), ['agreed', 2]);
    assert.deepEqual(graded(await asks((await signedInUser(service)).token, '5')), ['agreed', 3]);
  });

  // @attack 1.3
  it('contradicts a market that was made up, and who has made it up is outvoted', async (t) => {
    const { service, asks } = await start(t);
    for (const login of ['1', '2']) await asks((await payingUser(service)).token, login);
    const liar = await payingUser(service);
    assert.deepEqual(graded(await asks(liar.token, '3', MADE_UP)), ['contradicted', 0]);
    assert.deepEqual(graded(await asks((await payingUser(service)).token, '4')), ['agreed', 2]);
  });

  // @attack 1.9
  it('is asked of live decisions alone, and kept on record', async (t) => {
    const { service, asks } = await start(t);
    const [one, two] = [await payingUser(service), await payingUser(service)];
    const paper = (token: string, login: string) =>
      service.call(
        analyse,
        barsRequest(SERIES, LAST - 40, { account: accountInput({ kind: 'paper', login }) }),
        token,
      );
    await paper(one.token, 'P1');
    const { decision } = await paper(two.token, 'P2');
    assert.deepEqual([decision.clock_class, ...graded(decision)], ['replayed', 'alone', 0]);
    assert.deepEqual(await service.db.selectFrom('market_bars').selectAll().execute(), []);
    await asks(one.token, '1');
    const live = await asks(two.token, '2');
    const entries = await recorded(service.db, 'decision');
    const { body } =
      entries.find((entry) => entry.body.decision_id === live.decision_id) ?? assert.fail();
    const { clock_class, market_grade, agreed_by, marked_bars } = body;
    assert.deepEqual(
      [clock_class, market_grade, agreed_by, marked_bars],
      [live.clock_class, 'agreed', 1, 0],
    );
  });

  it('is forgotten after 30 days, and bars of a run that is not asked about any more, too', async (t) => {
    const { service, asks } = await start(t);
    await asks((await payingUser(service)).token, '1');
    const count = async (table: 'market_bars' | 'bar_series' | 'bar_chunks') =>
      (await service.db.selectFrom(table).selectAll().execute()).length;
    assert.deepEqual([await count('market_bars'), await count('bar_series')], [10, 1]);
    service.clock.advance(29 * 86_400_000);
    await removeOldRows(service);
    assert.ok((await count('market_bars')) > 0);
    service.clock.advance(2 * 86_400_000);
    await removeOldRows(service);
    assert.deepEqual(
      [await count('market_bars'), await count('bar_series'), await count('bar_chunks')],
      [0, 0, 0],
    );
  });
});
