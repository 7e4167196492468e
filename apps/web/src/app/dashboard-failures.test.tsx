import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildHistory, signInAs } from '../testing/builders.ts';
import { overview, unavailable } from '../testing/dashboard.tsx';
import { type Answer, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildCharts } from '../testing/trade-charts.ts';

/** The parts of a tab come by themselves. */
const LATER = { timeout: 5_000 };

const FAILURES = {
  statistics: { section: 'summary', sentence: 'Failed to load trading statistics' },
  '/api/user/decision-sums': {
    section: 'summary',
    sentence: 'Failed to load what was not traded',
  },
  '/api/user/trade-charts': { section: 'charts', sentence: 'Failed to load the charts' },
  '/api/user/equity-curve': { section: 'charts', sentence: 'Failed to load the equity' },
  '/api/user/performance': { section: 'measures', sentence: 'Failed to load the measures' },
  '/api/user/simulation': { section: 'simulation', sentence: 'Failed to load the simulation' },
} as const;
type Path = keyof typeof FAILURES;

const CALLS = [
  '/api/user/decision-sums',
  '/api/user/trade-charts',
  '/api/user/equity-curve',
  '/api/user/performance',
  '/api/user/simulation',
] as const;

/** With a trade: what is of none has no curve. */
const ANSWERS = {
  ...overview,
  'GET /api/user/trade-charts': { body: buildCharts([{ day: '2025-01-03', net: 1 }]) },
};

async function openWithout(failing: Path) {
  const user = signInAs();
  const answers: Record<string, Answer> = { [failing]: unavailable };
  const statistics = `/api/bot/trade-statistics/${user.id}`;
  const calls = serve({
    ...overview,
    [`GET ${statistics}`]: () => answers.statistics ?? { body: buildHistory({}) },
    ...Object.fromEntries(
      CALLS.map((path) => [`GET ${path}`, () => answers[path] ?? ANSWERS[`GET ${path}`]]),
    ),
  });
  const { section, sentence } = FAILURES[failing];
  await renderApp(`/dashboard?tab=statistics&section=${section}`);
  const alert = (await screen.findByText(sentence, {}, LATER)).closest<HTMLElement>('[role=alert]');
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
      for (const [path, { sentence }] of Object.entries(FAILURES)) {
        if (path !== failing) expect(screen.queryByText(sentence), sentence).toBeNull();
      }
      const before = times();
      mend();
      await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(screen.queryByText(FAILURES[failing].sentence)).toBeNull());
      expect(times()).toBe(before + 1);
    },
  );
});
