import { signedInUser, type TestUser } from './builders.ts';
import type { TestService } from './test-service.ts';

/** A reason as long as the service asks for. */
export const REASON = 'asked for by mail, ticket 12';

/** Somebody signed in who is an operator, and has just proved to be there with a second factor. */
export async function signedInOperator(service: TestService, username = 'olga'): Promise<TestUser> {
  const operator = await signedInUser(service, { username });
  await service.db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', operator.user.id)
    .execute();
  await giveFactor(service, operator.user.id);
  return operator;
}

/** As if a second factor had been given just now in every session of an account. */
async function giveFactor({ db, clock }: TestService, userId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ factor_at: new Date(clock.now()) })
    .where('user_id', '=', userId)
    .execute();
}

/** What was noted of these actions, oldest first; where none is named of all that were done. */
export async function notedActions({ db }: TestService, ...actions: string[]) {
  const rows = await db
    .selectFrom('operator_actions')
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.filter(({ action }) =>
    actions.length === 0 ? action !== 'act_refused' : actions.includes(action),
  );
}
