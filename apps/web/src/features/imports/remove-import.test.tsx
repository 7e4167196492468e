import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildHistory, signInAs } from '../../testing/builders.ts';
import { overview } from '../../testing/dashboard.tsx';
import { type Answer, type Call, refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const ID = '01890000-0000-7000-8000-000000000001';

function listed(changes: object = {}, total = 1): Answer {
  return {
    body: {
      success: true,
      imports: [
        {
          import_id: ID,
          file_name: 'March.html',
          account: { login: '100200', server: 'Demo-Server' },
          imported_at: '2026-11-20T10:00:00.000Z',
          created: 40,
          removed: 0,
          removed_at: null,
          ...changes,
        },
      ],
      pagination: { page: 1, per_page: 5, total, total_pages: Math.ceil(total / 5) },
    },
  };
}

async function open(answers: Record<string, Answer | ((call: Call) => Answer)>) {
  const user = signInAs();
  const calls = serve({
    ...overview,
    [`GET /api/bot/trade-statistics/${user.id}`]: { body: buildHistory({}) },
    'GET /api/user/imports': listed(),
    ...answers,
  });
  await renderApp('/dashboard?tab=history');
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  return { calls, dialog: await screen.findByRole('dialog', { name: 'Import trades' }) };
}

const pressRemove = async (dialog: HTMLElement) =>
  userEvent.click(
    await within(dialog).findByRole('button', { name: 'Remove the trades of March.html' }),
  );

test('an earlier import is listed with its account, time and number of trades', async () => {
  const { dialog } = await open({});
  const list = await within(dialog).findByRole('region', { name: 'Your imports' });
  expect(list.textContent).toContain('March.html');
  expect(list.textContent).toMatch(/40 trades of 100200 at Demo-Server, (19|20|21) Nov 2026/);
});

test('its trades are removed after a question, and history, statistics and list are read again', async () => {
  let gone = false;
  const { calls, dialog } = await open({
    'GET /api/user/imports': () =>
      gone ? listed({ removed: 38, removed_at: '2026-11-21T10:00:00.000Z' }) : listed(),
    [`POST /api/user/imports/${ID}/remove`]: () => {
      gone = true;
      return { body: { success: true, removed: 38, kept: 2 } };
    },
  });
  const reads = () => calls.filter(({ path }) => path.includes('trade-statistics')).length;
  const before = reads();
  await pressRemove(dialog);
  expect(within(dialog).getByRole('heading', { name: 'Remove these trades?' })).toBeTruthy();
  expect(dialog.textContent).toContain('The 40 trades that March.html brought leave your history');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove these trades' }));
  await within(dialog).findByText(
    '38 trades removed. 2 trades stay: your bot has sent them since.',
  );
  await waitFor(() => expect(reads()).toBe(before + 1));
  await within(dialog).findByText(/^Removed/);
  expect(within(dialog).queryByRole('button', { name: /^Remove/ })).toBeNull();
});

test('they stay when the reader keeps them', async () => {
  const { calls, dialog } = await open({});
  await pressRemove(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep them' }));
  await within(dialog).findByRole('region', { name: 'Your imports' });
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

test('a removal that fails says so, and can be tried again', async () => {
  const answers = [
    refusal(503, 'service_unavailable', 'The service cannot answer right now.'),
    { body: { success: true, removed: 40, kept: 0 } },
  ];
  const { dialog } = await open({
    [`POST /api/user/imports/${ID}/remove`]: () => answers.shift() as Answer,
  });
  await pressRemove(dialog);
  const press = () =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Remove these trades' }));
  await press();
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('The trades could not be removed');
  await press();
  await within(dialog).findByText('40 trades removed.');
});

test('a list that cannot be loaded says so alone, and the next report may still be chosen', async () => {
  const { dialog } = await open({
    'GET /api/user/imports': refusal(503, 'service_unavailable', 'Not now.'),
  });
  await within(dialog).findByText('Failed to load your imports');
  expect(within(dialog).getByLabelText(/Choose a report/)).toBeTruthy();
});

test('many imports have pages', async () => {
  const { calls, dialog } = await open({ 'GET /api/user/imports': listed({}, 7) });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(
      calls.filter(({ path }) => path === '/api/user/imports').map(({ query }) => query.page),
    ).toEqual(['1', '2']),
  );
});
