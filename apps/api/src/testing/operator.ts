import { signedInUser, type TestUser } from './builders.ts';
import type { TestService } from './test-service.ts';

/** A reason as long as the service asks for. */
export const REASON = 'asked for by mail, ticket 12';

/** Somebody signed in who is an operator, and has just proved to be there. */
export async function signedInOperator(service: TestService, username = 'olga'): Promise<TestUser> {
  const operator = await signedInUser(service, { username });
  await service.db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', operator.user.id)
    .execute();
  return operator;
}

/** What was noted of these actions, oldest first; of all where none is named. */
export async function notedActions({ db }: TestService, ...actions: string[]) {
  const rows = await db
    .selectFrom('operator_actions')
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.filter(({ action }) => actions.length === 0 || actions.includes(action));
}
