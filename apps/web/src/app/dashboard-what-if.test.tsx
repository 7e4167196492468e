import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { queryClient } from '../lib/query/query-client.ts';
import { buildDecision } from '../testing/builders.ts';
import { unavailable } from '../testing/dashboard.tsx';
import { type Answer, refusal, silence } from '../testing/handlers.ts';
import { buildModels } from '../testing/models.ts';
import { openStory, openTrial } from '../testing/story.tsx';

const REPLAY = 'POST /api/user/decisions/:id/replay';
const { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules } =
  buildDecision();
const verdict = { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules };
const desk = {
  kind: 'allowed',
  side: 'SELL',
  lots: 0.37,
  rule: null,
  checks: [],
  sentence: 'The risk desk allowed 0.37 lots.',
};
const usage = {
  token_limit: 10_000,
  tokens_used: 2_500,
  tokens_remaining: 7_500,
  period_start: '2026-11-10T00:00:00.000Z',
  period_end: '2026-12-10T00:00:00.000Z',
};

function answer(part: object = {}): Answer {
  const before = { verdict, desk };
  return {
    body: { success: true, before, after: before, changes: [], tokens: 0, usage, ...part },
  };
}

const refused = {
  ...desk,
  kind: 'refused',
  rule: 'risk_reward',
  sentence: 'Reward over risk is 1.53, at least 2 is required.',
};

