import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { TradeCandles } from '../features/charts/trade-candles.tsx';
import type { DrawnTrade } from '../features/decisions/drawn-trade.ts';
import { useOpenedDecision } from '../features/decisions/opened-decision.ts';
import { LedgerButton } from '../features/ledger/ledger-button.tsx';
import { HistoryTab } from '../features/trades/history-tab.tsx';
import { HistoryViews } from '../features/trades/history-views.tsx';
import { latePart } from '../lib/late-part.tsx';
import { QueryProvider } from '../lib/query/query-provider.tsx';
import { HistoryTools } from './history-tools.tsx';

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
