import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildHistory, buildTrade, signInAs } from '../testing/builders.ts';
import { overview } from '../testing/dashboard.tsx';
import { refusal, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

async function open(search: string, more: Parameters<typeof serve>[0] = {}) {
  const user = signInAs();
  const trades = [
    buildTrade({ position_ticket: '1', provenance: 'demo-agreed' }),
    buildTrade({ position_ticket: '2', provenance: 'contradicted' }),
  ];
  const calls = serve({
    ...overview,
    [`GET /api/bot/trade-statistics/${user.id}`]: { body: buildHistory({ trades }) },
    ...more,
  });
  await renderApp(`/dashboard?${search}`);
  return calls;
}

test('each trade says where it comes from, and explains it to a pointer, the keyboard and a tap', async () => {
  const user = userEvent.setup();
  await open('tab=history');
  const mark = await screen.findByRole('button', { name: 'contradicted' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.hover(mark);
  expect(screen.getByRole('tooltip').textContent).toMatch(
    /^Prices contradicted.*its market was shut/,
  );
  await user.unhover(mark);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.click(mark);
  expect(mark.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.blur(mark);
  // A press on the mark does not open the trade.
  expect(screen.getByRole('button', { name: 'confirmed' })).toBeTruthy();
});

test('totals and statistics say which trades they count', async () => {
  const calls = await open('tab=history&symbol=EURUSD');
  const totals = await screen.findByRole('region', { name: 'Totals of all selected trades' });
  const said = '5 trades: 3 demo confirmed, 2 contradicted';
  expect(await within(totals).findByText(new RegExp(said))).toBeTruthy();
  const asked = calls.find(({ path }) => path === '/api/user/trade-provenance');
  expect(asked?.query).toMatchObject({ symbol: 'EURUSD', currency: 'USD' });
  await userEvent.click(within(totals).getByRole('button', { name: 'What does that mean?' }));
  expect(screen.getByRole('tooltip').textContent).toMatch(/3 · Demo account.*2 · Prices contra/);
});

test('statistics do, too, and say so when it cannot be loaded', async () => {
  await open('tab=statistics', {
    'GET /api/user/trade-provenance': refusal(503, 'service_unavailable', 'Not now.'),
  });
  expect(await screen.findByText('Failed to load where these trades come from.')).toBeTruthy();
  expect(screen.getByText('Total trades')).toBeTruthy();
});