describe('what if', () => {
  test('other risk settings are free, and before and after are shown with what changes', async () => {
    const changes = ['The risk desk would have refused: reward over risk 1.53, at least 2.'];
    const { region, calls, id } = await openTrial({
      handlers: { [REPLAY]: answer({ after: { verdict, desk: refused }, changes }) },
    });
    const trial = region('What if');
    expect(trial.getByText(/^Free: the stored votes stand/)).toBeTruthy();
    await userEvent.type(trial.getByLabelText('Risk-reward ratio'), '2{Enter}');
    expect(await trial.findByText(changes[0] ?? '')).toBeTruthy();
    const sides = trial.getAllByRole('region').map(({ textContent }) => textContent ?? '');
    expect(sides.some((text) => /^As it wasSell.*allowed 0\.37 lots/.test(text))).toBe(true);
    expect(sides.some((text) => /^As it would have been.*at least 2 is/.test(text))).toBe(true);
    expect(trial.getByLabelText('refused')).toBeTruthy();
    expect(trial.getByText('It used no tokens.')).toBeTruthy();
    const call = calls.find(({ path }) => path === `/api/user/decisions/${id}/replay`);
    expect(call?.body).toEqual({ risk: { minimum_risk_reward: 2 } });
  });

  test('other voters are asked at a depth of the plan, for tokens that are told before and after', async () => {
    const readAnew = vi.spyOn(queryClient, 'invalidateQueries');
    const { region, calls, user } = await openTrial({
      handlers: {
        'GET /api/user/voters': { body: buildModels({ depth: 'premium' }) },
        [REPLAY]: answer({ tokens: 2_400 }),
      },
    });
    const trial = region('What if');
    expect(trial.queryByLabelText('Depth')).toBeNull();
    await userEvent.click(trial.getByRole('checkbox', { name: /^gpt/ }));
    await userEvent.click(trial.getByRole('checkbox', { name: /^gemini/ }));
    expect(
      trial.getByText('Asks 2 voters now, with tokens of your plan. Fewer than 3 can only hold.'),
    ).toBeTruthy();
    const depth = trial.getByLabelText('Depth');
    expect([...depth.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      'basic',
      'advanced',
      'premium',
    ]);
    await userEvent.selectOptions(depth, 'basic');
    await userEvent.click(trial.getByRole('button', { name: 'Decide again' }));
    expect(await trial.findByText('Nothing would have changed.')).toBeTruthy();
    expect(trial.getByText('It used 2,400 tokens. 7,500 are left.')).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/replay'))?.body).toEqual({
      voters: ['gpt', 'gemini'],
      depth: 'basic',
      risk: {},
    });
    // The overview's token figures are read again when they are next seen.
    expect(readAnew).toHaveBeenCalledWith({ queryKey: ['dashboard', user.id] });
  });

  test('a voter of a higher plan is shown, and cannot be chosen', async () => {
    const { region } = await openTrial({
      handlers: { 'GET /api/user/voters': { body: buildModels({ depth: 'advanced' }) } },
    });
    const trial = region('What if');
    const gemini = trial.getByRole<HTMLInputElement>('checkbox', {
      name: /^gemini.*, on a higher plan$/,
    });
    expect(gemini.disabled).toBe(true);
    const gpt = trial.getByRole<HTMLInputElement>('checkbox', { name: /^gpt/ });
    expect(gpt.disabled).toBe(false);
  });

  test('a figure beyond the desk’s bounds is told at its field, and nothing is asked', async () => {
    const { region, calls } = await openTrial();
    const trial = region('What if');
    await userEvent.type(trial.getByLabelText('Risk per trade, %'), '9');
    await userEvent.type(trial.getByLabelText('Maximum daily trades'), '1.5');
    await userEvent.click(trial.getByRole('button', { name: 'Decide again' }));
    expect(trial.getByText('A number from 0.01 to 2')).toBeTruthy();
    expect(trial.getByText('A whole number from 1 to 1,000')).toBeTruthy();
    expect(trial.getByLabelText('Risk per trade, %').getAttribute('aria-invalid')).toBe('true');
    expect(calls.some(({ path }) => path.endsWith('/replay'))).toBe(false);
  });

  test('with nothing chosen it says what to choose', async () => {
    const { region } = await openTrial();
    await userEvent.click(region('What if').getByRole('button', { name: 'Decide again' }));
    expect(region('What if').getByText(/^Choose voters, or enter a risk setting/)).toBeTruthy();
  });

  test('can be cancelled while the voters think', async () => {
    const readAnew = vi.spyOn(queryClient, 'invalidateQueries');
    const { region, user } = await openTrial({ handlers: { [REPLAY]: () => silence() } });
    const trial = region('What if');
    await userEvent.click(trial.getByRole('checkbox', { name: /^Trend analyst/ }));
    await userEvent.click(trial.getByRole('button', { name: 'Decide again' }));
    expect(trial.getByText(/^The voters are asked/)).toBeTruthy();
    await userEvent.click(trial.getByRole('button', { name: 'Cancel' }));
    expect(await trial.findByText(/^Cancelled\..*may have used tokens\.$/)).toBeTruthy();
    expect(readAnew).toHaveBeenCalledWith({ queryKey: ['dashboard', user.id] });
    expect(trial.queryByText('The decision could not be made again')).toBeNull();
    expect(trial.getByRole('button', { name: 'Decide again' }).hasAttribute('disabled')).toBe(
      false,
    );
  });

  test('that is cancelled without voters has used no tokens, and speaks of none', async () => {
    const { region } = await openTrial({ handlers: { [REPLAY]: () => silence() } });
    const trial = region('What if');
    await userEvent.type(trial.getByLabelText('Risk per trade, %'), '0,5{Enter}');
    await userEvent.click(trial.getByRole('button', { name: 'Cancel' }));
    expect(await trial.findByText('Cancelled.')).toBeTruthy();
  });

  test('a voter that is gone meanwhile is not asked', async () => {
    let models = buildModels({ depth: 'advanced' });
    const { region, calls, user } = await openTrial({
      handlers: { 'GET /api/user/voters': () => ({ body: models }), [REPLAY]: answer() },
    });
    const trial = region('What if');
    await userEvent.click(trial.getByRole('checkbox', { name: /^gpt/ }));
    await userEvent.click(trial.getByRole('checkbox', { name: /^claude/ }));
    models = { ...models, voters: models.voters.filter(({ analyst }) => analyst !== 'gpt') };
    await queryClient.invalidateQueries({ queryKey: ['decisions', user.id, 'voters'] });
    expect(await trial.findByText(/^Asks 1 voter now/)).toBeTruthy();
    await userEvent.click(trial.getByRole('button', { name: 'Decide again' }));
    expect(await trial.findByText('Nothing would have changed.')).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/replay'))?.body).toMatchObject({
      voters: ['claude'],
    });
  });

  test('a refusal stands in the service’s words', async () => {
    const words = 'You have used all tokens of this cycle.';
    const { region } = await openTrial({
      handlers: { [REPLAY]: refusal(403, 'token_limit_reached', words) },
    });
    const trial = region('What if');
    await userEvent.click(trial.getByRole('checkbox', { name: /^Trend analyst/ }));
    await userEvent.click(trial.getByRole('button', { name: 'Decide again' }));
    expect(await trial.findByText('The decision could not be made again')).toBeTruthy();
    expect(trial.getByText(words)).toBeTruthy();
  });

  test('voters that cannot be loaded can be asked for again', async () => {
    const { region } = await openStory({ handlers: { 'GET /api/user/voters': unavailable } });
    await userEvent.click(region('What if').getByRole('button', { name: 'Try it' }));
    expect(await region('What if').findByText('Failed to load who votes')).toBeTruthy();
  });
});
