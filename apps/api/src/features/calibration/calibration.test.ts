import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getCalibration, getServiceCalibration } from '@quorate/contract/calibration';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Voter } from '../../models/panel.ts';
import { addDecision, reportTouches } from './testing/decided.ts';

const VOTERS: readonly Voter[] = ['trend', 'mean-reversion', 'breakout', 'gpt'].map((analyst) => ({
  analyst,
  provider: analyst === 'gpt' ? 'openai' : 'offline',
  model: analyst === 'gpt' ? 'gpt-5-mini' : 'offline',
  family: analyst,
  paid: analyst === 'gpt',
}));

/** Whoever pays less than for premium does without the language model. */
const PANEL = {
  ...offlinePanel,
  voters: VOTERS,
  votersAt: (depth: string) => (depth === 'premium' ? VOTERS : VOTERS.slice(0, 3)),
};

async function start(t: TestContext, plan: 'Free' | 'Elite' = 'Elite') {
  const service = await startTestService(t, { panel: PANEL });
  const signed = await signedInUser(service, { plan });
  const read = (symbol?: string) =>
    service.call(getCalibration, { query: symbol ? { symbol } : {} }, signed.token);
  return { service, ...signed, read };
}

/** Cells as if so many outcomes had come. */
function addCells(
  { db }: Awaited<ReturnType<typeof start>>['service'],
  userId: string,
  cells: readonly [
    analyst: string,
    hundredth: number,
    ups: number,
    downs: number,
    symbol?: string,
  ][],
) {
  return db
    .insertInto('calibration_cells')
    .values(
      cells.map(([analyst, hundredth, ups, downs, symbol = 'EURUSD']) => ({
        user_id: userId,
        analyst,
        model: analyst === 'gpt' ? 'gpt-5-mini' : 'offline',
        symbol,
        hundredth,
        ups,
        downs,
      })),
    )
    .execute();
}

