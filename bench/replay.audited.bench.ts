import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { GENESIS, recordEnd, recordLine, recordStart, sha256 } from '@quorate/ledger/format';
import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { closedTrades, statisticsOf } from '@quorate/trading/statistics/statistics';
import { isoFromInstant } from '@quorate/values/instant';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { madeUpSeries, replay, START_MINOR } from './replay.ts';

const BARS = 1_000_000;
const RUNS = 3;
const CHUNK = 1_000;

/**
 * A replay that leaves nothing out: the equity at every bar, the statistics of all trades, and a ledger of
 * every decision, chained by its hashes and written to the disk. The denominator is the same replay
 * without them.
 */
export const benchmark: Benchmark = {
  name: 'replay.audited',
  title: 'candles replayed a second with equity curve, statistics and ledger',
  unit: 'candles/s',
  bar: { of: 'figure', op: '>=', value: 500_000 },
  async run({ folder, say }) {
    const series = madeUpSeries(BARS);
    const rates: number[] = [];
    const bare: number[] = [];
    const file = join(folder, 'ledger.jsonl');
    let told = { records: 0, trades: 0, drawdown: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      told = await audited(series, file);
      rates.push((1_000 * BARS) / (performance.now() - startedAt));
      const bareAt = performance.now();
      await replay(createOfflineDecisions(), series);
      bare.push((1_000 * BARS) / (performance.now() - bareAt));
      say(`run ${run + 1} of ${RUNS}: ${Math.round(rates.at(-1) ?? 0)} candles/s`);
    }
    if (told.records === 0 || told.trades === 0 || !(told.drawdown > 0))
      throw new Error('nothing was decided, traded or lost');
    const [figure, value] = [median(rates), median(bare)];
    const size = Math.round(statSync(file).size / 1e6);
    return {
      figure,
      denominator: { value, what: 'the same replay without them' },
      ratio: figure / value,
      note: `${BARS} H1 candles, ${told.records} ledger records (${size} MB), ${told.trades} trades; median of ${RUNS} runs`,
    };
  },
};

async function audited(series: CandleSeries, file: string) {
  const equity = new Float64Array(series.length);
  const ledger = openSync(file, 'w');
  let lines: string[] = [];
  let prev = GENESIS;
  let bars = 0;
  let records = 0;

  function flush(): void {
    if (lines.length > 0) writeSync(ledger, `${lines.join('\n')}\n`);
    lines = [];
  }

  function record(event: LoopEvent): void {
    if (event.kind === 'bar') {
      equity[bars] = event.equity.minor;
      bars += 1;
    } else if (event.kind === 'decision') {
      records += 1;
      const { symbol, atrPoints, decision } = event;
      const body = canonicalJson({ symbol, atrPoints, ...decision });
      const content = { at: isoFromInstant(event.asOf), kind: 'decision', body };
      const text = recordStart(content) + recordEnd(records, prev);
      prev = sha256(text);
      lines.push(recordLine(text, prev));
      if (lines.length === CHUNK) flush();
    }
  }

  const result = await replay(createOfflineDecisions(), series, { record });
  flush();
  closeSync(ledger);
  const trades = closedTrades(result.trades);
  const { equityDrawdown } = statisticsOf({
    startMinor: START_MINOR,
    trades,
    equityMinor: equity,
    dailyEquityMinor: daily(series, equity),
  });
  return { records, trades: trades.length, drawdown: equityDrawdown?.maximal.minor ?? 0 };
}

/** The equity at the end of every calendar day. */
function daily({ time, length }: CandleSeries, equity: Float64Array): number[] {
  const days: number[] = [START_MINOR];
  for (let bar = 1; bar <= length; bar += 1) {
    const day = Math.floor((time[bar - 1] ?? 0) / 86_400_000);
    if (bar === length || Math.floor((time[bar] ?? 0) / 86_400_000) !== day)
      days.push(equity[bar - 1] ?? 0);
  }
  return days;
}
