import { analyse, type DecisionReply } from '@quorate/contract/decisions';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { DecisionOutcome, DecisionRequest } from '@quorate/trading/analysts/decision';
import type { DecisionSource } from '@quorate/trading/loop/ports';
import { instantFromIso } from '@quorate/values/instant';
import type { RunJournal } from '../journal/run-journal.ts';
import type { Session } from '../service/session.ts';
import { decisionFromWire, limitFromWire, snapshotHashOf } from '../service/wire.ts';

type LiveDecisionDeps = Readonly<{
  session: Pick<Session, 'call'>;
  journal: Pick<RunJournal, 'recordAnswer'>;
  account: AccountInput;
  /** Takes each decision whole, for whoever wants to know why. */
  keep(decision: DecisionReply): void;
}>;

/**
 * The service as the one who decides, live: where it does not answer there is no decision on this bar, and
 * the run goes on, for what is open has to be looked after.
 *
 * @throws BotFault `signed_out` when the owner has ended the bot's sign-in
 */
export function createLiveDecisions({
  session,
  journal,
  account,
  keep,
}: LiveDecisionDeps): DecisionSource {
  async function decide(request: DecisionRequest): Promise<DecisionOutcome> {
    const { snapshot, tradesOpenedToday } = request;
    const snapshotHash = snapshotHashOf(snapshot);
    const bar = { symbol: snapshot.symbol, asOf: instantFromIso(snapshot.as_of), snapshotHash };
    const outcome = await session.call(analyse, {
      body: {
        account,
        snapshot,
        snapshot_hash: snapshotHash,
        trades_opened_today: tradesOpenedToday,
      },
    });
    switch (outcome.kind) {
      case 'ok': {
        const { decision } = outcome.reply;
        if (decision.snapshot_hash !== snapshotHash) {
          const message = `The service answered about another bar than the one of ${snapshot.as_of}.`;
          return { kind: 'unavailable', code: 'wrong_bar', message };
        }
        const answer = decisionFromWire(decision);
        journal.recordAnswer({ ...bar, answer, tokens: decision.tokens });
        keep(decision);
        return answer;
      }
      case 'stopped':
        return { kind: 'unavailable', code: 'interrupted', message: 'The bot is being ended.' };
      case 'gave-up':
        return {
          kind: 'unavailable',
          code: 'service_unreachable',
          message: `The service is out of reach: ${outcome.reason}.`,
        };
      case 'refused': {
        const limit = limitFromWire(outcome);
        if (limit) return { kind: 'limit', ...limit };
        return { kind: 'unavailable', code: outcome.code, message: outcome.message };
      }
    }
  }

  return { decide };
}
