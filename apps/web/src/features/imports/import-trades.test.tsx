import { formatTime } from '@quorate/ui/time-format';
import { fireEvent, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { timeZone } from '../../testing/dashboard.tsx';
import { choose, IMPORT, open, preview, report, STORED } from './testing/import-page.ts';

test('a report is shown before it is stored, and its trades follow the chosen clock', async () => {
  const { calls, dialog } = await open({
    'POST /api/user/imports/preview': preview(),
    'POST /api/user/imports': STORED,
  });
  await choose(dialog);
  await within(dialog).findByText('3, 2 new and 1 here already');
  expect(within(dialog).getByText('100200 · Demo-Server · USD')).toBeTruthy();
  expect(within(dialog).getByText('ReportHistory.html · HTML, Portuguese')).toBeTruthy();
  expect(
    within(dialog).getByText('1 deposit, withdrawal or credit; 2 positions that are still open'),
  ).toBeTruthy();
  expect(within(dialog).getByText(formatTime('2025-03-03T08:15:30Z', timeZone))).toBeTruthy();
  await userEvent.selectOptions(
    within(dialog).getByLabelText('Clock of the trading server'),
    'Always UTC+5:30',
  );
  expect(within(dialog).getByText(formatTime('2025-03-03T04:45:30Z', timeZone))).toBeTruthy();
  await userEvent.selectOptions(within(dialog).getByLabelText('Account type'), 'Real');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 new trades' }));
  await within(dialog).findByText('2 trades imported. 1 trade stood here already, unchanged.');
  const [looked, stored] = calls.filter(({ method }) => method === 'POST');
  expect([looked?.contentType, stored?.contentType]).toEqual([
    'application/octet-stream',
    'application/octet-stream',
  ]);
  expect(stored?.query).toEqual({
    file_name: 'ReportHistory.html',
    login: '100200',
    server: 'Demo-Server',
    currency: 'USD',
    account_type: 'real',
    clock: 'fixed',
    offset_minutes: '330',
  });
});

test('the history is loaded again after an import', async () => {
  const { calls, dialog } = await open({
    'POST /api/user/imports/preview': preview(),
    'POST /api/user/imports': STORED,
  });
  const reads = () => calls.filter(({ path }) => path.includes('trade-statistics')).length;
  const before = reads();
  await choose(dialog);
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Import 2 new trades' }));
  await within(dialog).findByText(/2 trades imported/);
  await waitFor(() => expect(reads()).toBe(before + 1));
});

test('a clock that was measured is proposed, and says what it was measured on', async () => {
  const { dialog } = await open({
    'POST /api/user/imports/preview': preview({
      proposed_clock: 'fixed',
      proposed_offset_minutes: 120,
      measured_on: 7,
    }),
  });
  await choose(dialog);
  await within(dialog).findByText(
    'Measured on 7 trades that your bot has stored with exact times.',
  );
  expect(within(dialog).getByLabelText('Clock of the trading server')).toHaveProperty(
    'value',
    '120',
  );
  expect(within(dialog).getByText(formatTime('2025-03-03T08:15:30Z', timeZone))).toBeTruthy();
});

test('an account that the report does not name is asked for', async () => {
  const { calls, dialog } = await open({
    'POST /api/user/imports/preview': preview({
      account: { login: null, server: null, currency: null, account_type: 'unknown', known: false },
    }),
    'POST /api/user/imports': STORED,
  });
  await choose(dialog);
  await userEvent.type(await within(dialog).findByLabelText('Login'), '7');
  await userEvent.type(within(dialog).getByLabelText('Server'), 'Elsewhere');
  await userEvent.type(within(dialog).getByLabelText('Currency'), 'eur');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 new trades' }));
  await within(dialog).findByText(/2 trades imported/);
  expect(calls.findLast(({ method }) => method === 'POST')?.query).toMatchObject({
    login: '7',
    server: 'Elsewhere',
    currency: 'EUR',
    account_type: 'unknown',
  });
});

test('a report may be dropped', async () => {
  const { dialog } = await open({ 'POST /api/user/imports/preview': preview() });
  fireEvent.drop(within(dialog).getByRole('group', { name: 'Report' }), {
    dataTransfer: { files: [report()] },
  });
  await within(dialog).findByText('3, 2 new and 1 here already');
});

test('what was just imported can be taken back at once', async () => {
  const { dialog } = await open({
    'POST /api/user/imports/preview': preview(),
    'POST /api/user/imports': STORED,
    [`POST /api/user/imports/${IMPORT}/remove`]: { body: { success: true, removed: 2, kept: 0 } },
  });
  await choose(dialog);
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Import 2 new trades' }));
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Remove these trades' }));
  expect(dialog.textContent).toContain('The 2 trades that ReportHistory.html brought');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove these trades' }));
  await within(dialog).findByText('2 trades removed.');
});
