import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/handlers.ts';
import { choose, open, preview, report } from './testing/import-page.ts';

test('rows that cannot be read are listed with their lines', async () => {
  const { dialog } = await open({
    'POST /api/user/imports/preview': preview({
      fault_count: 102,
      faults: [{ line: 12, message: "volume 'x' is not a number of lots" }],
    }),
  });
  await choose(dialog);
  await within(dialog).findByText('102 rows cannot be read and are left out');
  expect(within(dialog).getByText('Line 12')).toBeTruthy();
  expect(within(dialog).getByText('And 101 more.')).toBeTruthy();
});

test('a refused report says why, and another may be chosen', async () => {
  const { dialog } = await open({
    'POST /api/user/imports/preview': refusal(400, 'report_unreadable', 'This is a PDF.'),
  });
  await choose(dialog);
  await within(dialog).findByText('This is a PDF.');
  expect(within(dialog).getByLabelText(/Choose a report/)).toBeTruthy();
});

test('a file past 150 MB is not sent', async () => {
  const { calls, dialog } = await open({});
  await choose(dialog, report(150_000_001));
  await within(dialog).findByText(/is larger than 150 MB/);
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

test('a failed import keeps the choices and says why', async () => {
  const { dialog } = await open({
    'POST /api/user/imports/preview': preview(),
    'POST /api/user/imports': refusal(
      409,
      'account_mismatch',
      'Account 100200 at Demo-Server is known with demo, not real.',
    ),
  });
  await choose(dialog);
  await userEvent.selectOptions(await within(dialog).findByLabelText('Account type'), 'Real');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 new trades' }));
  await within(dialog).findByText('Account 100200 at Demo-Server is known with demo, not real.');
  expect(within(dialog).getByLabelText('Account type')).toHaveProperty('value', 'real');
});

test('a report whose trades are all here says so, and there is nothing to press but another file', async () => {
  const { dialog } = await open({
    'POST /api/user/imports/preview': preview({ new_trades: 0, known_trades: 3 }),
  });
  await choose(dialog);
  await within(dialog).findByText(/Every trade of this report is here already/);
  expect(within(dialog).queryByRole('button', { name: /^Import \d/ })).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Choose another file' })).toBeTruthy();
});
