import { t } from '@lingui/core/macro';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { useState } from 'react';
import { Pagination } from '../../ui/pagination.tsx';

/** More rows than this are paged: ten years of days would take a second to lay out. */
const ROWS_A_PAGE = 100;

export type ChartRow = { key: string; head: string; cells: readonly string[] };

type ChartTableProps<Item> = {
  caption: string;
  /** The first names the rows. */
  columns: readonly string[];
  items: readonly Item[];
  /** Words for one item: asked for the page that is shown alone. */
  row: (item: Item) => ChartRow;
  noun: string;
};

/** A chart in figures. */
export function ChartTable<Item>(props: ChartTableProps<Item>) {
  const { caption, columns, items, row, noun } = props;
  const [page, setPage] = useState(1);
  const pages = Math.ceil(items.length / ROWS_A_PAGE);
  const shown = Math.min(page, Math.max(1, pages));
  const [first = '', ...others] = columns;
  const shownRows = items.slice((shown - 1) * ROWS_A_PAGE, shown * ROWS_A_PAGE).map(row);
  return (
    <>
      {/* Keyboards scroll sideways what has the focus. */}
      <section
        aria-label={t`${caption}, in figures`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone
        tabIndex={0}
        className="-mx-2 overflow-x-auto"
      >
        <Table
          caption={caption}
          captionHidden
          head={
            <>
              <HeadCell className="px-2">{first}</HeadCell>
              {others.map((name) => (
                <HeadCell key={name} end className="px-2">
                  {name}
                </HeadCell>
              ))}
            </>
          }
        >
          {shownRows.map(({ key, head, cells }) => (
            <tr key={key} className="h-8 border-b border-line/60">
              <th scope="row" className="px-2 text-start text-tiny font-normal">
                {head}
              </th>
              {others.map((name, at) => (
                <Cell key={name} end figures className="px-2 text-tiny whitespace-nowrap">
                  {cells[at]}
                </Cell>
              ))}
            </tr>
          ))}
        </Table>
      </section>
      {pages > 1 && (
        <div className="mt-3">
          <Pagination
            page={{ page: shown, per_page: ROWS_A_PAGE, total: items.length, total_pages: pages }}
            noun={noun}
            onPage={setPage}
          />
        </div>
      )}
    </>
  );
}
