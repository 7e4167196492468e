import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { replayStage } from '../testing/replay-stage.ts';

const root =
  process.env.QUORATE_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const bars = join(root, 'bars');
const skip = existsSync(bars) ? false : `no test data at ${bars}`;
const stage = replayStage(1_500);

/** The report in JSON and as a page, of the files in this order. */
async function reports(files: readonly string[], ...args: readonly string[]) {
  const page = join(stage.folder, 'page.html');
  const candles = files.flatMap((file) => ['--candles', file]);
  const { out, exit } = await stage.replay([...candles, '--html', page, '--json', ...args]);
  assert.equal(exit, 0);
  return { json: out, page: readFileSync(page, 'utf8') };
}

/** The same five in other orders. */
function orders<Each>([a, b, c, d, e]: readonly Each[]): Each[][] {
  return [
    [e, d, c, b, a],
    [c, a, e, b, d],
    [b, e, a, d, c],
  ] as Each[][];
}

describe('the order in which candle files are given', () => {
  it('changes no byte of a report', async () => {
    const files = ['EURUSD', 'GBPUSD', 'USDCHF', 'AUDUSD', 'USDCAD'].map((symbol, at) =>
      stage.file(symbol, 7 + at),
    );
    const first = await reports(files);
    const { trades } = JSON.parse(first.json) as { trades: number };
    assert.ok(trades > 20, `${trades} trades`);
    for (const other of orders(files)) assert.deepEqual(await reports(other), first);
  });

  it('changes no byte of a sweep', async () => {
    const files = [stage.file('EURUSD', 7), stage.file('GBPUSD', 8)];
    const sweep = ['--sweep', 'minimum_risk_reward=1,1.5'];
    assert.deepEqual(await reports(files.toReversed(), ...sweep), await reports(files, ...sweep));
  });

  it('changes no byte of a report on five real files', { skip }, async () => {
    const files = ['AUDUSD', 'EURJPY', 'GBPUSD', 'USDJPY', 'XAUUSD'].map((symbol) =>
      join(bars, `${symbol}_H1_ejtrader_2012-2022.csv.gz`),
    );
    const first = await reports(files);
    const { trades } = JSON.parse(first.json) as { trades: number };
    assert.ok(trades > 1_000, `${trades} trades`);
    for (const other of orders(files)) assert.deepEqual(await reports(other), first);
  });
});
