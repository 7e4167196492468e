import { errorReason } from '../../lib/error-text.ts';
import { getSession, subscribeToSession } from '../../lib/session/session.ts';
import { askAssistant } from './chat.api.ts';
import { CHAT_HISTORY_KEY, type ChatMessage, readHistory, writeHistory } from './chat-history.ts';

/** The conversation outlives the panel: a reply that comes while it is closed is there later. */
export type Chat = Readonly<{
  messages: readonly ChatMessage[];
  pending: boolean;
  /** Why the last message got no reply, where that can be said. */
  reason: string | null;
}>;

const FALLBACK = 'Sorry, I encountered an error. Please try again.';

let chat: Chat = { messages: readHistory(), pending: false, reason: null };
let conversation = 0;
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
  change({ messages: append('user', message), pending: true, reason: null });
  void answer(message, before, conversation);
  return true;
}

/** Forgets the conversation; a reply that is on its way is dropped. */
export function clearChat(): void {
  conversation += 1;
  change({ messages: [], pending: false, reason: null });
}

async function answer(
  message: string,
  before: readonly ChatMessage[],
  asked: number,
): Promise<void> {
  const outcome = await askAssistant(message, before).then(
    (content) => ({ content, reason: null }),
    (error: unknown) => ({ content: FALLBACK, reason: errorReason(error) }),
  );
  if (asked !== conversation) return;
  const { content, reason } = outcome;
  change({ messages: append('assistant', content), pending: false, reason });
}

function append(role: ChatMessage['role'], content: string): readonly ChatMessage[] {
  // A clock that was set back must not put a reply before its question.
  const last = chat.messages.at(-1)?.timestamp ?? 0;
  const timestamp = Math.max(Date.now(), last + 1);
  return [...chat.messages, { role, content, timestamp }];
}

function change(next: Chat): void {
  chat = next;
  writeHistory(next.messages);
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
  chat = { ...chat, messages: readHistory() };
  for (const listener of listeners) listener();
}

let lastToken = getSession().token;
subscribeToSession(forgetWithSession);
window.addEventListener('storage', followOtherTabs);
