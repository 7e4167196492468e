import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { readStored, removeStored, writeStored } from '../../lib/browser-storage.ts';
import { latePart } from '../../lib/late-part.tsx';

const OFF_KEY = 'singleKeysOff';

const keysDialog = latePart(
  async () => (await import('./keys-dialog.tsx')).KeysDialog,
  null,
  t`Failed to load the shortcuts`,
);

/** Whether single keys work, kept in this browser. */
export function useSingleKeys() {
  const [on, setOn] = useState(() => readStored(OFF_KEY) === null);
  const turn = (next: boolean) => {
    setOn(next);
    if (next) removeStored(OFF_KEY);
    else writeStored(OFF_KEY, 'off');
  };
  return { on, turn };
}

type ListKeysProps = {
  keys: ReturnType<typeof useSingleKeys>;
  list: RefObject<HTMLElement | null>;
  textField: RefObject<HTMLInputElement | null>;
};

/** Single keys that walk through the list, and the window that names them and turns them off (WCAG 2.1.4). */
export function ListKeys({ keys: { on, turn }, list, textField }: ListKeysProps) {
  const [shown, setShown] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') return leave(list.current, textField.current);
    if (!on || isTyping(event.target)) return;
    switch (event.key) {
      case 'j':
      case 'k':
        if (!walk(list.current, event.key === 'j' ? 1 : -1)) return;
        break;
      case '/':
        textField.current?.focus();
        textField.current?.select();
        break;
      case '?':
        setShown(true);
        break;
      default:
        return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <Button
        variant="secondary"
        aria-keyshortcuts={on ? '?' : undefined}
        onPointerEnter={keysDialog.prepare}
        onClick={() => setShown(true)}
        className="max-md:hidden"
      >{t`Shortcuts`}</Button>
      {on && (
        <p className="sr-only">{t`The keys j and k walk through the trades, slash goes to the text filter, and the question mark shows all keys.`}</p>
      )}
      {shown && <keysDialog.Part on={on} turn={turn} onClose={() => setShown(false)} />}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

/** The link of a row is what has the focus: Enter opens it, and it is read out as a link is. */
function linksOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-story]') ?? [])];
}

/** @returns whether there is a row to go to */
function walk(list: HTMLElement | null, step: 1 | -1): boolean {
  const links = linksOf(list);
  const at = links.indexOf(document.activeElement as HTMLElement);
  // The first press begins at the top, whichever way it goes.
  const next = links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))];
  if (!next) return false;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

function leave(list: HTMLElement | null, field: HTMLInputElement | null): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return;
  if (focused === field || linksOf(list).includes(focused)) focused.blur();
}
