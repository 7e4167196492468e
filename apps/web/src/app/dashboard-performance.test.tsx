import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { buildHistory, buildStatistics, signInAs } from '../testing/builders.ts';
import { overview, timeZone, unavailable } from '../testing/dashboard.tsx';
import { type Answer, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

/** Its code is loaded when it is needed. */
const LATER = { timeout: 5_000 };

async function open(search: string, statistics: Answer, section = 'measures') {
  const user = signInAs();
  const calls = serve({ ...overview, [`GET /api/bot/trade-statistics/${user.id}`]: statistics });
  await renderApp(`/dashboard?tab=statistics&section=${section}${search}`);
  return calls;
}

const measured = (calls: Awaited<ReturnType<typeof open>>) =>
  calls.filter(({ path }) => path === '/api/user/performance').map(({ query }) => query);

describe('the measures in the Statistics tab', () => {
  test('follow its filter, and are of the currency that it shows', async () => {
    const statistics = buildStatistics({ currency: 'EUR' });
    const calls = await open('&period=monthly&account=demo', {
      body: buildHistory({ statistics }),
    });
    expect(await screen.findByRole('heading', { name: 'Measures' }, LATER)).toBeTruthy();
    await waitFor(() => expect(measured(calls)).toHaveLength(1));
    const filter = { period: 'monthly', account_type: 'demo', currency: 'EUR' };
    expect(measured(calls)[0]).toEqual({ ...filter, time_zone: timeZone });
  });

  test('are those that runs of the simulation draw from', async () => {
    const calls = await open('&account=demo', { body: buildHistory({}) }, 'simulation');
    const name = 'What if luck had been different?';
    expect(await screen.findByRole('heading', { name }, LATER)).toBeTruthy();
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/api/user/simulation')?.query).toMatchObject({
        account_type: 'demo',
        currency: 'USD',
      }),
    );
    expect(measured(calls)).toEqual([]);
  });

  test('stand even where the figures above them could not be loaded', async () => {
    await open('', unavailable);
    expect(await screen.findByText('Failed to load trading statistics')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Measures' }, LATER)).toBeTruthy();
  });

  test('are not asked for where there is no closed trade', async () => {
    const calls = await open('', {
      body: buildHistory({ statistics: buildStatistics({ total_trades: 0 }) }),
    });
    await screen.findByText('No closed trades in this selection');
    expect(measured(calls)).toEqual([]);
  });
});
