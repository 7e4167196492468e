import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clearSession } from '../../lib/session/session.ts';
import { setMedia } from '../../testing/browser.ts';
import { signInAs } from '../../testing/builders.ts';
import { type Answer, type Call, refusal, serve, silence } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { clearChat } from './chat-store.ts';

const FALLBACK = 'Sorry, I encountered an error. Please try again.';
const BESIDE = '(min-width: 40rem)';

afterEach(clearChat);

function replying(message: string): Answer {
  return { body: { success: true, message } };
}

/** Opens the panel on a quiet page, beside it as on a desktop. */
async function openChat(
  answer: Answer | ((call: Call) => Answer | Promise<Answer>) = replying('Yes.'),
  path = '/about',
) {
  setMedia(BESIDE, true);
  const calls = serve({ 'POST /api/chat': answer });
  const router = await renderApp(path);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open the assistant' }));
  const panel = await screen.findByRole('dialog', { name: 'Assistant' });
  return { calls, router, user, panel };
}

function box(): HTMLTextAreaElement {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
}

/** The conversation as it is read: who, and what. */
function bubbles(): string[] {
  return [...screen.getByRole('log').querySelectorAll('[data-role]')].map(
    (bubble) => bubble.textContent ?? '',
  );
}

/** Keeps a conversation as another tab would leave it. */
function store(messages: unknown): void {
  localStorage.setItem('chat-history', JSON.stringify(messages));
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'chat-history' }));
  });
}

