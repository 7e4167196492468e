import type { Brand } from '@quorate/contract/brand';
import { getHealth, getReadiness } from '@quorate/contract/health';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { sql } from 'kysely';
import { AppError } from './app-error.ts';
import type { Clock } from './clock.ts';
import type { Limits } from './config-limits.ts';
import type { Database } from './db/database.ts';
import { registerAccount } from './features/account/account.routes.ts';
import { createProviders } from './features/account/providers/create-providers.ts';
import type { ProviderSettings } from './features/account/providers/provider-settings.ts';
import { noteEvent } from './features/account/security/events.ts';
import {
  createFindSession,
  createStillSignedIn,
} from './features/account/sessions/find-session.ts';
import type { Provider } from './features/billing/billing.deps.ts';
import { registerBilling } from './features/billing/billing.routes.ts';
import { endSubscriptions } from './features/billing/end-subscriptions.ts';
import { readEntitlements } from './features/billing/entitlements/read-entitlements.ts';
import { getSubscription } from './features/billing/subscription/get-subscription.service.ts';
import { registerCalibration } from './features/calibration/calibration.routes.ts';
import { createLearning } from './features/calibration/learning.ts';
import type { Assistant } from './features/chat/assistant.ts';
import { registerChat } from './features/chat/chat.routes.ts';
import { registerChecklist } from './features/checklist/checklist.routes.ts';
import { registerContact } from './features/contact/contact.routes.ts';
import { listDecisions } from './features/decisions/decision-record.service.ts';
import { registerDecisions } from './features/decisions/decisions.routes.ts';
import { registerDownloads } from './features/downloads/downloads.routes.ts';
import { registerExports } from './features/exports/exports.routes.ts';
import { registerImportRecords, registerImports } from './features/imports/imports.routes.ts';
import { appendRecords } from './features/ledger/append-records.ts';
import { registerLedger } from './features/ledger/ledger.routes.ts';
import { announce, readLiveCounts } from './features/live/announce.ts';
import { registerLive } from './features/live/live.routes.ts';
import { registerMyData } from './features/my-data/my-data.routes.ts';
import { registerPerformance } from './features/performance/performance.routes.ts';
import { registerReviews } from './features/reviews/reviews.routes.ts';
import { registerSiteFigures } from './features/site/site.routes.ts';
import { forgetUnusedAccount, removeTrades } from './features/trades/remove-trades.ts';
import { syncTrades } from './features/trades/sync.service.ts';
import { countOpenings } from './features/trades/trades.queries.ts';
import { registerTrades } from './features/trades/trades.routes.ts';
import { readStatisticsByCurrency, readSums } from './features/trades/trades.service.ts';
import { ensureTradingAccount } from './features/trades/trading-accounts.ts';
import { createMetering } from './features/usage/metering.ts';
import { registerUsage } from './features/usage/usage.routes.ts';
import { readUsage } from './features/usage/usage.service.ts';
import type { LedgerKey } from './ledger-key.ts';
import type { Panel } from './llm/panel.ts';
import { registerMailbox } from './mail/mailbox.routes.ts';
import { createIdentify } from './plugins/auth.ts';
import { answerClientError } from './plugins/client-errors.ts';
import { createRoute } from './plugins/endpoint.ts';
import { registerErrors, sendFailure, toAppError } from './plugins/errors.ts';
import { loggedError } from './plugins/log-error.ts';
import type { CheckoutOrigins } from './plugins/page-policy.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerSite, type Site } from './plugins/site.ts';
import type { Sealing } from './sealing.ts';
import { VERSION } from './version.ts';

export type AppDeps = {
  database: Database;
  clock: Clock;
  site: Site;
  /** Who votes. */
  panel: Panel;
  /** Who answers in the chat. */
  assistant: Assistant;
  /** Whose name and addresses mails carry. */
  brand: Brand;
  /** Origin that links in mails begin with. */
  publicUrl: string;
  /** Keeps the secrets of authenticator apps. */
  sealing: Sealing;
  /** Signs where ledgers end. */
  ledgerKey: LedgerKey;
  /** Who else signs people in; nobody by default. */
  providers?: ProviderSettings;
  /** Who takes the money; null: nothing is sold here. */
  provider: Provider | null;
  /** The payment provider's hosts that the checkout page loads from; none where nothing is sold. */
  checkoutOrigins?: CheckoutOrigins;
  /** How often something may be asked for. */
  limits: Limits;
  /** Folder that desktop releases are published to. */
  releasesDir: string;
  /** Only with the embedded mailbox: whoever reaches it reads every mail. */
  mailbox: boolean;
  /** Whether the home page's figures are the configured ones or computed from the record. */
  siteFigures?: 'beta' | 'ledger';
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | undefined;
  logLevel: string;
  /** Where the log goes instead of standard output. */
  logStream?: { write: (line: string) => void };
};

