import { z } from 'zod';
import type { PaidPlanName } from '../db/billing-tables.ts';
import { PAID_PLANS, type PriceIds } from '../features/billing/price-book.ts';

const KEY = /^pdl_(sdbx|live)_[0-9A-Za-z_+/=.-]{8,}$/;
const CLIENT_TOKEN = /^(test|live)_[0-9A-Za-z]{8,}$/;
const WEBHOOK_SECRET = /^[!-~]{16,}$/;
const PRICE_ID = /^pri_[0-9a-z]{26}$/;
const PORT_MAX = 65_535;

/** The variables of selling. No message repeats a value of them, for some are secrets. */
export const BILLING_ENVIRONMENT = {
  PADDLE_ENVIRONMENT: z
    .enum(['emulator', 'sandbox', 'production', 'off'], {
      error: 'must be emulator, sandbox, production or off',
    })
    .optional(),
  PADDLE_API_KEY: z
    .string()
    .trim()
    .regex(KEY, 'must be a key that begins with pdl_sdbx_ or pdl_live_')
    .optional(),
  PADDLE_CLIENT_TOKEN: z
    .string()
    .trim()
    .regex(CLIENT_TOKEN, 'must be a token that begins with test_ or live_')
    .optional(),
  PADDLE_WEBHOOK_SECRET: list(
    WEBHOOK_SECRET,
    'must be the secret of the notification destination; two, with a comma, while it is being changed',
    2,
  ),
  PADDLE_PRICE_STARTER_MONTHLY: priceIds(),
  PADDLE_PRICE_STARTER_YEARLY: priceIds(),
  PADDLE_PRICE_PRO_MONTHLY: priceIds(),
  PADDLE_PRICE_PRO_YEARLY: priceIds(),
  PADDLE_PRICE_ELITE_MONTHLY: priceIds(),
  PADDLE_PRICE_ELITE_YEARLY: priceIds(),
  PADDLE_EMULATOR_PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a whole number')
    .min(0, 'must be at least 0, which takes any free port')
    .max(PORT_MAX, `must be at most ${PORT_MAX}`)
    .optional(),
};

type BillingEnvironment = z.output<z.ZodObject<typeof BILLING_ENVIRONMENT>>;

/** How plans are sold. */
export type BillingSettings =
  | Readonly<{ kind: 'off' }>
  /** The local provider, in the service's own process; port 0 takes any free one. */
  | Readonly<{ kind: 'emulator'; port: number }>
  | PaddleSettings;

type PaddleSettings = Readonly<{
  kind: 'paddle';
  environment: 'sandbox' | 'production';
  apiKey: string;
  clientToken: string;
  webhookSecrets: readonly string[];
  prices: PriceIds;
}>;

/** How plans are sold, and what is wrong with it; with faults, the settings are not to be used. */
export function billingFrom(
  environment: BillingEnvironment,
  { production, port }: { production: boolean; port: number },
): { billing: BillingSettings; faults: string[] } {
  const off = { kind: 'off' } as const;
  const asked = environment.PADDLE_ENVIRONMENT ?? environmentOf(environment.PADDLE_API_KEY);
  switch (asked) {
    case 'off':
      return { billing: off, faults: [] };
    case 'sandbox':
    case 'production':
      return paddleFrom(environment, asked);
    case 'emulator':
      if (!production) return emulatorFrom(environment, port);
      return {
        billing: off,
        faults: [
          'PADDLE_ENVIRONMENT must not be emulator in production: nobody would pay. Set the keys of Paddle, or off',
        ],
      };
    case undefined: {
      const fault = missingKey(environment, production);
      return fault === null ? emulatorFrom(environment, port) : { billing: off, faults: [fault] };
    }
  }
}

function environmentOf(key: string | undefined): 'sandbox' | 'production' | undefined {
  if (key === undefined) return undefined;
  return key.startsWith('pdl_sdbx_') ? 'sandbox' : 'production';
}

