import { VOTE_FAULTS } from '@quorate/contract/decisions';
import { describe, expect, test } from 'vitest';
import { buildDecision } from '../../testing/builders.ts';
import { buildModels, buildVoter } from '../../testing/models.ts';
import { evidenceFacts } from './decision-detail.tsx';
import { asUsed, pooledWords, roundWords, spentWords, turnedWords } from './vote-words.ts';
import { faultSentence, modelWords } from './voter-words.ts';
import { askedFrom, deeperWords, quorumWords } from './voters-panel.tsx';

const [vote] = buildDecision().votes;
if (!vote) throw new Error('the decision has no vote');

test('every fault has a sentence of its own', () => {
  const sentences = VOTE_FAULTS.map(faultSentence);
  expect(new Set(sentences).size).toBe(VOTE_FAULTS.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

test('a voter is named with its model and provider, an analyst as what it is', () => {
  expect(modelWords({ provider: 'anthropic', model: 'claude-x' })).toBe('claude-x, Anthropic');
  expect(modelWords({ provider: 'else', model: 'm' })).toBe('m, else');
  expect(modelWords({ provider: 'offline', model: 'offline' })).toBe('Rules, no language model');
});

describe('a second round', () => {
  const second = { ...vote, round: 2, action: 'SELL' as const, p_up: 0.33 };
  test('that changed the vote says from what', () => {
    const first = { action: 'HOLD' as const, p_up: 0.5 };
    expect(roundWords({ ...second, first })).toBe(
      'Changed from HOLD 50% after reading the others.',
    );
  });
  test('that made it surer says what it was before', () => {
    const first = { action: 'SELL' as const, p_up: 0.4 };
    expect(roundWords({ ...second, first })).toBe(
      'Stayed with SELL after reading the others; it said SELL 60% before.',
    );
  });
  test('that changed nothing says so, and one round says nothing', () => {
    const first = { action: 'SELL' as const, p_up: 0.33 };
    expect(roundWords({ ...second, first })).toBe('Kept its vote after reading the others.');
    expect(roundWords(vote)).toBeNull();
  });
});

test('a chance that its record changes is told with both figures', () => {
  expect(pooledWords({ ...vote, p_up: 0.67, p_pooled: 0.58 })).toBe(
    'Counted as 58% for a rise by its record; it said 67% for a rise.',
  );
  expect(pooledWords({ ...vote, p_up: 0.67, p_pooled: 0.671 })).toBeNull();
  expect(pooledWords({ ...vote, p_pooled: null })).toBeNull();
  expect(pooledWords({ ...vote, action: 'HOLD', p_up: 0.52, p_pooled: 0.5 })).toBeNull();
});

test('a vote of a voter that is surely wrong says that it counted the other way round', () => {
  expect(turnedWords({ turned: true })).toBe(
    'Used the other way round: it has been wrong more often than right.',
  );
  expect(turnedWords({ turned: false })).toBeNull();
  expect(asUsed({ ...vote, action: 'SELL', turned: true }).action).toBe('BUY');
  expect(asUsed({ ...vote, action: 'HOLD', turned: true }).action).toBe('HOLD');
  expect(asUsed({ ...vote, action: 'SELL' }).action).toBe('SELL');
});

test('cost is told where there was any, with the digits that say something', () => {
  const spent = (cost_usd: number, latency_ms: number | null = 340) =>
    spentWords({ tokens: 812, cost_usd, latency_ms });
  expect(spent(0)).toBe('812 tokens, 340 ms');
  expect(spent(0.002_14, 1_240)).toBe('812 tokens, $0.0021, 1.2 s');
  expect(spent(0.125, null)).toBe('812 tokens, $0.13');
  expect(spent(0.000_000_2)).toBe('812 tokens, less than $0.000001, 340 ms');
  expect(spentWords({ tokens: 1, cost_usd: 0, latency_ms: null })).toBe('1 token');
});

test('evidence is named as the snapshot names it, once each; what it does not know stands as it came', () => {
  expect(
    evidenceFacts([
      { field: 'indicators.rsi14', value: 28.4 },
      { field: 'indicators.rsi14', value: 28.4 },
      { field: 'indicators.above_high20', value: -0.5 },
      { field: 'bars.29.1', value: 0.5 },
      { field: 'session', value: 'europe' },
      { field: 'moon.phase', value: 3 },
    ]),
  ).toEqual([
    { label: 'RSI 14', value: '28.4' },
    { label: 'Above high of 20', value: '-0.5 ATR' },
    { label: 'Bar 30, high', value: '0.5 ATR' },
    { label: 'Session', value: 'Europe' },
    { label: 'moon.phase', value: '3' },
  ]);
});

describe('the depth of a plan', () => {
  const { depths } = buildModels();
  test('is told beside what the deepest does more', () => {
    expect(deeperWords(depths, 'basic')).toBe('Premium asks 4 in 2 rounds.');
    expect(deeperWords(depths, 'premium')).toBeNull();
  });
  test('is not said to bring more where it does not', () => {
    const same = depths.map(({ depth }) => ({ depth, voters: 3, rounds: 1 }));
    expect(deeperWords(same, 'basic')).toBeNull();
  });
  test('says from where on a voter is asked', () => {
    const voter = buildVoter('gemini', { depths: ['premium'] });
    expect(askedFrom(voter, 'basic')).toBe('Asked from Premium on');
    expect(askedFrom(voter, 'premium')).toBeNull();
  });
});

test('a quorum is three voters, and all of a smaller panel', () => {
  expect(quorumWords({ voters: 5 })).toBe('For a trade, at least 3 of 5 must answer.');
  expect(quorumWords({ voters: 3 })).toBe('For a trade, all 3 must answer.');
  expect(quorumWords({ voters: 2 })).toBe('For a trade, all 2 must answer.');
});
