import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildHistory, signInAs } from '../testing/builders.ts';
import { overview, unavailable } from '../testing/dashboard.tsx';
import { type Answer, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

/** The parts of a tab come by themselves. */
const LATER = { timeout: 5_000 };

const FAILURES = {
  statistics: 'Failed to load trading statistics',
  '/api/user/trade-charts': 'Failed to load the charts',
  '/api/user/performance': 'Failed to load the measures',
  '/api/user/simulation': 'Failed to load the simulation',
} as const;
type Path = keyof typeof FAILURES;

async function openWithout(failing: Path) {
  const user = signInAs();
  const answers: Record<string, Answer> = { [failing]: unavailable };
  const statistics = `/api/bot/trade-statistics/${user.id}`;
  const calls = serve({
    ...overview,
    [`GET ${statistics}`]: () => answers.statistics ?? { body: buildHistory({}) },
    ...Object.fromEntries(
      (['/api/user/trade-charts', '/api/user/performance', '/api/user/simulation'] as const).map(
        (path) => [`GET ${path}`, () => answers[path] ?? overview[`GET ${path}`]],
      ),
    ),
  });
  await renderApp('/dashboard?tab=statistics');
  const alert = (await screen.findByText(FAILURES[failing], {}, LATER)).closest<HTMLElement>(
    '[role=alert]',
  );
  if (!alert) throw new Error('the failure is not announced');
  const path = failing === 'statistics' ? statistics : failing;
  return {
    alert,
    mend: () => {
      delete answers[failing];
    },
    times: () => calls.filter((call) => call.path === path).length,
  };
}

describe('of the calls of the statistics', () => {
  test.each(Object.keys(FAILURES) as Path[])(
    'each fails alone, with its own sentence, and loads at Retry: %s',
    async (failing) => {
      const { alert, mend, times } = await openWithout(failing);
      expect(within(alert).getByText('The service cannot answer right now.')).toBeTruthy();
      await screen.findByRole('heading', { name: 'Measures' }, LATER);
      for (const [path, sentence] of Object.entries(FAILURES)) {
        if (path !== failing) expect(screen.queryByText(sentence), sentence).toBeNull();
      }
      const before = times();
      mend();
      await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(screen.queryByText(FAILURES[failing])).toBeNull());
      expect(times()).toBe(before + 1);
    },
  );
});