/** The table of contents of the service: every feature is registered here, by hand. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { database, clock, site, brand, publicUrl, limits } = deps;
  const { db } = database;
  const app = fastify({
    logger: {
      level: deps.logLevel,
      ...(deps.logStream && { stream: deps.logStream }),
      serializers: { err: loggedError },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
    },
    trustProxy: deps.trustProxy ?? false,
    // Defaults are 0: a client that sends a byte a minute would hold its connection for ever.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 10_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) =>
      sendFailure(reply, request, toAppError(error, request)),
    clientErrorHandler: answerClientError,
    // The addresses of some pages hold a mailed token, so that requests are not logged as they come.
    logController: new LogController({ disableRequestLogging: true }),
  });
  registerErrors(app);
  await registerSecurityHeaders(app, { https: publicUrl.startsWith('https://') });
  const identify = createIdentify(createFindSession({ db, clock }));
  const route = createRoute(app, identify);

  route(getHealth, async () => ({ status: 'ok', version: VERSION }));
  route(getReadiness, async () => {
    await sql`select 1`.execute(db).catch((cause: unknown) => {
      throw new AppError('service_unavailable', { cause });
    });
    return { status: 'ready', database: database.kind };
  });

  registerAccount(route, {
    db,
    clock,
    brand,
    publicUrl,
    limits,
    sealing: deps.sealing,
    providers: createProviders({ clock, publicUrl }, deps.providers ?? {}),
  });
  registerMyData(route, {
    db,
    clock,
    brand,
    publicUrl,
    limits,
    noteExport: (inside, userId, address) =>
      noteEvent(inside, userId, { kind: 'data_exported', about: '', address }),
    endSubscriptions,
  });
  registerBilling(app, route, {
    db,
    clock,
    sealing: deps.sealing,
    brand,
    publicUrl,
    log: app.log,
    provider: deps.provider,
    limits,
  });
  registerUsage(route, { db, clock, readEntitlements });
  registerTrades(route, { db, clock, announce });
  registerImports(app, (inside) => createRoute(inside, identify), {
    db,
    clock,
    limits,
    syncTrades: (userId, batch, origin) =>
      syncTrades({ db, clock, announce }, userId, batch, origin),
  });
  registerImportRecords(route, {
    db,
    clock,
    limits,
    removeTrades: (userId, importId, noteStep) =>
      removeTrades({ db, clock, announce }, userId, importId, noteStep),
    forgetUnusedAccount,
  });
  registerExports(route, { db, clock, limits });
  registerPerformance(route, {
    db,
    clock,
    sumsByCurrency: (filter) => readSums({ db, clock }, filter),
    tradesVersion: async (userId) => (await readLiveCounts(db, userId)).trades,
  });
  const learning = createLearning({ clock });
  registerDecisions(route, {
    db,
    clock,
    panel: deps.panel,
    limits,
    ensureTradingAccount,
    countOpenings,
    readEntitlements,
    metering: createMetering({
      db,
      clock,
      readEntitlements,
      countsPaper: !deps.panel.offline,
    }),
    ...learning,
    appendRecords,
    announce,
  });
  registerCalibration(route, {
    db,
    clock,
    panel: deps.panel,
    readEntitlements,
    readTrust: learning.readTrust,
  });
  registerLedger(route, { db, clock, limits, ledgerKey: deps.ledgerKey });
  registerLive(app, route, {
    db,
    clock,
    listen: database.listen,
    ensureTradingAccount,
    stillSignedIn: createStillSignedIn({ db, clock }),
  });
  registerReviews(route, { db, clock });
  registerChecklist(route, { db, clock });
  registerDownloads(route, { releasesDir: deps.releasesDir, log: app.log });
  registerContact(route, { db, clock, brand, limits });
  registerChat(route, {
    db,
    clock,
    limits,
    assistant: deps.assistant,
    readEntitlements,
    readUsage,
    readStatisticsByCurrency,
    listDecisions,
    readSubscription: (userId) => getSubscription({ db, clock, provider: deps.provider }, userId),
  });
  registerSiteFigures(route, { db, clock, figures: deps.siteFigures ?? 'beta' });

  if (deps.mailbox) registerMailbox(app, db);
  registerSite(app, site, deps.checkoutOrigins);
  return app;
}
