import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { stepOf } from '../../ui/key-walk.ts';

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
    const next = stepOf(event, { at, count, way: rows ? 'down' : 'across' });
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
        aria-label={`${label}. ${rows ? t`Up and down arrow keys read it.` : t`Left and right arrow keys read it.`}`}
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
