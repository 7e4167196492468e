import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildDecision, signInAs } from './builders.ts';
import { overview } from './dashboard.tsx';
import { buildExplanation } from './explanation.ts';
import { type Answer, type Call, serve } from './handlers.ts';
import { renderApp } from './render-app.tsx';

type Story = {
  decision?: Parameters<typeof buildDecision>[0];
  handlers?: Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>;
};

/** Opens the story of a decision by its address. @returns its page, its id and every call */
export async function openStory({ decision: part, handlers = {} }: Story = {}) {
  const user = signInAs();
  const decision = buildDecision(part);
  const id = decision.decision_id;
  const pagination = { page: 1, per_page: 50, total: 0, total_pages: 0 };
  const calls = serve({
    ...overview,
    'GET /api/user/decisions': { body: { success: true, decisions: [], pagination } },
    [`GET /api/user/decisions/${id}/explanation`]: { body: buildExplanation({ decision }) },
    ...Object.fromEntries(
      Object.entries(handlers).map(([name, answer]) => [name.replace(':id', id), answer]),
    ),
  });
  await renderApp(`/dashboard/decisions/${id}`);
  const page = await screen.findByRole('article');
  await within(page).findByRole('heading', { name: /What the analysts saw/ });
  return {
    user,
    id,
    calls,
    page,
    region: (name: string) => within(within(page).getByRole('region', { name: new RegExp(name) })),
  };
}

/** Opens the trial below a story. */
export async function openTrial(story: Story = {}) {
  const opened = await openStory(story);
  await userEvent.click(opened.region('What if').getByRole('button', { name: 'Try it' }));
  await opened.region('What if').findByRole('group', { name: 'Voters' });
  return opened;
}
