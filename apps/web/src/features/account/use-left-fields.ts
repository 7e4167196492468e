import type { FieldNotes } from '@quorate/contract/account';
import { type FocusEvent, useState } from 'react';

/**
 * Which notes are shown: those of fields that typing has left, and all of them once the form was sent.
 *
 * @param notes of every field at fault, as it is now
 */
export function useLeftFields(notes: FieldNotes) {
  const [left, setLeft] = useState<readonly string[]>([]);
  return {
    noteOf: (name: string): string | null => (left.includes(name) ? (notes[name] ?? null) : null),
    leaveAll: (names: readonly string[]) => setLeft(names),
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // A note would move the button from under the pointer that presses it.
      if (relatedTarget instanceof HTMLButtonElement) return;
      if (!(target instanceof HTMLInputElement) || target.value === '') return;
      const { name } = target;
      setLeft((now) => (now.includes(name) ? now : [...now, name]));
    },
  };
}
