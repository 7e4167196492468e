import { describe, expect, test } from 'vitest';
import { buildKnown, buildPanelVoter } from '../../testing/panel.ts';
import {
  changeWords,
  edgeSentence,
  provenWords,
  rightWords,
  stateLine,
  stateSentence,
} from './panel-words.ts';

describe('the state of a panel', () => {
  test('tells how far the measuring is', () => {
    const record = buildKnown({ state: 'measuring', outcomes: 120 });
    expect(stateSentence(record)).toBe(
      'We are measuring: 120 of 300 outcomes are known on EURUSD H1.',
    );
    expect(stateLine(record)).toBe('Measuring: 120 of 300 outcomes are known on EURUSD H1.');
  });

  test('without an edge names the sample and the range of the intervals', () => {
    expect(stateSentence(buildKnown())).toBe(
      'Your analysts have shown no skill on EURUSD H1 so far (312 outcomes, right in 48 to 59%). We are not opening trades; we keep measuring.',
    );
    expect(stateLine(buildKnown())).toBe('No skill shown on EURUSD H1 so far (312 outcomes).');
  });

  test('takes a turned voter in the direction in which it is used, and no range of nobody', () => {
    const turned = buildPanelVoter('contrarian', {
      turned: true,
      accuracy: { value: 0.4, low: 0.35, high: 0.46 },
    });
    expect(stateSentence(buildKnown({ voters: [turned] }))).toContain('right in 54 to 65%');
    expect(stateSentence(buildKnown({ voters: [] }))).toContain('(312 outcomes).');
  });

  test('with an edge says what it is worth together, or by whom alone', () => {
    const together = buildKnown({ state: 'edge', pool: { edge: 0.12, edge_low: 0.06 } });
    expect(stateSentence(together)).toBe(
      'Your analysts have shown an edge on EURUSD H1 (312 outcomes).',
    );
    expect(edgeSentence(together)).toBe(
      'When all agree, a trade is worth +0.12 R before costs, at least +0.06 R with 80% confidence. A round trip costs 0.03 R.',
    );
    const alone = buildKnown({
      state: 'edge',
      voters: [
        buildPanelVoter('trend', { edge: 0.1, edge_low: 0.04 }),
        buildPanelVoter('claude', { votes: 40, edge_low: 0.2 }),
      ],
    });
    expect(edgeSentence(alone)).toMatch(/^Trend analyst alone is worth \+0\.10 R before costs/);
  });
});

describe('a voter of the panel', () => {
  const known = { cost_atr: 0.03, proven_from: 300 };
  const words = (part: Parameters<typeof buildPanelVoter>[1]) =>
    provenWords(buildPanelVoter('trend', part), known);

  test('has shown something from enough votes on, and beyond the costs', () => {
    expect(words({ votes: 0 })).toBe('Nothing is known of it yet.');
    expect(words({ votes: 120 })).toBe('120 of 300 votes are known, too few to prove anything.');
    expect(words({ edge_low: 0.02 })).toBe('No skill beyond the costs shown so far.');
    expect(words({ edge_low: 0.05 })).toMatch(/^Proven skill: worth at least \+0\.05 R/);
    expect(provenWords(buildPanelVoter('trend', { edge_low: 0.05 }), { ...known, cost_atr: null })) //
      .toBe('No skill beyond the costs shown so far.');
  });

  test('that is surely wrong is used the other way round', () => {
    expect(words({ turned: true, edge_low: 0.08 })).toBe(
      'Used the other way round: it has been wrong more often than right. So used, it is worth at least +0.08 R before costs.',
    );
  });

  test('tells how its share has changed, where both stretches are known', () => {
    const change = (now: number | null, before: number | null) =>
      changeWords({ share_last_30_days: now, share_before: before });
    expect([change(0.36, 0.32), change(0.3, 0.31), change(0.3, 0.3)]).toEqual([
      '+4 points',
      '−1 point',
      'unchanged',
    ]);
    expect([change(null, 0.3), change(0.3, null)]).toEqual([null, null]);
    expect(rightWords({ right: 0, votes: 0 })).toBe('–');
  });
});
