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
  it('names everybody who may be asked before any outcome is known, without a share', async (t) => {
    const { read } = await start(t);
    const { records, symbols, proven_from } = await read();
    assert.deepEqual([symbols, proven_from], [[], 300]);
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
        proven: false,
        share: null,
      })),
    );
  });

  it('gives the share that a voter had in real decisions, 0 where it did not vote', async (t) => {
    const { service, user, read } = await start(t);
    await addDecision(service, user.id, [
      { analyst: 'trend', p_up: 0.8, share: 0.7 },
      { analyst: 'breakout', p_up: 0.6, share: 0.3 },
    ]);
    await addDecision(service, user.id, [
      { analyst: 'trend', p_up: 0.8, share: 1 },
      { analyst: 'breakout', p_up: 0.6, abstained: true },
      { analyst: 'mean-reversion', p_up: 0.5, abstained: true },
    ]);
    const shares = Object.fromEntries(
      (await read()).records.map(({ analyst, share }) => [analyst, share]),
    );
    assert.deepEqual(shares, { trend: 0.85, breakout: 0.15, 'mean-reversion': null, gpt: null });
    assert.equal((await read('XAUUSD')).records[0]?.share, null);
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

  it('says whose record is long enough to prove anything', async (t) => {
    const { service, user, read } = await start(t);
    await addCells(service, user.id, [
      ['trend', 75, 200, 100],
      ['breakout', 80, 200, 99],
    ]);
    assert.deepEqual(
      (await read()).records.map(({ proven }) => proven),
      [true, false, false, false],
    );
  });

  it('of one symbol has that symbol’s outcomes', async (t) => {
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

  it('over all symbols leaves out the made-up market and recorded prices', async (t) => {
    const { service, user, read } = await start(t);
    await addCells(service, user.id, [
      ['trend', 75, 3, 1],
      ['trend', 75, 20, 10, 'EURUSD.practice'],
      ['trend', 75, 200, 100, 'EURUSD.recorded'],
    ]);
    const outcomes = async (symbol?: string) => (await read(symbol)).records[0]?.outcomes;
    assert.equal(await outcomes(), 4);
    assert.equal(await outcomes('EURUSD.practice'), 30);
    assert.equal(await outcomes('EURUSD.recorded'), 300);
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
