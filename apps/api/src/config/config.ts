import { join, resolve } from 'node:path';
import type { Brand } from '@quorate/contract/brand';
import { PRICE_SOURCES, type PriceSource } from '@quorate/contract/hosted-accounts';
import { z } from 'zod';
import {
  PROVIDER_ADDRESSES,
  type ProviderSettings,
} from '../features/account/providers/provider.ts';
import type { ModelSettings } from '../models/voter-setting.ts';
import { BILLING_ENVIRONMENT, type BillingSettings, billingFrom } from './billing.ts';
import { BRAND_ENVIRONMENT, brandFrom, defaultSender } from './brand.ts';
import { type AssistantSettings, assistantFrom, CHAT_ENVIRONMENT } from './chat.ts';
import { LIMITS_ENVIRONMENT, type Limits, limitsFrom } from './limits.ts';
import { LOOPBACK_NAMES } from './loopback.ts';
import { MODELS_ENVIRONMENT, modelsFrom } from './models.ts';
import { RETENTION_ENVIRONMENT, type RetentionSettings, retentionFrom } from './retention.ts';
import { withPassword, withSecretFiles } from './secret-files.ts';
import { secretKey } from './secret-key.ts';
import { TELEMETRY_ENVIRONMENT, type TelemetrySettings, telemetryFrom } from './telemetry.ts';
import { type WitnessSettings, witnessesFrom } from './witnesses.ts';

/** The variables of those who sign people in besides the service itself. */
const PROVIDERS_ENVIRONMENT = {
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: address().default(PROVIDER_ADDRESSES.googleIssuer),
  GITHUB_CLIENT_ID: z.string().min(1).optional(),
  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
  GITHUB_URL: address().default(PROVIDER_ADDRESSES.githubUrl),
  GITHUB_API_URL: address().default(PROVIDER_ADDRESSES.githubApiUrl),
};

type ProvidersEnvironment = z.output<z.ZodObject<typeof PROVIDERS_ENVIRONMENT>>;

/** The providers that are set up, and what is wrong where one is set up by half. */
function providersFrom(environment: ProvidersEnvironment): {
  providers: ProviderSettings;
  faults: string[];
} {
  const faults: string[] = [];
  const google = clientOf(environment, 'GOOGLE', faults);
  const github = clientOf(environment, 'GITHUB', faults);
  const { GOOGLE_ISSUER: issuer, GITHUB_URL: url, GITHUB_API_URL: apiUrl } = environment;
  return {
    providers: {
      ...(google && { google: { ...google, issuer } }),
      ...(github && { github: { ...github, url, apiUrl } }),
    },
    faults,
  };
}

function clientOf(
  environment: ProvidersEnvironment,
  name: 'GOOGLE' | 'GITHUB',
  faults: string[],
): { clientId: string; clientSecret: string } | null {
  const clientId = environment[`${name}_CLIENT_ID`];
  const clientSecret = environment[`${name}_CLIENT_SECRET`];
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId || clientSecret) {
    const missing = clientId ? 'SECRET' : 'ID';
    faults.push(`${name}_CLIENT_${missing} is needed, too: the id and the secret belong together`);
  }
  return null;
}

/** Secrets travel there, so that only this machine is reached without encryption. */
function address() {
  return z
    .url({ protocol: /^https?$/, error: 'must look like https://login.example', abort: true })
    .refine(isSafe, 'must begin with https://; http:// is for this machine alone')
    .transform((text) => text.replace(/\/+$/, ''));
}

function isSafe(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url !== null && LOOPBACK_NAMES.has(url.hostname));
}

const postgresAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgresql://user:password@host:5432/name',
});

