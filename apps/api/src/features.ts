import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { operationsForOperators } from './commands/operations-for-operators.ts';
import { accountsForOperators } from './commands/operator-deps.ts';
import { ledgerMark, tradesMark } from './db/reads.queries.ts';
import { createReads } from './db/reads.ts';
import { registerAccount } from './features/account/account.routes.ts';
import { createProviders } from './features/account/providers/create-providers.ts';
import { noteEvent } from './features/account/security/events.ts';
import { createFindLive } from './features/account/sessions/find-session.ts';
import { registerAdmin } from './features/admin/admin.routes.ts';
import { registerApiDocument } from './features/api-document/api-document.routes.ts';
import { registerBilling } from './features/billing/billing.routes.ts';
import { endSubscriptions } from './features/billing/end-subscriptions.ts';
import { readEntitlements } from './features/billing/entitlements/read-entitlements.ts';
import { getSubscription } from './features/billing/subscription/get-subscription.service.ts';
import { registerCalibration } from './features/calibration/calibration.routes.ts';
import { createLearning } from './features/calibration/learning.ts';
import { registerChat } from './features/chat/chat.service.ts';
import { registerChecklist } from './features/checklist/checklist.routes.ts';
import { registerContact } from './features/contact/contact.routes.ts';
import { listDecisions } from './features/decisions/decision-record.service.ts';
import { registerDecisions } from './features/decisions/decisions.routes.ts';
import { registerDownloads } from './features/downloads/downloads.routes.ts';
import { registerExports } from './features/exports/exports.routes.ts';
import { registerImportRecords, registerImports } from './features/imports/imports.routes.ts';
import { appendRecords } from './features/ledger/append-records.ts';
import { registerLedger } from './features/ledger/ledger.routes.ts';
import { createAnnouncer, readLiveCounts } from './features/live/announcer.ts';
import { listBots } from './features/live/bots.service.ts';
import { registerLive } from './features/live/live.routes.ts';
import { registerMyData } from './features/my-data/my-data.routes.ts';
import { registerNotifications } from './features/notifications/notifications.routes.ts';
import { registerPerformance } from './features/performance/performance.routes.ts';
import { registerReviews } from './features/reviews/reviews.routes.ts';
import { registerSiteFigures } from './features/site/site.service.ts';
import { createRowCount } from './features/stored-rows.ts';
import { forgetUnusedAccount, removeTrades } from './features/trades/remove-trades.ts';
import { syncTrades } from './features/trades/sync.service.ts';
import { countOpenings } from './features/trades/trades.queries.ts';
import { registerTrades } from './features/trades/trades.routes.ts';
import { readStatisticsByCurrency, readSums } from './features/trades/trades.service.ts';
import { ensureTradingAccount } from './features/trades/trading-accounts.ts';
import { createMetering } from './features/usage/metering.ts';
import { readUsage, registerUsage } from './features/usage/usage.service.ts';
import type { Route } from './http/endpoint.ts';

/** The table of contents of the service: every feature is registered here, by hand. */
export function registerFeatures(
  app: FastifyInstance,
  deps: AppDeps,
  createRoutes: (inside: FastifyInstance) => Route,
  route: Route,
): void {
  const { database, clock, brand, publicUrl, limits } = deps;
  const { db } = database;
  const fromReplica = createReads({
    primary: db,
    replica: database.replica?.db ?? null,
    clock,
    log: app.log,
  });
  const reads = fromReplica.upTo(tradesMark);
  const announcer = createAnnouncer({ db });
  const { announce } = announcer;

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
  const countRows = createRowCount({ db, clock, readEntitlements });
  registerTrades(route, { db, reads, clock, announce, appendRecords, countRows });
  registerImports(app, createRoutes, {
    db,
    clock,
    limits,
    syncTrades: async (userId, batch, origin) => {
      await countRows(userId, 'trades', batch.trades.length);
      return syncTrades({ db, clock, announce, appendRecords }, userId, batch, origin);
    },
  });
  registerImportRecords(route, {
    db,
    clock,
    limits,
    removeTrades: (userId, importId, noteStep) =>
      removeTrades({ db, clock, announce }, userId, importId, noteStep),
    forgetUnusedAccount,
  });
  registerExports(route, { db, reads, clock, limits });
  registerPerformance(route, {
    db,
    reads,
    clock,
    sumsByCurrency: (handle, filter) => readSums({ db: handle, clock }, filter),
    tradesVersion: async (userId) => (await readLiveCounts(db, userId)).trades,
  });
  const learning = createLearning({ clock });
  registerDecisions(route, {
    db,
    clock,
    panel: deps.panel,
    limits,
    countRows,
    ensureTradingAccount,
    countOpenings,
    readEntitlements,
    metering: createMetering({
      db,
      clock,
      readEntitlements,
      countsPaper: !deps.panel.offline,
      freeTokensPerDay: limits.freeTokensPerDay,
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
  registerLedger(route, {
    db,
    reads: fromReplica.upTo(ledgerMark),
    clock,
    limits,
    ledgerKey: deps.ledgerKey,
  });
  registerLive(app, route, {
    db,
    clock,
    listen: database.listen,
    announcer,
    limits,
    ensureTradingAccount,
    findLiveSessions: createFindLive({ db, clock }),
  });
  registerNotifications(route, { db, clock, push: deps.push });
  registerReviews(route, { db, clock, brand });
  registerChecklist(route, { db, clock, announce });
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
    listBots,
    readSubscription: (userId) => getSubscription({ db, clock, provider: deps.provider }, userId),
  });
  registerApiDocument(route, { brand, publicUrl });
  registerSiteFigures(route, {
    read: fromReplica.anyTime,
    clock,
    figures: deps.siteFigures ?? 'beta',
  });
  registerAdmin(route, {
    db,
    clock,
    accounts: accountsForOperators(deps),
    operations: operationsForOperators(deps, app.log),
  });
}
