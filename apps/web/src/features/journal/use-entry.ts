import type { TradeEntry } from '@quorate/contract/journal';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  dropEntryDraft,
  isSameWords,
  keepEntryDraft,
  readEntryDraft,
  wordsOf,
} from './entry-draft.ts';
import {
  newerEntry,
  type Place,
  placeName,
  saveWords,
  useTellSaved,
  type Words,
} from './journal.api.ts';

/** A pause in typing after which the entry is saved. */
const SAVE_AFTER_MS = 1_200;

export type EntryState =
  | Readonly<{ kind: 'idle' | 'waiting' | 'saving' | 'saved' }>
  | Readonly<{ kind: 'failed'; error: unknown }>
  /** Somebody else, or another window, has written since. */
  | Readonly<{ kind: 'conflict'; current: TradeEntry }>;

/**
 * An entry that saves itself, after a pause and when a field is left. What is typed is kept in the browser until
 * the service has it: neither a reload nor a lost network loses a word.
 */
export function useEntry(userId: string, place: Place, known: TradeEntry) {
  const name = placeName(place);
  const [found] = useState(() => readEntryDraft(userId, name));
  // The service has it, though its answer was not heard: kept any longer, it would come back as another text.
  const [isOver] = useState(found !== null && isSameWords(found.words, wordsOf(known)));
  const first = isOver ? null : found;
  const [words, setWords] = useState<Words>(first?.words ?? wordsOf(known));
  const [state, setState] = useState<EntryState>({ kind: first ? 'waiting' : 'idle' });
  const typed = useRef(words);
  const seen = useRef(first ? first.seen : known.updated_at);
  const kept = useRef<Words>(first ? wordsOf(known) : words);
  const saving = useRef(false);
  const stuck = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tellSaved = useTellSaved(userId, place);

  const change = (part: Partial<Words>) => {
    const next = { ...typed.current, ...part };
    typed.current = next;
    setWords(next);
    if (!stuck.current && isSameWords(next, kept.current) && !saving.current) {
      dropEntryDraft(userId, name);
      clearTimeout(timer.current);
      return setState((now) => (now.kind === 'waiting' ? { kind: 'idle' } : now));
    }
    keepEntryDraft(userId, name, { words: next, seen: seen.current });
    if (stuck.current) return;
    setState({ kind: 'waiting' });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
  };

  async function save(): Promise<void> {
    clearTimeout(timer.current);
    if (saving.current || stuck.current || isSameWords(typed.current, kept.current)) return;
    saving.current = true;
    setState({ kind: 'saving' });
    const sent = typed.current;
    try {
      const setup = sent.setup?.trim() || null;
      const entry = await saveWords(place, { ...sent, setup }, seen.current);
      seen.current = entry.updated_at;
      kept.current = sent;
      tellSaved(entry);
      if (isSameWords(typed.current, sent)) {
        dropEntryDraft(userId, name);
        setState({ kind: 'saved' });
      } else keepEntryDraft(userId, name, { words: typed.current, seen: seen.current });
    } catch (error) {
      const current = newerEntry(error);
      stuck.current = current !== null;
      setState(current ? { kind: 'conflict', current } : { kind: 'failed', error });
      return;
    } finally {
      saving.current = false;
    }
    // What was typed meanwhile.
    if (!isSameWords(typed.current, sent)) await save();
  }

  /** Ends a conflict: with what is kept from then on, which is saved over the version that was shown. */
  const settle = (chosen: Words, current: TradeEntry) => {
    stuck.current = false;
    seen.current = current.updated_at;
    kept.current = wordsOf(current);
    typed.current = chosen;
    setWords(chosen);
    if (isSameWords(chosen, kept.current)) {
      dropEntryDraft(userId, name);
      tellSaved(current);
      return setState({ kind: 'saved' });
    }
    keepEntryDraft(userId, name, { words: chosen, seen: seen.current });
    void save();
  };

  const saveLate = useEffectEvent(() => void save());
  useEffect(() => {
    if (first) saveLate();
    if (isOver) dropEntryDraft(userId, name);
    const onOnline = () => saveLate();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      // Leaving the page leaves the field; the draft stays until the service has answered.
      saveLate();
    };
  }, [first, isOver, userId, name]);

  return { words, state, change, save: () => void save(), settle };
}
