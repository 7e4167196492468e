import type { ServiceStatus } from '@quorate/contract/status';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { refusal, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

const UP: ServiceStatus = {
  at: '2026-03-02T10:00:00.000Z',
  version: '0.1.0',
  measured_at: '2026-03-02T10:00:00.000Z',
  database: { state: 'up', median_ms: 1.2, slow_ms: 4 },
  bars: { state: 'up', last_at: '2026-03-02T09:58:00.000Z' },
  mail: { state: 'up', waiting_s: 0 },
  day: { since: '2026-03-01T10:00:00.000Z', minutes: 1_440, up_percent: 100 },
  ninety_days: { since: '2026-02-01T10:00:00.000Z', minutes: 41_760, up_percent: 99.95 },
  days: [
    { day: '2026-03-01', minutes: 1_440, up_percent: 99.5 },
    { day: '2026-03-02', minutes: 600, up_percent: 100 },
  ],
  last_incident: {
    part: 'service',
    from: '2026-03-01T08:00:00.000Z',
    until: '2026-03-01T08:07:00.000Z',
  },
};

const UNKNOWN: ServiceStatus = {
  ...UP,
  measured_at: null,
  database: { state: 'unknown', median_ms: null, slow_ms: null },
  bars: { state: 'unknown', last_at: null },
  mail: { state: 'unknown', waiting_s: null },
  day: { since: null, minutes: 0, up_percent: null },
  ninety_days: { since: null, minutes: 0, up_percent: null },
  days: [],
  last_incident: null,
};

const answer = (status: ServiceStatus) => ({ body: { success: true, status } });
const partOf = (name: string) =>
  screen.getByRole('heading', { name, level: 3 }).closest('li')?.textContent ?? '';

describe('the status page', () => {
  test('says that everything works, with figures and the last incident', async () => {
    serve({ 'GET /api/status': answer(UP) });
    await renderApp('/status');
    expect(await screen.findByText('Everything works')).toBeTruthy();
    expect(partOf('Site and service')).toMatch(/Version 0\.1\.0\..*Works/);
    expect(partOf('Database')).toContain('Answers within 2 ms');
    expect(partOf('Mail')).toContain('No mail waits.');
    const main = within(screen.getByRole('main'));
    expect(main.getByText('99.95% up')).toBeTruthy();
    expect(main.getByText(/^The service was not there from .* to /)).toBeTruthy();
    expect(main.getByText(/1 day had minutes that were not up\./)).toBeTruthy();
  });

  test('calls what is delayed by its name', async () => {
    serve({ 'GET /api/status': answer({ ...UP, mail: { state: 'slow', waiting_s: 1_200 } }) });
    await renderApp('/status');
    expect(await screen.findByText('It works, with delays')).toBeTruthy();
    expect(partOf('Mail')).toMatch(/The oldest mail waits for 20 minutes\..*Delayed/);
  });

  test('calls what it does not know unknown, and shows no zero for it', async () => {
    serve({ 'GET /api/status': answer(UNKNOWN) });
    await renderApp('/status');
    expect(await screen.findByText('The service answers')).toBeTruthy();
    for (const name of ['Database', 'Bars from bots', 'Mail'])
      expect(partOf(name)).toBe(`${name}–Not known`);
    const main = screen.getByRole('main').textContent ?? '';
    expect(main).not.toMatch(/\b0(\.00)?%|\b0 (ms|minutes|days)/);
    expect(main).toContain('Not known: nothing was measured yet.');
  });

  test('says itself that the service is down, and asks again when told to', async () => {
    serve({ 'GET /api/status': new TypeError('down') });
    await renderApp('/status');
    expect((await screen.findAllByText('The service does not answer')).length).toBe(2);
    expect(partOf('Site and service')).toContain('Down');
    expect(partOf('Database')).toContain('Not known');
    serve({ 'GET /api/status': answer(UP) });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Everything works')).toBeTruthy();
    expect(partOf('Site and service')).toContain('Works');
  });

  test('takes a refusal of the service for down, too', async () => {
    serve({ 'GET /api/status': refusal(503, 'service_unavailable', 'Not now.') });
    await renderApp('/status');
    expect((await screen.findAllByText('The service does not answer')).length).toBe(2);
  });
});
