import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

/** Of the keys that leap. */
const LEAP = 10;

type ChartReaderProps = {
  label: string;
  /** How many bars or days there are. */
  count: number;
  /** Which of them is read; null for none. */
  at: number | null;
  onMove: (at: number | null) => void;
  /** What is said of one of them. */
  words: (at: number) => string;
  /** Rows are walked up and down, all else left and right. */
  rows?: boolean;
  children: ReactNode;
};

/**
 * Makes a drawing readable by keyboard: it takes the focus, the arrow keys walk over what it shows, and a
 * line below says where they are. The line shows what is pointed at as well, but is read out for keys only.
 */
export function ChartReader(props: ChartReaderProps) {
  const { label, count, at, onMove, words, rows = false, children } = props;
  const [byKey, setByKey] = useState(false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = stepOf(event.key, { at, count, rows });
    if (next === undefined) return;
    event.preventDefault();
    setByKey(true);
    onMove(next);
  };

  return (
    <>
      {/* An application: screen readers hand the arrow keys over to nothing less. */}
      <div
        role="application"
        aria-label={t`${label}. ${rows ? t`Up and down` : t`Left and right`} arrow keys read it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys work only on what has the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={() => setByKey(false)}
        onPointerLeave={() => onMove(null)}
        className="rounded-sm"
      >
        <div aria-hidden="true">{children}</div>
      </div>
      <p
        aria-live={byKey ? 'polite' : 'off'}
        data-readout=""
        className="mt-2 min-h-[2.3rem] text-tiny tabular-nums sm:min-h-[1.1875rem]"
      >
        {at === null || at >= count ? (
          <span className="text-muted">{t`Point at it, or use the arrow keys.`}</span>
        ) : (
          words(at)
        )}
      </p>
    </>
  );
}

type Walk = { at: number | null; count: number; rows: boolean };

/** Where a key leads: undefined for keys that are not ours, null to nowhere. */
function stepOf(key: string, { at, count, rows }: Walk): number | null | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  const by = (step: number) => {
    if (at === null) return step > 0 ? 0 : last;
    return Math.min(last, Math.max(0, at + step));
  };
  switch (key) {
    case rows ? 'ArrowDown' : 'ArrowRight':
      return by(1);
    case rows ? 'ArrowUp' : 'ArrowLeft':
      return by(-1);
    case 'PageDown':
      return by(LEAP);
    case 'PageUp':
      return by(-LEAP);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return at === null ? undefined : null;
    default:
      return undefined;
  }
}
