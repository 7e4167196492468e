import { signupFault } from '@quorate/contract/account';
import { planName } from '@quorate/contract/billing';
import type { UserId } from '@quorate/values/ids';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { expectAddress } from '../../mail/address.ts';
import type { Clock } from '../../process/clock.ts';
import { hashPassword } from './passwords.ts';
import { findByEmail, insertUser, setPassword } from './users.queries.ts';

type SeedInput = {
  username: string;
  email: string;
  password?: string | undefined;
  plan: string;
};

/** A verified user on a plan, made without mail. Run again, it renews password and plan. */
export async function seedUser(
  { db, clock }: { db: Db; clock: Clock },
  input: SeedInput,
): Promise<{ id: string; username: string; email: string; plan_name: string }> {
  const { username, password = '' } = input;
  const email = expectAddress(input.email);
  const fault = signupFault({ username, email, password });
  if (fault) throw new Error(`${fault.field}: ${fault.message}`);
  const plan = planName.parse(input.plan);
  const passwordHash = await hashPassword(password);
  const now = new Date(clock.now());
  const created = await insertUser(db, {
    id: newId<UserId>(),
    username,
    email,
    passwordHash,
    createdAt: now,
  });
  const user = await findByEmail(db, email);
  if (!user) throw new Error(`the username ${username} belongs to another address`);
  if (!created) await setPassword(db, user.id, passwordHash);
  await db
    .updateTable('users')
    .set({ given_plan: plan, email_verified_at: user.email_verified_at ?? now })
    .where('id', '=', user.id)
    .execute();
  return { id: user.id, username: user.username, email: user.email, plan_name: plan };
}
