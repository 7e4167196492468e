import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { candleFolder, HEADER, ROWS } from '@quorate/run/candles/testing/candle-files';
import { NO_EXITS } from '@quorate/trading/exits/exits';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import type { PaperOptions } from '../paper-options.ts';
import { NO_WISH } from '../profiles/verdict-settings.ts';
import { setUpMarkets } from './paper-markets.ts';

const { folder, write } = candleFolder();

function options(
  candles: string,
  { symbol = 'EURUSD', ...more }: Partial<PaperOptions> & { symbol?: string } = {},
): PaperOptions {
  return {
    markets: [{ candles, symbol }],
    user: 'mira',
    service: 'http://localhost:3000',
    zone: 'auto',
    timeframe: null,
    candlesPerSecond: null,
    fastFirst: 0,
    balance: null,
    accountCurrency: null,
    risk: DEFAULT_RISK_SETTINGS,
    verdict: NO_WISH,
    exits: NO_EXITS,
    ruleSet: null,
    initialBalance: null,
    calendar: null,
    newsWithoutCalendar: 'trade',
    slippage: 'range',
    swaps: {},
    swapSource: 'table',
    stopOutPercent: 50,
    inside: [],
    dataDir: folder,
    giveUpAfterMs: 1_000,
    json: false,
    verbose: false,
    ...more,
  };
}

const EURUSD = HEADER + ROWS.join('');

function yen(): string {
  return EURUSD.replaceAll(/1\.0(\d)(\d{3})/g, '16$1.$2');
}

describe('what a paper run trades on', () => {
  it('is said to whoever starts it', async () => {
    const { notes, start } = await setUpMarkets(options(write(EURUSD)));
    assert.deepEqual(notes, [
      '3 H1 candles of EURUSD, 5 digits, times read as broker server time (New York + 7 h).',
      'Spreads are those of the file, at least the usual spread of 12 points.',
      'The paper account starts with 10000.00 USD (another currency: --account-currency).',
      'Slippage grows with the range of a candle and the hour (--slippage).',
      "The swaps of EURUSD are an assumption as of 2025-01-02; name your broker's with --swap.",
    ]);
    assert.deepEqual(start, { minor: 1_000_000, currency: 'USD' });
  });

  it('is an account in the second currency of a pair without the dollar, with a balance that can trade', async () => {
    const { start } = await setUpMarkets(options(write(yen()), { symbol: 'EURJPY' }));
    assert.deepEqual(start, { minor: 1_000_000, currency: 'JPY' });
    const chosen = await setUpMarkets(
      options(write(yen()), { symbol: 'EURJPY', accountCurrency: 'EUR', balance: '2500.50' }),
    );
    assert.deepEqual(chosen.start, { minor: 250_050, currency: 'EUR' });
    assert.equal(chosen.notes[2], 'The paper account starts with 2500.50 EUR.');
  });

  it('comes with warnings of what may be a mistake', async () => {
    const path = join(folder, 'GBPUSD_H1.csv');
    renameSync(write(EURUSD), path);
    const { notes } = await setUpMarkets(options(path, { service: 'http://quorate.example' }));
    assert.deepEqual(
      [notes[2], ...notes.slice(6)],
      [
        "Warning: the file's name speaks of GBPUSD, and --symbol says EURUSD.",
        'Warning: the password travels unencrypted to http://quorate.example; use https.',
      ],
    );
    const safe = await setUpMarkets(options(write(EURUSD), { service: 'https://quorate.example' }));
    assert.equal(safe.notes.length, 5);
  });

  it('is one account for several symbols, each with its own terms', async () => {
    const several = options(write(EURUSD), {
      markets: [
        { candles: write(EURUSD), symbol: 'EURUSD' },
        { candles: write(EURUSD), symbol: 'GBPUSD' },
      ],
    });
    const { markets, currency, notes } = await setUpMarkets(several);
    assert.equal(currency, 'USD');
    assert.deepEqual(
      markets.map(({ series, instrument }) => [series.symbol, instrument.typicalSpreadPoints]),
      [
        ['EURUSD', 12],
        ['GBPUSD', 16],
      ],
    );
    assert.equal(notes.length, 7);
  });

  it('can be in a third currency where another symbol tells its rate', async () => {
    const market = (symbol: string) => ({ candles: write(EURUSD), symbol });
    const beside = options('', {
      markets: [market('EURUSD'), market('GBPUSD')],
      accountCurrency: 'GBP',
    });
    assert.equal((await setUpMarkets(beside)).currency, 'GBP');
    await assert.rejects(setUpMarkets({ ...beside, markets: [market('EURUSD')] }), {
      code: 'usage',
      message:
        'EURUSD cannot be valued in GBP: the account must be in EUR or USD, or the candles of a pair of USD and GBP must be given, too.',
    });
  });
});
