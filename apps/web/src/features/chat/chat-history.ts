import { readStored, removeStored, writeStored } from '../../lib/browser-storage.ts';

/** `timestamp` in milliseconds. */
export type ChatMessage = Readonly<{
  role: 'user' | 'assistant';
  content: string;
  timestamp: number;
}>;

export const CHAT_HISTORY_KEY = 'chat-history';

/** Older messages are let go. */
export const STORED_MAX = 100;

/** The conversation this browser keeps; a corrupt one is cleared silently. */
export function readHistory(): readonly ChatMessage[] {
  const text = readStored(CHAT_HISTORY_KEY);
  if (text === null) return [];
  const messages = parseHistory(text);
  if (messages === null) removeStored(CHAT_HISTORY_KEY);
  return messages ?? [];
}

export function writeHistory(messages: readonly ChatMessage[]): void {
  if (messages.length === 0) removeStored(CHAT_HISTORY_KEY);
  else writeStored(CHAT_HISTORY_KEY, JSON.stringify(messages.slice(-STORED_MAX)));
}

export function forgetHistory(): void {
  removeStored(CHAT_HISTORY_KEY);
}

function parseHistory(text: string): readonly ChatMessage[] | null {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) && stored.every(isMessage) ? stored.slice(-STORED_MAX) : null;
  } catch {
    return null;
  }
}

/** By hand: the schemas would come with every public page. */
function isMessage(value: unknown): value is ChatMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'role' in value &&
    (value.role === 'user' || value.role === 'assistant') &&
    'content' in value &&
    typeof value.content === 'string' &&
    'timestamp' in value &&
    Number.isFinite(value.timestamp)
  );
}
