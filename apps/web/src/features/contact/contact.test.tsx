import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Answer, refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { ContactForm } from './contact-form.tsx';

const taken = {
  body: { success: true, message: 'Thank you! Your message has been sent successfully.' },
};

/** Opens the page on what the service answers. */
async function openContact(answer: Answer | (() => Promise<Answer>) = taken) {
  const calls = serve({ 'POST /api/contact': answer });
  await renderApp('/contact');
  return calls;
}

function control(name: 'Name' | 'Email' | 'Subject' | 'Message'): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name });
}

function sendButton(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Send Message' });
}

async function fillIn() {
  const user = userEvent.setup();
  await user.type(control('Name'), 'Amina');
  await user.type(control('Email'), 'amina@example.com');
  await user.type(control('Subject'), 'A question');
  await user.type(control('Message'), 'How do I revoke a device?');
  return user;
}

// @spec 2.89, 4.32, 8.37
test('a message is sent, thanked for, and the form is empty again', async () => {
  const calls = await openContact();
  const user = await fillIn();
  await user.click(sendButton());
  const thanks = await screen.findByText('Thank you! Your message has been sent successfully.');
  expect(thanks.closest('[role=status]')).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([
    {
      name: 'Amina',
      email: 'amina@example.com',
      subject: 'A question',
      message: 'How do I revoke a device?',
      website: '',
      message_id: expect.any(String),
    },
  ]);
  for (const name of ['Name', 'Email', 'Subject', 'Message'] as const)
    expect(control(name).value).toBe('');
});

// @spec 2.90, 4.32
test('while it is sent, the button is disabled with a spinner and a second Enter sends nothing', async () => {
  const calls = await openContact(silence);
  const user = await fillIn();
  expect(sendButton().querySelector('svg')).toBeNull();
  await user.click(sendButton());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(sendButton().disabled).toBe(true);
  expect(sendButton().querySelector('svg')).toBeTruthy();
  fireEvent.submit(screen.getByRole('form', { name: 'Contact form' }));
  expect(calls).toHaveLength(1);
});

// @spec 4.32, 7.30, 8.36
test.each([
  [
    'the service’s own sentence',
    refusal(429, 'rate_limited', 'Too many requests: the limit is 5 messages an hour.'),
    'Too many requests: the limit is 5 messages an hour.',
  ],
  ['the fallback without one', { status: 400, body: {} }, 'Failed to send message'],
  ['the fallback for a broken service', { status: 502, body: '<html>' }, 'Failed to send message'],
  ['the fallback without an answer', new TypeError('Failed to fetch'), 'Failed to send message'],
] as const)('a failure shows %s, and keeps what was typed', async (_, answer, sentence) => {
  await openContact(answer);
  const user = await fillIn();
  await user.click(sendButton());
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect(control('Message').value).toBe('How do I revoke a device?');
  expect(sendButton().disabled).toBe(false);
  expect(screen.queryByText(/^Thank you!/)).toBeNull();
});

// @spec 2.90
test('a success after a failure takes the error banner away, and the other way round', async () => {
  let answer: Answer = refusal(503, 'service_unavailable', 'The service cannot answer right now.');
  await openContact(async () => answer);
  const user = await fillIn();
  await user.click(sendButton());
  await screen.findByRole('alert');
  answer = taken;
  await user.click(sendButton());
  await screen.findByText(/^Thank you!/);
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(sendButton().disabled).toBe(false));
  answer = new TypeError('Failed to fetch');
  await fillIn();
  await user.click(sendButton());
  await screen.findByRole('alert');
  expect(screen.queryByText(/^Thank you!/)).toBeNull();
});

test('a field that the service refuses is marked with the reason', async () => {
  const message = 'Please enter a valid email address';
  await openContact({
    status: 400,
    body: {
      success: false,
      code: 'validation_failed',
      message,
      error: message,
      fields: { email: message },
    },
  });
  const user = await fillIn();
  await user.click(sendButton());
  await screen.findByRole('alert');
  expect(control('Email').getAttribute('aria-invalid')).toBe('true');
  expect(control('Name').getAttribute('aria-invalid')).toBeNull();
});

// @spec 5.20
test('the browser asks for all four fields, for an email address, and takes no blanks', async () => {
  const calls = await openContact();
  const user = userEvent.setup();
  for (const name of ['Name', 'Email', 'Subject', 'Message'] as const) {
    expect(control(name).required, name).toBe(true);
    expect(control(name).validity.valueMissing, name).toBe(true);
  }
  expect(control('Email').type).toBe('email');
  await user.click(sendButton());
  expect(calls).toHaveLength(0);
  await user.type(control('Message'), '   ');
  expect(control('Message').validationMessage).toBe('Please fill out this field.');
  await user.type(control('Message'), 'Hello');
  expect(control('Message').validity.valid).toBe(true);
  await user.type(control('Email'), 'amina');
  expect(control('Email').validity.typeMismatch).toBe(true);
});

// @spec 5.21
test('the message box has 6 rows, and no box takes more than the service does', async () => {
  await openContact();
  expect(control('Message').getAttribute('rows')).toBe('6');
  expect(
    [control('Name'), control('Subject'), control('Message')].map((box) => box.maxLength),
  ).toEqual([100, 150, 5_000]);
});

test('the field that catches programs is out of sight, out of the tab order and never filled in by a browser', async () => {
  const calls = await openContact();
  const trap = document.querySelector<HTMLInputElement>('input[name=website]');
  expect(trap?.closest('[aria-hidden=true]')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull();
  expect(trap?.tabIndex).toBe(-1);
  expect(trap?.autocomplete).toBe('off');
  const user = await fillIn();
  if (trap) fireEvent.change(trap, { target: { value: 'https://spam.example' } });
  await user.click(sendButton());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ website: 'https://spam.example' });
});

test('before the page’s code runs nothing can be sent, as the browser would send it in an address', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(<ContactForm />);
  expect(page.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
});
