import { t } from '@lingui/core/macro';
import { CHAT_LIMITS, chatEvent, sendChatMessage } from '@quorate/contract/chat';
import { createEventReader } from '@quorate/contract/event-stream';
import { answerOf } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { errorReason } from '../../lib/error-text.ts';
import { getSession, subscribeToSession } from '../../lib/session/session.ts';
import { CHAT_HISTORY_KEY, type ChatMessage, readHistory, writeHistory } from './chat-history.ts';

/** The conversation outlives the panel: a reply that comes while it is closed is there later. */
export type Chat = Readonly<{
  messages: readonly ChatMessage[];
  pending: boolean;
  /** What has come so far of the reply that is pending. */
  arriving: string;
  /** The timestamp of the reply that was read as it came; null when the last one came at once. */
  seen: number | null;
  /** Why the last message got no reply, where that can be said. */
  reason: string | null;
}>;

const FALLBACK = t`Sorry, I encountered an error. Please try again.`;

const STOPPED = t`You stopped this answer.`;

const QUIET = { pending: false, arriving: '', seen: null, reason: null } as const;

let chat: Chat = { messages: readHistory(), ...QUIET };
let conversation = 0;
let stop = new AbortController();
const listeners = new Set<() => void>();

export function getChat(): Chat {
  return chat;
}

export function subscribeToChat(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Appends the message at once and the reply, or the fallback, when it is there. Nothing is sent that is
 * empty, or while a reply is pending.
 *
 * @returns whether the message was taken
 */
export function ask(text: string): boolean {
  const message = text.trim();
  if (message === '' || chat.pending) return false;
  const before = chat.messages;
  stop = new AbortController();
  change({ ...QUIET, messages: append('user', message), pending: true });
  void answer(message, before, conversation);
  return true;
}

/** Ends the reply that is pending; what has come of it stays. */
export function stopAnswer(): void {
  stop.abort();
}

/** Forgets the conversation; a reply that is on its way is dropped. */
export function clearChat(): void {
  conversation += 1;
  stop.abort();
  change({ ...QUIET, messages: [] });
}

async function answer(
  message: string,
  before: readonly ChatMessage[],
  asked: number,
): Promise<void> {
  const { signal } = stop;
  const onText = (text: string) => {
    // A stopped answer may still have a piece on its way.
    if (asked !== conversation || signal.aborted) return;
    show({ ...chat, arriving: chat.arriving + text });
  };
  const outcome = await askAssistant(message, before, { signal, onText }).then(
    (content) => ({ content, reason: null }),
    (error: unknown) =>
      signal.aborted
        ? { content: chat.arriving.trim(), reason: STOPPED }
        : { content: FALLBACK, reason: errorReason(error) },
  );
  if (asked !== conversation) return;
  const { content, reason } = outcome;
  const messages = content === '' ? chat.messages : append('assistant', content);
  const seen = chat.arriving === '' ? null : (messages.at(-1)?.timestamp ?? null);
  change({ ...QUIET, messages, seen, reason });
}

function append(role: ChatMessage['role'], content: string): readonly ChatMessage[] {
  // A clock that was set back must not put a reply before its question.
  const last = chat.messages.at(-1)?.timestamp ?? 0;
  const timestamp = Math.max(Date.now(), last + 1);
  return [...chat.messages, { role, content, timestamp }];
}

function change(next: Chat): void {
  writeHistory(next.messages);
  show(next);
}

function show(next: Chat): void {
  chat = next;
  for (const listener of listeners) listener();
}

/** What one user asked is not shown to the next. */
function forgetWithSession(): void {
  const { token } = getSession();
  if (lastToken !== null && token === null) clearChat();
  lastToken = token;
}

/** Another tab went on with the conversation, or cleared it. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== null && key !== CHAT_HISTORY_KEY) return;
  const messages = readHistory();
  // The answer to what was deleted would bring it back.
  if (chat.pending && messages.length === 0) clearChat();
  else show({ ...chat, messages });
}

let lastToken = getSession().token;
subscribeToSession(forgetWithSession);
window.addEventListener('storage', followOtherTabs);

type Listener = Readonly<{
  signal: AbortSignal;
  /** Gets each piece of an answer that is sent as it is written. */
  onText: (text: string) => void;
}>;

/**
 * Asks the assistant.
 *
 * @param before the conversation so far; its last 10 messages go along
 * @returns the whole reply, which replaces whatever came of it before
 * @throws ApiError when there is no reply; the signal's reason when it was stopped
 */
async function askAssistant(
  message: string,
  before: readonly ChatMessage[],
  { signal, onText }: Listener,
): Promise<string> {
  const history = before.slice(-CHAT_LIMITS.history).map(({ role, content }) => ({
    role,
    content: content.slice(0, CHAT_LIMITS.historyContent),
  }));
  return answerOf(
    sendChatMessage,
    { body: { message, history } },
    (response) =>
      /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')
        ? readEvents(response, onText)
        : readWhole(response),
    { signal, accept: 'text/event-stream, application/json' },
  );
}

async function readWhole(response: Response): Promise<string> {
  const content: unknown = await response.json().catch(() => null);
  const reply = sendChatMessage.reply.safeParse(content);
  if (reply.success) return reply.data.message;
  throw new ApiError({ code: 'bad_reply', status: response.status }, { cause: reply.error });
}

async function readEvents(response: Response, onText: (text: string) => void): Promise<string> {
  let whole: string | null = null;
  let ended = false;
  const read = createEventReader(({ name, data }) => {
    const event = chatEvent.safeParse({ event: name, data: parse(data) });
    // What a newer service adds is skipped.
    if (!event.success || ended) return;
    if (event.data.event === 'delta') return onText(event.data.data.text);
    ended = true;
    if (event.data.event === 'done') whole = event.data.data.message;
  });
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const piece = await pieces?.read();
    if (!piece || piece.done) break;
    read(piece.value);
    if (ended) break;
  }
  // What becomes of the connection now does not matter.
  void pieces?.cancel().catch(() => undefined);
  if (whole === null) throw new ApiError({ code: 'bad_reply', status: response.status });
  return whole;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
