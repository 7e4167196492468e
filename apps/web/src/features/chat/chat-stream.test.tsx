import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setMedia } from '../../testing/browser.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { clearChat } from './chat-store.ts';

const FALLBACK = 'Sorry, I encountered an error. Please try again.';

afterEach(clearChat);

/** A service that streams: what it says is written by the test, piece by piece. */
function streaming() {
  const encoder = new TextEncoder();
  let out: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stub = { accept: '', aborted: false, calls: 0 };
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    stub.calls += 1;
    stub.accept = new Headers(init.headers).get('accept') ?? '';
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        out = controller;
        init.signal?.addEventListener('abort', () => {
          stub.aborted = true;
          controller.error(new DOMException('aborted', 'AbortError'));
        });
      },
      cancel() {
        out = null;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  });
  const write = (text: string) => act(async () => out?.enqueue(encoder.encode(text)));
  return {
    stub,
    write,
    bytes: (piece: Uint8Array<ArrayBuffer>) => act(async () => out?.enqueue(piece)),
    cut: () => act(async () => out?.error(new TypeError('network error'))),
    tell: (event: string, data: object) =>
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => act(async () => out?.close()),
  };
}

async function askInChat(question = 'Is there a free plan?') {
  setMedia('(min-width: 40rem)', true);
  const service = streaming();
  await renderApp('/about');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open the assistant' }));
  const panel = await screen.findByRole('dialog', { name: 'Assistant' });
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
  await user.type(box(), `${question}{Enter}`);
  await waitFor(() => expect(service.stub.calls).toBe(1));
  return { ...service, user, panel, box };
}

function replies(): string[] {
  return [...screen.getByRole('log').querySelectorAll('[data-role=assistant]')].map(
    (bubble) => bubble.textContent ?? '',
  );
}

function stored(): unknown[] {
  return JSON.parse(localStorage.getItem('chat-history') ?? '[]');
}

describe('an answer that comes in pieces', () => {
  test('shows as it comes, and the whole replaces it', async () => {
    const { stub, write, tell, end, box } = await askInChat();
    expect(stub.accept).toBe('text/event-stream, application/json');
    await write(': open\n\n');
    expect(replies()).toEqual([]);
    await tell('delta', { text: 'Yes, ' });
    await write('event: delta\nda');
    await write('ta: {"text":"there is: /pricing#free-plan."}\n\n: still here\n\n');
    expect(replies()).toEqual(['Assistant: Yes, there is: /pricing#free-plan.']);
    expect(screen.getByRole('link', { name: '/pricing#free-plan' })).toBeTruthy();
    expect(box().disabled).toBe(true);
    expect(stored()).toHaveLength(1);
    await tell('done', { message: 'Yes: /pricing#free-plan' });
    await end();
    await waitFor(() => expect(replies()).toEqual(['Assistant: Yes: /pricing#free-plan']));
    expect(stored()).toMatchObject([{}, { role: 'assistant', content: 'Yes: /pricing#free-plan' }]);
    expect(document.activeElement).toBe(box());
  });

  test.each([
    ['stays open', async () => undefined],
    ['breaks off', async (s: Awaited<ReturnType<typeof askInChat>>) => s.cut()],
  ] as const)('is there with the whole, also where the connection %s after it', async (_, go) => {
    const service = await askInChat();
    await service.tell('done', { message: 'Yes.' });
    await go(service);
    await waitFor(() => expect(replies()).toEqual(['Assistant: Yes.']));
    expect(service.box().disabled).toBe(false);
  });

  test('that says that it failed is not waited for any longer', async () => {
    const { tell } = await askInChat();
    await tell('failure', { code: 'internal' });
    await waitFor(() => expect(replies()).toEqual([`Assistant: ${FALLBACK}`]));
  });

  test('comes whole where a letter of several bytes is cut in two', async () => {
    const { bytes, tell } = await askInChat();
    const event = new TextEncoder().encode('event: delta\ndata: {"text":"نعم, 100 €."}\n\n');
    for (let at = 0; at < event.length; at += 1) await bytes(event.slice(at, at + 1));
    expect(replies()).toEqual(['Assistant: نعم, 100 €.']);
    await tell('done', { message: 'نعم.' });
    await waitFor(() => expect(replies()).toEqual(['Assistant: نعم.']));
    const bubble = screen.getByRole('log').querySelector('[data-role=assistant] [dir=auto]');
    expect(bubble?.textContent).toBe('نعم.');
  });

  test('is read out once, when it is whole', async () => {
    const { tell, end } = await askInChat();
    await tell('delta', { text: 'Yes.' });
    const log = screen.getByRole('log');
    expect(log.getAttribute('aria-live')).toBe('polite');
    expect(log.querySelector('[aria-live=off] [data-role=assistant]')?.textContent).toContain(
      'Yes.',
    );
    await tell('done', { message: 'Yes.' });
    await end();
    await waitFor(() => expect(log.querySelector('[aria-live=off]')).toBeNull());
  });

  test.each([
    [
      'says that it failed',
      async (s: Awaited<ReturnType<typeof askInChat>>) => s.tell('failure', { code: 'internal' }),
    ],
    ['ends without the whole', async () => undefined],
    ['is no event', async (s: Awaited<ReturnType<typeof askInChat>>) => s.write('data: {"x":\n\n')],
  ] as const)('that %s is the fallback bubble', async (_, go) => {
    const service = await askInChat();
    await service.tell('delta', { text: 'Yes.' });
    await go(service);
    await service.end();
    await waitFor(() => expect(replies()).toEqual([`Assistant: ${FALLBACK}`]));
    expect(service.box().disabled).toBe(false);
  });
});

describe('the stop button', () => {
  test('ends the call, keeps what has come, and gives the box back', async () => {
    const { stub, tell, user, panel, box } = await askInChat();
    await tell('delta', { text: 'Yes, there is. ' });
    await user.click(within(panel).getByRole('button', { name: 'Stop' }));
    expect(stub.aborted).toBe(true);
    await waitFor(() => expect(replies()).toEqual(['Assistant: Yes, there is.']));
    expect(panel.textContent).toContain('You stopped this answer.');
    expect(within(panel).queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(document.activeElement).toBe(box());
    expect(stored()).toHaveLength(2);
  });

  test('leaves no bubble where nothing has come, and is reached by keyboard', async () => {
    const { stub, user, panel, box } = await askInChat();
    const stop = within(panel).getByRole('button', { name: 'Stop' });
    stop.focus();
    await user.keyboard('{Enter}');
    expect(stub.aborted).toBe(true);
    await waitFor(() => expect(box().disabled).toBe(false));
    expect(replies()).toEqual([]);
    expect(stored()).toHaveLength(1);
  });

  test('a conversation that is forgotten meanwhile ends the call and shows nothing of it', async () => {
    const { stub, tell } = await askInChat();
    await tell('delta', { text: 'Yes.' });
    act(clearChat);
    expect(stub.aborted).toBe(true);
    expect(replies()).toEqual([]);
    expect(localStorage.getItem('chat-history')).toBeNull();
  });

  test('one that another tab deletes meanwhile does not come back with its answer', async () => {
    const { stub, tell, box } = await askInChat();
    await tell('delta', { text: 'Yes.' });
    localStorage.removeItem('chat-history');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'chat-history' }));
    });
    expect(stub.aborted).toBe(true);
    await waitFor(() => expect(box().disabled).toBe(false));
    expect(replies()).toEqual([]);
    expect(localStorage.getItem('chat-history')).toBeNull();
  });
});
