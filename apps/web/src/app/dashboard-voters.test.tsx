import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { signInAs } from '../testing/builders.ts';
import { overview, unavailable } from '../testing/dashboard.tsx';
import { type Answer, serve, silence } from '../testing/handlers.ts';
import { buildModels, buildVoters } from '../testing/models.ts';
import { renderApp } from '../testing/render-app.tsx';

async function openOverview(voters: Answer | (() => Answer | Promise<Answer>)) {
  signInAs();
  serve({ ...overview, 'GET /api/user/voters': voters });
  await renderApp('/dashboard');
}

const panelWith = async (words: RegExp) => {
  await screen.findByText(words);
  return screen.getByRole('region', { name: 'Who votes' });
};

describe('who votes', () => {
  test('names each model with its provider and state, and what a deeper plan asks', async () => {
    await openOverview({ body: buildModels() });
    const panel = await panelWith(/The analysis of your plan is basic: 3 voters, 1 round\./);
    expect(within(panel).getByText(/Premium asks 4 in 2 rounds\./)).toBeTruthy();
    const link = within(panel).getByRole('link', { name: 'Compare the plans' });
    expect(link.getAttribute('href')).toBe('/pricing');
    const rows = within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'gptgpt-x, OpenAI-compatibleReady',
      'claudeclaude-x, AnthropicIt was too slow or its provider failed; we ask it again automatically.Resting',
      'Trend analystRules, no language modelReady',
      'geminigemini-x, GoogleAsked from Premium onReady',
    ]);
    expect(within(panel).queryByText(/No language model is set up/)).toBeNull();
  });

  test('says of offline analysts what they are, and promises no more for a deeper plan', async () => {
    await openOverview({ body: buildVoters() });
    const panel = await panelWith(/No language model is set up/);
    expect(within(panel).getAllByText('Rules, no language model')).toHaveLength(3);
    expect(within(panel).queryByRole('link', { name: 'Compare the plans' })).toBeNull();
  });

  test('holds its place while it loads', async () => {
    await openOverview(() => silence());
    const panel = await panelWith(/^Loading who votes$/);
    expect(within(panel).getByRole('status').textContent).toBe('Loading who votes');
  });

  test('that cannot be loaded says so and can be asked again', async () => {
    let answers = 0;
    await openOverview(() => {
      answers += 1;
      return answers === 1 ? unavailable : { body: buildVoters() };
    });
    const failed = await panelWith(/^Failed to load who votes$/);
    await userEvent.click(within(failed).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Trend analyst')).toBeTruthy();
  });
});
