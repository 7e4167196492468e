import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildDecision, signInAs } from '../testing/builders.ts';
import { overview } from '../testing/dashboard.tsx';
import { buildListed } from '../testing/explanation.ts';
import { serve } from '../testing/handlers.ts';
import { buildFigures } from '../testing/panel.ts';
import { renderApp } from '../testing/render-app.tsx';
import { openStory } from '../testing/story.tsx';

const RULES = [
  { name: 'voters', value: 3, limit: 3, pass: true },
  { name: 'direction', value: 1, limit: 1, pass: true },
  { name: 'agreement', value: 1, limit: 1.3, pass: true },
  { name: 'expected_r_low', value: -0.02, limit: 0, pass: false },
];

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent ?? '');

describe('the verdict in a story', () => {
  test('tells what the trade rested on, in which mode and what it was worth', async () => {
    const { region } = await openStory({
      decision: { quorum: 3, verdict_figures: buildFigures() },
    });
    const verdict = region('Verdict');
    expect(verdict.getByText('2 of 3 agree, worth 1.33 voices · 61% for a fall')).toBeTruthy();
    expect(verdict.getByText('Two analysts agree, worth 1.33 independent voices.')).toBeTruthy();
    expect(
      verdict.getByText('Learning: by what the analysts state, 120 of 300 outcomes known.'),
    ).toBeTruthy();
    const facts = verdict.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual(['+0.21 R', '-0.34 R', '0.05 ATR']);
  });

  test('names each rule with its figure, and the plain rules with what they would have done', async () => {
    const { region } = await openStory({
      decision: { rules: RULES, verdict_figures: buildFigures({ agreement: 'one_proven' }) },
    });
    const verdict = region('Verdict');
    expect(rowsOf(verdict.getByRole('table', { name: 'Rules' }))).toEqual([
      'Voters3≥ 3',
      'Directionyesyes',
      'Independent voices1≥ 1.3, or one proven',
      'Expected R, lower bound-0.02≥ 0',
    ]);
    const plain = verdict.getByRole('table', { name: 'What five plain rules would have done' });
    expect(rowsOf(plain)).toEqual([
      'MajoritySELL',
      'All agreeHOLD',
      'Best analyst aloneBUY',
      'All count alikeSELL',
      'Always holdHOLD',
    ]);
  });

  test('shows a dash where nobody named a stop, and nothing it rests on for a hold', async () => {
    const figures = buildFigures({ agreement: null, expected_r: null, expected_r_low: null });
    const { region } = await openStory({
      decision: { action: 'HOLD', quorum: 3, verdict_figures: figures },
    });
    const verdict = region('Verdict');
    const facts = verdict.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts.slice(0, 2)).toEqual(['–', '–']);
    expect(verdict.queryByText(/independent voices\.$/)).toBeNull();
  });

  test('of version 1 stays as it was decided, without the figures it never had', async () => {
    const { region } = await openStory();
    const verdict = region('Verdict');
    expect(verdict.getByText('2 of 3 agree, 2 must · 61% for a fall')).toBeTruthy();
    expect(verdict.queryByText(/^(Learning|Proven):/)).toBeNull();
    expect(verdict.queryByRole('table', { name: /plain rules/ })).toBeNull();
  });

  test('says of a voter that is surely wrong how its vote was used', async () => {
    const [first, ...others] = buildDecision().votes;
    if (!first) throw new Error('the decision has no vote');
    const turned = { ...first, action: 'BUY' as const, p_up: 0.6, p_pooled: 0.45, turned: true };
    const { region } = await openStory({
      decision: { votes: [turned, ...others], verdict_figures: buildFigures() },
    });
    const votes = region('Votes');
    expect(votes.getByText(/^Used the other way round: it has been wrong more often/)).toBeTruthy();
    expect(
      votes.getByText('Counted as 55% for a fall by its record; it said 60% for a rise.'),
    ).toBeTruthy();
  });
});

test('the list says in a few words why a bar was held, and which votes were turned', async () => {
  signInAs();
  const [vote, ...others] = buildDecision().votes;
  if (!vote) throw new Error('the decision has no vote');
  const held = buildListed(
    { kind: 'held' },
    { action: 'HOLD', rules: RULES, votes: [{ ...vote, turned: true }, ...others] },
  );
  const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };
  serve({
    ...overview,
    'GET /api/user/decisions': { body: { success: true, decisions: [held], pagination } },
  });
  await renderApp('/dashboard?tab=history&view=decisions');
  const table = await screen.findByRole('table', { name: /^Decisions, times in/ });
  const [row] = rowsOf(table);
  expect(row).toContain('Held: no edge shown');
  expect(row).toContain('1 sell turned');
});
