import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import type { ReactNode } from 'react';

type Column<Row> = Readonly<{
  head: string;
  cell: (row: Row) => ReactNode;
  /** For figures, which stand at the right. */
  end?: boolean;
}>;

/** The first one names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

/** A button in a row; its name says to those who do not see the row which one it is. */
export type RowAct = Readonly<{ words: string; name: string; onClick: () => void }>;

type DataTableProps<Row> = {
  caption: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What can be done with a row; null: nothing. */
  act?: (row: Row) => RowAct | null;
  /** What stands there instead of no rows. */
  empty?: string;
};

/** Rows of the back office: a table where there is room, cards on a phone. */
export function DataTable<Row>({ act, empty, ...given }: DataTableProps<Row>) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (empty !== undefined && given.rows.length === 0)
    return <p className="text-small text-muted">{empty}</p>;
  const columns: Columns<Row> = act
    ? [...given.columns, { head: t`Action`, cell: (row) => <ActButton act={act(row)} /> }]
    : given.columns;
  return wide ? <WideTable {...given} columns={columns} /> : <Cards {...given} columns={columns} />;
}

function ActButton({ act }: { act: RowAct | null }) {
  if (act === null) return <span className="text-muted">–</span>;
  return (
    <Button variant="secondary" size="small" aria-label={act.name} onClick={act.onClick}>
      {act.words}
    </Button>
  );
}

/** Beyond its edges by the width of a focus ring, which it would cut off otherwise. */
const SCROLLS = '-mx-1.5 overflow-x-auto px-1.5';

function WideTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    // A group, not a landmark: the panel around it is one of the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus.
    <div role="group" aria-label={caption} tabIndex={0} className={SCROLLS}>
      <Table
        caption={caption}
        captionHidden
        head={columns.map(({ head, end = false }) => (
          <HeadCell key={head} end={end} className="whitespace-nowrap first:ps-0 last:pe-0">
            {head}
          </HeadCell>
        ))}
      >
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-b border-line">
            <th scope="row" className="py-2.5 pe-3 text-start align-top font-normal">
              {first.cell(row)}
            </th>
            {others.map(({ head, end = false, cell }) => (
              <Cell key={head} end={end} figures={end} className="py-2.5 align-top last:pe-0">
                {cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

function Cards<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <ul aria-label={caption} className="space-y-3">
      {rows.map((row) => (
        <li key={rowKey(row)} className="rounded-card border border-line bg-surface p-4 text-small">
          <div className="min-w-0 wrap-anywhere">{first.cell(row)}</div>
          <dl className="mt-2 space-y-1.5">
            {others.map(({ head, cell }) => (
              <div key={head} className="flex items-baseline justify-between gap-4">
                <dt className="shrink-0 text-tiny text-muted">{head}</dt>
                <dd className="min-w-0 text-end wrap-anywhere">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
