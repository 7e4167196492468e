import { viewerTimeZone } from '@quorate/ui/time-format';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { TradeCandles } from '../features/charts/trade-candles.tsx';
import type { DrawnTrade } from '../features/decisions/drawn-trade.ts';
import { useOpenedDecision } from '../features/decisions/opened-decision.ts';
import type { ExportFilter } from '../features/exports/export-filter.ts';
import { ExportTrades } from '../features/exports/export-trades.tsx';
import { ImportTrades } from '../features/imports/import-trades.tsx';
import { LedgerButton } from '../features/ledger/ledger-button.tsx';
import { HistoryTab } from '../features/trades/history-tab.tsx';
import { HistoryViews } from '../features/trades/history-views.tsx';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';

const decisions = latePart(
  async () => (await import('../features/decisions/decisions-panel.tsx')).DecisionsPanel,
  null,
  'Failed to load the decisions',
);
const story = latePart(
  async () => (await import('../features/decisions/decision-dialog.tsx')).DecisionDialog,
  null,
  'Failed to load the decision',
);

/** The record: the trades, and the decisions behind and between them. */
export function DashboardHistory({ userId }: { userId: string }) {
  const [timeZone] = useState(viewerTimeZone);
  const viewer = { userId, timeZone };
  const opened = useOpenedDecision();
  const chart = ({ bars, trade }: DrawnTrade) => (
    <TradeCandles bars={bars} trade={trade} timeZone={timeZone} />
  );
  return (
    <QueryProvider>
      <HistoryViews
        trades={
          <HistoryTab
            {...viewer}
            onDecision={opened.open}
            tools={(filter) => <HistoryTools {...viewer} filter={filter} />}
          />
        }
        decisions={
          <decisions.Part {...viewer} onOpen={opened.open} tools={<LedgerButton {...viewer} />} />
        }
      />
      {opened.decisionId !== null && (
        <story.Part
          {...viewer}
          decisionId={opened.decisionId}
          chart={chart}
          onClose={opened.close}
        />
      )}
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
        filter={filter}
        timeZone={timeZone}
        statement={`/dashboard/statement${statement.size === 0 ? '' : `?${statement}`}`}
      />
    </>
  );
}
