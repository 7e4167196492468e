import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paperCommand } from './paper-command.ts';
import type { PaperOptions } from './paper-options.ts';

/** What a run is asked for by these arguments. */
async function asked(...args: string[]): Promise<PaperOptions> {
  const seen: PaperOptions[] = [];
  const command = paperCommand(async (options) => void seen.push(options));
  const needed = ['--candles', 'a.csv', '--symbol', 'EURUSD', '--user', 'mira'];
  await command.parseAsync(['node', 'paper', ...needed, ...args]);
  const [options] = seen;
  assert.ok(options);
  return options;
}

test('none leaves a limit out that may be left out, and a figure sets it', async () => {
  const none = await asked('--drawdown-limit-percent', 'none', '--break-even-after-r', 'none');
  assert.deepEqual([none.risk.drawdownPercent, none.exits.breakEvenAfterR], [null, null]);
  const some = await asked('--drawdown-limit-percent', '7', '--break-even-after-r', '1.5');
  assert.deepEqual([some.risk.drawdownPercent, some.exits.breakEvenAfterR], [7, 1.5]);
  const usual = await asked();
  assert.deepEqual([usual.risk.drawdownPercent, usual.exits.breakEvenAfterR], [10, null]);
});
