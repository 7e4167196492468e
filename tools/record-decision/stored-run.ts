import { explainDecision } from '@quorate/contract/decision-outcomes';
import { type DecisionReply, listDecisions } from '@quorate/contract/decisions';
import { getTradeStatistics, type Trade } from '@quorate/contract/trades';
import type { Caller } from '../demo/sign-in.ts';

/** What a service has on record of a run, oldest first. */
export type StoredRun = { decisions: DecisionReply[]; trades: Trade[] };

/** The longest page that the service gives. */
const PAGE = '?per_page=500';

/** @throws Error when the run does not fit on one page, or a reply is not what the contract says */
export async function readStoredRun({ get, userId }: Caller): Promise<StoredRun> {
  const tradesPath = getTradeStatistics.path.replace(':user_id', userId) + PAGE;
  const listed = listDecisions.reply.parse(await get(listDecisions.path + PAGE));
  const traded = getTradeStatistics.reply.parse(await get(tradesPath));
  for (const { total_pages } of [listed.pagination, traded.pagination]) {
    if (total_pages > 1)
      throw new Error(`the run fills ${total_pages} pages; record a shorter one`);
  }
  return {
    decisions: listed.decisions.toSorted((a, b) => Date.parse(a.as_of) - Date.parse(b.as_of)),
    trades: traded.recent_trades.toSorted(
      (a, b) => Date.parse(a.opened_at) - Date.parse(b.opened_at),
    ),
  };
}

/** What became of a decision; null while the service does not know. */
export async function readOutcome({ get }: Caller, decisionId: string) {
  const path = explainDecision.path.replace(':decision_id', decisionId);
  return explainDecision.reply.parse(await get(path)).outcome;
}
