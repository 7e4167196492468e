import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { ExportFilter } from '../features/exports/export-filter.ts';
import { ExportTrades } from '../features/exports/export-trades.tsx';
import { ImportTrades } from '../features/imports/import-trades.tsx';
import { RecordButton } from '../features/record/record-button.tsx';
import { HistoryTab } from '../features/trades/history-tab.tsx';
import { useIsDemo } from '../lib/demo.ts';
import { useDeskPath } from '../lib/desk-path.ts';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { decisionPath, storySearch } from '../lib/story-path.ts';
import { useAddressQuery } from '../lib/use-address-query.ts';

const decisions = latePart(
  async () => (await import('../features/decisions/decisions-panel.tsx')).DecisionsPanel,
  null,
  t`Failed to load the decisions`,
);
const journal = latePart(
  async () => (await import('../features/journal/journal-view.tsx')).JournalView,
  null,
  t`Failed to load your journal`,
);

/** The record: the trades, and the decisions behind and between them. */
export function DashboardHistory({ userId }: { userId: string }) {
  const [timeZone] = useState(viewerTimeZone);
  const viewer = { userId, timeZone };
  const isDemo = useIsDemo();
  const [query] = useSearchParams();
  const path = useDeskPath();
  const storyOf = (decisionId: string) => `${decisionPath(path, decisionId)}${storySearch(query)}`;
  // Links of before stories had pages.
  const named = query.get('decision');
  if (named !== null) return <Navigate to={storyOf(named)} replace />;
  return (
    <QueryProvider>
      <HistoryViews
        trades={
          <HistoryTab
            {...viewer}
            tools={(filter) => !isDemo && <HistoryTools {...viewer} filter={filter} />}
          />
        }
        decisions={
          <decisions.Part
            {...viewer}
            storyOf={storyOf}
            tools={!isDemo && <RecordButton {...viewer} />}
          />
        }
        journal={<journal.Part {...viewer} />}
      />
    </QueryProvider>
  );
}

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
        userId={userId}
        filter={filter}
        timeZone={timeZone}
        statement={`/dashboard/statement${statement.size === 0 ? '' : `?${statement}`}`}
      />
    </>
  );
}

const VIEWS = [
  { value: 'trades', label: t`Trades` },
  { value: 'decisions', label: t`Decisions` },
  { value: 'journal', label: t`Journal` },
] as const;

type View = (typeof VIEWS)[number]['value'];
type HistoryViewsProps = Readonly<Record<View, ReactNode>>;

/** The record as trades, as the decisions behind and between them, or as a journal. The choice lives in the address. */
function HistoryViews(views: HistoryViewsProps) {
  const [query, setQuery] = useAddressQuery();
  const view = VIEWS.find(({ value }) => value === query.get('view'))?.value ?? 'trades';
  const open = (value: View) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === 'trades') next.delete('view');
        else next.set('view', value);
        // The pages of one list say nothing of the other's.
        next.delete('page');
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <div className="space-y-5">
      <fieldset className="inline-flex max-w-full flex-wrap gap-1 rounded-control border border-line p-1">
        <legend className="sr-only">{t`Show`}</legend>
        {VIEWS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={view === value}
            onClick={() => open(value)}
            className={classNames(
              'min-h-9 rounded-sm px-4 text-small font-medium',
              view === value ? 'bg-sunk text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {views[view]}
    </div>
  );
}
