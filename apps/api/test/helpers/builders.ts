import type { PlanName } from '@quorate/contract/plans';
import type { SessionUser } from '@quorate/contract/session';
import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import type { UserId } from '@quorate/values/ids';
import { newId } from '../../src/db/ids.ts';
import type { Db } from '../../src/db/tables.ts';
import { hashPassword } from '../../src/features/account/passwords.ts';
import { noteEvent } from '../../src/features/account/security/events.ts';
import { insertSession } from '../../src/features/account/sessions/sessions.queries.ts';
import { insertUser } from '../../src/features/account/users.queries.ts';
import type { Clock } from '../../src/process/clock.ts';
import type { TestService } from './test-service.ts';

let counter = 0;

export type TestUser = { token: string; user: SessionUser; password: string };

const PASSWORD = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

/**
 * A verified, signed-in user, as sign-up, the mailed link and sign-in leave one: without their mails, and with
 * one password whose hash is made once for all tests of a process.
 */
export async function signedInUser(
  { db, clock }: Readonly<{ db: Db; clock: Clock }>,
  options: { username?: string; plan?: PlanName } = {},
): Promise<TestUser> {
  counter += 1;
  passwordHash ??= hashPassword(PASSWORD);
  const username = options.username ?? `trader${counter}`;
  const email = `${username}@example.com`.toLowerCase();
  const id = newId<UserId>();
  const now = new Date(clock.now());
  const created = { id, username, email, passwordHash: await passwordHash, createdAt: now };
  if (!(await insertUser(db, created))) throw new Error(`${username} is taken`);
  const { role, locale } = await db
    .updateTable('users')
    .set({ email_verified_at: now, ...(options.plan && { given_plan: options.plan }) })
    .where('id', '=', id)
    .returning(['role', 'locale'])
    .executeTakeFirstOrThrow();
  const seen = { name: 'Unknown browser', address: '127.0.0.1' };
  const session = { ...seen, userId: id, kind: 'browser', withFactor: false } as const;
  const token = await insertSession({ db, clock }, session);
  await noteEvent({ db, clock }, id, {
    kind: 'signed_in',
    about: seen.name,
    address: seen.address,
  });
  return { token, user: { id, username, email, role, locale }, password: PASSWORD };
}

/** The token in the newest mail to an address. */
export async function mailedToken(service: TestService, email: string): Promise<string> {
  const [mail] = await service.mailsTo(email);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no link was mailed to ${email}`);
  return token;
}

export function accountInput(changes: Partial<AccountInput> = {}): AccountInput {
  return {
    server: 'Demo-Server',
    login: '100200',
    account_type: 'demo',
    currency: 'USD',
    ...changes,
  };
}

/** A closed winner: bought 0.10 lots, 42.18 net after 0.70 of commission. */
export function tradeInput(changes: Partial<TradeInput> = {}): TradeInput {
  counter += 1;
  return {
    position_ticket: String(1_000_000 + counter),
    symbol: 'EURUSD',
    trade_type: 'BUY',
    volume: 0.1,
    digits: 5,
    open_price: 1.08214,
    close_price: 1.08643,
    stop_loss: 1.08,
    take_profit: 1.08643,
    opened_at: '2026-03-02T08:00:00.000Z',
    closed_at: '2026-03-02T09:30:00.000Z',
    status: 'CLOSED',
    gross_profit: 42.88,
    commission: -0.7,
    swap: 0,
    fee: 0,
    profit: 42.18,
    initial_risk: 22.1,
    decision_id: null,
    revision: 2,
    ...changes,
  };
}
