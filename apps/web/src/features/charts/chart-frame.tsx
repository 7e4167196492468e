import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { type ReactNode, useId, useState } from 'react';

type ChartFrameProps = {
  title: string;
  /** What is counted, and by which clock. */
  note: string;
  /** The sum of what is drawn. */
  total: ReactNode;
  /** The same figures as a table; made only when it is asked for. Null while there are none yet. */
  table: (() => ReactNode) | null;
  /** The first one: it is seen at once, and a guess of its height would move what is below it. */
  isFirst?: boolean;
  children: ReactNode;
};

/** What every chart stands in: its name above, its total below, and its table on demand for everybody. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, note, total, table, isFirst = false, children } = props;
  const [open, setOpen] = useState(false);
  const heading = useId();
  const place = useId();
  return (
    <section
      aria-labelledby={heading}
      className={classNames('min-w-0 border-t border-line pt-4', !isFirst && 'drawn-when-near')}
    >
      <div className="flex items-start justify-between gap-x-4">
        <h3 id={heading} className="text-body font-semibold">
          {title}
        </h3>
        <Button
          variant="quiet"
          size="small"
          className="-my-1 -me-3 shrink-0"
          aria-expanded={open}
          aria-controls={place}
          aria-label={`${title}: ${open ? t`hide table` : t`show as table`}`}
          disabled={table === null}
          onClick={() => setOpen(!open)}
        >
          {open ? t`Hide table` : t`Show as table`}
        </Button>
      </div>
      <p className="mt-0.5 mb-3 max-w-prose text-tiny text-muted">{note}</p>
      {children}
      <p className="mt-3 min-h-[1.1875rem] text-tiny text-muted">{total}</p>
      <div id={place} className={open ? 'mt-4' : undefined}>
        {open && table?.()}
      </div>
    </section>
  );
}
