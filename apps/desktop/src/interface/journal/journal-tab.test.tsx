import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, test } from 'vitest';
import { listJournal } from '../../contract/journal.ts';
import { answer, refuse } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';
import { buildLine } from '../testing/run-builders.ts';
import { journalDays, kindsOf } from './journal-tab.tsx';

const PATH = '/configurations/London/journal';

const lines = [
  buildLine({ id: '3', at: '2026-11-22T12:00:00Z' }),
  buildLine({ id: '2', at: '2026-11-22T11:00:00Z', kind: 'refusal', text: 'Refused: the spread.' }),
  buildLine({ id: '1', at: '2026-11-20T12:00:00Z', kind: 'limit', symbol: null, text: 'Reached.' }),
];

describe('lines under days', () => {
  it('are of the day of the reader, in the order in which they come', () => {
    const late = buildLine({ id: '4', at: '2026-11-22T23:30:00Z' });
    expect(journalDays([late, ...lines], 'UTC').map(({ day }) => day)).toEqual([
      '22 Nov 2026',
      '20 Nov 2026',
    ]);
    expect(journalDays([late, ...lines], 'Asia/Tokyo').map(({ day }) => day)).toEqual([
      '23 Nov 2026',
      '22 Nov 2026',
      '20 Nov 2026',
    ]);
  });

  it('have each kind once', () => {
    expect(kindsOf([...lines, ...lines])).toEqual(['decision', 'limit', 'refusal']);
    expect(kindsOf([])).toEqual([]);
  });
});

test('what it did stands day by day, and can be narrowed to one kind', async () => {
  await renderApp(PATH, { answers: [answer(listJournal, { lines, next: null })] });
  const day = await screen.findByRole('region', { name: '22 Nov 2026' });
  expect(within(day).getAllByRole('listitem')).toHaveLength(2);
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'refusal');
  expect(screen.getByText('Refused: the spread.')).toBeTruthy();
  expect(screen.queryByText('Reached.')).toBeNull();
});

test('earlier lines are asked for from where the page before ended', async () => {
  const { calls } = await renderApp(PATH, {
    answers: [
      answer(listJournal, ({ query }) =>
        query.before === 'c1'
          ? { lines: lines.slice(1), next: null }
          : { lines: lines.slice(0, 1), next: 'c1' },
      ),
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier' }));
  expect(await screen.findByText('Reached.')).toBeTruthy();
  await waitFor(() => expect(calls.at(-1)?.query.before).toBe('c1'));
});

test('nothing yet says what will be there, and a failure says why', async () => {
  const host = await renderApp(PATH, { answers: [answer(listJournal, { lines: [], next: null })] });
  expect(await screen.findByText('Nothing yet')).toBeTruthy();
  host.die();
});

test('a journal that cannot be read says so', async () => {
  await renderApp(PATH, {
    answers: [refuse(listJournal, { code: 'unavailable', message: 'It is locked.' }, 503)],
  });
  expect((await screen.findByRole('alert')).textContent).toContain('It is locked.');
});
