import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildMessage, pageOf } from '../../../testing/admin.ts';
import { signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const LIST = 'GET /api/admin/messages';

beforeEach(() => void signInAs({ role: 'admin' }));

test('a message is answered in the mail program, and marked with a note', async () => {
  let messages = [buildMessage()];
  const [message] = messages;
  const calls = serve({
    [LIST]: () => ({
      body: { success: true, messages, pagination: pageOf(messages.length), open: messages.length },
    }),
    [`POST /api/admin/messages/${message?.message_id}/handle`]: () => {
      messages = [];
      return { body: { success: true, message: { ...message, handled_at: message?.created_at } } };
    },
  });
  await renderApp('/admin/messages');
  const reply = await screen.findByRole('link', { name: /Reply by mail/ });
  const address = new URL(reply.getAttribute('href') ?? '');
  expect(decodeURIComponent(address.pathname)).toBe('mira@example.com');
  expect(address.searchParams.get('subject')).toBe('Re: A question about prices');
  expect(address.searchParams.get('body')).toContain('> And what does it cost?');
  expect(screen.getByText(/1 message to answer/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Mark as handled/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Is this message handled?' });
  await userEvent.type(within(dialog).getByLabelText('Note (optional)'), 'Answered by mail');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as handled' }));
  expect(await screen.findByText('Marked as handled.')).toBeTruthy();
  expect(await screen.findByText('Nothing to answer.')).toBeTruthy();
  const [sent] = calls.filter(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ note: 'Answered by mail' });
});

test('those that were handled say by whom, and can be opened again', async () => {
  const message = buildMessage({
    handled_at: '2026-11-20T10:30:00.000Z',
    handled_by: 'olga',
    note: 'Answered',
  });
  const calls = serve({
    [LIST]: { body: { success: true, messages: [message], pagination: pageOf(1), open: 0 } },
  });
  await renderApp('/admin/messages?handled=yes');
  expect(await screen.findByText(/Handled by olga/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Open again/ })).toBeTruthy();
  expect(calls[0]?.query.handled).toBe('yes');
});
