import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ExportFilter } from '../features/exports/export-filter.ts';
import { ExportTrades } from '../features/exports/export-trades.tsx';
import { ImportTrades } from '../features/imports/import-trades.tsx';

type HistoryToolsProps = { userId: string; filter: ExportFilter; timeZone: string };

/** Getting trades in and out, beside the trade history's filter. */
export function HistoryTools({ userId, filter, timeZone }: HistoryToolsProps) {
  const client = useQueryClient();
  const [query] = useSearchParams();
  const statement = new URLSearchParams(query);
  for (const name of ['tab', 'page', 'per_page']) statement.delete(name);
  return (
    <>
      <ImportTrades
        userId={userId}
        timeZone={timeZone}
        onChanged={() => void client.invalidateQueries({ queryKey: ['trades', userId] })}
      />
      <ExportTrades
        filter={filter}
        timeZone={timeZone}
        statement={`/dashboard/statement${statement.size === 0 ? '' : `?${statement}`}`}
      />
    </>
  );
}