/** The only reader of the environment. `.env.example` lists the same names; a test compares them. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).optional(),
  PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(65_535, 'must be at most 65535')
    .default(3000),
  DATA_DIR: z.string().min(1).default('.data'),
  RELEASES_DIR: z.string().min(1).optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => text === 'embedded' || postgresAddress.safeParse(text).success,
      'must look like postgresql://user:password@host:5432/name, or be embedded',
    )
    .optional(),
  DATABASE_PASSWORD: z.string().optional(),
  SECRET_KEY: secretKey.optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://quorate.example' })
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' })
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^[0-9a-fA-F.:/, ]+$/, 'must be addresses or networks such as 10.0.0.1, 10.1.0.0/16')
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  ...BRAND_ENVIRONMENT,
  ...LIMITS_ENVIRONMENT,
  ...RETENTION_ENVIRONMENT,
  SHUTDOWN_DRAIN_S: seconds(0, 120).default(0),
  SHUTDOWN_TIMEOUT_S: seconds(1, 600).default(60),
  MIGRATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  ...TELEMETRY_ENVIRONMENT,
  ...PROVIDERS_ENVIRONMENT,
  ...BILLING_ENVIRONMENT,
  ...MODELS_ENVIRONMENT,
  ...CHAT_ENVIRONMENT,
  CALENDAR_FILE: z.string().min(1).optional(),
  CALENDAR_URL: address().optional(),
  HOSTED_PRICES: z
    .string()
    .regex(/^(none|(practice|file)(\s*,\s*(practice|file))*)$/, {
      error: 'must be none, practice, file, or practice,file',
    })
    .default('practice'),
  HOSTED_FILES: z.string().min(1).optional(),
  LOG_WITNESSES: z.string().optional(),
  // A stamp is checked, and nothing secret is asked: most authorities answer without encryption.
  LOG_STAMPS_URL: z
    .url({ protocol: /^https?$/, error: 'must look like http://tsa.example' })
    .optional(),
  DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  HOSTED_RUNNER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  PUSH_HOSTS: z.string().optional(),
  SITE_FIGURES: z.enum(['beta', 'ledger'], { error: 'must be beta or ledger' }).default('beta'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

export const ENVIRONMENT_NAMES = Object.keys(environment.shape);

/** How a copy of the service starts and shuts down. */
export type ProcessSettings = Readonly<{
  /** After a shutdown signal it keeps taking requests for this long, and reports that it is not ready. */
  drainMs: number;
  /** Then running work may take this long to finish. */
  finishMs: number;
  /** Whether a start brings the database to the newest schema. */
  migrates: boolean;
}>;

/** Accounts that the service trades itself: on which prices, and whether this process trades them. */
export type HostedSettings = Readonly<{
  prices: readonly PriceSource[];
  /** Folder of candle files; null where none are offered. */
  files: string | null;
  runs: boolean;
}>;

/** Where economic events come from: a file, or an address that gives such a file; neither for none. */
export type CalendarSettings = Readonly<{ file: string | undefined; url: string | undefined }>;

export type Config = Readonly<{
  production: boolean;
  host: string;
  port: number;
  /** Absolute folder of everything the embedded defaults store. */
  dataDir: string;
  /** Absolute folder that desktop releases are published to. */
  releasesDir: string;
  /** Set: PostgreSQL. undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database past a pooler that pools by transaction; undefined where none stands between. */
  databaseDirectUrl: string | undefined;
  /** A copy of it that only follows; read from where it has caught up. */
  databaseReadUrl: string | undefined;
  /** Key that secrets are sealed under. Unset: one in the file `secret.key` of `dataDir`. */
  secretKey: Uint8Array | undefined;
  /** Origin that links in mails begin with; no trailing slash. */
  publicUrl: string;
  /** Unset: mails stay in the embedded mailbox at /dev/mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  brand: Brand;
  /** Addresses of proxies whose X-Forwarded-For is believed; undefined: nobody's. */
  trustProxy: string | undefined;
  /** How often something may be asked for. */
  limits: Limits;
  /** How long what has an age is kept. */
  retention: RetentionSettings;
  /** How a copy of the service begins and ends. */
  process: ProcessSettings;
  /** Who may watch the service, and how. */
  telemetry: TelemetrySettings;
  /** Who else signs people in. */
  providers: ProviderSettings;
  /** Who takes the money for plans. */
  billing: BillingSettings;
  /** Who votes; the offline analysts where no model is set up. */
  models: ModelSettings;
  /** Who answers in the chat. */
  assistant: AssistantSettings;
  /** Where economic events come from. */
  calendar: CalendarSettings;
  /** Accounts that the service trades itself. */
  hosted: HostedSettings;
  /** Whether the service has a live demo that everybody may watch. */
  demo: boolean;
  /** Where notices for browsers go besides the known push services. */
  push: Readonly<{ origins: readonly string[] }>;
  /** Who else sees that the log only grows. */
  witnesses: readonly WitnessSettings[];
  /** Of an authority of time (RFC 3161) that stamps the log; undefined where none does. */
  stampsUrl: string | undefined;
  /** The home page's figures: the configured ones of the beta stage, or computed from the record. */
  siteFigures: 'beta' | 'ledger';
  logLevel: string;
}>;

