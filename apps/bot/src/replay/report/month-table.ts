import type { Group } from './groups.ts';
import { type Html, html } from './html.ts';
import { amountCell, table } from './page-table.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Net of each month, a year a row. */
export function monthTable(months: readonly Group[], digits: number): Html {
  const years = [...new Set(months.map(({ name }) => name.slice(0, 4)))];
  const known = new Map(months.map((month) => [month.name, month]));
  const rows = years.map((year) => {
    const own = MONTHS.map((_, at) => known.get(`${year}-${String(at + 1).padStart(2, '0')}`));
    const sum = own.reduce((total, month) => total + (month?.netMinor ?? 0), 0);
    return [
      html`<td>${year}</td>`,
      ...own.map((month) => (month ? amountCell(month.netMinor, digits) : html`<td></td>`)),
      amountCell(sum, digits),
    ];
  });
  return table(['Year', ...MONTHS, 'Sum'], rows, 'Net by month');
}
