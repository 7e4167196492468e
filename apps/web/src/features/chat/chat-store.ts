import { errorReason } from '../../lib/error-text.ts';
import { getSession, subscribeToSession } from '../../lib/session/session.ts';
import { askAssistant } from './chat.api.ts';
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

const FALLBACK = 'Sorry, I encountered an error. Please try again.';

const STOPPED = 'You stopped this answer.';

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
