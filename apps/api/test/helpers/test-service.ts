import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Brand, DEFAULT_BRAND } from '@quorate/contract/brand';
import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import { type FailureReply, failureReply } from '@quorate/contract/errors';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { AppDeps } from '../../src/app-deps.ts';
import { DEFAULT_LIMITS, type Limits } from '../../src/config/limits.ts';
import type { WitnessSettings } from '../../src/config/witnesses.ts';
import type { Database } from '../../src/db/database.ts';
import { createSealing, type Sealing } from '../../src/db/sealing.ts';
import type { Db } from '../../src/db/tables.ts';
import { answerMailRequests } from '../../src/features/account/mail-requests.ts';
import type { ProviderSettings } from '../../src/features/account/providers/provider.ts';
import { noteFailedSignIns } from '../../src/features/account/sign-in/failed-sign-ins.ts';
import type { Provider } from '../../src/features/billing/billing.deps.ts';
import type { Assistant } from '../../src/features/chat/assistant.ts';
import { createOfflineAssistant } from '../../src/features/chat/offline-assistant.ts';
import type { Prices } from '../../src/features/hosted/price-sources.ts';
import { createLedgerKey, type LedgerKey } from '../../src/features/ledger/ledger-key.ts';
import { createLogKey, type LogKey } from '../../src/features/records/log/log-key.ts';
import { sequence } from '../../src/features/records/log/sequence.ts';
import type { Site } from '../../src/http/site.ts';
import { offlinePanel } from '../../src/models/offline-panel.ts';
import type { Panel } from '../../src/models/panel.ts';
import { createPush } from '../../src/push/create-push.ts';
import type { Push } from '../../src/push/push.ts';
import { COPIES, inTurn } from './copies.ts';
import { freshDatabase } from './fresh-database.ts';
import { watchPins } from './pinned/watch-pins.ts';
import { type TestClock, testClock } from './test-clock.ts';

export type TestService = {
  app: FastifyInstance;
  database: Database;
  db: Db;
  clock: TestClock;
  /** Calls an endpoint and returns its reply, parsed by the contract. Throws when the call fails. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>, token?: string): Promise<Reply<E>>;
  /** Calls an endpoint that must fail and returns how it did. */
  fail<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    token?: string,
  ): Promise<FailureReply & { status: number }>;
  /** Does what the service's jobs for accounts do every second. */
  runJobs(): Promise<void>;
  /** Takes into the log what waits for it. */
  sequenceLog(): Promise<unknown>;
  /** Newest first, those included that a job has yet to write. */
  mailsTo(address: string): Promise<{ subject: string; text: string; html: string }[]>;
};

/** Its index is built once for all tests of a file. */
const offlineAssistant = createOfflineAssistant(DEFAULT_BRAND);

/** The same for all, as for services that share a database. */
const LEDGER_KEY = createLedgerKey(Buffer.alloc(32, 1));
const LOG_KEY = createLogKey(Buffer.alloc(32, 1));

const PUSH = createPush({
  secretKey: Buffer.alloc(32, 1),
  origins: [],
  contact: 'mailto:support@quorate.example',
});

const PUBLIC_URL = 'http://localhost:3000';

/** Never made. */
const NO_RELEASES = fileURLToPath(new URL('no-releases', import.meta.url));

const EMPTY_SITE: Site = { find: () => undefined };

/** What is told when everything that was started for it has to end: a test, or a benchmark. */
export type Ends = Readonly<{ after(end: () => Promise<void>): void }>;

