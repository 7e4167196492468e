import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instant, instantFromIso } from '@quorate/values/instant';
import { currencyOf, money } from '@quorate/values/money';
import { streamOutput } from './output.ts';
import { createProgress, type Standing, standingText } from './progress.ts';
import { closingLines, type RunSummary, summaryText } from './summary.ts';

const USD = currencyOf('USD');

function streams(terminal: boolean) {
  const written = { out: '', err: '' };
  const put = (name: 'out' | 'err', text: string) => {
    written[name] += text;
  };
  const output = streamOutput(
    { write: (text) => put('out', text) },
    { write: (text) => put('err', text), isTTY: terminal, columns: 40 },
  );
  return { written, output };
}

describe('the output', () => {
  it('keeps results on standard output and everything else on standard error', () => {
    const { written, output } = streams(false);
    output.line('Signed in.');
    output.live('12%');
    output.out('{}\n');
    assert.deepEqual(written, { out: '{}\n', err: 'Signed in.\n' });
  });

  it('wipes the live line before a line that stays, and never lets it wrap', () => {
    const { written, output } = streams(true);
    output.live('x'.repeat(100));
    output.line('Done.');
    assert.equal(written.err, `\r\x1b[K${'x'.repeat(39)}\r\x1b[KDone.\n`);
  });

  it('lets nobody else move the cursor', () => {
    const { written, output } = streams(true);
    output.line('a\x1b[2Jb\x07\x9bc\n\td');
    assert.equal(written.err, 'a?[2Jb??c\n\td\n');
  });
});

describe('the progress', () => {
  const standing: Standing = {
    asOf: instantFromIso('2025-01-02T14:00:00Z'),
    barsDone: 42,
    bars: 99,
    balance: money(1_001_250, USD),
    equity: money(1_000_000, USD),
    openTrades: 1,
    closedTrades: 7,
    decisions: 31,
    tokensRemaining: 41_200,
  };

  it('is a plain line every ten seconds where nobody watches', () => {
    const { written, output } = streams(false);
    let now = 0;
    const tick = createProgress(
      { now: () => instant(now) },
      output,
      () => standing && standingText(standing),
    );
    for (now = 0; now < 25_000; now += 100) tick();
    const line =
      '2025-01-02 14:00 42% | balance 10012.50 USD | equity 10000.00 USD | 1 open, 7 closed | 31 decisions | 41200 tokens left\n';
    assert.equal(written.err, line.repeat(2));
  });

  it('is a live line on a terminal', () => {
    const { written, output } = streams(true);
    let now = 0;
    const tick = createProgress(
      { now: () => instant(now) },
      output,
      () => standing && standingText(standing),
    );
    for (now = 0; now < 1_000; now += 10) tick();
    assert.equal(written.err.split('\r').length, 10);
  });
});

describe('the summary for people', () => {
  const summary: RunSummary = {
    success: true,
    code: null,
    message: null,
    run_id: 'f'.repeat(64),
    account: { server: 'paper', login: 'PFFFFFFFFFFFF', currency: 'USD' },
    user_id: 'u',
    symbols: ['EURUSD'],
    symbol: 'EURUSD',
    timeframe: 'H1',
    from: '2025-01-01T22:00:00.000Z',
    to: '2025-06-30T21:00:00.000Z',
    bars: 3_072,
    bars_done: 3_072,
    trades: 3,
    wins: 1,
    losses: 1,
    break_even: 1,
    win_rate: 33.33,
    net_profit: -1.5,
    total_profit: 10,
    total_loss: -11.5,
    profit_factor: 0.869565,
    profit_factor_text: '0.87',
    start_balance: 10_000,
    balance: 9_998.5,
    equity: 9_999,
    open_positions: 1,
    decisions: 9,
    refusals: { spread: 1, risk_reward: 3 },
    limit: null,
    tokens_used: 20_000,
    tokens_remaining: -1,
    synced: 4,
    unsynced: 0,
    resumed: false,
    complete: true,
    interrupted: false,
  };

  it('has every figure in its place', () => {
    assert.equal(
      summaryText(summary, 2),
      [
        'Account          PFFFFFFFFFFFF at paper, USD',
        'Market           EURUSD H1, 2025-01-01 to 2025-06-30',
        'Candles          3072 of 3072',
        'Decisions        9, 20000 tokens of an unlimited plan',
        'Trades closed    3 (1 won, 1 lost, 1 even), 1 open',
        'Win rate         33.33 %',
        'Net profit       -1.50 USD',
        'Profit and loss  10.00 USD, -11.50 USD',
        'Profit factor    0.87',
        'Balance          9998.50 USD, from 10000.00 USD',
        'Equity           9999.00 USD',
        'Refused          risk_reward 3, spread 1',
        'Synced           4 trades are on the dashboard',
        '',
      ].join('\n'),
    );
    assert.deepEqual(closingLines(summary), []);
  });

  it('ends with what disturbed the run and what comes next', () => {
    const cut = {
      ...summary,
      success: false,
      complete: false,
      unsynced: 2,
      message: 'Interrupted.',
    };
    assert.deepEqual(closingLines(cut), [
      'Interrupted.',
      'Trades that wait to be sent: 2; the next run sends them.',
      'The same command goes on from here; nothing is asked or sent twice.',
    ]);
  });
});
