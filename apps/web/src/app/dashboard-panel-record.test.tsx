import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { setMedia } from '../testing/browser.ts';
import { buildHistory, buildStatistics, signInAs } from '../testing/builders.ts';
import { overview, unavailable } from '../testing/dashboard.tsx';
import { type Answer, type Call, serve, silence } from '../testing/handlers.ts';
import { buildKnown, buildPanelRecord, buildPanelVoter } from '../testing/panel.ts';
import { renderApp } from '../testing/render-app.tsx';

/** Opens the statistics of a user without trades. */
async function openPanelRecord(answer: Answer | ((call: Call) => Answer | Promise<Answer>)) {
  const user = signInAs();
  const calls = serve({
    ...overview,
    [`GET /api/bot/trade-statistics/${user.id}`]: {
      body: buildHistory({ statistics: buildStatistics({ total_trades: 0 }) }),
    },
    'GET /api/user/panel-record': answer,
  });
  await renderApp('/dashboard?tab=statistics&section=analysts');
  const section = await screen.findByRole('region', { name: 'The record of your panel' });
  const queries = () =>
    calls.filter(({ path }) => path === '/api/user/panel-record').map(({ query }) => query);
  return { section: within(section), queries };
}

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent ?? '');

const panel = buildKnown({
  voters: [
    buildPanelVoter('trend'),
    buildPanelVoter('claude', { model: 'claude-x', turned: true, edge_low: 0.08 }),
    buildPanelVoter('new', {
      votes: 0,
      right: 0,
      accuracy: null,
      share: 0.05,
      share_last_30_days: null,
      share_before: null,
      proven: false,
    }),
  ],
});

describe('the record of the panel', () => {
  test('without an edge says so with its sample, and what can be done', async () => {
    const { section } = await openPanelRecord({ body: buildPanelRecord(panel) });
    expect(
      await section.findByText(/^Your analysts have shown no skill on EURUSD H1 so far/),
    ).toBeTruthy();
    expect(section.getByText(/^A paper account in learning mode goes on trading/)).toBeTruthy();
    expect(section.getByRole('link', { name: 'Compare the plans' })).toBeTruthy();
    expect(section.getByText('1.5 of 3 voters')).toBeTruthy();
    expect(section.getByText('0.030 ATR')).toBeTruthy();
  });

  test('tells voter by voter what is known, and a dash where nothing is', async () => {
    const { section } = await openPanelRecord({ body: buildPanelRecord(panel) });
    const rows = cellsOf(await section.findByRole('table', { name: 'Voters on EURUSD H1' }));
    expect(rows[0]).toBe(
      'Trend analyst165 of 31253%, 48% to 59%33%36%+4 pointsNo skill beyond the costs shown so far.',
    );
    expect(rows[1]).toMatch(/^claudeclaude-xTurned.*Used the other way round: it has been wrong/);
    expect(rows[2]).toBe('new–5%–Nothing is known of it yet.');
  });

  test('tells the same on a narrow screen, one voter below the other', async () => {
    setMedia('(min-width: 60rem)', false);
    const { section } = await openPanelRecord({ body: buildPanelRecord(panel) });
    const list = await section.findByRole('list', { name: 'Voters on EURUSD H1' });
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe(
      'Trend analystRight165 of 31253%, 48% to 59%Share33%Last 30 days36%+4 pointsNo skill beyond the costs shown so far.',
    );
  });

  test('sets the verdict beside the five plain rules', async () => {
    const { section } = await openPanelRecord({ body: buildPanelRecord(panel) });
    const table = await section.findByRole('table', {
      name: 'The verdict beside five plain rules',
    });
    expect(cellsOf(table)).toEqual([
      'The verdict4022+0.07 R',
      'Majority20098-0.05 R',
      'All agree0––',
      'Best analyst alone18095+0.03 R',
      'All count alike126-0.03 R',
      'Always hold0––',
    ]);
  });

  test('of another market is asked for when it is chosen', async () => {
    const gold = buildKnown({
      symbol: 'XAUUSD',
      timeframe: 'H4',
      state: 'measuring',
      outcomes: 12,
    });
    const { section, queries } = await openPanelRecord(({ query }) => ({
      body: buildPanelRecord(query.symbol === 'XAUUSD' ? gold : panel, [panel, gold]),
    }));
    await userEvent.selectOptions(await section.findByLabelText('Market'), 'XAUUSD H4');
    expect(await section.findByText(/12 of 300 outcomes are known on XAUUSD H4/)).toBeTruthy();
    expect(section.getByText(/accounts in the mode proven open no trade/)).toBeTruthy();
    expect(queries()).toEqual([{}, { symbol: 'XAUUSD', timeframe: 'H4' }]);
  });

  test('with an edge names its figure and its bound', async () => {
    const edge = buildKnown({ state: 'edge', pool: { edge: 0.12, edge_low: 0.06 } });
    const { section } = await openPanelRecord({ body: buildPanelRecord(edge) });
    expect(
      await section.findByText(/worth \+0\.12 R before costs, at least \+0\.06 R/),
    ).toBeTruthy();
  });

  test('begins with the first decision', async () => {
    const { section } = await openPanelRecord({ body: buildPanelRecord() });
    expect(await section.findByText('No decision yet')).toBeTruthy();
    expect(section.queryByLabelText('Market')).toBeNull();
  });

  test('says that it is loading', async () => {
    const { section } = await openPanelRecord(() => silence());
    expect(await section.findByText('Loading the record of your panel')).toBeTruthy();
  });

  test('that cannot be loaded can be asked for again', async () => {
    let answers = 0;
    const { section } = await openPanelRecord(() => {
      answers += 1;
      return answers === 1 ? unavailable : { body: buildPanelRecord(panel) };
    });
    expect(await section.findByText('Failed to load the record of your panel')).toBeTruthy();
    await userEvent.click(section.getByRole('button', { name: 'Retry' }));
    expect(await section.findByRole('table', { name: 'Voters on EURUSD H1' })).toBeTruthy();
  });
});
