import type { PlanStanding } from '@quorate/contract/admin-users';
import type { PlanName } from '@quorate/contract/plans';
import { idOf, type UserId } from '@quorate/values/ids';
import { AppError, validationError } from '../../../http/app-error.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { noteAction, type Operator } from '../audit/note-action.ts';
import { lockAccount, setGivenPlan } from './change-account.queries.ts';
import type { UsersDeps } from './users.deps.ts';
import { givenPlanMail, momentWords } from './users.mails.ts';
import { standingOf } from './users.service.ts';

type Gift = Readonly<{ plan_name: PlanName; until: string | null; reason: string }>;

/**
 * Gives an account a plan, or takes the given one back; the next call of that account is judged by it. Sent
 * again it changes nothing, and neither the audit log nor the user hears of it twice.
 *
 * @throws AppError account_unknown; validation_failed for a moment that is past
 */
export async function givePlan(
  deps: UsersDeps,
  operator: Operator,
  accountId: string,
  { plan_name: plan, until: untilText, reason }: Gift,
): Promise<{ message: string; standing: PlanStanding }> {
  const { db, clock } = deps;
  const until = untilText === null ? null : new Date(untilText);
  if (until !== null && until.getTime() <= clock.now())
    throw validationError([{ field: 'until', message: 'must be later than now' }]);
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new AppError('account_unknown', { details: { user_id: accountId } });
    const { given_plan, given_until, username } = account;
    const changed = given_plan !== plan || given_until?.getTime() !== until?.getTime();
    if (changed) {
      await setGivenPlan(tx, account.id, { plan, until });
      await noteAction(tx, clock, operator, {
        action: 'plan_given',
        subject: { kind: 'user', id: account.id },
        details: {
          plan,
          until: untilText,
          was: given_plan,
          was_until: given_until?.toISOString() ?? null,
          reason,
        },
      });
      // One that has ended by itself ends no second time.
      const isOver = given_until !== null && given_until.getTime() <= clock.now();
      if (plan !== 'Free' || !isOver)
        await queueMail(tx, clock, {
          ...givenPlanMail(deps, account, { plan, until }),
          about: account.id,
        });
    }
    const entitled = await deps.readEntitlements({ db: tx, clock }, idOf<UserId>(account.id));
    const words = wordsFor(username, plan, until);
    return {
      message: changed ? words : `${words} That was so already.`,
      standing: standingOf(entitled, until),
    };
  });
}

function wordsFor(username: string, plan: PlanName, until: Date | null): string {
  if (plan === 'Free') return `${username} is given no plan.`;
  return `${username} is given ${plan} ${until ? `until ${momentWords(until)}` : 'until it is changed'}.`;
}