/** The real service on a fresh database, without a network; it ends with the test. */
export async function startTestService(
  test: Ends,
  options: {
    site?: Site;
    panel?: Panel;
    assistant?: Assistant;
    brand?: Brand;
    mailbox?: boolean;
    /** Origin of its pages. */
    publicUrl?: string;
    siteFigures?: 'beta' | 'ledger';
    clock?: TestClock;
    /** One that other services have in hand as well; whoever opened it closes it. */
    database?: Database;
    providers?: ProviderSettings;
    /** Who takes the money; nobody by default. */
    provider?: Provider;
    /** One that the test signs with, too. */
    sealing?: Sealing;
    /** One that the test signs with, too. */
    ledgerKey?: LedgerKey;
    /** What checkpoints are signed with. */
    logKey?: LogKey;
    /** Who cosigns the log; nobody by default. */
    witnesses?: readonly WitnessSettings[];
    /** How notices leave for browsers; to the known push services by default. */
    push?: Push;
    /** Whether everybody may watch the live demo. */
    demo?: boolean;
    /** Those that differ from the defaults. */
    limits?: Partial<Limits>;
    hostedPrices?: readonly Prices[];
    trustProxy?: string;
    servedAt?: string;
    /** Where desktop releases are; no release by default. */
    releasesDir?: string;
    /** Takes what is logged, at every level. */
    log?: (line: string) => void;
  } = {},
): Promise<TestService> {
  const database = options.database ?? (await freshDatabase());
  const clock = options.clock ?? testClock();
  // Tests do in a moment what takes an operator minutes; the limit has a test of its own.
  const roomy = { operatorActs: 1_000, changesPerUser: 1_000_000, heartbeatsPerUser: 1_000_000 };
  const limits = { ...DEFAULT_LIMITS, ...roomy, ...options.limits };
  const brand = options.brand ?? DEFAULT_BRAND;
  // What the service asks is watched; what the tests ask on `db` is their own affair.
  const watched = watchPins(database.db);
  const deps: AppDeps = {
    database: { ...database, db: watched.db },
    clock,
    site: options.site ?? EMPTY_SITE,
    panel: options.panel ?? offlinePanel,
    assistant: options.assistant ?? offlineAssistant,
    brand,
    publicUrl: options.publicUrl ?? PUBLIC_URL,
    sealing: options.sealing ?? createSealing(randomBytes(32)),
    ledgerKey: options.ledgerKey ?? LEDGER_KEY,
    logKey: options.logKey ?? LOG_KEY,
    witnesses: options.witnesses ?? [],
    push: options.push ?? PUSH,
    mailbox: options.mailbox ?? true,
    // Where calls go to several copies in turn, a test would have to wait a second for each to forget.
    sessionsBelievedMs: process.env.TEST_COPIES ? 0 : undefined,
    siteFigures: options.siteFigures ?? 'beta',
    limits,
    ...(options.hostedPrices && { hostedPrices: options.hostedPrices }),
    demo: options.demo ?? false,
    releasesDir: options.releasesDir ?? NO_RELEASES,
    providers: options.providers ?? {},
    provider: options.provider ?? null,
    trustProxy: options.trustProxy,
    servedAt: options.servedAt,
    logLevel: options.log ? 'trace' : 'silent',
    ...(options.log && { logStream: { write: options.log } }),
  };
  const copies = await Promise.all(Array.from({ length: COPIES }, () => buildApp(deps)));
  const app = inTurn(copies);
  test.after(async () => {
    for (const copy of copies) await copy.close();
    if (!options.database) await database.close();
    watched.check();
  });
  const { db } = database;
  const runJobs = async () => {
    const inJobs = { db: watched.db, clock };
    await answerMailRequests({ ...inJobs, brand, publicUrl: PUBLIC_URL, limits });
    await noteFailedSignIns(inJobs);
  };
  return {
    app,
    database,
    db,
    clock,
    async call(endpoint, input, token) {
      const response = await inject(app, endpoint, input, token);
      if (!isSuccess(response.statusCode)) {
        throw new Error(
          `${endpoint.method} ${endpoint.path} answered ${response.statusCode}: ${response.body}`,
        );
      }
      return endpoint.reply.parse(response.json()) as Reply<typeof endpoint>;
    },
    async fail(endpoint, input, token) {
      const response = await inject(app, endpoint, input, token);
      if (isSuccess(response.statusCode))
        throw new Error(`${endpoint.path} succeeded: ${response.body}`);
      return { ...failureReply.parse(response.json()), status: response.statusCode };
    },
    runJobs,
    sequenceLog: () =>
      sequence({ db: watched.db, clock, logKey: deps.logKey, publicUrl: deps.publicUrl }),
    async mailsTo(address) {
      await runJobs();
      return db
        .selectFrom('outbox')
        .select(['subject', 'text', 'html'])
        .where('to_address', '=', address)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },
  };
}

/** 202: taken, and done as soon as somebody else answers. */
function isSuccess(status: number): boolean {
  return status === 200 || status === 202;
}

function inject(app: FastifyInstance, endpoint: Endpoint, input: unknown, token?: string) {
  const { params, query, body } = (input ?? {}) as {
    params?: object;
    query?: object;
    body?: object;
  };
  const path = Object.entries(params ?? {}).reduce<string>(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    endpoint.path,
  );
  return app.inject({
    method: endpoint.method,
    url: path,
    ...(query && { query: queryStrings(query) }),
    ...(body !== undefined && { payload: body }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}

function queryStrings(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  );
}
