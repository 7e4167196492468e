import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { queryClient } from '../lib/query/query-client.ts';
import { signInAs } from '../testing/builders.ts';
import { overview, planAnswer } from '../testing/dashboard.tsx';
import { refusal, serve, silence } from '../testing/handlers.ts';
import { buildCalibration, buildRecord } from '../testing/models.ts';
import { renderApp } from '../testing/render-app.tsx';

const CALL = 'GET /api/admin/calibration';

describe('the page for operators', () => {
  test('shows how the models do over all users, without anybody’s weights', async () => {
    signInAs({ role: 'admin' });
    const records = [buildRecord('claude', { share: null })];
    serve({
      [CALL]: { body: { ...buildCalibration({ records, symbols: ['EURUSD'] }), users: 12 } },
    });
    const router = await renderApp('/admin/models');
    expect(router.state.location.pathname).toBe('/admin/models');
    expect(await screen.findByText(/known outcomes of 12 users/)).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Records of the voters' });
    const heads = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(heads).toEqual(['Voter', 'Outcomes', 'Right side', 'Brier score']);
    const link = within(
      screen.getByRole('navigation', { name: 'Main' }).parentElement ?? document.body,
    );
    expect(link.getAllByRole('link', { name: 'Operators' })[0]?.getAttribute('href')).toBe(
      '/admin',
    );
  });

  // @spec 10.54
  test('leads everybody else home, and is not linked for them', async () => {
    signInAs();
    serve({ 'GET /api/reviews': () => silence() });
    const router = await renderApp('/admin/models');
    expect(router.state.location.pathname).toBe('/');
    expect(screen.queryByRole('link', { name: 'Operators' })).toBeNull();
  });

  test('is linked as soon as the dashboard is told of the role, and no longer once it is taken away', async () => {
    const dashboardOf = (role: 'admin' | 'user') => {
      const answer = planAnswer();
      if (answer instanceof Error) throw answer;
      return { body: { ...(answer.body as object), role } };
    };
    signInAs();
    const handlers: Parameters<typeof serve>[0] = {
      ...overview,
      'GET /api/user/dashboard': dashboardOf('admin'),
    };
    serve(handlers);
    await renderApp('/dashboard');
    expect((await screen.findAllByRole('link', { name: 'Operators' })).length).toBeGreaterThan(0);
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ role: 'admin' });
    handlers['GET /api/user/dashboard'] = dashboardOf('user');
    await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Operators' })).toBeNull());
  });

  test('says what the service says to somebody who is no operator any more', async () => {
    signInAs({ role: 'admin' });
    serve({ [CALL]: refusal(403, 'operator_only', 'Only operators of the service may do that.') });
    await renderApp('/admin/models');
    expect(await screen.findByText('Only operators of the service may do that.')).toBeTruthy();
  });
});