describe('the calibration of the voters', () => {
  it('names everybody who may be asked before any outcome is known, with equal shares', async (t) => {
    const { read } = await start(t);
    const { records, symbols, recalibrated_from } = await read();
    assert.deepEqual([symbols, recalibrated_from], [[], 50]);
    assert.deepEqual(
      records,
      VOTERS.map(({ analyst, model }) => ({
        analyst,
        model,
        symbol: null,
        outcomes: 0,
        accuracy: null,
        brier: null,
        curve: [],
        recalibrated: false,
        share: 0.25,
      })),
    );
  });

  it('does not show the pool as a voter', async (t) => {
    const { service, token, user, read } = await start(t);
    const id = await addDecision(service, user.id, [{ analyst: 'trend', p_up: 0.8, share: 1 }]);
    await reportTouches(service, token, { [id]: 'up' });
    const { records } = await read();
    assert.deepEqual(
      records.map(({ analyst }) => analyst),
      VOTERS.map(({ analyst }) => analyst),
    );
    assert.equal(records[0]?.outcomes, 1);
  });

  it('gives a share to those alone whom the plan asks', async (t) => {
    const { read } = await start(t, 'Free');
    const shares = (await read()).records.map(({ share }) => share);
    assert.deepEqual(shares, [0.333333, 0.333333, 0.333333, null]);
  });

  it('follows from what bots report: accuracy, Brier score and curve of each voter', async (t) => {
    const { service, token, user, read } = await start(t);
    const votes = [
      { analyst: 'trend', p_up: 0.8 },
      { analyst: 'breakout', p_up: 0.5 },
    ];
    const touches: Record<string, 'up' | 'down'> = {};
    for (const touch of ['up', 'up', 'up', 'down'] as const)
      touches[await addDecision(service, user.id, votes)] = touch;
    await reportTouches(service, token, touches);
    const { records, symbols } = await read();
    assert.deepEqual(symbols, ['EURUSD']);
    const [trend, , breakout] = records;
    assert.equal(trend?.outcomes, 4);
    assert.equal(trend.accuracy?.value, 0.75);
    // Three times 0.2 squared, once 0.8 squared.
    assert.ok(Math.abs((trend.brier?.value ?? 0) - 0.19) < 1e-12);
    assert.deepEqual(
      trend.curve.map(({ from, to, outcomes, said, came }) => [
        from,
        to,
        outcomes,
        said,
        came.value,
      ]),
      [[0.8, 0.9, 4, 0.8, 0.75]],
    );
    assert.deepEqual([breakout?.accuracy, breakout?.brier?.value], [null, 0.25]);
  });

  it('moves the shares towards who was right, and says who is recalibrated', async (t) => {
    const { service, user, read } = await start(t);
    await addCells(service, user.id, [
      ['trend', 75, 300, 100],
      ['trend', 25, 100, 300],
      ['breakout', 80, 200, 200],
      ['breakout', 20, 200, 200],
      ['gpt', 60, 12, 8],
    ]);
    const { records } = await read();
    const by = Object.fromEntries(records.map((record) => [record.analyst, record]));
    assert.ok((by.trend?.share ?? 0) > 0.35, `trend has ${by.trend?.share}`);
    assert.ok((by.breakout?.share ?? 1) < 0.05, `breakout has ${by.breakout?.share}`);
    assert.deepEqual(
      records.map(({ recalibrated }) => recalibrated),
      [true, false, true, false],
    );
    const sum = records.reduce((total, { share }) => total + (share ?? 0), 0);
    assert.ok(Math.abs(sum - 1) < 1e-5, `${sum}`);
  });

  it('of one symbol has that symbol’s outcomes, and the share that a decision on it gives', async (t) => {
    const { service, user, token, read } = await start(t);
    await addCells(service, user.id, [
      ['trend', 75, 60, 20],
      ['trend', 25, 20, 60],
      ['trend', 75, 20, 60, 'XAUUSD'],
      ['trend', 25, 60, 20, 'XAUUSD'],
      ['former', 70, 5, 5, 'XAUUSD'],
    ]);
    const [euro] = (await read('EURUSD')).records;
    const gold = (await read('XAUUSD')).records;
    assert.deepEqual([euro?.symbol, euro?.outcomes, gold[0]?.outcomes], ['EURUSD', 160, 160]);
    assert.ok((euro?.share ?? 0) > (gold[0]?.share ?? 1));
    assert.deepEqual((await read()).symbols, ['EURUSD', 'XAUUSD']);
    // Nobody is asked who is not configured any more.
    assert.deepEqual(
      gold.slice(VOTERS.length).map(({ analyst, outcomes, share }) => [analyst, outcomes, share]),
      [['former', 10, null]],
    );
    assert.equal((await read('GBPUSD')).records[0]?.outcomes, 0);
    const failure = await service.fail(getCalibration, { query: { symbol: '!' } }, token);
    assert.equal(failure.code, 'validation_failed');
  });

  it('is of the user’s own decisions alone', async (t) => {
    const { service, read } = await start(t);
    const other = await signedInUser(service);
    await addCells(service, other.user.id, [['trend', 75, 300, 100]]);
    const { records, symbols } = await read();
    assert.deepEqual([records[0]?.outcomes, symbols], [0, []]);
  });
});

describe('the calibration of all users together', () => {
  it('is summed for an operator, weighs nothing, and is refused to everybody else', async (t) => {
    const { service, user, token } = await start(t);
    const other = await signedInUser(service);
    await addCells(service, user.id, [['trend', 75, 6, 4]]);
    await addCells(service, other.user.id, [
      ['trend', 75, 1, 2],
      ['trend', 60, 3, 0, 'XAUUSD'],
    ]);
    const refused = await service.fail(getServiceCalibration, { query: {} }, token);
    assert.deepEqual([refused.status, refused.code], [403, 'operator_only']);
    assert.equal((await service.fail(getServiceCalibration, { query: {} })).status, 401);
    await service.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('id', '=', user.id)
      .execute();
    const all = await service.call(getServiceCalibration, { query: {} }, token);
    assert.deepEqual([all.users, all.symbols], [2, ['EURUSD', 'XAUUSD']]);
    assert.deepEqual([all.records[0]?.outcomes, all.records[0]?.share], [16, null]);
    const euro = await service.call(getServiceCalibration, { query: { symbol: 'EURUSD' } }, token);
    assert.deepEqual([euro.records[0]?.outcomes, euro.users], [13, 2]);
  });
});
