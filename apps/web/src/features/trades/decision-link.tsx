import type { Trade } from '@quorate/contract/trades';
import type { ReactNode } from 'react';

type DecisionLinkProps = {
  trade: Trade;
  onOpen: (decisionId: string) => void;
  children: ReactNode;
};

/** Opens the decision behind a trade; a trade made by hand has none and is plain text. */
export function DecisionLink({ trade, onOpen, children }: DecisionLinkProps) {
  const { decision_id: decisionId } = trade;
  if (decisionId === null) return children;
  return (
    <button
      type="button"
      onClick={(event) => {
        event.stopPropagation();
        onOpen(decisionId);
      }}
      className="-mx-1 min-h-8 rounded-sm px-1 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-brand"
    >
      {children}
      <span className="sr-only">, show the decision for {trade.symbol}</span>
    </button>
  );
}
