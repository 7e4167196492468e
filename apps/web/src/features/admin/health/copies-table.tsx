import type { ServiceCopy } from '@quorate/contract/admin-health';
import { formatCount } from '@quorate/ui/format';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

const COLUMNS: readonly [Column<ServiceCopy>, ...Column<ServiceCopy>[]] = [
  {
    head: 'Copy',
    cell: ({ host, pid, version }) => (
      <>
        <span className="font-medium">
          {host}, <span className="whitespace-nowrap">process {pid}</span>
        </span>
        <span className="block text-tiny text-muted">version {version}</span>
      </>
    ),
  },
  { head: 'Verdict', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
  { head: 'Started', cell: ({ started_at }) => <Moment at={started_at} /> },
  { head: 'Memory', end: true, cell: ({ figures }) => figure(figures?.rss_mb, 'MB') },
  { head: 'Lag (p99)', end: true, cell: ({ figures }) => figure(figures?.loop_lag_ms, 'ms') },
  { head: 'Requests', end: true, cell: ({ figures }) => figure(figures?.requests) },
  { head: 'Errors', end: true, cell: ({ figures }) => figure(figures?.errors) },
];

export function CopiesTable({ copies }: { copies: readonly ServiceCopy[] }) {
  return (
    <DataTable caption="Copies of the service" columns={COLUMNS} rows={copies} rowKey={rowKey} />
  );
}

function rowKey({ id }: ServiceCopy): string {
  return id;
}

function figure(value: number | undefined, unit = ''): string {
  if (value === undefined) return '–';
  return `${formatCount(Math.round(value))}${unit && ` ${unit}`}`;
}
