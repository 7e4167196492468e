type StoryOf = Readonly<{
  account_id: string;
  position_ticket: string;
  decision_id: string | null;
}>;

/**
 * Where the story of a trade stands.
 *
 * @param base as `useDeskPath` gives it
 * @example storyPath('/dashboard', trade) // '/dashboard/decisions/0197…'
 */
export function storyPath(base: string, trade: StoryOf): string {
  const { account_id: account, position_ticket: ticket, decision_id: decision } = trade;
  return decision === null
    ? `${base}/trades/${encodeURIComponent(account)}/${encodeURIComponent(ticket)}`
    : decisionPath(base, decision);
}

export function decisionPath(base: string, decisionId: string): string {
  return `${base}/decisions/${encodeURIComponent(decisionId)}`;
}

/** What of a list's address goes along into a story, so that it leads back to the list as it was. */
export function storySearch(query: URLSearchParams): string {
  const kept = new URLSearchParams(query);
  for (const name of ['tab', 'decision', 'on']) kept.delete(name);
  return kept.size === 0 ? '' : `?${kept}`;
}
