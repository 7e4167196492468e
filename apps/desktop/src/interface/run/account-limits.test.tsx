import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunState } from '../../contract/runs.ts';
import { buildAppState, buildRun, buildRunning, buildSummary } from '../testing/builders.ts';
import { openRun } from '../testing/open-run.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildFloors, buildLocked } from '../testing/run-builders.ts';

const TURN = '2026-11-20T22:00:00.000Z';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-20T12:00:05Z');
});
afterEach(() => vi.useRealTimers());

/** The card of a bot. */
async function onCard(run: RunState) {
  await renderApp('/', { state: buildAppState({ configurations: [buildSummary({ run })] }) });
  return screen.getByRole('article', { name: 'London' });
}

/** The limits in figures on the screen of a bot. */
async function inFigures(run: RunState) {
  await openRun({ configuration: { run }, detail: { run } });
  return await screen.findByRole('region', { name: 'Limits of the account' });
}

describe('the card of a bot', () => {
  test('leads with equity and shows both limits with what is left of them', async () => {
    const text = (await onCard(buildRunning({ equity: 9_900, floors: buildFloors() }))).textContent;
    expect(text).toContain('Equity$9,900.00Balance $9,950.00');
    expect(text).toContain(
      'Day limit1 of 5%Headroom $140.00 after open risk. New day in 10 h 0 min.',
    );
    expect(text).toContain('Total limit1 of 10%Floor $9,000.00, Careful.');
  });

  test('of a bot that has stopped shows what was known last and when', async () => {
    const text = (await onCard(buildRun({ floors: buildFloors() }))).textContent;
    expect(text).toMatch(/Equity as of 20 Nov 2026, \d\d:\d\d\$9,900\.00/);
  });

  test('says that nothing is known before a bot has told any, and never 0', async () => {
    const text = (await onCard(buildRun())).textContent;
    expect(text).toContain('Equity–Known once the terminal reports');
    expect(text).toContain('Limits are not known yet.');
    expect(text).not.toMatch(/\$0|0%/);
  });

  test('warns of a floor that rises only while the bot runs', async () => {
    const floors = buildFloors({ warning: 'Open risk of $260.00 does not fit.' });
    expect((await onCard(buildRunning({ floors }))).textContent).toContain(
      'A floor is too near for what is openOpen risk of $260.00 does not fit.',
    );
  });

  test('leaves a warning away once the bot has stopped', async () => {
    const floors = buildFloors({ warning: 'It does not fit.', entries_off: ['It is off.'] });
    expect((await onCard(buildRun({ floors }))).textContent).not.toMatch(/does not fit|It is off/);
  });
});

describe('the limits in figures', () => {
  test('are the sentence, the bar, each figure as money and percent, the turn and the rules', async () => {
    const text = (await inFigures(buildRunning({ floors: buildFloors() }))).textContent;
    expect(text).toContain(
      'If everything is stopped out now, you will have $9,640.00: $140.00 above your limit.',
    );
    expect(text).toContain('Floor: daily limit$9,500.00 (95.00%)');
    expect(text).toContain('Equity$9,900.00 (99.00%)');
    expect(text).toContain('Open risk$260.00 (2.60%)');
    expect(text).toContain('Headroom$140.00 (1.40%)');
    expect(text).toContain('20% lost');
    expect(text).toContain('The day turns in 10 h 0 min: 20 Nov 2026');
    expect(text).toContain('Careful');
    expect(text).not.toContain('Figures as of');
  });

  test('of a bot that has stopped are those of then, with their time', async () => {
    const text = (await inFigures(buildRun({ floors: buildFloors() }))).textContent;
    expect(text).toContain('If everything had been stopped out then, you would have had $9,640.00');
    expect(text).toContain('Figures as of 20 Nov 2026');
    expect(text).not.toContain('out now');
  });

  test('say not known, and never 0, of what is not known', async () => {
    const floors = buildFloors({ equity: null, open_risk: null, headroom: null, if_stopped: null });
    const text = (await inFigures(buildRunning({ floors }))).textContent;
    expect(text).toContain('What you will have if everything is stopped out now is not known.');
    expect(text).toContain('Equitynot known');
    expect(text).toContain('Open risknot known');
    expect(text).toContain('Headroomnot known');
    expect(text).not.toMatch(/\$0|%\slost/);
  });

  test('say so before the bot has told any', async () => {
    expect((await inFigures(buildRunning())).textContent).toContain('Not known yet.');
  });
});

describe('a lock', () => {
  test('is what the bot is doing, with what it means and when it ends', async () => {
    await openRun({ configuration: { run: buildRunning({ floors: buildLocked(TURN) }) } });
    const doing = await screen.findByText(/Nothing is opened before \d\d:00\. Locked by the daily/);
    expect(within(doing).getByRole('timer').textContent).toContain('in 9 h 59 min');
    expect(screen.getByText(/Everything was closed and nothing is opened\./).textContent).toContain(
      'Trading may begin again on 20 Nov 2026',
    );
    expect(screen.getByText('Locked: everything was closed.')).toBeTruthy();
  });

  test('that is over says nothing', async () => {
    const floors = buildLocked('2026-11-20T12:00:00.000Z');
    await openRun({ configuration: { run: buildRunning({ floors }) } });
    expect(screen.queryByText(/^Locked by/)).toBeNull();
  });

  test('of the total limit of your own names the place where it begins again', async () => {
    await openRun({ configuration: { run: buildRunning({ floors: buildLocked(null) }) } });
    const link = screen.getByRole('link', { name: /^Start again on your dashboard/ });
    expect(link.getAttribute('href')).toBe('https://quorate.example/dashboard');
  });

  test('of a bot that has stopped is told, too', async () => {
    expect((await onCard(buildRun({ floors: buildLocked(TURN) }))).textContent).toContain(
      'Locked by the daily limit since',
    );
  });
});

test('whatever else keeps entries off is said on the screen of the run', async () => {
  const why = 'The last line closed everything at an equity of 9540.00; its floor is 9500.00.';
  const floors = buildFloors({ open_positions: 0, entries_off: [why] });
  await openRun({ configuration: { run: buildRunning({ floors }) } });
  expect(await screen.findByText(`Nothing is opened. ${why}`)).toBeTruthy();
  expect(screen.getByText(why)).toBeTruthy();
});

test('the rules are told as sentences, with where they were chosen', async () => {
  await openRun({ configuration: { run: buildRunning({ floors: buildFloors() }) } });
  const limits = await screen.findByRole('region', { name: 'Limits of the account' });
  expect(limits.textContent).toContain('You may lose at most');
  expect(limits.textContent).toContain('These rules come from this configuration.');
});
