import { cleanup, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildDecision } from '../testing/builders.ts';
import { openStory } from '../testing/story.tsx';

const [plain] = buildDecision().votes;
if (!plain) throw new Error('the decision has no vote');

const model = {
  ...plain,
  analyst: 'claude',
  model: 'claude-x',
  provider: 'anthropic',
  family: 'anthropic',
};

describe('the votes of a story', () => {
  test('tell who was asked, what they rest on, what they weigh and what they cost', async () => {
    const changed = {
      ...model,
      round: 2,
      first: { action: 'HOLD' as const, p_up: 0.5 },
      evidence: [{ field: 'indicators.rsi14', value: 28.4 }],
      share: 0.4,
      p_pooled: 0.42,
      turned: false,
      cost_usd: 0.0021,
      latency_ms: 1_240,
    };
    const { region, page } = await openStory({
      decision: {
        votes: [changed],
        depth: 'premium',
        tokens: 5_000,
        cost_usd: 0.0123,
        latency_ms: 2_345,
      },
    });
    const vote = within(region('Votes').getByRole('listitem'));
    expect(vote.getByText('claude')).toBeTruthy();
    expect(vote.getByText('claude-x, Anthropic')).toBeTruthy();
    expect(vote.getByText('Changed from HOLD 50% after reading the others.')).toBeTruthy();
    expect(vote.getByText(/^Counted as 58% for a fall/)).toBeTruthy();
    expect(vote.getByText('40%')).toBeTruthy();
    expect(vote.getByText('RSI 14')).toBeTruthy();
    expect(vote.getByText('28.4')).toBeTruthy();
    expect(vote.getByText('700 tokens, $0.0021, 1.2 s (600 read, 100 written)')).toBeTruthy();
    expect(
      within(page).getByText(/Premium analysis: 5,000 tokens, \$0\.01, 2\.3 s\./),
    ).toBeTruthy();
  });

  test('of offline analysts are said to be metered at a flat figure, those of models are not', async () => {
    const flat = /Offline analysts read no tokens: they are metered at a flat 100 per decision\./;
    const offline = await openStory({ decision: { votes: [plain], tokens: 100 } });
    expect(within(offline.page).getByText(flat)).toBeTruthy();
    cleanup();
    const models = await openStory({ decision: { votes: [model] } });
    expect(within(models.page).queryByText(flat)).toBeNull();
  });

  test('that failed say how in plain words, and weigh nothing', async () => {
    const failed = {
      ...model,
      abstained: true,
      fault: 'timeout' as const,
      reason: '',
      share: null,
      p_pooled: null,
      turned: false,
    };
    const { region } = await openStory({ decision: { votes: [failed] } });
    const vote = within(region('Votes').getByRole('listitem'));
    expect(vote.getByText('ABSTAINED')).toBeTruthy();
    expect(vote.getByText('It gave no answer within its time.')).toBeTruthy();
    expect(vote.queryByText(/Weight in the verdict/)).toBeNull();
  });

  test('show what a model wrote as text, whatever it wrote', async () => {
    const hostile = '<img src=x onerror=alert(1)><b>Buy</b>';
    const { region, page } = await openStory({
      decision: {
        votes: [
          {
            ...model,
            analyst: hostile,
            model: hostile,
            reason: hostile,
            evidence: [{ field: hostile, value: hostile }],
          },
        ],
      },
    });
    expect(region('Votes').getAllByText(hostile).length).toBeGreaterThanOrEqual(4);
    expect(page.querySelector('img, b')).toBeNull();
  });
});
