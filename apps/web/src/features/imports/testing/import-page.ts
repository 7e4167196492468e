import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildHistory, signInAs } from '../../../testing/builders.ts';
import { overview } from '../../../testing/dashboard.tsx';
import { type Answer, type Call, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const TRADE = {
  line: 9,
  position_ticket: '1',
  symbol: 'EURUSD',
  trade_type: 'BUY',
  volume: 0.5,
  digits: 5,
  open_price: 1.08214,
  close_price: 1.08643,
  opened_server: '2025-03-03T10:15:30',
  closed_server: '2025-03-04T11:00:05',
  opened_at: '2025-03-03T08:15:30.000Z',
  closed_at: '2025-03-04T09:00:05.000Z',
  profit: 1209.8,
};

const pageOf = (total: number) => ({
  page: 1,
  per_page: 5,
  total,
  total_pages: Math.min(1, total),
});

export function preview(changes: object = {}): Answer {
  return {
    body: {
      success: true,
      format: 'html',
      language: 'pt',
      account: {
        login: '100200',
        server: 'Demo-Server',
        currency: 'USD',
        account_type: 'demo',
        known: true,
      },
      trades: 3,
      new_trades: 2,
      known_trades: 1,
      first_opened_server: '2025-03-03T10:15:30',
      last_closed_server: '2025-03-04T11:00:05',
      balance_deals: 1,
      open_positions: 2,
      proposed_clock: 'new_york_plus_7',
      proposed_offset_minutes: 0,
      measured_on: 0,
      sample_trades: [TRADE],
      fault_count: 0,
      faults: [],
      ...changes,
    },
  };
}

export const IMPORT = '01890000-0000-7000-8000-000000000001';

const NO_IMPORTS: Answer = { body: { success: true, imports: [], pagination: pageOf(0) } };

export const STORED: Answer = {
  body: { success: true, created: 2, updated: 0, unchanged: 1, import_id: IMPORT, faults: 0 },
};

export async function open(answers: Record<string, Answer | ((call: Call) => Answer)>) {
  const user = signInAs();
  const calls = serve({
    ...overview,
    'GET /api/user/imports': NO_IMPORTS,
    [`GET /api/bot/trade-statistics/${user.id}`]: { body: buildHistory({}) },
    ...answers,
  });
  await renderApp('/dashboard?tab=history');
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  return { calls, dialog: await screen.findByRole('dialog', { name: 'Import trades' }) };
}

export const report = (size = 3) => {
  const file = new File(['abc'], 'ReportHistory.html', { type: 'text/html' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

export async function choose(dialog: HTMLElement, file = report()) {
  await userEvent.upload(within(dialog).getByLabelText(/Choose a report/), file);
}
