/**
 * The address of a trade's story: that of its decision, or of the trade itself where none led to it.
 *
 * @param base of the dashboard that is shown, as `useDeskPath()` gives it
 * @example storyPath('/dashboard', { account_id, position_ticket: '7', decision_id: null })
 */
export function storyPath(
  base: string,
  trade: { account_id: string; position_ticket: string; decision_id: string | null },
): string {
  const { account_id, position_ticket, decision_id } = trade;
  return decision_id === null
    ? `${base}/trades/${encodeURIComponent(account_id)}/${encodeURIComponent(position_ticket)}`
    : `${base}/decisions/${encodeURIComponent(decision_id)}`;
}