describe('the button', () => {
  test.each(['/', '/pricing', '/login'])('stands on %s', async (path) => {
    serve({ 'GET /api/reviews': silence, 'GET /api/saas/plans': silence });
    await renderApp(path);
    expect(screen.getByRole('button', { name: 'Open the assistant' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // @spec 2.34, 4.12
  test('opens the panel, focuses its box, and closes it again', async () => {
    const { user, panel } = await openChat();
    expect(panel.getAttribute('aria-modal')).toBe('false');
    await waitFor(() => expect(document.activeElement).toBe(box()));
    const [button] = screen.getAllByRole('button', { name: 'Close the assistant' });
    expect(button?.getAttribute('aria-expanded')).toBe('true');
    await user.click(button ?? panel);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});

// @spec 4.12
test('Escape closes the panel and gives focus back to the button', async () => {
  const { user } = await openChat();
  await user.type(box(), 'half a thought');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open the assistant' }));
});

test('the panel says at first contact that the assistant is an AI and no person', async () => {
  const { panel } = await openChat();
  expect(panel.textContent).toContain('an AI assistant: an automatic program, not a person');
});

describe('sending', () => {
  // @spec 4.13
  test('appends the message at once, disables the box, then appends the reply', async () => {
    let reply: (answer: Answer) => void = () => undefined;
    const { user } = await openChat(() => new Promise<Answer>((resolve) => (reply = resolve)));
    await user.type(box(), 'Is there a free plan?{Enter}');
    expect(bubbles()).toEqual(['You: Is there a free plan?']);
    expect(box().disabled).toBe(true);
    expect(box().value).toBe('');
    expect(screen.getByText('The assistant is writing')).toBeTruthy();
    await act(async () => reply(replying('Yes, there is.')));
    await waitFor(() =>
      expect(bubbles()).toEqual(['You: Is there a free plan?', 'Assistant: Yes, there is.']),
    );
    expect(box().disabled).toBe(false);
    expect(screen.queryByText('The assistant is writing')).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  // @spec 2.35, 5.5
  test('Shift+Enter makes a new line and sends nothing, Enter sends both lines', async () => {
    const { user, calls } = await openChat();
    await user.type(box(), 'one{Shift>}{Enter}{/Shift}two');
    expect(box().value).toBe('one\ntwo');
    expect(calls).toHaveLength(0);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(calls[0]?.body).toEqual({ message: 'one\ntwo', history: [] }));
  });

  // @spec 5.4
  test.each(['', '   ', '\n \n'])('nothing but white space (%j) is not sent', async (text) => {
    const { calls, user } = await openChat();
    fireEvent.change(box(), { target: { value: text } });
    box().focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
    expect(calls).toHaveLength(0);
    expect(bubbles()).toEqual([]);
  });

  // @spec 5.5
  test('is blocked while a reply is pending, also after the panel was closed and opened', async () => {
    const { user, calls } = await openChat(silence);
    await user.type(box(), 'first{Enter}');
    const tryAgain = () => {
      fireEvent.change(box(), { target: { value: 'second' } });
      fireEvent.keyDown(box(), { key: 'Enter' });
      fireEvent.submit(box().form ?? box());
    };
    tryAgain();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Open the assistant' }));
    tryAgain();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(bubbles()).toEqual(['You: first']);
  });

  test('takes no more letters than the service does', async () => {
    await openChat();
    expect(box().maxLength).toBe(4_000);
  });

  test('Enter that chooses a composed letter sends nothing', async () => {
    const { calls } = await openChat();
    fireEvent.change(box(), { target: { value: 'に' } });
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    expect(calls).toHaveLength(0);
    expect(box().value).toBe('に');
  });

  // @spec 7.5, 9.16
  test('passes the last 10 messages along, without the new one and without times', async () => {
    const { user, calls } = await openChat();
    store(
      Array.from({ length: 13 }, (_, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: `message ${at}`,
        timestamp: at,
      })),
    );
    await user.type(box(), 'And now?{Enter}');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({
      message: 'And now?',
      history: Array.from({ length: 10 }, (_, at) => ({
        role: at % 2 === 0 ? 'assistant' : 'user',
        content: `message ${at + 3}`,
      })),
    });
  });
});

describe('a failure', () => {
  // @spec 4.13, 8.1
  test.each([
    ['no answer', new TypeError('Failed to fetch')],
    ['a broken answer', { status: 502, body: '<html>' }],
    ['a refusal', refusal(429, 'rate_limited', 'Too many requests: the limit is 10 an hour.')],
  ] as const)(
    '(%s) is the fallback bubble, and the next message may be sent',
    async (_, answer) => {
      const { user } = await openChat(answer);
      await user.type(box(), 'hello{Enter}');
      await waitFor(() => expect(bubbles()).toEqual(['You: hello', `Assistant: ${FALLBACK}`]));
      expect(box().disabled).toBe(false);
    },
  );

  test('shows below the bubble why, where the service said so', async () => {
    const { user, panel } = await openChat(
      refusal(429, 'rate_limited', 'Too many requests: the limit is 10 an hour.'),
    );
    await user.type(box(), 'hello{Enter}');
    await within(panel).findByText('Too many requests: the limit is 10 an hour.');
  });

  // @spec 7.5, 9.16
  test('comes after 300 s without an answer, not before', async () => {
    const { panel } = await openChat(silence);
    vi.useFakeTimers();
    try {
      fireEvent.change(box(), { target: { value: 'hello' } });
      fireEvent.keyDown(box(), { key: 'Enter' });
      await act(() => vi.advanceTimersByTimeAsync(299_999));
      expect(bubbles()).toEqual(['You: hello']);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(bubbles()).toEqual(['You: hello', `Assistant: ${FALLBACK}`]);
      expect(panel.textContent).toContain('The service did not answer in time.');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the history', () => {
  // @spec 3.8
  test('is kept with role, content and milliseconds', async () => {
    const { user } = await openChat();
    const before = Date.now();
    await user.type(box(), 'Is there a free plan?{Enter}');
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    const stored: { role: string; content: string; timestamp: number }[] = JSON.parse(
      localStorage.getItem('chat-history') ?? '',
    );
    expect(stored.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Is there a free plan?'],
      ['assistant', 'Yes.'],
    ]);
    for (const { timestamp } of stored) {
      expect(timestamp).toBeGreaterThanOrEqual(before);
      expect(timestamp).toBeLessThan(Date.now() + 1_000);
    }
  });

  test('is deleted when that is confirmed, and kept otherwise', async () => {
    const { user, panel } = await openChat();
    const clear = within(panel).getByRole<HTMLButtonElement>('button', { name: 'Clear history' });
    expect(clear.disabled).toBe(true);
    store([{ role: 'user', content: 'secret plans', timestamp: 1 }]);
    await user.click(clear);
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(bubbles()).toEqual(['You: secret plans']);
    await user.click(clear);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(bubbles()).toEqual([]);
    expect(localStorage.getItem('chat-history')).toBeNull();
    expect(document.activeElement).toBe(box());
  });

  test('ends with the session, so that the next user of the browser does not read it', async () => {
    signInAs();
    await openChat();
    store([{ role: 'user', content: 'secret plans', timestamp: 1 }]);
    act(clearSession);
    expect(bubbles()).toEqual([]);
    expect(localStorage.getItem('chat-history')).toBeNull();
  });

  test('survives a session that begins', async () => {
    await openChat();
    store([{ role: 'user', content: 'before sign-in', timestamp: 1 }]);
    act(() => void signInAs());
    expect(bubbles()).toEqual(['You: before sign-in']);
  });
});

describe('a link in a reply', () => {
  test('leads to its page within the site, and the panel stays beside it', async () => {
    const { user, router } = await openChat(replying('It is free: /pricing#free-plan'));
    serve({
      'POST /api/chat': replying('It is free: /pricing#free-plan'),
      'GET /api/saas/plans': silence,
    });
    await user.type(box(), 'price?{Enter}');
    await user.click(await screen.findByRole('link', { name: '/pricing#free-plan' }));
    expect(router.state.location).toMatchObject({ pathname: '/pricing', hash: '#free-plan' });
    expect(screen.getByRole('dialog', { name: 'Assistant' })).toBeTruthy();
  });

  test('closes the panel where it covers the page', async () => {
    const { user, router } = await openChat(replying('Ask people: /contact'));
    setMedia(BESIDE, false);
    await user.type(box(), 'people?{Enter}');
    await user.click(await screen.findByRole('link', { name: '/contact' }));
    expect(router.state.location.pathname).toBe('/contact');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is none in what the user wrote', async () => {
    const { user } = await openChat();
    await user.type(box(), 'I read /pricing{Enter}');
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    expect(within(screen.getByRole('log')).queryByRole('link')).toBeNull();
  });
});

// @spec 10.17
test('/support leads home and opens the assistant, once', async () => {
  serve({ 'GET /api/reviews': silence });
  const router = await renderApp('/support');
  expect(await screen.findByRole('dialog', { name: 'Assistant' })).toBeTruthy();
  expect(router.state.location).toMatchObject({ pathname: '/', state: null });
});

test('any other unknown path leads home without it', async () => {
  serve({ 'GET /api/reviews': silence });
  const router = await renderApp('/nowhere');
  expect(router.state.location.pathname).toBe('/');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open the assistant' })).toBeTruthy();
});
