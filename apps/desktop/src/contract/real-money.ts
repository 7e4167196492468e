import { profile } from '@quorate/bot/profiles/profile';
import { z } from 'zod';
import { defineLocal, done, named } from './local-endpoint.ts';

/** Trades on a demo account after which real money needs no further acknowledgement. */
export const DEMO_TRADES_NEEDED = 20;

export const realMoneyTerms = z.object({
  account_type: z.enum(['demo', 'real']),
  /** Whether all six items of the setup check were green on this configuration when it was looked at last. */
  setup_check_passed: z.boolean(),
  /** Closed trades on demo accounts; null while the service cannot be asked. */
  demo_trades: z.int().min(0).nullable(),
  demo_trades_needed: z.int(),
});
export type RealMoneyTerms = z.output<typeof realMoneyTerms>;

export const getRealMoney = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/real-money',
  params: named,
  reply: realMoneyTerms,
});

/**
 * Refused with `setup_check_needed`, `acknowledgement_needed` (too few demo trades and `few_trades_accepted`
 * false), `account_number_mismatch`, `bot_at_work`.
 */
export const switchToReal = defineLocal({
  method: 'POST',
  path: '/api/configurations/:name/real-money',
  params: named,
  body: z.strictObject({
    account_number: profile.shape.account_number,
    broker_server: profile.shape.broker_server,
    terminal_password: z.string().max(256).nullable(),
    /** The account number, typed once more. */
    confirm_account_number: z.string().max(20),
    /** That losses are real and the person's own. */
    risk_accepted: z.literal(true),
    few_trades_accepted: z.boolean(),
  }),
  reply: done,
});

export const switchToDemo = defineLocal({
  method: 'DELETE',
  path: '/api/configurations/:name/real-money',
  params: named,
  body: z.strictObject({
    account_number: profile.shape.account_number,
    broker_server: profile.shape.broker_server,
    terminal_password: z.string().max(256).nullable(),
  }),
  reply: done,
});
