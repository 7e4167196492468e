import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MODEL_VOTE_TOKENS } from '@quorate/contract/plans';
import { generateMarket } from '@quorate/trading/market/market-generator';
import { buildSnapshot } from '@quorate/trading/market/snapshot';
import { instantFromIso } from '@quorate/values/instant';
import { countTokens } from './tokens.ts';
import { countPrompt, firstPrompt } from './vote-prompt.ts';

const HASH = 'cab96ddd7cfee4845c43f3a4838445abf9988a6866040521f0baf8b3bc92b37c';

/** An answer of the usual length: three figures, and a reason of two lines. */
const ANSWER = {
  snapshot_hash: HASH,
  action: 'BUY',
  p_up: 0.58,
  sl_atr: 1.5,
  tp_atr: 3,
  evidence: [
    { field: 'indicators.adx14', value: 25.17 },
    { field: 'indicators.ema20_less_ema50', value: 2.062 },
    { field: 'indicators.rsi14', value: 73.66 },
  ],
  reason:
    'The 20-bar average is well above the 50-bar average and the trend is strong, so a rise comes first more often; a high RSI takes some of it away.',
  abstain: false,
};

test('what the site says a vote takes is what prompt and answer take, rounded up to a hundred', () => {
  const series = generateMarket({
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 400,
    end: instantFromIso('2026-06-26T21:00:00Z'),
    seed: 2,
  });
  const prompts = Array.from({ length: series.length }, (_, bar) => buildSnapshot(series, bar))
    .filter((snapshot) => snapshot !== undefined)
    .filter((_, at) => at % 10 === 0)
    .map((snapshot) =>
      countPrompt(firstPrompt({ snapshot, snapshotHash: HASH, depth: 'premium' })),
    );
  const mean = prompts.reduce((sum, tokens) => sum + tokens, 0) / prompts.length;
  const vote = mean + countTokens(JSON.stringify(ANSWER));
  assert.equal(Math.ceil(vote / 100) * 100, MODEL_VOTE_TOKENS);
});
