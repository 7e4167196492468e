import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BotFault } from '../bot-fault.ts';
import { randomWalkFile } from '../testing/random-walk.ts';
import { replayStage } from '../testing/replay-stage.ts';

const root =
  process.env.QUORATE_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const bars = join(root, 'bars');
const skip = existsSync(bars) ? false : `no test data at ${bars}`;
const stage = replayStage(2_000);
const hours = stage.file('EURUSD');

/** Each hour of a file as two halves: its high is in the first and its low in the second, or the other way round. */
function halves(first: 'high' | 'low'): string {
  const [head = '', ...rows] = randomWalkFile(7, 2_000).trimEnd().split('\n');
  const text = rows.flatMap((row) => {
    const [time = '', open = '', high = '', low = '', close = ''] = row.split(',');
    const middle = ((Number(high) + Number(low)) / 2).toFixed(5);
    const [up, down] = [
      [open, high, open < middle ? open : middle, middle],
      [middle, close > middle ? close : middle, low, close],
    ];
    const early = first === 'high' ? up : [open, open > middle ? open : middle, low, middle];
    const late = first === 'high' ? down : [middle, high, close < middle ? close : middle, close];
    const half = time.replace(/:00$/, ':30');
    return [early, late].map((prices, at) =>
      [at === 0 ? time : half, ...(prices ?? []), '50', '3'].join(','),
    );
  });
  const path = join(stage.folder, `EURUSD_M30_${first}.csv`);
  writeFileSync(path, `${[head, ...text].join('\n')}\n`);
  return path;
}

type Report = {
  trades: number;
  trade_list: { opened_at: string; closed_at: string; open_price: number; net: number }[];
  notes: string[];
  inputs: { inside: { symbol: string; timeframe: string; file: string }[] };
};

async function report(...args: string[]): Promise<Report & { lines: readonly string[] }> {
  const { out, exit, lines } = await stage.replay([...args, '--json']);
  assert.equal(exit, 0);
  return { ...(JSON.parse(out) as Report), lines };
}

describe('shorter candles inside those that are traded on', () => {
  it('tell when a position was closed, and are named in the report', async () => {
    const plain = await report('--candles', hours);
    const inside = await report('--candles', hours, '--inside', halves('low'));
    const [whole, half] = [plain, inside].map(({ trade_list: list }) =>
      list.filter(({ closed_at }) => closed_at.endsWith(':29:59.999Z')),
    );
    assert.equal(whole?.length, 0);
    assert.ok((half?.length ?? 0) > 5, `${half?.length} in the first half of an hour`);
    assert.deepEqual(
      inside.inputs.inside.map(({ symbol, timeframe, file }) => [symbol, timeframe, file]),
      [['EURUSD', 'M30', 'EURUSD_M30_low.csv']],
    );
    assert.ok(inside.lines.includes('EURUSD: M30 candles are inside 2000 of its 2000 H1 candles.'));
    assert.match(inside.notes.join(' '), /\(EURUSD: M30\), they tell which of the two came first/);
    assert.equal(plain.trade_list[0]?.open_price, inside.trade_list[0]?.open_price);
  });

  it('are shared with the threads of a sweep', async () => {
    const args = ['--candles', hours, '--inside', `EURUSD=${halves('high')}`];
    const one = await report(...args, '--set', 'minimum_risk_reward=1.5');
    const swept = await report(...args, '--sweep', 'minimum_risk_reward=1.5');
    assert.deepEqual(swept.trade_list, one.trade_list);
  });

  it('are refused where they are of no symbol, not shorter, or given twice', async () => {
    const refused = async (...inside: readonly string[]): Promise<string> => {
      const args = inside.flatMap((file) => ['--inside', file]);
      try {
        await stage.replay(['--candles', hours, ...args]);
      } catch (error) {
        assert.ok(error instanceof BotFault, String(error));
        return error.message.replaceAll(stage.folder, 'FOLDER');
      }
      return assert.fail('it began');
    };
    assert.equal(
      await refused(`GBPUSD=${halves('low')}`),
      '--inside GBPUSD: there are no candles of GBPUSD.',
    );
    assert.match(
      await refused(hours),
      /its candles are H1, and those of EURUSD .* it must have shorter ones/,
    );
    assert.match(await refused(halves('low'), halves('high')), /EURUSD is there twice/);
  });

  it('are real minutes in real hours, and change no fill of an opening', { skip }, async () => {
    const file = (name: string) => join(bars, `${name}.csv.gz`);
    const hourly = file('EURUSD_H1_icmarkets-demo_2025H1');
    const period = ['--from', '2025-01-20', '--to', '2025-03-28'];
    const args = ['--candles', hourly, '--spread', '12', ...period];
    const plain = await report(...args);
    const inside = await report(...args, '--inside', file('EURUSD_M1_icmarkets-demo_2025Q1'));
    assert.ok(plain.trades > 5 && inside.trades > 5);
    assert.equal(inside.trade_list[0]?.open_price, plain.trade_list[0]?.open_price);
    const minutes = new Set(inside.trade_list.map(({ closed_at }) => closed_at.slice(14, 16)));
    assert.ok(minutes.size > 3, [...minutes].join(' '));
  });
});
