import { JOURNAL_NOTE_MAX, JOURNAL_TAGS_MAX, type TradeEntry } from '@quorate/contract/journal';
import { readStored, removeStored, writeStored } from '../../lib/browser-storage.ts';
import { JOURNAL_DRAFT } from '../../lib/tab-storage.ts';
import type { Words } from './journal.api.ts';

/** What was typed and is not with the service yet, and the version of the entry that it began from. */
export type Draft = Readonly<{ words: Words; seen: string | null }>;

function keyOf(userId: string, place: string): string {
  return `${JOURNAL_DRAFT}${userId}:${place}`;
}

export function readEntryDraft(userId: string, place: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(userId, place)) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepEntryDraft(userId: string, place: string, draft: Draft): void {
  writeStored(keyOf(userId, place), JSON.stringify(draft));
}

export function dropEntryDraft(userId: string, place: string): void {
  removeStored(keyOf(userId, place));
}

export function wordsOf({ note, tags, setup }: TradeEntry): Words {
  return { note, tags, setup };
}

/** Whether the service would keep the same. Spaces at its ends are no part of a note. */
export function isSameWords(one: Words, other: Words): boolean {
  return (
    one.note.trim() === other.note.trim() &&
    (one.setup ?? '').trim() === (other.setup ?? '').trim() &&
    JSON.stringify(one.tags) === JSON.stringify(other.tags)
  );
}

function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== 'object' || kept === null || !('words' in kept) || !('seen' in kept))
    return false;
  const { words, seen } = kept;
  return (
    (seen === null || typeof seen === 'string') &&
    typeof words === 'object' &&
    words !== null &&
    'note' in words &&
    typeof words.note === 'string' &&
    words.note.length <= JOURNAL_NOTE_MAX &&
    'tags' in words &&
    Array.isArray(words.tags) &&
    words.tags.length <= JOURNAL_TAGS_MAX &&
    words.tags.every((tag) => typeof tag === 'string') &&
    'setup' in words &&
    (words.setup === null || typeof words.setup === 'string')
  );
}
