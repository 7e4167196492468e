import { t } from '@lingui/core/macro';
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { closeOnBack } from './close-on-back.ts';
import { Icon } from './icon.tsx';

type DialogProps = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** 'alert' interrupts with something to acknowledge; it closes by its own button or Escape. */
  kind?: 'dialog' | 'alert';
  wide?: boolean;
};

/**
 * A modal window, open as long as it is rendered. The browser's own dialog keeps focus inside, makes
 * the page behind inert and gives focus back, without style sheets injected at run time.
 */
export function Dialog({ title, onClose, children, kind = 'dialog', wide = false }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before the element leaves the page, so that the browser can give focus back.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (!dialog.open) dialog.showModal();
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = overflow;
      dialog.close();
    };
  }, []);

  const closeAsAsked = useEffectEvent(onClose);
  useEffect(() => closeOnBack(() => closeAsAsked()), []);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (kind === 'dialog' && event.target === box.current) onClose();
  };

  return (
    // The backdrop is no control of its own: Escape and the Close button do the same for the keyboard.
    <dialog
      ref={box}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A browser that is asked twice closes it without asking us.
      onClose={() => {
        if (box.current && !box.current.open) onClose();
      }}
      onMouseDown={closeOnBackdrop}
      className={classNames(
        'm-auto max-h-[calc(100dvh-2rem-env(safe-area-inset-top)-env(safe-area-inset-bottom))] w-[calc(100vw-2rem-env(safe-area-inset-left)-env(safe-area-inset-right))] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface text-ink shadow-overlay',
        'open:animate-arrive',
        wide ? 'max-w-[44rem]' : 'max-w-[30rem]',
      )}
    >
      <div className="p-5 xs:p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 wrap-anywhere font-serif text-heading">
            {title}
          </h2>
          {kind === 'dialog' && (
            <button
              type="button"
              aria-label={t`Close`}
              onClick={onClose}
              className="-mt-1.5 -me-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunk hover:text-ink"
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

type DialogActionsProps = { onCancel: () => void; cancel?: ReactNode; children: ReactNode };

/** What can be done about it, at the end: first the way back, then what was asked for. */
export function DialogActions({ onCancel, cancel = t`Cancel`, children }: DialogActionsProps) {
  return (
    <div className="mt-5 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      {children}
    </div>
  );
}
