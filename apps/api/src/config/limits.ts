import { z } from 'zod';

/** How often something may be asked for, by whom and in what time; docs/security.md has the table. */
export type Limits = Readonly<{
  /** Failed proofs of one account in 15 minutes. */
  signInFailuresPerAccount: number;
  /** Failed codes and confirmations of one account in a day. */
  codeFailuresPerDay: number;
  /** Failed proofs from one address in an hour. */
  signInFailuresPerAddress: number;
  /** Sign-ups from one address in an hour. */
  signUps: number;
  /** Sign-ups from one range of addresses in an hour. */
  signUpsPerRange: number;
  /** Links asked for from one address in an hour. */
  linkRequests: number;
  /** Mails to one mailbox in an hour that its owner need not have asked for. */
  mailsPerAddressee: number;
  /** Links opened from one address in an hour. */
  linkTries: number;
  /** Second steps, passkey sign-ins and device codes from one address in an hour. */
  codeTries: number;
  /** Sign-ins with a provider begun from one address in an hour. */
  providerSignIns: number;
  /** Changes of the e-mail address that one user asks for in an hour. */
  addressChanges: number;
  /** Device codes that one user makes in an hour. */
  deviceCodes: number;
  /** Exports of one user in an hour; ledger files as often, counted by themselves. */
  exports: number;
  /** Reports that one user has read in an hour; imports taken back as often, counted by themselves. */
  tradeImports: number;
  /** Files of trades that one user takes out in an hour. */
  tradeExports: number;
  /** Decisions that one user has decided once more in an hour. */
  replays: number;
  /** Contact messages from one address in an hour. */
  contactMessages: number;
  /** Chat messages from one address without a session in an hour. */
  chatMessagesPerAddress: number;
  /** Chat messages of one user in an hour. */
  chatMessagesPerUser: number;
  /** Checkouts that one user begins in an hour. */
  checkouts: number;
  /** Questions of one user in an hour what became of a payment. */
  upgrades: number;
  /** Changes of the subscription, previews, invoices and the provider's pages that one user asks for in an hour. */
  billingChanges: number;
  /** Changes in the back office that one operator makes in a minute. */
  operatorActs: number;
  /** Changes of one user in a minute that no other limit counts, on each copy of the service. */
  changesPerUser: number;
  /** Heartbeats of all bots of one user in a minute, on each copy. */
  heartbeatsPerUser: number;
  /** Tokens of models with a price that all Free accounts together may take on a UTC day. */
  freeTokensPerDay: number;
  /** Connections of one address at once, on each copy of the service. */
  connectionsPerAddress: number;
  /** Connections of all addresses at once, on each copy. */
  connections: number;
  /** Live event streams of one address at once, on each copy. */
  liveStreamsPerAddress: number;
  /** Live event streams of all at once, on each copy. */
  liveStreams: number;
}>;

export const LIMITS_ENVIRONMENT = {
  LIMIT_SIGN_IN_FAILURES_ACCOUNT: limit().default(10),
  LIMIT_CODE_FAILURES_DAY: limit().default(50),
  LIMIT_SIGN_IN_FAILURES_ADDRESS: limit().default(100),
  LIMIT_SIGN_UPS: limit().default(60),
  LIMIT_SIGN_UPS_RANGE: limit().default(300),
  LIMIT_LINK_REQUESTS: limit().default(30),
  LIMIT_MAILS_ADDRESSEE: limit().default(5),
  LIMIT_LINK_TRIES: limit().default(100),
  LIMIT_CODE_TRIES: limit().default(100),
  LIMIT_PROVIDER_SIGN_INS: limit().default(100),
  LIMIT_ADDRESS_CHANGES: limit().default(5),
  LIMIT_DEVICE_CODES: limit().default(20),
  LIMIT_EXPORTS: limit().default(5),
  LIMIT_TRADE_IMPORTS: limit().default(120),
  LIMIT_TRADE_EXPORTS: limit().default(120),
  LIMIT_REPLAYS: limit().default(60),
  LIMIT_CONTACT_MESSAGES: limit().default(5),
  LIMIT_CHAT_ADDRESS: limit().default(10),
  LIMIT_CHAT_USER: limit().default(60),
  LIMIT_CHECKOUTS: limit().default(60),
  LIMIT_UPGRADES: limit().default(120),
  LIMIT_BILLING_CHANGES: limit().default(60),
  LIMIT_OPERATOR_ACTS: limit().default(10),
  LIMIT_CHANGES_USER: limit().default(300),
  LIMIT_HEARTBEATS_USER: limit().default(1_200),
  FREE_DAILY_TOKENS: limit(1_000_000_000_000).default(20_000_000),
  LIMIT_CONNECTIONS_ADDRESS: limit().default(256),
  LIMIT_CONNECTIONS: limit().default(15_000),
  LIMIT_LIVE_STREAMS_ADDRESS: limit().default(100),
  LIMIT_LIVE_STREAMS: limit().default(5_000),
};

