import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildDecision, buildHistory, buildTrade, signInAs } from '../testing/builders.ts';
import { overview } from '../testing/dashboard.tsx';
import { buildExplanation } from '../testing/explanation.ts';
import { refusal, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

describe('the decision behind a trade', () => {
  test('opens with its votes, reasons and rules', async () => {
    const decision = buildDecision();
    const user = signInAs();
    serve({
      ...overview,
      [`GET /api/bot/trade-statistics/${user.id}`]: {
        body: buildHistory({ trades: [buildTrade({ decision_id: decision.decision_id })] }),
      },
      [`GET /api/user/decisions/${decision.decision_id}/explanation`]: {
        body: buildExplanation({ decision }),
      },
    });
    await renderApp(`/dashboard?tab=history&decision=${decision.decision_id}`);
    const page = await screen.findByRole('article');
    expect(await within(page).findByText('Two of three expect a fall.')).toBeTruthy();
    expect(within(page).getByText('SELL 67%')).toBeTruthy();
    expect(within(page).getByText('house-model')).toBeTruthy();
    expect(within(page).getByText('The averages point down.')).toBeTruthy();
    const rule = within(page).getByRole('row', { name: /Expected value/ });
    expect(rule.textContent).toBe('Expected value0.050.1');
    expect(within(rule).getByRole('img', { name: 'refused' })).toBeTruthy();
  });

  test('that cannot be loaded says so', async () => {
    const user = signInAs();
    const id = buildDecision().decision_id;
    serve({
      ...overview,
      [`GET /api/bot/trade-statistics/${user.id}`]: {
        body: buildHistory({ trades: [buildTrade({ decision_id: id })] }),
      },
      [`GET /api/user/decisions/${id}/explanation`]: refusal(
        404,
        'not_found',
        'Nothing was found.',
      ),
    });
    await renderApp(`/dashboard?tab=history&decision=${id}`);
    expect(await screen.findByText('Failed to load the decision')).toBeTruthy();
  });
});