/** Without a key, other settings of Paddle would silently sell for test money. */
function missingKey(environment: BillingEnvironment, production: boolean): string | null {
  const { PADDLE_EMULATOR_PORT: _, ...ofPaddle } = BILLING_ENVIRONMENT;
  const names = Object.keys(ofPaddle) as (keyof typeof ofPaddle)[];
  const set = names.find((name) => environment[name] !== undefined);
  if (set !== undefined) return `PADDLE_API_KEY is needed, too: ${set} is set`;
  if (!production) return null;
  return 'PADDLE_API_KEY and the other variables of Paddle are needed in production; to sell nothing, set PADDLE_ENVIRONMENT to off';
}

function emulatorFrom(
  environment: BillingEnvironment,
  port: number,
): { billing: BillingSettings; faults: string[] } {
  const own = environment.PADDLE_EMULATOR_PORT ?? (port < PORT_MAX ? port + 1 : port - 1);
  const faults = own === port ? ['PADDLE_EMULATOR_PORT must differ from PORT'] : [];
  return { billing: { kind: 'emulator', port: own }, faults };
}

function paddleFrom(
  environment: BillingEnvironment,
  kind: 'sandbox' | 'production',
): { billing: BillingSettings; faults: string[] } {
  const {
    PADDLE_API_KEY: apiKey = '',
    PADDLE_CLIENT_TOKEN: clientToken = '',
    PADDLE_WEBHOOK_SECRET: webhookSecrets = [],
  } = environment;
  const needed = [
    'PADDLE_API_KEY',
    'PADDLE_CLIENT_TOKEN',
    'PADDLE_WEBHOOK_SECRET',
    ...PAID_PLANS.map((plan) => priceVariable(plan, 'MONTHLY')),
  ] as const;
  const faults: string[] = needed
    .filter((name) => environment[name] === undefined)
    .map((name) => `${name} is needed to sell through Paddle`);
  const [key, token] = kind === 'sandbox' ? ['pdl_sdbx_', 'test_'] : ['pdl_live_', 'live_'];
  if (apiKey && !apiKey.startsWith(key))
    faults.push(`PADDLE_API_KEY must begin with ${key} in the environment ${kind}`);
  if (clientToken && !clientToken.startsWith(token))
    faults.push(`PADDLE_CLIENT_TOKEN must begin with ${token} in the environment ${kind}`);
  faults.push(...doubleIds(environment));
  const prices = pricesFrom(environment);
  return {
    billing: { kind: 'paddle', environment: kind, apiKey, clientToken, webhookSecrets, prices },
    faults,
  };
}

const CYCLES = ['MONTHLY', 'YEARLY'] as const;

function priceVariable<Cycle extends (typeof CYCLES)[number]>(plan: PaidPlanName, cycle: Cycle) {
  const name = plan.toUpperCase() as Uppercase<PaidPlanName>;
  return `PADDLE_PRICE_${name}_${cycle}` as const;
}

function pricesFrom(environment: BillingEnvironment): PriceIds {
  const entries = PAID_PLANS.map((plan) => {
    const [monthly = [], yearly = []] = CYCLES.map(
      (cycle) => environment[priceVariable(plan, cycle)],
    );
    return [plan, { monthly, yearly }] as const;
  });
  return Object.fromEntries(entries);
}

/** A price that stood for two plans would sell one of them for the money of the other. */
function doubleIds(environment: BillingEnvironment): string[] {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  for (const name of PAID_PLANS.flatMap((plan) =>
    CYCLES.map((cycle) => priceVariable(plan, cycle)),
  ))
    for (const id of environment[name] ?? []) {
      const owner = owners.get(id);
      if (owner === undefined) owners.set(id, name);
      else if (owner === name) faults.push(`${name} names ${id} twice`);
      else faults.push(`${name} names ${id}, which ${owner} names already`);
    }
  return faults;
}

function priceIds() {
  return list(PRICE_ID, 'must be price ids such as pri_01h…, with commas between them');
}

/** Texts with commas between them, one at least. */
function list(pattern: RegExp, message: string, most = 20) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.length <= most && parts.every((part) => pattern.test(part)), message)
    .optional();
}
