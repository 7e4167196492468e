import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { currencyOf } from '@quorate/values/money';
import { storedTranslator } from '@quorate/values/stored-sentences';
import { breakoutVote } from './analysts/breakout.ts';
import { meanReversionVote } from './analysts/mean-reversion.ts';
import { trendVote } from './analysts/trend.ts';
import { verdictReason } from './ensemble/verdict-reason.ts';
import { LEARNING_LIMITS, type VerdictFigures } from './ensemble/verdict-rules.ts';
import { defaultRuleSet, PRESETS } from './governor/presets.ts';
import type { RuleSet } from './governor/rule-set.ts';
import { presetCautions, ruleSetWords } from './governor/rule-set-words.ts';
import type { SnapshotIndicators } from './market/market-reader.ts';
import type { Snapshot } from './market/snapshot.ts';
import { SIZE_CODES } from './risk/refusal.ts';
import { RULES } from './risk/rules.ts';
import { STORED_PARTS, STORED_SENTENCES, storedPairs } from './stored-sentences.ts';

/** A language without words: of a sentence that is known, nothing is left but what is filled in. */
const wordless = (english: string) => (english.match(/\{\w+\}/g) ?? []).join(' · ');
const say = storedTranslator(
  storedPairs(STORED_SENTENCES, wordless),
  storedPairs(STORED_PARTS, wordless),
);

/** English that is left: figures, symbols and names are none. */
function unsaid(text: string): string[] {
  return say(text).match(/(?<![\w-])[a-z]{2,}(?![\w-])/g) ?? [];
}

const isSaid = (text: string) => assert.deepEqual(unsaid(text), [], text);

const FIGURES: VerdictFigures = {
  voters: 3,
  tied: false,
  side: 'BUY',
  agreeing: [0, 1],
  effective: 1.62,
  kind: 'several',
  outcomes: 412,
  chance: 0.562,
  expectedR: 0.1744,
  expectedRLow: -0.02,
};

const CALM: SnapshotIndicators = {
  close_less_ema20: 0,
  close_less_ema50: 0,
  ema20_less_ema50: 0,
  adx14: 12,
  plus_di14: 20,
  minus_di14: 20,
  rsi14: 50,
  zscore20: 0.2,
  above_high20: -1.2,
  below_low20: -0.8,
  atr_ratio50: 1,
};

function seen(indicators: Partial<SnapshotIndicators>): Snapshot {
  return { indicators: { ...CALM, ...indicators } } as Snapshot;
}

describe('every sentence that is stored in English has a pattern', () => {
  it('of the risk desk', () => {
    const examples = [...RULES.map(({ codes }) => codes), SIZE_CODES].flatMap((codes) =>
      Object.values(codes),
    );
    assert.ok(examples.length > 25);
    for (const example of examples) isSaid(example);
    for (const { rule } of RULES) isSaid(rule.label);
  });

  it('of a verdict, made or held', () => {
    const limits = { ...LEARNING_LIMITS, mode: 'proven' } as const;
    for (const side of ['BUY', 'SELL'] as const)
      for (const kind of ['several', 'one_proven'] as const)
        for (const each of [limits, LEARNING_LIMITS])
          isSaid(verdictReason([], { ...FIGURES, side, kind }, each));
    for (const name of [
      'voters',
      'direction',
      'agreement',
      'outcomes',
      'expected_r',
      'expected_r_low',
    ])
      for (const value of [0, 1])
        isSaid(verdictReason([{ name, value, limit: 3, pass: false }], FIGURES, limits));
    isSaid(verdictReason([], { ...FIGURES, expectedR: null }, limits));
  });

  it('of the analysts that are code, whatever they say', () => {
    for (const ema20_less_ema50 of [-1.2, 0, 1.2])
      for (const adx14 of [10, 40]) isSaid(trendVote(seen({ ema20_less_ema50, adx14 })).reason);
    for (const [zscore20, rsi14] of [
      [-2, 20],
      [2, 80],
      [0.1, 50],
      [-0.1, 50],
    ] as const)
      isSaid(meanReversionVote(seen({ zscore20, rsi14 })).reason);
    for (const [above_high20, below_low20] of [
      [0.4, -3],
      [-3, 0.4],
      [-1, -1],
    ] as const)
      isSaid(breakoutVote(seen({ above_high20, below_low20 })).reason);
  });

  it('of the rules of every firm and of one’s own, in percent and in money', () => {
    const own = defaultRuleSet(5, 8, 10, 12);
    const others: RuleSet[] = [
      own,
      {
        ...own,
        fewestTradingDays: 1,
        mostPositions: 1,
        mostLots: 5,
        mostOpenRiskPercent: 3,
        flatBy: { time: '21:30', zone: 'Etc/UTC' },
        news: { minutesBefore: 5, minutesAfter: 5, importance: 'medium', bars: 'entries' },
        lines: own.lines.map((line) => ({ ...line, bankedProfitWidens: line.kind === 'day' })),
      },
      {
        ...own,
        tradingDayLeastPercent: 0.5,
        fewestTradingDays: 3,
        mostPositions: 3,
        news: { minutesBefore: 5, minutesAfter: 5, importance: 'low', bars: 'all' },
        automatedTrading: 'ask',
        lines: own.lines.map((line) => ({ ...line, trails: 'on_day_end_balance' })),
      },
    ];
    const account = { initialMinor: 1_000_000, currency: currencyOf('USD') };
    for (const rules of [...others, ...PRESETS])
      for (const sentence of [...ruleSetWords(rules), ...ruleSetWords(rules, account)])
        isSaid(sentence);
    for (const preset of PRESETS) {
      const [, ...notes] = [preset.preset.note, ...presetCautions(preset, '2026-09-01')];
      for (const sentence of notes) if (sentence !== preset.preset.note) isSaid(sentence);
    }
  });
});

it('finds a sentence that is worded in another way', () => {
  assert.deepEqual(unsaid('The spread of EURUSD is 52 points, the limit was 36.').slice(0, 2), [
    'spread',
    'of',
  ]);
  assert.deepEqual(unsaid('12 big positions are open, the risk settings allow 2.'), ['big']);
});
