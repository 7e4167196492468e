import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { USD } from '@quorate/trading/testing/builders';
import { currencyOf } from '@quorate/values/money';
import { EURUSD as SPEC } from '../live/testing/scripted-symbol.ts';
import type { TerminalSymbolSpec } from '../mt5/bridge/records.ts';
import { costModelOf } from './cost-options.ts';
import { keepTerminalSwaps, terminalSwapsOf } from './terminal-swaps.ts';

const EUR = currencyOf('EUR');
const specOf = (changes: Partial<TerminalSymbolSpec>) => ({ ...SPEC, ...changes });

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'bot-swaps-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const TERMINAL = { server: 'Broker-Demo', currency: 'USD', at: '2026-01-08T10:00:00.000Z' };
const swaps = { swap_long: '-6.2', swap_short: '1.1', swap_3days: 3 } as const;

describe("the terminal's own swaps", () => {
  it('are points of the price in its second currency, or money of the account', (t) => {
    const dataDir = folder(t);
    const specs = [
      specOf({ symbol: 'EURUSD.r', ...swaps, swap_mode: 'points' }),
      specOf({ symbol: 'GBPUSD', ...swaps, swap_mode: 'currency_deposit' }),
      specOf({ symbol: 'AUDUSD', ...swaps, swap_mode: 'disabled' }),
      specOf({ symbol: 'NZDUSD', ...swaps, swap_mode: 'other' }),
    ];
    keepTerminalSwaps(dataDir, { ...TERMINAL, specs });
    const symbols = ['EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD', 'USDJPY'];
    const { EURUSD, ...others } = terminalSwapsOf(dataDir, symbols, USD);
    // 6.2 points of 0.00001 on 100,000 euros: 6.20 dollars.
    assert.ok(EURUSD?.unit === 'quote');
    assert.deepEqual([EURUSD.long.toFixed(6), EURUSD.short.toFixed(6)], ['-6.200000', '1.100000']);
    assert.deepEqual(others, {
      GBPUSD: { unit: 'account', longMinor: -620, shortMinor: 110 },
      AUDUSD: { unit: 'quote', long: 0, short: 0 },
    });
    assert.deepEqual(Object.keys(terminalSwapsOf(dataDir, symbols, EUR)), ['EURUSD', 'AUDUSD']);
  });

  it('are taken where they are asked for, below what is typed', (t) => {
    const dataDir = folder(t);
    const terms = {
      dataDir,
      slippage: 0,
      swaps: { EURUSD: { long: '-1', short: '-2' } },
      swapSource: 'terminal',
      stopOutPercent: 50,
      inside: [],
    } as const;
    const symbols = ['EURUSD', 'GBPUSD'];
    assert.throws(() => costModelOf(terms, symbols, USD), { code: 'usage' });
    const specs = symbols.map((symbol) =>
      specOf({ symbol, ...swaps, swap_mode: 'currency_deposit' }),
    );
    keepTerminalSwaps(dataDir, { ...TERMINAL, specs });
    assert.deepEqual(costModelOf(terms, symbols, USD).swaps, {
      EURUSD: { unit: 'account', longMinor: -100, shortMinor: -200 },
      GBPUSD: { unit: 'account', longMinor: -620, shortMinor: 110 },
    });
    assert.deepEqual(
      costModelOf({ ...terms, swapSource: 'table', swaps: {} }, symbols, USD).swaps,
      {},
    );
  });

  it('of an expert of before are not kept', (t) => {
    const dataDir = folder(t);
    keepTerminalSwaps(dataDir, { ...TERMINAL, specs: [specOf({})] });
    assert.throws(() => terminalSwapsOf(dataDir, ['EURUSD'], USD), { code: 'usage' });
  });
});
