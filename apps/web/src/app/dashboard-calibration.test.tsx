import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { setMedia } from '../testing/browser.ts';
import { buildHistory, buildStatistics, signInAs } from '../testing/builders.ts';
import { overview, unavailable } from '../testing/dashboard.tsx';
import { type Answer, type Call, serve } from '../testing/handlers.ts';
import { buildBlankRecord, buildCalibration, buildRecord } from '../testing/models.ts';
import { renderApp } from '../testing/render-app.tsx';

/** Opens the statistics of somebody without trades. */
async function openCalibration(answer: Answer | ((call: Call) => Answer)) {
  const user = signInAs();
  const calls = serve({
    ...overview,
    [`GET /api/bot/trade-statistics/${user.id}`]: {
      body: buildHistory({ statistics: buildStatistics({ total_trades: 0 }) }),
    },
    'GET /api/user/calibration': answer,
  });
  await renderApp('/dashboard?tab=statistics&section=analysts');
  const section = await screen.findByRole('region', { name: 'Who votes, and how well' });
  const queries = () =>
    calls.filter(({ path }) => path === '/api/user/calibration').map(({ query }) => query);
  return { section: within(section), queries };
}

const some = buildCalibration({
  records: [
    buildRecord('claude', { model: 'claude-x' }),
    buildRecord('gpt', {
      outcomes: 12,
      accuracy: { value: 0.5, low: 0.25, high: 0.75 },
      brier: { value: 0.252, low: 0.2, high: 0.3 },
      proven: false,
      share: 0.31,
    }),
    buildRecord('coin', {
      brier: { value: 0.262, low: 0.253, high: 0.271 },
      outcomes: 310,
      accuracy: { value: 0.44, low: 0.39, high: 0.49 },
      proven: true,
      share: 0.05,
    }),
    buildBlankRecord('trend'),
    { ...buildBlankRecord('gone'), share: null },
  ],
  symbols: ['EURUSD', 'GBPUSD'],
});

describe('how well the voters do', () => {
  test('tells each with its sample, its intervals, its share and why', async () => {
    const { section } = await openCalibration({ body: some });
    const table = await section.findByRole('table', { name: 'Records of the voters' });
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent ?? '');
    expect(rows[0]).toBe(
      'claudeclaude-x14058%50% to 66%0.2360.226 to 0.246better than a coin40%140 of 300 outcomes are known, too few to prove anything.',
    );
    expect(rows[1]).toContain('not yet told from a coin');
    expect(rows[1]).toContain('12 of 300 outcomes are known, too few to prove anything.');
    expect(rows[2]).toContain('worse than a coin5%Wrong more often than right.');
    expect(rows[3]).toBe('Trend analyst0none yetnone yet33%Nothing is known of it yet.');
    expect(rows[4]).toContain(
      '–Nothing is known of it yet. It voted on none of your newest decisions.',
    );
  });

  test('tells the same on a narrow screen, one voter below the other', async () => {
    setMedia('(min-width: 60rem)', false);
    const { section } = await openCalibration({ body: some });
    const list = await section.findByRole('list', { name: 'Records of the voters' });
    const [first] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toBe(
      'claudeclaude-xOutcomes140Share40%Right side58%50% to 66%Brier score0.2360.226 to 0.246better than a coin140 of 300 outcomes are known, too few to prove anything.',
    );
    expect(section.queryByRole('table', { name: 'Records of the voters' })).toBeNull();
  });

  test('draws a curve for each with outcomes, in words and as a table by keyboard', async () => {
    const { section } = await openCalibration({ body: some });
    const drawing = await section.findByRole('img', { name: /^Reliability of claude/ });
    expect(drawing.getAttribute('aria-label')).toBe(
      'Reliability of claude: said 35%, came 38% of 60; said 65%, came 61% of 80',
    );
    expect(section.queryByRole('img', { name: /Trend analyst/ })).toBeNull();
    const button = section.getByRole('button', { name: 'claude: show as table' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const table = section.getByRole('table', { name: 'Reliability of claude' });
    expect(within(table).getAllByRole('row')[1]?.textContent).toBe('30% to 40%6035%38%30% to 46%');
    expect(
      section.getByRole('button', { name: 'claude: hide table', expanded: true }),
    ).toBeTruthy();
  });

  test('can be narrowed to a symbol', async () => {
    const { section, queries } = await openCalibration(({ query }) => ({
      body: query.symbol === 'GBPUSD' ? buildCalibration({ symbols: ['EURUSD', 'GBPUSD'] }) : some,
    }));
    await userEvent.selectOptions(await section.findByLabelText('Symbol'), 'GBPUSD');
    expect(await section.findByText('No outcome of GBPUSD is known yet')).toBeTruthy();
    expect(queries()).toEqual([{}, { symbol: 'GBPUSD' }]);
    await userEvent.selectOptions(section.getByLabelText('Symbol'), 'All');
    expect(await section.findByRole('table', { name: 'Records of the voters' })).toBeTruthy();
  });

  test('says when the first outcome is to be expected', async () => {
    const { section } = await openCalibration({ body: buildCalibration() });
    expect(await section.findByText('No outcome is known yet')).toBeTruthy();
    expect(section.getByText(/never later than 100\./)).toBeTruthy();
    expect(section.queryByLabelText('Symbol')).toBeNull();
  });

  test('that cannot be loaded can be asked for again', async () => {
    let answers = 0;
    const { section } = await openCalibration(() => {
      answers += 1;
      return answers === 1 ? unavailable : { body: buildCalibration() };
    });
    expect(await section.findByText('Failed to load how the voters have done')).toBeTruthy();
    await userEvent.click(section.getByRole('button', { name: 'Retry' }));
    expect(await section.findByText('No outcome is known yet')).toBeTruthy();
  });
});
