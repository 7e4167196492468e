import { z } from 'zod';

/** How often something may be asked for, by whom and in what time; docs/reference/service.md has the table. */
const LIMITS = {
  /** Failed proofs of one account in 15 minutes. */
  signInFailuresPerAccount: { variable: 'LIMIT_SIGN_IN_FAILURES_ACCOUNT', usual: 10 },
  /** Failed codes and confirmations of one account in a day. */
  codeFailuresPerDay: { variable: 'LIMIT_CODE_FAILURES_DAY', usual: 50 },
  /** Failed proofs from one address in an hour. */
  signInFailuresPerAddress: { variable: 'LIMIT_SIGN_IN_FAILURES_ADDRESS', usual: 100 },
  /** Sign-ups from one address in an hour. */
  signUps: { variable: 'LIMIT_SIGN_UPS', usual: 60 },
  /** Sign-ups from one range of addresses in an hour. */
  signUpsPerRange: { variable: 'LIMIT_SIGN_UPS_RANGE', usual: 300 },
  /** Paper accounts that Free plans begin from one range of addresses in an hour. */
  hostedPerRange: { variable: 'LIMIT_HOSTED_RANGE', usual: 60 },
  /** Links asked for from one address in an hour. */
  linkRequests: { variable: 'LIMIT_LINK_REQUESTS', usual: 30 },
  /** Mails to one mailbox in an hour that its owner need not have asked for. */
  mailsPerAddressee: { variable: 'LIMIT_MAILS_ADDRESSEE', usual: 5 },
  /** Links opened from one address in an hour. */
  linkTries: { variable: 'LIMIT_LINK_TRIES', usual: 100 },
  /** Second steps, passkey sign-ins and device codes from one address in an hour. */
  codeTries: { variable: 'LIMIT_CODE_TRIES', usual: 100 },
  /** Sign-ins with a provider begun from one address in an hour. */
  providerSignIns: { variable: 'LIMIT_PROVIDER_SIGN_INS', usual: 100 },
  /** Changes of the e-mail address that one user asks for in an hour. */
  addressChanges: { variable: 'LIMIT_ADDRESS_CHANGES', usual: 5 },
  /** Device codes that one user makes in an hour. */
  deviceCodes: { variable: 'LIMIT_DEVICE_CODES', usual: 20 },
  /** Exports of one user in an hour; ledger files as often, counted by themselves. */
  exports: { variable: 'LIMIT_EXPORTS', usual: 5 },
  /** Reports that one user has read in an hour; imports taken back as often, counted by themselves. */
  tradeImports: { variable: 'LIMIT_TRADE_IMPORTS', usual: 120 },
  /** Files of trades that one user takes out in an hour. */
  tradeExports: { variable: 'LIMIT_TRADE_EXPORTS', usual: 120 },
  /** Files of public records taken from one address in an hour. */
  publicFiles: { variable: 'LIMIT_PUBLIC_FILES', usual: 30 },
  /** Decisions that one user has decided once more in an hour. */
  replays: { variable: 'LIMIT_REPLAYS', usual: 60 },
  /** Contact messages from one address in an hour. */
  contactMessages: { variable: 'LIMIT_CONTACT_MESSAGES', usual: 5 },
  /** Chat messages from one address without a session in an hour. */
  chatMessagesPerAddress: { variable: 'LIMIT_CHAT_ADDRESS', usual: 10 },
  /** Chat messages of one user in an hour. */
  chatMessagesPerUser: { variable: 'LIMIT_CHAT_USER', usual: 60 },
  /** Checkouts that one user begins in an hour. */
  checkouts: { variable: 'LIMIT_CHECKOUTS', usual: 60 },
  /** Questions of one user in an hour what became of a payment. */
  upgrades: { variable: 'LIMIT_UPGRADES', usual: 120 },
  /** Changes of the subscription, previews, invoices and the provider's pages that one user asks for in an hour. */
  billingChanges: { variable: 'LIMIT_BILLING_CHANGES', usual: 60 },
  /** Changes in the back office that one operator makes in a minute. */
  operatorActs: { variable: 'LIMIT_OPERATOR_ACTS', usual: 10 },
  /** Changes of one user in a minute that no other limit counts, on each copy of the service. */
  changesPerUser: { variable: 'LIMIT_CHANGES_USER', usual: 300 },
  /** Heartbeats of all bots of one user in a minute, on each copy. */
  heartbeatsPerUser: { variable: 'LIMIT_HEARTBEATS_USER', usual: 1_200 },
  /** Tokens of models with a price that all Free accounts together may take on a UTC day. */
  freeTokensPerDay: { variable: 'FREE_DAILY_TOKENS', usual: 20_000_000, most: 1_000_000_000_000 },
  /** Connections of one address at once, on each copy of the service. */
  connectionsPerAddress: { variable: 'LIMIT_CONNECTIONS_ADDRESS', usual: 256 },
  /** Connections of all addresses at once, on each copy. */
  connections: { variable: 'LIMIT_CONNECTIONS', usual: 15_000 },
  /** Live event streams of one address at once, on each copy. */
  liveStreamsPerAddress: { variable: 'LIMIT_LIVE_STREAMS_ADDRESS', usual: 100 },
  /** Live event streams of all at once, on each copy. */
  liveStreams: { variable: 'LIMIT_LIVE_STREAMS', usual: 5_000 },
} as const;

type Limit = keyof typeof LIMITS;

export type Limits = Readonly<Record<Limit, number>>;

const NAMES = Object.keys(LIMITS) as Limit[];

export const LIMITS_ENVIRONMENT = Object.fromEntries(
  NAMES.map((name) => {
    const {
      variable,
      usual,
      most = 1_000_000,
    }: { variable: string; usual: number; most?: number } = LIMITS[name];
    // An operator cannot switch a limit off, only set a large one.
    const schema = z.coerce
      .number({ error: 'must be a whole number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1: a limit cannot be switched off')
      .max(most, `must be at most ${most}`)
      .default(usual);
    return [variable, schema];
  }),
) as { [Name in Limit as (typeof LIMITS)[Name]['variable']]: z.ZodDefault<z.ZodCoercedNumber> };

export function limitsFrom(environment: z.output<z.ZodObject<typeof LIMITS_ENVIRONMENT>>): Limits {
  return Object.fromEntries(
    NAMES.map((name) => [name, environment[LIMITS[name].variable]]),
  ) as Limits;
}

/** The limits of a service whose operator sets none. */
export const DEFAULT_LIMITS: Limits = limitsFrom(z.object(LIMITS_ENVIRONMENT).parse({}));
