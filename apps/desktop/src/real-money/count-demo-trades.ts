import { callEndpoint } from '@quorate/bot/service/call-endpoint';
import { getTradeStatistics } from '@quorate/contract/trades';
import type { Account, DesktopDeps } from '../parts.ts';

/** Closed trades on demo accounts of whoever is signed in; null while the service cannot be asked. */
export async function countDemoTrades(
  { fetch }: Pick<DesktopDeps, 'fetch'>,
  account: Pick<Account, 'token' | 'service' | 'refresh'>,
): Promise<number | null> {
  const token = account.token();
  if (token === null) return null;
  const outcome = await callEndpoint(
    { fetch, service: account.service(), timeoutMs: ASK_MS },
    getTradeStatistics,
    { params: { user_id: token.user.id }, query: { account_type: 'demo', per_page: 1 } },
    token.token,
  );
  // Whoever was signed out is told so, and why.
  if (outcome.kind === 'refused' && outcome.status === 401) void account.refresh();
  if (outcome.kind !== 'ok') return null;
  // Statistics are of one currency; there is a count for each.
  return outcome.reply.currencies.reduce((sum, { total_trades }) => sum + total_trades, 0);
}

/** The interface waits for 10 s in all. */
const ASK_MS = 6_000;
