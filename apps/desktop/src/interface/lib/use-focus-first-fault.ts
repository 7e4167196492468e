import { type RefObject, useEffect, useRef } from 'react';

/** Puts the focus on the first field that is wrong, each time that faults are found. */
export function useFocusFirstFault(
  faults: Readonly<Record<string, string>>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    // What is folded away cannot take the focus.
    const fold = first?.closest('details');
    if (fold) fold.open = true;
    first?.focus();
  }, [faults]);
  return form;
}