type LimitsEnvironment = { [Name in keyof typeof LIMITS_ENVIRONMENT]: number };

export function limitsFrom(environment: LimitsEnvironment): Limits {
  return {
    signInFailuresPerAccount: environment.LIMIT_SIGN_IN_FAILURES_ACCOUNT,
    codeFailuresPerDay: environment.LIMIT_CODE_FAILURES_DAY,
    signInFailuresPerAddress: environment.LIMIT_SIGN_IN_FAILURES_ADDRESS,
    signUps: environment.LIMIT_SIGN_UPS,
    signUpsPerRange: environment.LIMIT_SIGN_UPS_RANGE,
    linkRequests: environment.LIMIT_LINK_REQUESTS,
    mailsPerAddressee: environment.LIMIT_MAILS_ADDRESSEE,
    linkTries: environment.LIMIT_LINK_TRIES,
    codeTries: environment.LIMIT_CODE_TRIES,
    providerSignIns: environment.LIMIT_PROVIDER_SIGN_INS,
    addressChanges: environment.LIMIT_ADDRESS_CHANGES,
    deviceCodes: environment.LIMIT_DEVICE_CODES,
    exports: environment.LIMIT_EXPORTS,
    tradeImports: environment.LIMIT_TRADE_IMPORTS,
    tradeExports: environment.LIMIT_TRADE_EXPORTS,
    replays: environment.LIMIT_REPLAYS,
    contactMessages: environment.LIMIT_CONTACT_MESSAGES,
    chatMessagesPerAddress: environment.LIMIT_CHAT_ADDRESS,
    chatMessagesPerUser: environment.LIMIT_CHAT_USER,
    checkouts: environment.LIMIT_CHECKOUTS,
    upgrades: environment.LIMIT_UPGRADES,
    billingChanges: environment.LIMIT_BILLING_CHANGES,
    operatorActs: environment.LIMIT_OPERATOR_ACTS,
    changesPerUser: environment.LIMIT_CHANGES_USER,
    heartbeatsPerUser: environment.LIMIT_HEARTBEATS_USER,
    freeTokensPerDay: environment.FREE_DAILY_TOKENS,
    connectionsPerAddress: environment.LIMIT_CONNECTIONS_ADDRESS,
    connections: environment.LIMIT_CONNECTIONS,
    liveStreamsPerAddress: environment.LIMIT_LIVE_STREAMS_ADDRESS,
    liveStreams: environment.LIMIT_LIVE_STREAMS,
  };
}

/** The limits of a service whose operator sets none. */
export const DEFAULT_LIMITS: Limits = limitsFrom(z.object(LIMITS_ENVIRONMENT).parse({}));

/** There is no way to switch a limit off; an operator who needs room sets a large one. */
function limit(most = 1_000_000) {
  return z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1: a limit cannot be switched off')
    .max(most, `must be at most ${most}`);
}
