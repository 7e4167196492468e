import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

type TableProps = {
  /** Names the table; hidden ones are only read out. */
  caption: ReactNode;
  captionHidden?: boolean;
  head: ReactNode;
  children: ReactNode;
};

/** Rows between hairlines. */
export function Table({ caption, captionHidden = false, head, children }: TableProps) {
  return (
    <table className="w-full border-collapse text-small">
      <caption className={captionHidden ? 'sr-only' : 'mb-2 text-start font-medium'}>
        {caption}
      </caption>
      <thead className="text-tiny text-muted">
        <tr className="h-10 border-b border-line">{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type HeadCellProps = ThHTMLAttributes<HTMLTableCellElement> & {
  /** For columns of figures, which stand at the right. */
  end?: boolean;
};

export function HeadCell({ end = false, className, ...rest }: HeadCellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames('px-3 font-normal', end ? 'text-end' : 'text-start', className)}
    />
  );
}

type CellProps = TdHTMLAttributes<HTMLTableCellElement> & {
  end?: boolean;
  /** Tabular figures, which align below each other. */
  figures?: boolean;
};

export function Cell({ end = false, figures = false, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classNames('px-3', end && 'text-end', figures && 'figures text-tiny', className)}
    />
  );
}
