import { login, signup, verifyEmail } from '@quorate/contract/account';
import type { PlanName } from '@quorate/contract/plans';
import type { SessionUser } from '@quorate/contract/session';
import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import type { TestService } from './test-service.ts';

let counter = 0;

export type TestUser = { token: string; user: SessionUser; password: string };

/** A verified, signed-in user, made through the calls a person makes. */
export async function signedInUser(
  service: TestService,
  options: { username?: string; plan?: PlanName } = {},
): Promise<TestUser> {
  counter += 1;
  const username = options.username ?? `trader${counter}`;
  const email = `${username}@example.com`.toLowerCase();
  const password = 'correct horse battery';
  await service.call(signup, { body: { username, email, password } });
  await service.call(verifyEmail, { body: { token: await mailedToken(service, email) } });
  if (options.plan) {
    await service.db
      .updateTable('users')
      .set({ given_plan: options.plan })
      .where('email_key', '=', email)
      .execute();
  }
  const { access_token, user } = await service.call(login, {
    body: { username_or_email: username, password },
  });
  return { token: access_token, user, password };
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
