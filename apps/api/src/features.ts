import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { ledgerMark, tradesMark } from './db/reads.queries.ts';
import { createReads } from './db/reads.ts';
import { registerAccount } from './features/account/account.routes.ts';
import { createProviders } from './features/account/providers/create-providers.ts';
import { registerAdmin } from './features/admin/admin.routes.ts';
import { registerApiDocument } from './features/api-document/api-document.routes.ts';
import { registerBilling } from './features/billing/billing.routes.ts';
import { createBillingDesk } from './features/billing/desk/billing-desk.ts';
import { registerBoard } from './features/board/board.routes.ts';
import { registerCalendar } from './features/calendar/calendar.routes.ts';
import { registerCalibration } from './features/calibration/calibration.routes.ts';
import { createLearning } from './features/calibration/learning.ts';
import { registerChat } from './features/chat/chat.service.ts';
import { registerChecklist } from './features/checklist/checklist.routes.ts';
import { registerContact } from './features/contact/contact.routes.ts';
import { registerDecisions } from './features/decisions/decisions.routes.ts';
import { registerDesk } from './features/desk/desk.routes.ts';
import { registerDownloads } from './features/downloads/downloads.routes.ts';
import { registerExports } from './features/exports/exports.routes.ts';
import { registerHosted } from './features/hosted/hosted.routes.ts';
import { createPracticePrices } from './features/hosted/price-sources.ts';
import { registerImportRecords, registerImports } from './features/imports/imports.routes.ts';
import { registerJournal } from './features/journal/journal.routes.ts';
import { registerPictureUpload } from './features/journal/pictures/pictures.routes.ts';
import { registerLedger } from './features/ledger/ledger.routes.ts';
import { registerLive } from './features/live/live.routes.ts';
import { createBarStore } from './features/market/bar-store.ts';
import { registerMyData } from './features/my-data/my-data.routes.ts';
import { registerNotifications } from './features/notifications/notifications.routes.ts';
import { registerUnsubscribe } from './features/notifications/unsubscribe.ts';
import { registerPerformance } from './features/performance/performance.routes.ts';
import { registerPublicRecords } from './features/public-records/public-records.routes.ts';
import type { PublishedRecords } from './features/public-records/published.service.ts';
import { registerLog } from './features/records/log/log.routes.ts';
import { registerRecord } from './features/records/record.routes.ts';
import { registerReviews } from './features/reviews/reviews.routes.ts';
import { registerRuleSets } from './features/rule-sets/rule-sets.routes.ts';
import { registerSiteFigures } from './features/site/site.service.ts';
import { registerStatus } from './features/status/status.routes.ts';
import { registerTrades } from './features/trades/trades.routes.ts';
import { createMetering } from './features/usage/metering.ts';
import { createRowCount } from './features/usage/stored-rows.ts';
import { registerUsage } from './features/usage/usage.service.ts';
import type { Route } from './http/endpoint.ts';
import { createAnnouncer } from './process/announcer.ts';

/** The table of contents of the service: every feature is registered here, by hand. */
export function registerFeatures(
  app: FastifyInstance,
  deps: AppDeps & Readonly<{ published: PublishedRecords }>,
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
  });
  const { sealing, provider, fetchesAtOnce = false } = deps;
  const billing = {
    db,
    clock,
    sealing,
    brand,
    publicUrl,
    log: app.log,
    provider,
    limits,
    fetchesAtOnce,
  };
  registerBilling(app, route, billing);
  registerUsage(route, { db, clock });
  const countRows = createRowCount({ db, clock });
  registerTrades(route, { db, reads, clock, announce, countRows });
  registerImports(app, createRoutes, { db, clock, limits, announce, countRows });
  registerImportRecords(route, { db, clock, limits, announce });
  registerExports(route, { db, reads, clock, limits });
  registerPerformance(route, { db, reads, clock });
  registerJournal(route, { db, clock });
  registerPictureUpload(app, createRoutes, { db, clock });
  const learning = createLearning({ clock, brand, publicUrl });
  registerDecisions(route, {
    db,
    clock,
    panel: deps.panel,
    limits,
    countRows,
    metering: createMetering({
      db,
      clock,
      countsPaper: !deps.panel.offline,
      freeTokensPerDay: limits.freeTokensPerDay,
    }),
    ...learning,
    barStore: createBarStore(),
    announce,
    log: app.log,
  });
  const { hostedPrices: prices = [createPracticePrices()] } = deps;
  registerHosted(route, { db, clock, announce, limits, prices });
  registerDesk(route, { db, clock });
  registerCalibration(route, {
    db,
    clock,
    panel: deps.panel,
    readLearned: learning.readLearned,
  });
  registerLedger(route, {
    db,
    reads: fromReplica.upTo(ledgerMark),
    clock,
    limits,
    ledgerKey: deps.ledgerKey,
  });
  const log = { db, clock, logKey: deps.logKey, publicUrl };
  registerLog(app, log);
  registerRecord(route, { ...log, limits, witnesses: deps.witnesses ?? [] });
  registerBoard(route, { ...log, witnesses: deps.witnesses ?? [] });
  registerPublicRecords(route, {
    ...log,
    limits,
    brand,
    witnesses: deps.witnesses ?? [],
    published: deps.published,
  });
  registerLive(app, route, {
    db,
    clock,
    listen: database.listen,
    announcer,
    limits,
  });
  registerRuleSets(route, { db, clock, brand, publicUrl, announce });
  registerCalendar(route, { db, clock });
  registerNotifications(route, { db, clock, push: deps.push });
  registerUnsubscribe(app, createRoutes, { db, clock, sealing });
  registerReviews(route, { db, clock, brand });
  registerChecklist(route, { db, clock, announce });
  registerDownloads(route, { releasesDir: deps.releasesDir, log: app.log });
  registerContact(route, { db, clock, brand, limits });
  registerChat(route, {
    db,
    clock,
    limits,
    assistant: deps.assistant,
    provider,
  });
  registerApiDocument(route, { brand, publicUrl });
  registerStatus(route, { db, clock });
  registerSiteFigures(route, {
    read: fromReplica.anyTime,
    clock,
    figures: deps.siteFigures ?? 'beta',
  });
  registerAdmin(route, {
    db,
    clock,
    brand,
    limits,
    publicUrl,
    log: app.log,
    releasesDir: deps.releasesDir,
    databaseKind: database.kind,
    logKey: deps.logKey,
    witnesses: deps.witnesses ?? [],
    desk: createBillingDesk(billing),
  });
}
