import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BOARD_PROVENANCES,
  BOARD_VERSION,
  type BoardBody,
  type BoardCounts,
  boardCell,
  boardFault,
  rankCells,
} from './board.ts';
import { createMeaning } from './meaning.ts';

function countsOf(analyst: string, changes: Partial<BoardCounts> = {}): BoardCounts {
  return {
    analyst,
    model: 'm-1',
    provider: 'openai-compatible',
    symbol: 'EURUSD',
    timeframe: 'H1',
    accounts: 6,
    abstained: 10,
    effective: 150.5,
    said: [
      [40, 60, 90],
      [62, 100, 50],
    ],
    latencies: [
      [501, 200],
      [1_000, 110],
    ],
    cost_micro_usd: 31_000,
    ...changes,
  };
}

function aBoard(): BoardBody {
  const short = {
    said: [[55, 60, 60]],
    effective: 120,
    abstained: 0,
    latencies: [[1, 120]],
  } as const;
  const counts = [countsOf('one'), countsOf('other', { effective: 300 }), countsOf('short', short)];
  const rate = { value: 0.6, low: 0.4, high: 0.8 };
  return {
    version: BOARD_VERSION,
    day: '2026-03-02',
    least_accounts: 5,
    least_outcomes: 200,
    cells: rankCells(counts.map(boardCell)),
    results: BOARD_PROVENANCES.map((provenance, at) => ({
      provenance,
      trades: at === 1 ? 50 : 3,
      accounts: at === 1 ? 7 : 1,
      wins: at === 1 ? 30 : null,
      win_rate: at === 1 ? rate : null,
      r_trades: at === 1 ? 50 : null,
      mean_r: at === 1 ? { value: 0.1, low: -0.2, high: 0.4 } : null,
      risk_reward: at === 1 ? 1.8 : null,
      risk_reward_trades: at === 1 ? 50 : null,
    })),
    active_traders: 8,
  };
}

type Edit = (board: ReturnType<typeof editable>) => void;
// biome-ignore lint/suspicious/noExplicitAny: a forger keeps to no type
const editable = (): any => structuredClone(aBoard());

const EDITS: Readonly<Record<string, Edit>> = {
  'a better accuracy': (board) => (board.cells[0].accuracy.value += 0.01),
  'a narrower interval': (board) => (board.cells[0].skill.low += 0.01),
  'another Brier score': (board) => (board.cells[1].brier -= 0.01),
  'another log loss': (board) => (board.cells[1].log_loss -= 0.01),
  'another base rate': (board) => (board.cells[1].base_rate -= 0.01),
  'a point of the curve': (board) => (board.cells[0].curve[1].came.value += 0.1),
  'a point left out of the curve': (board) => board.cells[0].curve.pop(),
  'another count of outcomes': (board) => (board.cells[0].outcomes += 1),
  'another count of votes asked for': (board) => (board.cells[0].asked += 1),
  'fewer abstentions': (board) => (board.cells[0].abstained -= 1),
  'more independent outcomes than outcomes': (board) => (board.cells[0].effective = 301),
  'a row of four people': (board) => (board.cells[0].accounts = 4),
  'a chance said twice': (board) => board.cells[0].said.push([62, 0, 0]),
  'a count below zero': (board) => (board.cells[0].said[0][1] = -60),
  'half a count': (board) => (board.cells[0].said[0][1] = 60.5),
  'a faster model': (board) => (board.cells[0].latency_p95_ms = 501),
  'a time under no bound': (board) => (board.cells[0].latencies[0][0] = 500),
  'a cheaper model': (board) => (board.cells[0].cost_per_decision_micro_usd = 1),
  'rows in another order': (board) => board.cells.reverse(),
  'a rank for too few outcomes': (board) => (board.cells[2].rank = 3),
  'no rank for a poor one': (board) => (board.cells[1].rank = null),
  'a row twice': (board) => board.cells.splice(1, 0, structuredClone(board.cells[0])),
  'a provenance left out': (board) => board.results.shift(),
  'a rate of fewer than five people': (board) => (board.results[0].wins = 3),
  'a better win rate': (board) => (board.results[1].win_rate.value = 0.7),
  'more wins than trades': (board) => (board.results[1].wins = 51),
  'a mean outside its interval': (board) => (board.results[1].mean_r.value = 0.5),
  'half a trader': (board) => (board.active_traders = 0.5),
};

describe('a board on record', () => {
  it('comes to what it says, after a round trip through JSON, too', () => {
    assert.equal(boardFault(aBoard()), null);
    assert.equal(boardFault(JSON.parse(JSON.stringify(aBoard()))), null);
    assert.deepEqual(
      aBoard().cells.map(({ rank }) => rank),
      [1, 2, null],
    );
  });

  for (const [what, edit] of Object.entries(EDITS))
    it(`is not taken with ${what}`, () => {
      const board = editable();
      edit(board);
      const fault = boardFault(board);
      assert.ok(fault && fault.row !== '' && fault.field !== '', JSON.stringify(fault));
    });

  it('is a finding of the verifier, and unchecked where another version made it', () => {
    const take = (body: Readonly<Record<string, unknown>>) => {
      const meaning = createMeaning();
      const leaf = {
        at: '2026-03-02T10:00:00.000Z',
        kind: 'board' as const,
        position: 1,
        stream: 'ab'.repeat(16),
        body: 'cd'.repeat(32),
        private: null,
        terminalAt: null,
      };
      const finding = meaning.take({ leaf, body, private: null, bodyText: '{}' });
      return [finding?.rule ?? null, meaning.unchecked()];
    };
    assert.deepEqual(take(aBoard()), [null, {}]);
    const better = editable();
    better.cells[0].brier = 0.1;
    assert.deepEqual(take(better), ['board', {}]);
    assert.deepEqual(take({ ...better, version: 2 }), [null, { board: 1 }]);
    assert.deepEqual(take({ version: BOARD_VERSION }), ['form', {}]);
  });
});
