import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';

const palette = latePart(
  async () => (await import('./palette.tsx')).Palette,
  null,
  t`Failed to load the search`,
);

/** Opens the search over everything; so does Ctrl-K. Its code comes with the first use. */
export function PaletteButton({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  /** What is typed before the code is there. */
  const early = useRef('');
  const show = () => {
    early.current = '';
    setOpen(true);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShown = document.querySelector('dialog[open]') !== null;
    if (open && !isShown && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      early.current += event.key;
      event.preventDefault();
    }
    const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isAsked || event.key.toLowerCase() !== 'k') return;
    // The browser's own meaning of these keys would lead away.
    event.preventDefault();
    if (!isShown) show();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={palette.prepare}
        onFocus={palette.prepare}
        onClick={show}
        className="-my-2.5 ms-auto inline-flex min-h-11 min-w-11 sm:my-0 sm:min-h-8 items-center justify-end gap-1.5 rounded-sm text-small font-medium text-brand underline decoration-brand/35 underline-offset-4 hover:decoration-brand"
      >
        <Trans>
          Search
          <span aria-hidden="true" className="max-md:hidden">
            <kbd className="figures text-tiny font-normal text-muted">Ctrl K</kbd>
          </span>
        </Trans>
      </button>
      {open && <palette.Part userId={userId} early={early} onClose={() => setOpen(false)} />}
    </>
  );
}
