type Named = { account_id: string; position_ticket: string; decision_id: string | null };

/** Where a trade's story is. @param base as `useDeskPath` gives it */
export function storyPath(base: string, trade: Named): string {
  return trade.decision_id === null
    ? `${base}/trades/${trade.account_id}/${encodeURIComponent(trade.position_ticket)}`
    : `${base}/decisions/${trade.decision_id}`;
}