function hostedFrom({
  HOSTED_PRICES: named,
  HOSTED_FILES: files,
  HOSTED_RUNNER: runner,
}: Readonly<{
  HOSTED_PRICES: string;
  HOSTED_FILES?: string | undefined;
  HOSTED_RUNNER: 'on' | 'off';
}>): HostedSettings {
  const words = named.split(',').map((word) => word.trim());
  const prices = PRICE_SOURCES.filter((source) => words.includes(source));
  const hasFiles = prices.includes('file') && files !== undefined;
  return { prices, files: hasFiles ? resolve(files) : null, runs: runner === 'on' };
}

/** Every fault of the environment at once, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** @throws ConfigError that lists every fault */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { env: given, faults: fileFaults } = withSecretFiles(env);
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success || fileFaults.length > 0) {
    const issues = parsed.error?.issues ?? [];
    throw new ConfigError([
      ...fileFaults,
      ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ]);
  }
  const {
    NODE_ENV,
    HOST,
    PORT,
    DATA_DIR,
    RELEASES_DIR,
    DATABASE_URL: database,
    SECRET_KEY,
    PUBLIC_URL,
    SMTP_URL,
    TRUST_PROXY,
    MAIL_FROM,
    SITE_FIGURES,
    LOG_LEVEL,
    ...rest
  } = parsed.data;
  const brand = brandFrom(rest);
  const production = NODE_ENV === 'production';
  const withOwnPassword = (address: string | undefined) =>
    withPassword(address, rest.DATABASE_PASSWORD);
  const databaseUrl = withOwnPassword(database === 'embedded' ? undefined : database);
  const { providers, faults } = providersFrom(rest);
  const { billing, faults: billingFaults } = billingFrom(rest, { production, port: PORT });
  if (rest.HOSTED_PRICES.includes('file') && rest.HOSTED_FILES === undefined)
    faults.push('HOSTED_FILES is needed with HOSTED_PRICES file: the folder of the candle files');
  if (rest.DEMO === 'on' && !rest.HOSTED_PRICES.includes('practice'))
    faults.push('DEMO on needs practice among HOSTED_PRICES: the demo trades the made-up market');
  if (production && !SMTP_URL) {
    faults.push(
      'SMTP_URL is needed in production: the embedded mailbox is for trying the service out',
    );
  }
  if (production && !PUBLIC_URL) {
    faults.push('PUBLIC_URL is needed in production: links in mails begin with it');
  }
  if (production && PUBLIC_URL && !isSafe(PUBLIC_URL)) {
    faults.push(
      `PUBLIC_URL must begin with https:// in production, not ${PUBLIC_URL}: passwords would travel in the clear. Put a proxy with TLS in front (deploy/Caddyfile or deploy/nginx.conf), and set PUBLIC_URL to its address; http://localhost is for trying the service out on this machine`,
    );
  }
  // A line that was lost must not become a new, empty database that takes sign-ups.
  if (production && database === undefined) {
    faults.push(
      'DATABASE_URL is needed in production: the address of a PostgreSQL, or embedded for the embedded database in DATA_DIR',
    );
  }
  if (production && databaseUrl && !SECRET_KEY) {
    faults.push(
      'SECRET_KEY is needed in production with DATABASE_URL: services that share a database share the key. Make one with "openssl rand -base64 32"',
    );
  }
  if (rest.DATABASE_DIRECT_URL !== undefined && databaseUrl === undefined) {
    faults.push(
      'DATABASE_DIRECT_URL needs DATABASE_URL: it leads to the same database, past the pooler',
    );
  }
  if (rest.DATABASE_READ_URL !== undefined && databaseUrl === undefined) {
    faults.push('DATABASE_READ_URL needs DATABASE_URL: it is a replica of that database');
  }
  const { models, faults: modelFaults } = modelsFrom(rest);
  const { assistant, faults: assistantFaults } = assistantFrom(rest);
  if (rest.CALENDAR_FILE !== undefined && rest.CALENDAR_URL !== undefined)
    faults.push('CALENDAR_FILE and CALENDAR_URL name two calendars: set one of them');
  if (rest.DEMO === 'on' && rest.HOSTED_PRICES === 'none')
    faults.push('DEMO=on needs HOSTED_PRICES=practice: the demo trades the made-up market');
  const { witnesses, faults: witnessFaults } = witnessesFrom(rest.LOG_WITNESSES);
  const { retention, faults: retentionFaults } = retentionFrom(rest);
  const { telemetry, faults: telemetryFaults } = telemetryFrom(rest, PORT);
  const pushOrigins = (rest.PUSH_HOSTS ?? '').split(',').flatMap((each) => each.trim() || []);
  faults.push(
    ...billingFaults,
    ...modelFaults,
    ...assistantFaults,
    ...witnessFaults,
    ...telemetryFaults,
    ...retentionFaults,
    ...pushOriginFaults(pushOrigins, production),
  );
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    production,
    // Without a proxy in front, only this machine may reach the development mailbox.
    host: HOST ?? (production ? '0.0.0.0' : 'localhost'),
    port: PORT,
    dataDir: resolve(DATA_DIR),
    releasesDir: resolve(RELEASES_DIR ?? join(DATA_DIR, 'releases')),
    databaseUrl,
    databaseDirectUrl: withOwnPassword(rest.DATABASE_DIRECT_URL),
    databaseReadUrl: withOwnPassword(rest.DATABASE_READ_URL),
    secretKey: SECRET_KEY,
    publicUrl: (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, ''),
    smtpUrl: SMTP_URL,
    mailFrom: MAIL_FROM ?? defaultSender(brand),
    brand,
    trustProxy: TRUST_PROXY,
    limits: limitsFrom(rest),
    retention,
    process: {
      drainMs: rest.SHUTDOWN_DRAIN_S * 1_000,
      finishMs: rest.SHUTDOWN_TIMEOUT_S * 1_000,
      migrates: rest.MIGRATE === 'on',
    },
    telemetry,
    providers,
    billing,
    models,
    assistant,
    calendar: {
      file: rest.CALENDAR_FILE === undefined ? undefined : resolve(rest.CALENDAR_FILE),
      url: rest.CALENDAR_URL,
    },
    hosted: hostedFrom(rest),
    demo: rest.DEMO === 'on',
    push: { origins: pushOrigins },
    witnesses,
    stampsUrl: rest.LOG_STAMPS_URL,
    siteFigures: SITE_FIGURES,
    logLevel: LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

/** What is wrong with the push services, a sentence each. Plain HTTP is for trying the service out only. */
function pushOriginFaults(origins: readonly string[], production: boolean): string[] {
  const protocols = production ? /^https:$/ : /^https?:$/;
  return origins
    .filter((text) => {
      const url = URL.parse(text);
      return url?.origin !== text || !protocols.test(url.protocol);
    })
    .map((bad) => `PUSH_HOSTS must be origins such as https://push.example.com, not "${bad}"`);
}

function seconds(min: number, max: number) {
  return z.coerce
    .number({ error: 'must be a number of seconds' })
    .int('must be a whole number of seconds')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
}
