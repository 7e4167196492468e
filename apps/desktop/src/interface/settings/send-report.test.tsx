import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getReport, saveReport, sendReport } from '../../contract/report.ts';
import { buildAppState } from '../testing/builders.ts';
import { answer, refuse } from '../testing/fake-host.ts';
import { renderApp } from '../testing/render-app.tsx';

const REPORT = 'Quorate 1.2.3\nfail permissions: missing: Algo Trading';

async function opened(answers: Parameters<typeof renderApp>[1]) {
  const host = await renderApp('/settings', answers);
  await userEvent.click(screen.getByRole('button', { name: 'Send a report' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send a report' }));
  const shown = await dialog.findByRole('textbox', { name: /What is sent/ });
  return { host, dialog, shown };
}

test('a report is shown whole before it goes, and what was taken out does not go', async () => {
  const { host, dialog, shown } = await opened({
    answers: [answer(getReport, { report: REPORT }), answer(sendReport, { done: true })],
  });
  expect(shown).toHaveProperty('value', REPORT);
  expect(host.bodiesOf(sendReport)).toHaveLength(0);
  await userEvent.clear(shown);
  await userEvent.type(shown, 'Quorate 1.2.3');
  await userEvent.type(dialog.getByRole('textbox', { name: /What happened/ }), 'It stopped.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/The answer comes to your email address/)).toBeTruthy();
  expect(host.bodiesOf(sendReport)).toEqual([
    { message_id: expect.any(String), words: 'It stopped.', report: 'Quorate 1.2.3' },
  ]);
});

test('a report that the service does not take is kept as a file, under the same id when it is sent again', async () => {
  const { host, dialog } = await opened({
    answers: [
      answer(getReport, { report: REPORT }),
      refuse(sendReport, { code: 'service_unreachable', message: 'The service is away.' }),
      answer(saveReport, { file: 'C:\\report.txt' }),
    ],
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('The service is away.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(host.bodiesOf(sendReport)).toHaveLength(2));
  const [one, two] = host.bodiesOf(sendReport) as { message_id: string }[];
  expect(one?.message_id).toBe(two?.message_id);
  await userEvent.click(dialog.getByRole('button', { name: 'Save as a file' }));
  expect(await screen.findByText(/Kept as C:\\report.txt/)).toBeTruthy();
});

test('whoever is not signed in keeps it as a file', async () => {
  const { dialog } = await opened({
    state: buildAppState({ account: null }),
    answers: [answer(getReport, { report: REPORT })],
  });
  expect(dialog.queryByRole('button', { name: 'Send' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Save as a file' })).toBeTruthy();
});
